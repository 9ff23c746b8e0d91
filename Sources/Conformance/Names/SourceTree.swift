#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#else
    import Darwin
#endif

/// Reads the source files of a folder.
public struct SourceTree: Sendable {
    /// Why a folder or file could not be read.
    public struct ReadError: Error, Hashable, Sendable {
        /// The path.
        public var path: String
        /// The number of the system's error.
        public var number: Int32
    }

    /// Folders that hold other people's sources or what is built from one's own.
    public static let passedOver: Set<String> = ["node_modules", "Pods", "Carthage", "DerivedData", "build"]

    /// Files longer than this many bytes are not sources that people write, and are passed over.
    public static let maximumFileBytes = 4 << 20

    /// The sources under a folder, or a single source file, in the order of their paths.
    ///
    /// Hidden folders, those of ``passedOver``, symbolic links and files of other languages are left out. Paths are the
    /// folder's as given, with the rest behind it.
    public static func sources(in path: String) throws(ReadError) -> [SourceFile] {
        if let language = SourceLanguage(fileName: path), !isFolder(path) {
            return [SourceFile(path: path, language: language, bytes: try read(path))]
        }
        var sources: [SourceFile] = []
        try visit(path.count > 1 && path.hasSuffix("/") ? String(path.dropLast()) : path, into: &sources)
        return sources
    }

    private static func visit(_ folder: String, into sources: inout [SourceFile]) throws(ReadError) {
        guard let stream = opendir(folder) else { throw ReadError(path: folder, number: errno) }
        defer { closedir(stream) }
        var names: [String] = []
        while let entry = readdir(stream) {
            let name = withUnsafePointer(to: &entry.pointee.d_name) { pointer in
                pointer.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
            }
            if !name.hasPrefix(".") { names.append(name) }
        }
        for name in names.sorted() {
            let path = folder + "/" + name
            var status = stat()
            guard lstat(path, &status) == 0 else { continue }
            if status.st_mode & S_IFMT == S_IFDIR {
                if !passedOver.contains(name) { try visit(path, into: &sources) }
            } else if status.st_mode & S_IFMT == S_IFREG, let language = SourceLanguage(fileName: name),
                status.st_size <= maximumFileBytes
            {
                sources.append(SourceFile(path: path, language: language, bytes: try read(path)))
            }
        }
    }

    private static func isFolder(_ path: String) -> Bool {
        var status = stat()
        return stat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFDIR
    }

    /// All bytes of a file.
    public static func read(_ path: String) throws(ReadError) -> [UInt8] {
        let descriptor = open(path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { throw ReadError(path: path, number: errno) }
        defer { close(descriptor) }
        var bytes: [UInt8] = []
        var chunk = [UInt8](repeating: 0, count: 1 << 16)
        while true {
            let count = chunk.withUnsafeMutableBytes { buffer in
                #if canImport(Glibc)
                    Glibc.read(descriptor, buffer.baseAddress, buffer.count)
                #elseif canImport(Musl)
                    Musl.read(descriptor, buffer.baseAddress, buffer.count)
                #else
                    Darwin.read(descriptor, buffer.baseAddress, buffer.count)
                #endif
            }
            if count > 0 {
                bytes += chunk[..<count]
            } else if count == 0 {
                return bytes
            } else if errno != EINTR {
                throw ReadError(path: path, number: errno)
            }
        }
    }
}
