import Capture

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#else
    import Darwin
#endif

/// The source files of a folder, and what in it was not read.
package struct SourceTree: Sendable {
    /// Why a folder or file could not be read.
    package struct ReadError: Error, Hashable, Sendable {
        /// The path.
        package var path: String
        /// The number of the system's error.
        package var number: Int32
    }

    /// Something in a folder that may hold names and was not read.
    package struct Unread: Hashable, Sendable {
        /// The path.
        package var path: String
        /// Why, in words.
        package var reason: String
    }

    /// The files in the order of their paths.
    package private(set) var files: [SourceFile] = []
    /// What was not read, in the same order.
    package private(set) var unread: [Unread] = []

    private let exclusions: [PathPattern]
    private let root: String

    /// Folders that hold other people's sources, what is built from one's own, or tests, in lower case.
    package static let passedOver: Set<String> = [
        "node_modules", "bower_components", "oh_modules", "miniprogram_npm", "pods", "carthage", "vendor",
        "third_party", "thirdparty", "3rdparty", "deriveddata", "build", "dist", "unpackage", "generated", "test",
        "tests",
        "__tests__", "__mocks__", "androidtest", "unittest", "uitests", "spec", "fixtures", "testdata",
    ]

    /// Files longer than this many bytes are not sources that people write.
    package static let maximumFileBytes = 4 << 20
    /// Folders inside one another.
    static let maximumDepth = 128

    /// Reads the sources under a folder, or a single source file.
    ///
    /// Hidden folders, those of ``passedOver``, tests, generated files and files of other languages are left out. Paths are
    /// the folder's as given, with the rest behind it.
    ///
    /// - Parameters:
    ///   - path: the folder or file.
    ///   - exclusions: patterns of paths below the folder that are left out.
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
            // Only the folder that was named must be there.
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
            // Xcode's folders of tests are named after what they test.
            guard !Self.passedOver.contains(name.lowercased()), !name.hasSuffix("Tests") else { return }
            guard depth < Self.maximumDepth else {
                unread.append(Unread(path: path, reason: "is a folder in more than \(Self.maximumDepth) others"))
                return
            }
            try visit(path, depth: depth + 1)
        case S_IFLNK:
            // A folder that a link leads to is looked for where it is, so that a circle of links ends.
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
                unread.append(Unread(path: path, reason: "cannot be read: " + String(cString: strerror(error.number))))
            }
        default: break
        }
    }

    /// Whether a file's name says that it is a test, or made by a program.
    static func isTestOrGenerated(_ name: String) -> Bool {
        let stem = name.split(separator: ".", omittingEmptySubsequences: false).dropLast().joined(separator: ".")
        let tests = ["Test", "Tests", "Spec", "_test", "_spec", ".test", ".spec", "-test", ".mock"]
        let made = [".g", ".pb", ".min", ".bundle", ".generated", ".freezed", ".mocks", ".designer", "_pb2", "_pb"]
        return (tests + made).contains { stem.hasSuffix($0) && stem.count > $0.count }
            || name.hasPrefix("test_") && name.hasSuffix(".py")
    }

    /// Whether the head of a file says that a program wrote it.
    private static func saysGenerated(_ bytes: [UInt8]) -> Bool {
        let head = String(decoding: bytes.prefix(1024), as: UTF8.self)
        return head.contains("@generated") || head.contains("DO NOT EDIT") || head.contains("<auto-generated")
    }

    private static func isFolder(_ path: String) -> Bool {
        var status = stat()
        return stat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFDIR
    }

    /// All bytes of a file.
    package static func read(_ path: String) throws(ReadError) -> [UInt8] {
        do throws(WholeFile.Failure) {
            return try WholeFile.read(path)
        } catch {
            throw ReadError(path: path, number: error.number)
        }
    }
}

/// A pattern of paths: `*` stands for anything but a slash, `**` for anything, `?` for one character.
///
/// A pattern without a slash names files and folders wherever they are; one with a slash begins at the folder that is read.
/// What lies under a folder that matches is left out with it.
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
        // The places of the pattern that the path may have come to.
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

    /// The places with those behind a star, which may stand for nothing.
    private func closure(_ places: Set<Int>) -> Set<Int> {
        var result = places
        for var place in places {
            while place < pattern.count, pattern[place] == UInt8(ascii: "*") {
                // `**/` stands for no folder as well.
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
