import Capture

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#else
    import Darwin
#endif

/// The files of a fuzzer: inputs in folders, named by their content.
package enum FuzzFiles {
    /// The error that a file cannot be read or written.
    package struct FileError: Error, CustomStringConvertible {
        /// The path and the reason.
        package let description: String

        init(_ path: String, _ number: Int32 = errno) {
            description = "\(path): \(String(cString: strerror(number)))"
        }
    }

    /// Returns the names of the files in a folder, sorted; empty if there is no such folder.
    package static func names(in folder: String) -> [String] {
        guard let directory = opendir(folder) else { return [] }
        defer { closedir(directory) }
        var names: [String] = []
        while let entry = readdir(directory) {
            let name = withUnsafePointer(to: &entry.pointee.d_name) { pointer in
                pointer.withMemoryRebound(to: CChar.self, capacity: Int(NAME_MAX) + 1) { String(cString: $0) }
            }
            var status = stat()
            if !name.hasPrefix("."), stat("\(folder)/\(name)", &status) == 0, status.st_mode & S_IFMT == S_IFREG {
                names.append(name)
            }
        }
        return names.sorted()
    }

    /// Returns whether there is anything at a path.
    package static func exists(_ path: String) -> Bool { access(path, F_OK) == 0 }

    /// Returns whether a path is a folder.
    package static func isFolder(_ path: String) -> Bool {
        var status = stat()
        return stat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFDIR
    }

    /// Returns whether a file name is that of an input and not of a description (`.json`, `.md`).
    package static func isInput(_ name: String) -> Bool { !name.hasSuffix(".json") && !name.hasSuffix(".md") }

    /// Returns the inputs in a folder, sorted by name.
    package static func inputs(in folder: String) throws -> [(name: String, bytes: [UInt8])] {
        try names(in: folder).filter(isInput).map { ($0, try read("\(folder)/\($0)")) }
    }

    /// Returns the bytes of a file.
    package static func read(_ path: String) throws -> [UInt8] {
        do throws(WholeFile.Failure) {
            return try WholeFile.read(path)
        } catch {
            throw FileError(path, error.number)
        }
    }

    /// Writes a file, and creates the folders in its path.
    package static func write(_ bytes: [UInt8], to path: String) throws {
        var folder = ""
        for part in path.split(separator: "/", omittingEmptySubsequences: false).dropLast() {
            folder += part + "/"
            if !part.isEmpty, mkdir(folder, 0o777) != 0, errno != EEXIST { throw FileError(folder) }
        }
        let descriptor = open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o666)
        guard descriptor >= 0 else { throw FileError(path) }
        defer { close(descriptor) }
        var done = 0
        while done < bytes.count {
            let count = bytes[done...].withUnsafeBytes { SystemCall.write(descriptor, $0) }
            if count > 0 { done += count } else if errno != EINTR { throw FileError(path) }
        }
    }

    /// Checks that files can be created in a folder, which need not exist yet; creates nothing.
    package static func checkWritable(folder: String) throws {
        var path = folder
        while path.count > 1, path.hasSuffix("/") { path.removeLast() }
        if path.isEmpty { path = "." }
        // The permission to enter a file that is no folder says nothing.
        guard isFolder(path) || !exists(path) else { throw FileError(path, ENOTDIR) }
        guard access(path, W_OK | X_OK) == 0 else {
            guard errno == ENOENT, path != ".", path != "/" else { throw FileError(path) }
            // The folder will be created, so the one around it counts.
            return try checkWritable(folder: parent(of: path))
        }
    }

    /// Checks that a file can be written: created, or overwritten if it exists; changes nothing.
    package static func checkWritable(file: String) throws {
        guard !isFolder(file) else { throw FileError(file, EISDIR) }
        guard access(file, W_OK) != 0 else { return }
        guard errno == ENOENT else { throw FileError(file) }
        try checkWritable(folder: parent(of: file))
    }

    /// Returns the folder that holds a path; `.` for a name alone.
    private static func parent(of path: String) -> String {
        path.lastIndex(of: "/").map { String(path[...$0]) } ?? "."
    }

    /// Removes a file.
    package static func remove(_ path: String) { unlink(path) }
}
