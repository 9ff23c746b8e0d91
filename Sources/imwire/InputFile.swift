import ArgumentParser
import Capture
import Inspection
import Reporting

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#else
    import Darwin
#endif

/// Files that a command reads as a whole.
enum InputFile {
    /// Ends the program with 64 if standard input is named more than once: it can be read only once.
    static func needOneStandardInput(_ paths: [String]) throws {
        guard paths.count(where: { $0 == "-" }) > 1 else { return }
        throw ValidationError("- is standard input, which is read only once")
    }

    /// Opens a file; ends the program with 66 if that fails, or if it is a directory.
    ///
    /// - Parameters:
    ///   - path: the path on the command line.
    ///   - advice: what to name instead of a directory.
    static func open(_ path: String, insteadOfDirectory advice: String = "name a file") throws -> Int32 {
        // What a script leaves of a variable without a value.
        guard !path.isEmpty else {
            StandardError.write("imwire: the name of an input is empty")
            throw Exit.noInput
        }
        let descriptor = Posix.openForReading(path)
        guard descriptor >= 0 else {
            let reason = errno == ENOENT ? "no such file" : "it cannot be opened: \(Posix.reason)"
            StandardError.write("imwire: \(path): \(reason)")
            throw Exit.noInput
        }
        guard !Posix.isDirectory(descriptor) else {
            close(descriptor)
            StandardError.write("imwire: \(path): this is a directory; \(advice)")
            throw Exit.noInput
        }
        return descriptor
    }

    /// Ends the program with 66 if a file cannot be opened, or if it is a directory.
    ///
    /// A pipe or a device is not opened, because that may wait for a writer.
    static func check(_ path: String, insteadOfDirectory advice: String) throws {
        guard path != "-", !Posix.isPipeOrDevice(path) else { return }
        close(try open(path, insteadOfDirectory: advice))
    }

    /// Returns all bytes of a file; ends the program with 66 if it cannot be opened, with 74 if it cannot be read.
    static func read(_ path: String) throws -> [UInt8] {
        let descriptor = path == "-" ? STDIN_FILENO : try open(path)
        defer { if descriptor != STDIN_FILENO { close(descriptor) } }
        guard let bytes = Posix.readAll(descriptor, limit: InputLimits.file) else { throw failure(path) }
        return bytes
    }

    private static func failure(_ path: String) -> ExitCode {
        StandardError.write("imwire: \(SafeText.terminal(path)): reading failed")
        return Exit.inputOutput
    }

    /// Returns the file itself, or the sorted JSON files of a folder; ends the program with 66 if there are none.
    static func files(at path: String) throws -> [String] {
        guard let stream = opendir(path) else { return [path] }
        defer { closedir(stream) }
        var names: [String] = []
        while let entry = readdir(stream) {
            let name = withUnsafePointer(to: &entry.pointee.d_name) { pointer in
                pointer.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
            }
            if name.hasSuffix(".json") { names.append(name) }
        }
        guard !names.isEmpty else {
            StandardError.write("imwire: \(path): no JSON file in this folder")
            throw Exit.noInput
        }
        return names.sorted().map { "\(path)/\($0)" }
    }
}

/// Files that a command writes as a whole.
enum OutputFile {
    /// Writes a file, or standard output for `-`; ends the program with 74 if that fails.
    ///
    /// An existing file stays unchanged until the new one is complete.
    static func write(_ bytes: [UInt8], to path: String) throws {
        if path != "-", Posix.ordinaryFile(at: path) != nil { return try Draft(for: path).publish(bytes) }
        // Standard output, a device or a pipe has no contents that could be lost.
        var output = StandardOutput()
        if path != "-" {
            output.descriptor = Posix.openForWriting(path)
            output.name = path
            guard output.descriptor >= 0 else { throw failure(path) }
        }
        defer { if path != "-" { close(output.descriptor) } }
        do {
            try output.write(bytes.span)
        } catch is StandardOutput.Closed {
            return
        }
    }

    /// Ends the program with 74 if a file cannot be written; changes nothing.
    ///
    /// A pipe or a device is not opened, because that may wait for a reader.
    static func check(_ path: String) throws {
        guard path != "-" else { return }
        if Posix.ordinaryFile(at: path) != nil { return try Draft(for: path).discard() }
        if Posix.isDirectory(path) { throw failure(path, String(cString: strerror(EISDIR))) }
    }

    /// Returns the first path that names the same file as an earlier one, which it would replace; `nil` if none does.
    ///
    /// Devices and pipes receive both, and so does standard output, `-`.
    static func firstRepeated(in paths: [String]) -> String? {
        let files = paths.filter { $0 != "-" && Posix.ordinaryFile(at: $0) != nil }
        return files.indices.first { index in
            files[..<index].contains { Posix.isSamePlace($0, files[index]) || Posix.isSameFile($0, files[index]) }
        }.map { files[$0] }
    }

    /// Ends the program with 74 if a path is empty, which a script leaves of a variable without a value.
    static func needName(_ path: String) throws {
        guard path.isEmpty else { return }
        StandardError.write("imwire: the name of an output is empty")
        throw Exit.inputOutput
    }

    /// Creates a folder unless it exists; ends the program with 74 if that fails.
    static func makeFolder(_ path: String) throws {
        try needName(path)
        guard mkdir(path, 0o777) == 0 || errno == EEXIST else { throw failure(path) }
    }

    private static func failure(_ path: String, _ reason: String = Posix.reason) -> ExitCode {
        StandardError.write("imwire: \(path): it cannot be written: \(reason)")
        return Exit.inputOutput
    }
}
