import ArgumentParser
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
    /// The reader of a pipe has gone away: the program ends, but not with an error.
    struct Closed: Error {}

    /// The output could not be written: its name, and the value of `errno`.
    struct Failure: Error, CustomStringConvertible {
        let name: String
        let code: Int32

        var description: String { "cannot write \(name): \(String(cString: strerror(code)))" }
    }

    /// The descriptor; another one for a file that is written like standard output.
    var descriptor = STDOUT_FILENO
    /// The name of the output in errors.
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

    /// Writes the whole output of a command.
    ///
    /// - Parameter code: the exit code of the command, which is thrown unless the reader has gone away.
    func write(report: String, then code: ExitCode? = nil) throws {
        do {
            try write(Array(report.utf8).span)
        } catch is Closed {
            return
        }
        if let code { throw code }
    }
}
