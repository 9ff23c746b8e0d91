import Capture

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#else
    import Darwin
#endif

/// The source files of a folder, and the files and folders in it that were not read.
package struct SourceTree: Sendable {
    /// The error that a folder or file cannot be read.
    package struct ReadError: Error, Hashable, Sendable {
        /// The path.
        package var path: String
        /// The number of the system error (`errno`).
        package var number: Int32

        /// Whether the path names a file that is not of a known language.
        package var isOtherFile: Bool { number == ENOTDIR && access(path, F_OK) == 0 }
        /// The system's words for the error.
        package var reason: String { String(cString: strerror(number)) }
    }

    /// A file or folder that may hold names, but was not read.
    package struct Unread: Hashable, Sendable {
        /// The path.
        package var path: String
        /// The reason in words.
        package var reason: String
    }

    /// The files, sorted by path.
    package private(set) var files: [SourceFile] = []
    /// The files and folders that were not read, in the same order.
    package private(set) var unread: [Unread] = []

    private let exclusions: [PathPattern]
    private let root: String

    /// The names of folders with other people's sources, build products or tests, in lower case.
    package static let passedOver: Set<String> = [
        "node_modules", "bower_components", "oh_modules", "miniprogram_npm", "pods", "carthage", "vendor",
        "third_party", "thirdparty", "3rdparty", "deriveddata", "build", "dist", "unpackage", "generated", "test",
        "tests",
        "__tests__", "__mocks__", "androidtest", "unittest", "uitests", "spec", "fixtures", "testdata",
    ]

    /// The maximum size of a file in bytes; a longer file is not written by hand.
    package static let maximumFileBytes = 4 << 20
    /// The maximum depth of nested folders.
    static let maximumDepth = 128

    /// Reads the sources under a folder, or a single source file.
    ///
    /// Skips hidden folders, those of ``passedOver``, tests, generated files and files of other languages. A path is
    /// that of the folder as given, followed by the path within the folder.
    ///
    /// - Parameters:
    ///   - path: the folder or file.
    ///   - exclusions: the patterns of paths below the folder that are skipped.
    package init(at path: String, excluding exclusions: [String] = []) throws(ReadError) {
        self.exclusions = exclusions.map(PathPattern.init)
        root = path.count > 1 && path.hasSuffix("/") ? String(path.dropLast()) : path
        if let language = SourceLanguage(fileName: path), !Self.isFolder(path) {
            files = [SourceFile(path: path, language: language, bytes: try Self.read(path))]
            return
        }
        try visit(root, depth: 0)
    }

    private mutating func visit(_ folder: String, depth: Int) throws(ReadError) {
        guard let stream = opendir(folder) else {
            // Only the given folder must exist.
            guard depth > 0 else { throw ReadError(path: folder, number: errno) }
            unread.append(Unread(path: folder, reason: "cannot be read: " + String(cString: strerror(errno))))
            return
        }
        var names: [String] = []
        while let entry = readdir(stream) {
            let name = withUnsafePointer(to: &entry.pointee.d_name) { pointer in
                pointer.withMemoryRebound(to: CChar.self, capacity: 256) { pointer -> String? in
                    if let name = String(validatingCString: pointer) { return name }
                    let shown = String(cString: pointer)
                    unread.append(Unread(path: folder + "/" + shown, reason: "has a name that is no text"))
                    return nil
                }
            }
            if let name, !name.hasPrefix(".") { names.append(name) }
        }
        closedir(stream)
        for name in names.sorted() { try visit(folder + "/" + name, named: name, depth: depth) }
    }

    private mutating func visit(_ path: String, named name: String, depth: Int) throws(ReadError) {
        let rest = path.dropFirst(root.utf8.count == 1 && root == "/" ? 1 : root.count + 1)
        guard !exclusions.contains(where: { $0.matches(rest) }) else { return }
        var status = stat()
        guard lstat(path, &status) == 0 else {
            unread.append(Unread(path: path, reason: "cannot be read: " + String(cString: strerror(errno))))
            return
        }
        switch status.st_mode & S_IFMT {
        case S_IFDIR:
            // Xcode's test folders end in "Tests".
            guard !Self.passedOver.contains(name.lowercased()), !name.hasSuffix("Tests") else { return }
            guard depth < Self.maximumDepth else {
                unread.append(Unread(path: path, reason: "is a folder in more than \(Self.maximumDepth) others"))
                return
            }
            try visit(path, depth: depth + 1)
        case S_IFLNK:
            // Links to folders are not followed, so that a cycle of links ends.
            if SourceLanguage(fileName: name) != nil || Self.isFolder(path) {
                unread.append(Unread(path: path, reason: "is a symbolic link, which is not followed"))
            }
        case S_IFREG:
            guard let language = SourceLanguage(fileName: name), !Self.isTestOrGenerated(name) else { return }
            guard status.st_size <= Self.maximumFileBytes else {
                unread.append(Unread(path: path, reason: "is longer than \(Self.maximumFileBytes >> 20) MiB"))
                return
            }
            do throws(ReadError) {
                let bytes = try Self.read(path)
                guard !Self.saysGenerated(bytes) else { return }
                files.append(SourceFile(path: path, language: language, bytes: bytes).compacted)
            } catch {
                unread.append(Unread(path: path, reason: "cannot be read: " + error.reason))
            }
        default: break
        }
    }

    /// Returns whether a file's name marks it as a test or as generated.
    static func isTestOrGenerated(_ name: String) -> Bool {
        let stem = name.split(separator: ".", omittingEmptySubsequences: false).dropLast().joined(separator: ".")
        let tests = ["Test", "Tests", "Spec", "_test", "_spec", ".test", ".spec", "-test", ".mock"]
        let made = [".g", ".pb", ".min", ".bundle", ".generated", ".freezed", ".mocks", ".designer", "_pb2", "_pb"]
        return (tests + made).contains { stem.hasSuffix($0) && stem.count > $0.count }
            || name.hasPrefix("test_") && name.hasSuffix(".py")
    }

    /// Returns whether the head of a file marks it as generated.
    private static func saysGenerated(_ bytes: [UInt8]) -> Bool {
        let head = String(decoding: bytes.prefix(1024), as: UTF8.self)
        return head.contains("@generated") || head.contains("DO NOT EDIT") || head.contains("<auto-generated")
    }

    private static func isFolder(_ path: String) -> Bool {
        var status = stat()
        return stat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFDIR
    }

    /// Returns all bytes of a file.
    package static func read(_ path: String) throws(ReadError) -> [UInt8] {
        do throws(WholeFile.Failure) {
            return try WholeFile.read(path)
        } catch {
            throw ReadError(path: path, number: error.number)
        }
    }
}

/// A pattern of paths: `*` matches any characters except a slash, `**` any characters, `?` one character.
///
/// A pattern without a slash matches the names of files and folders at any depth; a pattern with a slash matches from
/// the folder that is read. The contents of a matching folder are skipped as well.
struct PathPattern: Sendable {
    private let pattern: [UInt8]
    private let isName: Bool

    init(_ text: String) {
        let trimmed = text.hasSuffix("/") ? text.dropLast() : text[...]
        isName = !trimmed.contains("/")
        pattern = Array((trimmed.hasPrefix("./") ? trimmed.dropFirst(2) : trimmed).utf8)
    }

    func matches(_ path: some StringProtocol) -> Bool {
        let path = Array(path.utf8)
        let start = isName ? (path.lastIndex(of: UInt8(ascii: "/")).map { $0 + 1 } ?? 0) : 0
        // The indices in the pattern that the path may have reached.
        var places = closure([0])
        for byte in path[start...] {
            var next: Set<Int> = []
            for place in places where place < pattern.count {
                switch pattern[place] {
                case UInt8(ascii: "*"):
                    if isDouble(place) || byte != UInt8(ascii: "/") { next.insert(place) }
                case UInt8(ascii: "?"): if byte != UInt8(ascii: "/") { next.insert(place + 1) }
                default: if pattern[place] == byte { next.insert(place + 1) }
                }
            }
            places = closure(next)
            if places.isEmpty { return false }
        }
        return places.contains(pattern.count)
    }

    private func isDouble(_ place: Int) -> Bool {
        place + 1 < pattern.count && pattern[place + 1] == UInt8(ascii: "*")
            || place > 0 && pattern[place - 1] == UInt8(ascii: "*")
    }

    /// Returns the indices and those after each star, which may match nothing.
    private func closure(_ places: Set<Int>) -> Set<Int> {
        var result = places
        for var place in places {
            while place < pattern.count, pattern[place] == UInt8(ascii: "*") {
                // `**/` also matches no folder.
                if isDouble(place), place + 2 < pattern.count, pattern[place + 1] == UInt8(ascii: "*"),
                    pattern[place + 2] == UInt8(ascii: "/")
                {
                    result.insert(place + 3)
                }
                place += 1
                result.insert(place)
            }
        }
        return result
    }
}
