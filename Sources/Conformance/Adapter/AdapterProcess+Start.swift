import Synchronization

#if canImport(Glibc)
    @preconcurrency import Glibc
#elseif canImport(Musl)
    @preconcurrency import Musl
#else
    @preconcurrency import Darwin
#endif

// How the child is started.
extension AdapterProcess {
    /// An error while starting the child.
    struct StartError: Error {
        /// The value of `errno`.
        var number: Int32
    }

    /// A child that was started, and this program's ends of its pipes.
    struct Started {
        var id: pid_t
        var input: Int32
        var output: Int32
        var errorOutput: Int32
    }

    /// Locked while descriptors exist that a child started at the same time must not inherit.
    private static let spawning = Mutex(())

    /// Starts a command line.
    static func start(_ command: String) throws(StartError) -> Started {
        try spawning.withLock { _ throws(StartError) in try startLocked(command) }
    }

    private static func startLocked(_ command: String) throws(StartError) -> Started {
        // `theirs` are the child's ends of the pipes: the input for reading, the output and errors for writing.
        var ours: [Int32] = []
        var theirs: [Int32] = []
        var hasStarted = false
        defer {
            for descriptor in theirs { close(descriptor) }
            if !hasStarted { for descriptor in ours { close(descriptor) } }
        }
        for number in 0..<3 {
            var ends: [Int32] = [-1, -1]
            guard pipe(&ends) == 0 else { throw StartError(number: errno) }
            ours.append(number == 0 ? ends[1] : ends[0])
            theirs.append(number == 0 ? ends[0] : ends[1])
        }
        for descriptor in ours + theirs { _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC) }
        for descriptor in ours { _ = fcntl(descriptor, F_SETFL, O_NONBLOCK) }
        #if canImport(Darwin)
            _ = fcntl(ours[0], F_SETNOSIGPIPE, 1)
        #endif
        var id: pid_t = 0
        let failure = spawn(&id, command, theirs)
        guard failure == 0 else { throw StartError(number: failure) }
        hasStarted = true
        return Started(id: id, input: ours[0], output: ours[1], errorOutput: ours[2])
    }

    private static func spawn(_ id: inout pid_t, _ command: String, _ pipes: [Int32]) -> Int32 {
        #if canImport(Darwin)
            var actions: posix_spawn_file_actions_t?
            var attributes: posix_spawnattr_t?
        #else
            var actions = posix_spawn_file_actions_t()
            var attributes = posix_spawnattr_t()
        #endif
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        for (pipe, number) in zip(pipes, [STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO]) {
            posix_spawn_file_actions_adddup2(&actions, pipe, number)
        }
        posix_spawnattr_init(&attributes)
        defer { posix_spawnattr_destroy(&attributes) }
        // Without this, the child would also ignore the signals that this program ignores, such as SIGPIPE.
        var defaults = sigset_t()
        sigemptyset(&defaults)
        for number in [SIGPIPE, SIGINT, SIGTERM, SIGHUP] { sigaddset(&defaults, number) }
        posix_spawnattr_setsigdefault(&attributes, &defaults)
        // The child would also inherit the signals blocked in this thread.
        var nothing = sigset_t()
        sigemptyset(&nothing)
        posix_spawnattr_setsigmask(&attributes, &nothing)
        posix_spawnattr_setpgroup(&attributes, 0)
        let flags = [POSIX_SPAWN_SETPGROUP, POSIX_SPAWN_SETSIGDEF, POSIX_SPAWN_SETSIGMASK].map { Int16($0) }
        posix_spawnattr_setflags(&attributes, flags.reduce(0, |))
        var arguments: [UnsafeMutablePointer<CChar>?] = [strdup("/bin/sh"), strdup("-c"), strdup(command), nil]
        defer { for argument in arguments { free(argument) } }
        return posix_spawn(&id, "/bin/sh", &actions, &attributes, &arguments, environ)
    }
}
