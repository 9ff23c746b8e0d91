import Capture
import Reporting
import WireFormat

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#else
    import Darwin
#endif

/// A file that appears under its name only after it is finished.
final class Draft {
    /// The temporary path, in the same folder.
    let path: String
    private let name: String
    /// The descriptor; -1 after closing, because another file may then have the same number.
    private var descriptor: Int32
    private var isPublished = false

    /// Creates the temporary file; ends the program with 74 if that fails.
    ///
    /// - Parameter path: the name of the finished file. A symbolic link is kept; a device or a pipe is refused.
    init(for path: String) throws {
        try OutputFile.needName(path)
        guard let name = Posix.ordinaryFile(at: path) else {
            StandardError.write("imwire: \(SafeText.terminal(path)): this is no ordinary file")
            throw Exit.inputOutput
        }
        self.name = name
        var template = Array((name + ".part-XXXXXX").utf8CString)
        descriptor = TemporaryFile.make(&template)
        self.path = String(decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
        guard descriptor >= 0 else {
            StandardError.write("imwire: \(SafeText.terminal(name)): it cannot be written: \(Posix.reason)")
            throw Exit.inputOutput
        }
        Interruption.remove(self.path)
    }

    /// A function that writes the next bytes on any thread, until the file is published or discarded.
    var writer: @Sendable (Span<UInt8>) throws -> Void {
        let output = StandardOutput(descriptor: descriptor, name: name)
        return { bytes in try output.write(bytes) }
    }

    func write(_ bytes: Span<UInt8>) throws { try writer(bytes) }

    /// Empties the file, if anything was written.
    func restart() throws {
        // Some file systems write a file that was emptied to the disk before they close it.
        if lseek(descriptor, 0, SEEK_CUR) == 0 { return }
        guard ftruncate(descriptor, 0) == 0, lseek(descriptor, 0, SEEK_SET) == 0 else { throw Exit.inputOutput }
    }

    /// Gives the file its name.
    func publish() throws {
        fchmod(descriptor, Posix.mode(ofFileAt: name))
        guard closeOnce(), rename(path, name) == 0 else {
            StandardError.write("imwire: \(SafeText.terminal(name)): it cannot be written: \(Posix.reason)")
            throw Exit.inputOutput
        }
        isPublished = true
        Interruption.keep(path)
    }

    /// Closes the file if it is open; returns `false` when its last bytes could not be written.
    private func closeOnce() -> Bool {
        guard descriptor >= 0 else { return true }
        defer { descriptor = -1 }
        return close(descriptor) == 0
    }

    /// Writes the whole file and gives it its name; removes the file if that fails.
    func publish(_ bytes: [UInt8]) throws {
        do {
            try write(bytes.span)
            try publish()
        } catch {
            discard()
            throw error
        }
    }

    /// Removes the file, unless it already has its name.
    func discard() {
        guard !isPublished else { return }
        _ = closeOnce()
        Interruption.keep(path)
        unlink(path)
    }
}
