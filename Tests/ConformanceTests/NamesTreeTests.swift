import Foundation
import Testing

@testable import Conformance

@Suite("Source trees")
struct NamesTreeTests {
    /// Runs a test in a folder that is gone afterwards.
    private func withFolder(_ files: [String: String], _ body: (String) throws -> Void) throws {
        let root = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
        defer { try? FileManager.default.removeItem(at: root) }
        for (path, text) in files {
            let file = root.appending(path: path)
            try FileManager.default.createDirectory(
                at: file.deletingLastPathComponent(),
                withIntermediateDirectories: true
            )
            try Data(text.utf8).write(to: file)
        }
        try body(root.path)
    }

    @Test("sources are read in the order of their paths; hidden, fetched and built folders are passed over")
    func order() throws {
        let files = [
            "b.swift": "", "a/z.m": "", "a/b/c.ts": "", "c.txt": "", ".hidden/d.swift": "", ".e.swift": "",
            "node_modules/f.js": "", "Pods/g.m": "", "build/h.java": "", "builder/i.java": "",
        ]
        try withFolder(files) { root in
            for path in [root, root + "/"] {
                let paths = try SourceTree(at: path).files.map { String($0.path.dropFirst(root.count + 1)) }
                #expect(paths == ["a/b/c.ts", "a/z.m", "b.swift", "builder/i.java"])
            }
        }
    }

    @Test("a symbolic link is not followed, so that a circle of them ends")
    func links() throws {
        try withFolder(["a/b.swift": "\"RC:TxtMsg\""]) { root in
            try FileManager.default.createSymbolicLink(atPath: root + "/a/c", withDestinationPath: root)
            try FileManager.default.createSymbolicLink(atPath: root + "/a/d.swift", withDestinationPath: "b.swift")
            #expect(try SourceTree(at: root).files.map(\.path) == [root + "/a/b.swift"])
        }
    }

    @Test("a single file may be named")
    func singleFile() throws {
        try withFolder(["a.py": "name = 'RC:TXTMSG'\n"]) { root in
            let sources = try SourceTree(at: root + "/a.py").files
            let table = NameTable(label: "a", isCompared: false, sources: sources)
            #expect(table.literals.map(\.text) == ["RC:TXTMSG"])
            #expect(table.literals.first?.place == SourcePlace(file: root + "/a.py", line: 1, column: 8))
        }
    }

    @Test("a folder or file that is not there is an error that names it", arguments: ["", "/x.swift"])
    func missing(_ rest: String) {
        let path = NSTemporaryDirectory() + UUID().uuidString + rest
        let error = #expect(throws: SourceTree.ReadError.self) { try SourceTree(at: path).files }
        #expect(error == SourceTree.ReadError(path: path, number: ENOENT))
    }
}
