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

    /// Where it goes; another open file when it is to be written like standard output.
    var descriptor = STDOUT_FILENO

    /// Writes all bytes.
    func write(_ bytes: Span<UInt8>) throws {
        var failure: (any Error)?
        bytes.withUnsafeBytes { buffer in
            var rest = buffer[...]
            while !rest.isEmpty {
                let count = Posix.write(descriptor, UnsafeRawBufferPointer(rebasing: rest))
                if count > 0 {
                    rest = rest.dropFirst(count)
                } else if errno == EPIPE {
                    failure = Closed()
                    return
                } else if errno != EINTR {
                    failure = CaptureError.writing(errno)
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
