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

/// A file that appears under its name only when it is finished.
final class Draft {
    /// Where it is written meanwhile, beside its name.
    let path: String
    private let name: String
    /// -1 once it is closed, since its number may be that of another file then.
    private var descriptor: Int32
    private var isPublished = false

    /// Begins a file; ends the program with 74 when that is not possible.
    ///
    /// - Parameter path: its name. A symbolic link stays one; a device or a pipe is no place for a file.
    init(for path: String) throws {
        guard let name = Posix.ordinaryFile(at: path) else {
            StandardError.write("imwire: \(SafeText.terminal(path)): this is no ordinary file")
            throw Exit.inputOutput
        }
        self.name = name
        var template = Array((name + ".part-XXXXXX").utf8CString)
        descriptor = TemporaryFile.make(&template)
        self.path = String(decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
        guard descriptor >= 0 else {
            StandardError.write("imwire: \(SafeText.terminal(name)): it can not be written")
            throw Exit.inputOutput
        }
        Interruption.remove(self.path)
    }

    func write(_ bytes: Span<UInt8>) throws { try StandardOutput(descriptor: descriptor, name: name).write(bytes) }

    /// Empties it.
    func restart() throws {
        guard ftruncate(descriptor, 0) == 0, lseek(descriptor, 0, SEEK_SET) == 0 else { throw Exit.inputOutput }
    }

    /// Gives it its name.
    func publish() throws {
        fchmod(descriptor, Posix.mode(ofFileAt: name))
        guard closeOnce(), rename(path, name) == 0 else {
            StandardError.write("imwire: \(SafeText.terminal(name)): it can not be written")
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

    /// Writes all of it and gives it its name; nothing is left of one that fails.
    func publish(_ bytes: [UInt8]) throws {
        do {
            try write(bytes.span)
            try publish()
        } catch {
            discard()
            throw error
        }
    }

    /// Removes the file; one that has its name already stays.
    func discard() {
        guard !isPublished else { return }
        _ = closeOnce()
        Interruption.keep(path)
        unlink(path)
    }
}
