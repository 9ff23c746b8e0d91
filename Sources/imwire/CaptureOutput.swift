import ArgumentParser
import Capture

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#else
    import Darwin
#endif

/// A capture file to be written; `-` is standard output.
struct CaptureOutput {
    /// The path on the command line.
    let path: String
    /// The descriptor of the open file.
    let descriptor: Int32

    /// Creates or empties the file; ends the program with 74 if that fails, and with 64 if the file is one of the
    /// inputs, which would be lost.
    init(path: String, inputs: [String]) throws {
        self.path = path
        guard path != "-" else {
            descriptor = STDOUT_FILENO
            return
        }
        try OutputFile.needName(path)
        try Self.check(path, inputs)
        descriptor = Posix.openForWriting(path)
        guard descriptor >= 0 else {
            StandardError.write("imwire: \(path): it cannot be written: \(Posix.reason)")
            throw Exit.inputOutput
        }
    }

    /// Ends the program with 64 if the file to be written is one of the inputs, which would be lost.
    static func check(_ path: String, _ inputs: [String]) throws {
        for input in inputs where Posix.isSameFile(path, input) {
            StandardError.write("imwire: \(path): this is an input; write to another file")
            throw ExitCode(64)
        }
    }

    /// Closes the file after everything is written; ends the program with 74 if that fails.
    func close() throws {
        guard path != "-", !SystemCall.close(descriptor) else { return }
        StandardError.write("imwire: \(path): it cannot be written: \(Posix.reason)")
        throw Exit.inputOutput
    }

    /// Writes all bytes.
    func write(_ bytes: Span<UInt8>) throws {
        let name = path == "-" ? "standard output" : path
        try StandardOutput(descriptor: descriptor, name: name).write(bytes)
    }
}
