import Capture
package import FuzzInputs

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#else
    import Darwin
#endif

/// Runs inputs in a separate process, which is restarted after each input that kills it.
package final class ChildExecutor: FuzzExecutor {
    /// The program of the process.
    package struct Program: Sendable {
        /// The path of the program's file.
        package var path: String
        /// The arguments after the program's name.
        package var arguments: [String]

        /// Creates a program.
        package init(path: String, arguments: [String]) {
            self.path = path
            self.arguments = arguments
        }
    }

    /// The error that no process could be started.
    package struct StartError: Error, CustomStringConvertible {
        /// The reason.
        package let description: String
    }

    private let program: Program
    private let seconds: Int
    private var process: pid_t = -1
    private var link = FuzzLink(descriptor: -1)
    private var errors: Int32 = -1
    /// The number of processes that were started.
    package private(set) var starts = 0

    /// Starts a process.
    ///
    /// - Parameters:
    ///   - program: the program that serves the target's inputs; see ``FuzzServer``.
    ///   - seconds: the maximum wait for an answer, whatever the process does.
    package init(_ program: Program, seconds: Int = 30) throws {
        self.program = program
        self.seconds = seconds
        try start()
    }

    deinit { stop() }

    /// Runs one input.
    package func run(_ input: [UInt8]) -> RunOutcome { run(input, milliseconds: 0) }

    /// Runs one input; 0 milliseconds stand for the usual limit.
    package func run(_ input: [UInt8], milliseconds: Int) -> RunOutcome {
        // The wait for an idle process is shorter as well; a busy machine may need a second for little processor time.
        let wait = milliseconds > 0 ? min(seconds, 2 + milliseconds / 250) : seconds
        switch ask(.run(input, milliseconds: milliseconds), wait: wait) {
        case .success(let answer): return renewed(after: FuzzMessage.outcome(answer)).outcome
        case .failure(let violation): return RunOutcome(violation: violation)
        }
    }

    /// Creates a new input from two others, and runs it.
    package func mutate(_ input: [UInt8], other: [UInt8], seed: UInt64, run: Int) -> (
        input: [UInt8], outcome: RunOutcome
    ) {
        switch ask(.mutate(input, other: other, seed: seed, run: run)) {
        case .success(let answer): return renewed(after: FuzzMessage.outcome(answer))
        case .failure(let violation):
            // Creates the input once more without running it, to know which one it was.
            guard case .success(let answer) = ask(.mutateOnly(input, other: other, seed: seed, run: run)) else {
                return (
                    input, RunOutcome(violation: Violation(.mutation, "taking the input apart: \(violation.text)"))
                )
            }
            return (FuzzMessage.outcome(answer).input, RunOutcome(violation: violation))
        }
    }

    /// Returns the parts of an input; `nil` also if this kills the process.
    package func shape(of input: [UInt8]) -> Shape? {
        guard case .success(let answer) = ask(.shape(input)) else { return nil }
        return FuzzMessage.shape(answer)
    }

    /// Replaces a process that used too much memory: its peak never falls, so a second such input would not be noticed.
    private func renewed(after answer: (input: [UInt8], outcome: RunOutcome)) -> (
        input: [UInt8], outcome: RunOutcome
    ) {
        guard answer.outcome.violation?.oracle == .memory else { return answer }
        stop()
        do {
            try start()
            return answer
        } catch {
            return (answer.input, RunOutcome(violation: Violation(.start, "\(error)")))
        }
    }

    /// Sends a request; if the process dies of it, starts another one.
    private func ask(_ request: FuzzMessage.Request, wait: Int? = nil) -> Result<[UInt8], Violation> {
        let seconds = wait ?? seconds
        if process <= 0 {
            // The last start failed.
            do { try start() } catch { return .failure(Violation(.start, "\(error)")) }
        }
        var hasTimedOut = false
        if link.send(FuzzMessage.encode(request)),
            let answer = link.receive(seconds: seconds, hasTimedOut: &hasTimedOut)
        {
            return .success(answer)
        }
        if hasTimedOut { kill(process, SIGKILL) }
        let violation = autopsy(hasTimedOut ? seconds : nil)
        do {
            try start()
        } catch {
            return .failure(Violation(.start, "\(error)"))
        }
        return .failure(violation)
    }

    /// Returns the reason why the process ended.
    ///
    /// - Parameter waited: the seconds after which the process was killed for not answering; `nil` if it was not.
    private func autopsy(_ waited: Int?) -> Violation {
        var status: Int32 = 0
        while waitpid(process, &status, 0) < 0, errno == EINTR {}
        process = -1
        let words = lastWords()
        closeDescriptors()
        if let waited { return Violation(.hang, "no answer within \(waited) s") }
        let signal = status & 0x7F
        switch signal {
        case 0: return Violation(.exit, "the process ended with \(status >> 8 & 0xFF)\(words)")
        case SIGVTALRM: return Violation(.hang, "the time for one input is up")
        default: return Violation(.crash, "signal \(Self.name(signal))\(words)")
        }
    }

    /// Returns the message of a trap, if there is one.
    private func lastWords() -> String {
        lseek(errors, 0, SEEK_SET)
        var bytes = [UInt8](repeating: 0, count: 64 << 10)
        let count = bytes.withUnsafeMutableBytes { read(errors, $0.baseAddress, $0.count) }
        let text = String(decoding: bytes.prefix(max(0, count)), as: UTF8.self)
        let line = text.split(separator: "\n").last { $0.contains("Fatal error") || $0.contains("ERROR:") }
        return line.map { ": " + $0.prefix(200) } ?? ""
    }

    private static func name(_ signal: Int32) -> String {
        switch signal {
        case SIGSEGV: "SIGSEGV"
        case SIGABRT: "SIGABRT"
        case SIGILL: "SIGILL"
        case SIGTRAP: "SIGTRAP"
        case SIGBUS: "SIGBUS"
        case SIGFPE: "SIGFPE"
        case SIGKILL: "SIGKILL"
        default: "\(signal)"
        }
    }

    /// The environment variables that the process gets: common ones, and those of experiments.
    private static let passedOn = [
        "PATH", "HOME", "LD_LIBRARY_PATH", "TZ", "IMWIRE_PLANTED", "IMWIRE_EDIT", "IMWIRE_EDIT_REACHED",
        "LLVM_PROFILE_FILE", "TMPDIR",
    ]

    private func start() throws {
        let file = TemporaryFile.make()
        guard file.descriptor >= 0 else {
            throw StartError(description: "no temporary file: \(SystemCall.reason())")
        }
        unlink(file.name)
        errors = file.descriptor
        var pair: [Int32] = [-1, -1]
        #if canImport(Glibc)
            let kind = Int32(SOCK_STREAM.rawValue)
        #else
            let kind = SOCK_STREAM
        #endif
        guard socketpair(AF_UNIX, kind, 0, &pair) == 0 else {
            let number = errno
            close(errors)
            throw StartError(description: "no socket: error \(number)")
        }
        _ = fcntl(pair[0], F_SETFD, FD_CLOEXEC)
        // In a process that another thread starts meanwhile, this end would stay open after the child has died.
        if pair[1] != FuzzServer.descriptor { _ = fcntl(pair[1], F_SETFD, FD_CLOEXEC) }
        #if canImport(Darwin)
            var actions: posix_spawn_file_actions_t?
            var attributes: posix_spawnattr_t?
        #else
            var actions = posix_spawn_file_actions_t()
            var attributes = posix_spawnattr_t()
        #endif
        // A new process inherits the blocked signals of the thread that starts it, and threads of a pool block signals;
        // then the signal at the end of an input's time would be lost.
        var nothing = sigset_t()
        sigemptyset(&nothing)
        posix_spawnattr_init(&attributes)
        defer { posix_spawnattr_destroy(&attributes) }
        posix_spawnattr_setsigmask(&attributes, &nothing)
        posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETSIGMASK))
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        posix_spawn_file_actions_addopen(&actions, 0, "/dev/null", O_RDONLY, 0)
        posix_spawn_file_actions_addopen(&actions, 1, "/dev/null", O_WRONLY, 0)
        posix_spawn_file_actions_adddup2(&actions, errors, 2)
        posix_spawn_file_actions_adddup2(&actions, pair[1], FuzzServer.descriptor)
        var environment: [UnsafeMutablePointer<CChar>?] = [strdup("SWIFT_BACKTRACE=enable=no")]
        for name in Self.passedOn {
            if let value = getenv(name) { environment.append(strdup("\(name)=\(String(cString: value))")) }
        }
        environment.append(nil)
        var arguments = ([program.path] + program.arguments).map { strdup($0) } + [nil]
        defer { for pointer in environment + arguments { free(pointer) } }
        var child: pid_t = 0
        let status = posix_spawn(&child, program.path, &actions, &attributes, &arguments, &environment)
        close(pair[1])
        guard status == 0 else {
            close(pair[0])
            close(errors)
            throw StartError(description: "\(program.path) cannot be started: error \(status)")
        }
        process = child
        link = FuzzLink(descriptor: pair[0])
        starts += 1
    }

    private func closeDescriptors() {
        close(link.descriptor)
        close(errors)
        link = FuzzLink(descriptor: -1)
        errors = -1
    }

    private func stop() {
        guard process > 0 else { return }
        closeDescriptors()
        var status: Int32 = 0
        while waitpid(process, &status, 0) < 0, errno == EINTR {}
        process = -1
    }
}
