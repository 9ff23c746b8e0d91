import Capture

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#else
    import Darwin
#endif

/// The few system calls that the command line makes itself.
enum Posix {
    /// Lets a closed pipe be an error of `write` instead of the program's end.
    static func ignoreClosedPipes() {
        signal(SIGPIPE, SIG_IGN)
    }

    /// Lets the signals that end a program reach this thread, also when the program that started this one blocks them.
    static func unblockEndingSignals() {
        var signals = sigset_t()
        sigemptyset(&signals)
        for number in [SIGINT, SIGTERM, SIGHUP] { sigaddset(&signals, number) }
        pthread_sigmask(SIG_UNBLOCK, &signals, nil)
    }

    /// Opens a file for reading; -1 when that fails.
    static func openForReading(_ path: String) -> Int32 {
        open(path, O_RDONLY | O_CLOEXEC)
    }

    /// Makes or empties a file for writing; -1 when that fails.
    static func openForWriting(_ path: String) -> Int32 {
        open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o644)
    }

    /// Whether a path names the same ordinary file as another path, or as standard input when that is `-`.
    static func isSameFile(_ path: String, _ other: String) -> Bool {
        var first = stat()
        var second = stat()
        guard stat(path, &first) == 0, (other == "-" ? fstat(STDIN_FILENO, &second) : stat(other, &second)) == 0 else {
            return false
        }
        return first.st_mode & S_IFMT == S_IFREG && first.st_dev == second.st_dev && first.st_ino == second.st_ino
    }

    /// Whether two paths name the same file in the same folder, be it there or not.
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

    /// The file that a path leads to, behind symbolic links; `nil` where something is there that is no ordinary file.
    static func ordinaryFile(at path: String) -> String? {
        var status = stat()
        guard lstat(path, &status) == 0 else { return path }
        guard stat(path, &status) == 0, status.st_mode & S_IFMT == S_IFREG, let real = realpath(path, nil) else {
            return nil
        }
        defer { free(real) }
        return String(cString: real)
    }

    /// Who may do what with the file at a path; where there is none, what a new one allows.
    static func mode(ofFileAt path: String) -> mode_t {
        var status = stat()
        if stat(path, &status) == 0 { return status.st_mode & 0o777 }
        // Asking for the mask takes setting it.
        let mask = umask(0o077)
        umask(mask)
        return 0o644 & ~mask
    }

    /// Opens something in the place of those of the first three descriptors that are closed, so that no file gets their
    /// numbers: reading finds the end there, and writing fails.
    static func settleStandardDescriptors() {
        for descriptor in STDIN_FILENO...STDERR_FILENO where fcntl(descriptor, F_GETFD) < 0 {
            _ = open("/dev/null", O_RDONLY)
        }
    }

    /// A file without a name, for what can not be read twice, with a position of its own for each of its descriptors;
    /// -1 where that fails.
    static func openTemporary() -> (read: Int32, write: Int32) {
        let made = TemporaryFile.make()
        guard made.descriptor >= 0 else { return (-1, -1) }
        let read = open(made.name, O_RDONLY | O_CLOEXEC)
        unlink(made.name)
        return (read, made.descriptor)
    }

    /// Whether a descriptor is an ordinary file.
    static func isRegularFile(_ descriptor: Int32) -> Bool {
        var status = stat()
        return fstat(descriptor, &status) == 0 && status.st_mode & S_IFMT == S_IFREG
    }

    /// Whether a path names an ordinary file that can not be executed.
    static func isPlainFile(_ path: String) -> Bool {
        var status = stat()
        return stat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFREG && status.st_mode & 0o111 == 0
    }

    /// Whether a descriptor is a directory.
    static func isDirectory(_ descriptor: Int32) -> Bool {
        var status = stat()
        return fstat(descriptor, &status) == 0 && status.st_mode & S_IFMT == S_IFDIR
    }

    /// Whether a descriptor is a terminal.
    static func isTerminal(_ descriptor: Int32) -> Bool { isatty(descriptor) == 1 }

    /// Columns of a terminal; `nil` for anything else.
    static func terminalWidth(_ descriptor: Int32) -> Int? {
        guard isTerminal(descriptor) else { return nil }
        var size = winsize()
        guard ioctl(descriptor, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0 else { return nil }
        return max(40, Int(size.ws_col))
    }

    /// The file of this program.
    static var ownPath: String {
        #if canImport(Darwin)
            var path = [CChar](repeating: 0, count: Int(PATH_MAX))
            var size = UInt32(path.count)
            return _NSGetExecutablePath(&path, &size) == 0 ? String(cString: path) : CommandLine.arguments[0]
        #else
            "/proc/self/exe"
        #endif
    }

    /// A variable of the environment.
    static func environment(_ name: String) -> String? {
        getenv(name).map { String(cString: $0) }
    }

    /// The day in UTC, such as `2026-11-21`.
    static func today() -> String {
        var now = time(nil)
        var parts = tm()
        gmtime_r(&now, &parts)
        func digits(_ value: Int32) -> String { value < 10 ? "0\(value)" : "\(value)" }
        return "\(parts.tm_year + 1900)-\(digits(parts.tm_mon + 1))-\(digits(parts.tm_mday))"
    }

    /// All of standard input, up to a limit; ends the program with 74 when it cannot be read.
    static func readStandardInput(limit: Int) throws -> [UInt8] {
        if let bytes = readAll(STDIN_FILENO, limit: limit) { return bytes }
        StandardError.write("imwire: standard input cannot be read")
        throw Exit.inputOutput
    }

    /// What can be read now, at most `limit` bytes; waits for the first, and gives none at the end.
    static func readSome(_ descriptor: Int32, limit: Int) -> [UInt8] {
        var chunk = [UInt8](repeating: 0, count: limit)
        while true {
            let count = chunk.withUnsafeMutableBytes { read(descriptor, $0.baseAddress, $0.count) }
            if count < 0, errno == EINTR { continue }
            return Array(chunk[..<max(0, count)])
        }
    }

    /// All of an open file, up to a limit; `nil` when reading fails.
    static func readAll(_ descriptor: Int32, limit: Int) -> [UInt8]? { try? WholeFile.read(descriptor, limit: limit) }
}
