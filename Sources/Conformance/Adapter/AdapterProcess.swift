import Capture

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#else
    import Darwin
#endif

/// An adapter as a child process: pipes to its standard input and from its standard output and standard error.
///
/// Only ``ended(within:)`` waits for the child; for everything else, the runner polls the pipes. The child runs under
/// `/bin/sh` in a process group of its own, so that everything it starts can be killed with it.
final class AdapterProcess {
    /// The result of reading.
    enum Reading {
        /// No bytes for now.
        case nothing
        /// Some bytes.
        case bytes
        /// The other end is closed.
        case end
    }

    /// The child's process id.
    let id: pid_t
    /// The descriptor for reading the child's standard output; -1 when closed.
    private(set) var output: Int32
    /// The descriptor for writing the child's standard input; -1 when closed.
    private(set) var input: Int32
    /// The descriptor for reading the child's standard error; -1 when closed.
    private(set) var errorOutput: Int32
    /// The sink of the child's standard error, line by line.
    private let errors: AdapterErrors
    /// The unfinished last line of standard error.
    private var errorLine: [UInt8] = []
    /// The maximum length of a reply in bytes.
    private let longestLine: Int

    private var outgoing: ArraySlice<UInt8> = []
    /// Whether the child has closed its standard input.
    private var isBroken = false
    private var incoming: [UInt8] = []
    /// The number of bytes of ``incoming`` that are known to contain no line feed.
    private var searched = 0
    private var ending: Ending?

    /// Starts a command line.
    init(command: String, longestLine: Int, errors: AdapterErrors) throws(StartError) {
        self.longestLine = longestLine
        self.errors = errors
        let started = try Self.start(command)
        id = started.id
        input = started.input
        output = started.output
        errorOutput = started.errorOutput
    }

    deinit { kill() }

    // MARK: Writing

    /// Appends bytes to the queue for the child, and writes as much as possible.
    func send(_ bytes: [UInt8]) {
        outgoing = outgoing + bytes
        write()
    }

    /// Whether bytes wait for space in the pipe.
    var wantsToWrite: Bool { !outgoing.isEmpty && input >= 0 && !isBroken }

    /// Writes as much as the pipe accepts.
    func write() {
        while wantsToWrite {
            let count = Self.write(outgoing, to: input)
            if count > 0 {
                outgoing = outgoing.dropFirst(count)
            } else if errno != EINTR {
                // If the child has closed its input, its output shows the consequence.
                isBroken = errno != EAGAIN
                return
            }
        }
    }

    /// Calls `write` without raising SIGPIPE; a closed pipe is an error like others.
    private static func write(_ bytes: ArraySlice<UInt8>, to descriptor: Int32) -> Int {
        bytes.withUnsafeBytes { buffer in
            #if canImport(Darwin)
                return SystemCall.write(descriptor, buffer)
            #else
                var pipes = sigset_t()
                var previous = sigset_t()
                sigemptyset(&pipes)
                sigaddset(&pipes, SIGPIPE)
                pthread_sigmask(SIG_BLOCK, &pipes, &previous)
                let count = SystemCall.write(descriptor, buffer)
                let number = errno
                if count < 0, number == EPIPE {
                    // The signal is pending for this thread only, and is removed before it can be delivered.
                    var none = timespec()
                    sigtimedwait(&pipes, nil, &none)
                }
                pthread_sigmask(SIG_SETMASK, &previous, nil)
                errno = number
                return count
            #endif
        }
    }

    /// Closes the child's standard input.
    func closeInput() {
        if input >= 0 { close(input) }
        input = -1
        outgoing = []
    }

    /// The number of sent bytes that the child has not read yet; 0 if the system cannot tell.
    var unread: Int {
        guard input >= 0 else { return 0 }
        var count: Int32 = 0
        return ioctl(input, UInt(FIONREAD), &count) == 0 ? Int(count) + outgoing.count : 0
    }

    // MARK: Reading

    /// Reads the available bytes, without waiting.
    func read() -> Reading {
        guard output >= 0 else { return .end }
        let (reading, bytes) = Self.read(output)
        incoming += bytes
        return reading
    }

    /// Reads the available bytes of standard error, without waiting, and passes its lines on.
    func readErrors() {
        guard errorOutput >= 0 else { return }
        // A child that never stops printing must not block everything else.
        for _ in 0..<16 {
            let (reading, bytes) = Self.read(errorOutput)
            for byte in bytes {
                if byte != UInt8(ascii: "\n") { errorLine.append(byte) }
                if byte == UInt8(ascii: "\n") || errorLine.count >= AdapterErrors.longestLine { passErrorLine() }
            }
            switch reading {
            case .bytes: continue
            case .nothing: return
            case .end:
                close(errorOutput)
                errorOutput = -1
                if !errorLine.isEmpty { passErrorLine() }
                return
            }
        }
    }

    private func passErrorLine() {
        errors.take(errorLine)
        errorLine.removeAll(keepingCapacity: true)
    }

    private static func read(_ descriptor: Int32) -> (Reading, ArraySlice<UInt8>) {
        var chunk = [UInt8](repeating: 0, count: 1 << 16)
        while true {
            let count = chunk.withUnsafeMutableBytes { SystemCall.read(descriptor, $0) }
            if count > 0 { return (.bytes, chunk[..<count]) }
            if count == 0 { return (.end, []) }
            if errno != EINTR { return (errno == EAGAIN ? .nothing : .end, []) }
        }
    }

    /// Removes and returns the next complete line, without its line end.
    func nextLine() -> [UInt8]? {
        guard let end = incoming[searched...].firstIndex(of: UInt8(ascii: "\n")) else {
            searched = incoming.count
            return nil
        }
        var line = Array(incoming[..<end])
        if line.last == UInt8(ascii: "\r") { line.removeLast() }
        incoming.removeFirst(end + 1)
        searched = 0
        return line
    }

    /// Whether a complete line is available.
    var hasLine: Bool { incoming[searched...].contains(UInt8(ascii: "\n")) }

    /// The bytes after the last complete line.
    var rest: [UInt8] { incoming }

    /// Whether an unfinished line is longer than a reply may be.
    var isTooLong: Bool { incoming.count > longestLine }

    // MARK: Ending

    /// Returns how the child ended, or `nil` if it does not end within some milliseconds.
    func ended(within milliseconds: Int) -> Ending? {
        if let ending { return ending }
        var left = milliseconds
        while true {
            var information = siginfo_t()
            // The child stays a zombie for now, so that its process group keeps its number.
            let result = waitid(P_PID, id_t(id), &information, WEXITED | WNOHANG | WNOWAIT)
            if result == 0, information.si_signo == SIGCHLD {
                return reap()
            }
            guard left > 0 else { return nil }
            _ = poll(nil, 0, 2)
            left -= 2
        }
    }

    /// Kills the child and everything it started, and closes the pipes.
    func kill() {
        if ending == nil { _ = reap() }
        closeInput()
        if output >= 0 { close(output) }
        output = -1
        readErrors()
        if !errorLine.isEmpty { passErrorLine() }
        if errorOutput >= 0 { close(errorOutput) }
        errorOutput = -1
    }

    private func reap() -> Ending? {
        #if canImport(Glibc)
            _ = Glibc.kill(-id, SIGKILL)
        #elseif canImport(Musl)
            _ = Musl.kill(-id, SIGKILL)
        #else
            _ = Darwin.kill(-id, SIGKILL)
        #endif
        var status: Int32 = 0
        while waitpid(id, &status, 0) < 0, errno == EINTR {}
        let signal = status & 0x7F
        ending = signal == 0 ? .status(status >> 8 & 0xFF) : .signal(signal)
        return ending
    }
}
