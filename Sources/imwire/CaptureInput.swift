import ArgumentParser
import Capture

/// A capture named on the command line, open for reading.
struct CaptureInput {
    /// As it was named.
    let path: String
    /// The open file.
    let descriptor: Int32
    /// Whether it may come slowly: a pipe or a terminal.
    var isInteractive: Bool { !Posix.isRegularFile(descriptor) }

    /// Opens the file; ends the program with 66 when that is not possible.
    init(path: String) throws {
        self.path = path
        guard path != "-" else {
            descriptor = 0
            return
        }
        descriptor = Posix.openForReading(path)
        guard descriptor >= 0 else {
            StandardError.write("imwire: \(path): no such file, or it can not be read")
            throw Exit.noInput
        }
        guard !Posix.isDirectory(descriptor) else {
            StandardError.write("imwire: \(path): this is a directory")
            throw Exit.noInput
        }
    }

    /// A reader of the capture.
    func open() throws -> CaptureReader {
        try CaptureReader(descriptor: descriptor, closesDescriptor: path != "-")
    }
}
