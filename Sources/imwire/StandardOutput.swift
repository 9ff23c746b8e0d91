import Capture

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#else
    import Darwin
#endif

/// Standard output: data only.
struct StandardOutput {
    /// The reader of a pipe went away: the end, but no failure.
    struct Closed: Error {}

    /// It could not be written: what the output is called, and the system's error number.
    struct Failure: Error, CustomStringConvertible {
        let name: String
        let code: Int32

        var description: String { "cannot write \(name): \(String(cString: strerror(code)))" }
    }

    /// Where it goes; another open file when it is to be written like standard output.
    var descriptor = STDOUT_FILENO
    /// What it is called when it can not be written.
    var name = "standard output"

    /// Writes all bytes.
    func write(_ bytes: Span<UInt8>) throws {
        var failure: (any Error)?
        bytes.withUnsafeBytes { buffer in
            var rest = buffer[...]
            while !rest.isEmpty {
                let count = SystemCall.write(descriptor, UnsafeRawBufferPointer(rebasing: rest))
                if count > 0 {
                    rest = rest.dropFirst(count)
                } else if errno == EPIPE {
                    failure = Closed()
                    return
                } else if errno != EINTR {
                    failure = Failure(name: name, code: errno)
                    return
                }
            }
        }
        if let failure { throw failure }
    }

    /// Writes a line.
    func write(line: String) throws {
        var bytes = Array(line.utf8)
        bytes.append(UInt8(ascii: "\n"))
        try write(bytes.span)
    }
}
