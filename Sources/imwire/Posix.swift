import Capture

#if canImport(Glibc)
    import CMalloc
    import Glibc
#elseif canImport(Musl)
    import Musl
#else
    import Darwin
#endif

/// The few system calls of the command line itself.
enum Posix {
    /// Makes a closed pipe an error of `write` instead of the end of the program.
    static func ignoreClosedPipes() {
        signal(SIGPIPE, SIG_IGN)
    }

    /// Unblocks the signals that end a program in this thread; the parent process may have blocked them.
    static func unblockEndingSignals() {
        var signals = sigset_t()
        sigemptyset(&signals)
        for number in [SIGINT, SIGTERM, SIGHUP] { sigaddset(&signals, number) }
        pthread_sigmask(SIG_UNBLOCK, &signals, nil)
    }

    /// Makes the C library return freed blocks of a few megabytes to the system at once.
    ///
    /// The GNU library keeps them after the first ones were freed: tables that double again and again left twice the
    /// memory that they needed.
    static func returnLargeBlocks() {
        #if canImport(Glibc)
            mallopt(M_MMAP_THRESHOLD, 4 << 20)
            // Blocks below that are used again at once, so returning them would only cost time.
            mallopt(M_TRIM_THRESHOLD, 4 << 20)
        #endif
    }

    /// Why the last system call failed, in words (`errno`).
    static var reason: String { String(cString: strerror(errno)) }

    /// Opens a file for reading; returns -1 if that fails.
    static func openForReading(_ path: String) -> Int32 {
        open(path, O_RDONLY | O_CLOEXEC)
    }

    /// Creates or empties a file for writing; returns -1 if that fails.
    static func openForWriting(_ path: String) -> Int32 {
        open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o644)
    }

    /// Returns whether two paths name the same ordinary file; a second path `-` is standard input.
    static func isSameFile(_ path: String, _ other: String) -> Bool {
        var first = stat()
        var second = stat()
        guard stat(path, &first) == 0, (other == "-" ? fstat(STDIN_FILENO, &second) : stat(other, &second)) == 0 else {
            return false
        }
        return first.st_mode & S_IFMT == S_IFREG && first.st_dev == second.st_dev && first.st_ino == second.st_ino
    }

    /// Returns whether two paths name the same file in the same folder, whether it exists or not.
    static func isSamePlace(_ path: String, _ other: String) -> Bool {
        func parts(_ path: String) -> (folder: String, name: Substring) {
            guard let slash = path.lastIndex(of: "/") else { return (".", path[...]) }
            return (String(path[...slash]), path[path.index(after: slash)...])
        }
        let (one, two) = (parts(path), parts(other))
        var first = stat()
        var second = stat()
        guard one.name == two.name, stat(one.folder, &first) == 0, stat(two.folder, &second) == 0 else {
            return path == other
        }
        return first.st_dev == second.st_dev && first.st_ino == second.st_ino
    }

    /// Returns the file at a path, with symbolic links resolved; `nil` if something there is not an ordinary file.
    static func ordinaryFile(at path: String) -> String? {
        var status = stat()
        guard lstat(path, &status) == 0 else { return path }
        guard stat(path, &status) == 0, status.st_mode & S_IFMT == S_IFREG, let real = realpath(path, nil) else {
            return nil
        }
        defer { free(real) }
        return String(cString: real)
    }

    /// Returns the permissions of the file at a path, or those of a new file if there is none.
    static func mode(ofFileAt path: String) -> mode_t {
        var status = stat()
        if stat(path, &status) == 0 { return status.st_mode & 0o777 }
        // The mask can be read only by setting it.
        let mask = umask(0o077)
        umask(mask)
        return 0o644 & ~mask
    }

    /// Opens `/dev/null` in place of closed standard descriptors, so that no other file gets their numbers: reading
    /// finds the end there, and writing fails.
    static func settleStandardDescriptors() {
        for descriptor in STDIN_FILENO...STDERR_FILENO where fcntl(descriptor, F_GETFD) < 0 {
            _ = open("/dev/null", O_RDONLY)
        }
    }

    /// Opens a temporary file without a name, with separate positions for reading and writing; returns -1 on failure.
    ///
    /// It is for input that cannot be read twice.
    static func openTemporary() -> (read: Int32, write: Int32) {
        let made = TemporaryFile.make()
        guard made.descriptor >= 0 else { return (-1, -1) }
        let read = open(made.name, O_RDONLY | O_CLOEXEC)
        unlink(made.name)
        return (read, made.descriptor)
    }

    /// Returns whether a descriptor is an ordinary file.
    static func isRegularFile(_ descriptor: Int32) -> Bool {
        var status = stat()
        return fstat(descriptor, &status) == 0 && status.st_mode & S_IFMT == S_IFREG
    }

    /// Returns whether a path names an ordinary file that is not executable.
    static func isPlainFile(_ path: String) -> Bool {
        var status = stat()
        return stat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFREG && status.st_mode & 0o111 == 0
    }

    /// Returns whether a descriptor is a directory.
    static func isDirectory(_ descriptor: Int32) -> Bool {
        var status = stat()
        return fstat(descriptor, &status) == 0 && status.st_mode & S_IFMT == S_IFDIR
    }

    /// Returns whether a path names a directory.
    static func isDirectory(_ path: String) -> Bool {
        var status = stat()
        return stat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFDIR
    }

    /// Returns whether a path names something that is neither an ordinary file nor a directory.
    static func isPipeOrDevice(_ path: String) -> Bool {
        var status = stat()
        return stat(path, &status) == 0 && ![S_IFREG, S_IFDIR].contains(status.st_mode & S_IFMT)
    }

    /// Returns whether a descriptor is a terminal.
    static func isTerminal(_ descriptor: Int32) -> Bool { isatty(descriptor) == 1 }

    /// Returns whether a descriptor is a terminal that understands escape sequences, as those of editors may not.
    static func understandsEscapes(_ descriptor: Int32) -> Bool {
        isTerminal(descriptor) && environment("TERM") != "dumb"
    }

    /// Returns the width of a terminal in columns, at least 40; `nil` for anything else.
    static func terminalWidth(_ descriptor: Int32) -> Int? {
        guard isTerminal(descriptor) else { return nil }
        var size = winsize()
        guard ioctl(descriptor, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0 else { return nil }
        return max(40, Int(size.ws_col))
    }

    /// The path of this program.
    static var ownPath: String {
        #if canImport(Darwin)
            var path = [CChar](repeating: 0, count: Int(PATH_MAX))
            var size = UInt32(path.count)
            return _NSGetExecutablePath(&path, &size) == 0 ? String(cString: path) : CommandLine.arguments[0]
        #else
            "/proc/self/exe"
        #endif
    }

    /// Returns an environment variable.
    static func environment(_ name: String) -> String? {
        getenv(name).map { String(cString: $0) }
    }

    /// Returns the current date in UTC, such as `2026-11-21`.
    static func today() -> String {
        var now = time(nil)
        var parts = tm()
        gmtime_r(&now, &parts)
        func digits(_ value: Int32) -> String { value < 10 ? "0\(value)" : "\(value)" }
        return "\(parts.tm_year + 1900)-\(digits(parts.tm_mon + 1))-\(digits(parts.tm_mday))"
    }

    /// Returns all of standard input, up to a limit; ends the program with 74 if it cannot be read.
    static func readStandardInput(limit: Int) throws -> [UInt8] {
        if let bytes = readAll(STDIN_FILENO, limit: limit) { return bytes }
        StandardError.write("imwire: standard input cannot be read")
        throw Exit.inputOutput
    }

    /// Returns the bytes that can be read now, at most `limit`; waits for the first one, and returns none at the end.
    static func readSome(_ descriptor: Int32, limit: Int) -> [UInt8] {
        var chunk = [UInt8](repeating: 0, count: limit)
        while true {
            let count = chunk.withUnsafeMutableBytes { read(descriptor, $0.baseAddress, $0.count) }
            if count < 0, errno == EINTR { continue }
            return Array(chunk[..<max(0, count)])
        }
    }

    /// Returns all of an open file, up to a limit; `nil` if reading fails.
    static func readAll(_ descriptor: Int32, limit: Int) -> [UInt8]? { try? WholeFile.read(descriptor, limit: limit) }
}
