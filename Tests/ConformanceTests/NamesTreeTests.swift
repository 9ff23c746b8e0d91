import Foundation
import Inspection
import TestSupport
import Testing
import WireFormat
import WireJSON

@testable import Conformance
@testable import Names

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

@Suite("What names check passes over")
struct NamesUnreadTests {
    private func withFolder(_ files: [String: [UInt8]], _ body: (String) throws -> Void) throws {
        let folder = try TemporaryFolder()
        for (path, bytes) in files {
            let file = URL(filePath: "\(folder.path)/tree/\(path)")
            try FileManager.default.createDirectory(
                at: file.deletingLastPathComponent(),
                withIntermediateDirectories: true
            )
            try Data(bytes).write(to: file)
        }
        try body(folder.path + "/tree")
    }

    private func table(_ label: String, _ folder: String, excluding: [String] = []) throws -> NameTable {
        let tree = try SourceTree(at: folder, excluding: excluding)
        return NameTable(label: label, isCompared: true, sources: tree.files, unread: tree.unread)
    }

    private func source(_ label: String, _ language: SourceLanguage, _ text: String) -> NameTable {
        let file = SourceFile(path: label, language: language, bytes: Array(text.utf8))
        return NameTable(label: label, isCompared: true, sources: [file])
    }

    @Test("is said: long files, links, names that are no text, folders that are too deep")
    func said() throws {
        let long = [UInt8](repeating: 0x20, count: SourceTree.maximumFileBytes + 1)
        let deep = String(repeating: "d/", count: 140) + "a.swift"
        try withFolder(["long.swift": long, "a.swift": Array("\"RC:TXTMSG\"".utf8), deep: []]) { root in
            try FileManager.default.createSymbolicLink(atPath: root + "/link.swift", withDestinationPath: "a.swift")
            try FileManager.default.createSymbolicLink(atPath: root + "/folder", withDestinationPath: root)
            let bad = root.utf8CString.dropLast() + [0x2F, CChar(bitPattern: 0xFF), 0x2E, 0x6D, 0]
            let made = bad.withUnsafeBufferPointer { open($0.baseAddress!, O_CREAT | O_WRONLY, 0o644) }
            if made >= 0 { close(made) }
            let findings = NamesCheck().findings([try table("ios", root)])
            let unread = findings.filter { $0.code == .unread }
            func reason(_ end: String) -> String? { unread.first { $0.place?.file.hasSuffix(end) == true }?.text }
            #expect(reason("/long.swift") == "is not read: it is longer than 4 MiB")
            #expect(reason("/link.swift")?.contains("symbolic link") == true)
            #expect(reason("/folder")?.contains("symbolic link") == true)
            #expect(reason("/d")?.contains("128") == true)
            if made >= 0 { #expect(unread.contains { $0.text.contains("no text") }) }
            #expect(unread.allSatisfy { $0.severity == .note })
            #expect(findings.filter { $0.code == .letterCase }.count == 1)
        }
    }

    @Test(
        "is chosen by patterns",
        arguments: [
            ("b.swift", ["a/b.swift", "c/d/b.swift"]), ("a", ["a/b.swift", "a/e.swift"]), ("c/**", ["c/d/b.swift"]),
            ("c/*", ["c/d/b.swift"]), ("**/e.swift", ["a/e.swift"]),
            ("?.swift", ["a/b.swift", "a/e.swift", "c/d/b.swift"]),
            ("a/*.swift", ["a/b.swift", "a/e.swift"]), ("*.java", []), ("c/b.swift", []), ("./c/", ["c/d/b.swift"]),
            ("**/d/b.swift", ["c/d/b.swift"]), ("*.swif", []), ("d", ["c/d/b.swift"]),
        ]
    )
    func exclusions(_ pattern: String, _ excluded: [String]) throws {
        let all = ["a/b.swift", "a/e.swift", "c/d/b.swift"]
        try withFolder(Dictionary(uniqueKeysWithValues: all.map { ($0, []) })) { root in
            let paths = try SourceTree(at: root, excluding: [pattern]).files.map {
                String($0.path.dropFirst(root.count + 1))
            }
            #expect(paths == all.filter { !excluded.contains($0) })
        }
    }

    @Test("makes nothing missing: an empty tree, a tree of other files, one whose names cannot be read")
    func missing() throws {
        let order = source("ios", .javaScript, "registerMessageType('app:order', true, true)")
        try withFolder(["README": [], "test/a.ts": []]) { root in
            let findings = NamesCheck().findings([order, try table("web", root)])
            #expect(findings.map(\.code) == [.unread])
            #expect(findings.first?.label == "web")
        }
        for text in ["registerMessageType(`app:${x}`, true, true)", "registerMessageType(f(x), true, true)"] {
            #expect(NamesCheck().findings([order, source("web", .javaScript, text)]).map(\.code) == [.unresolved])
        }
        let other = source("web", .javaScript, "registerMessageType(`shop:${x}`, true, true)")
        #expect(NamesCheck().findings([order, other]).map(\.code) == [.missing, .unresolved])
    }

    @Test("is no text in UTF-16, which is read", arguments: [true, false], [true, false])
    func utf16(_ isLittle: Bool, _ hasMark: Bool) throws {
        let text = (hasMark ? "\u{FEFF}" : "") + "let a = 1\nlet é = \"RC:TXTMSG\"\n"
        let bytes = text.utf16.flatMap { unit in
            isLittle ? [UInt8(unit & 0xFF), UInt8(unit >> 8)] : [UInt8(unit >> 8), UInt8(unit & 0xFF)]
        }
        let file = SourceFile(path: "a.swift", language: .swift, bytes: bytes)
        #expect(file.literals.map(\.text) == ["RC:TXTMSG"])
        #expect(file.literals.first?.place == SourcePlace(file: "a.swift", line: 2, column: 9))
    }

    @Test("are no findings of this library's own table")
    func ownTable() throws {
        let table = try NameTable(label: "x", adapterTable: AdapterNames.ofLibrary.minified)
        #expect(table.declarations.count > 100)
        #expect(NamesCheck().findings([table]) == [])
    }

    @Test(
        "by their names",
        arguments: [
            ("ATest.java", true), ("a_test.go", true), ("a.spec.ts", true), ("test_a.py", true),
            ("test_message.dart", false), ("a.g.dart", true),
            ("a.min.js", true), ("Latest.java", false), ("Test.java", false), ("contest.py", false), ("a.ts", false),
        ]
    )
    func testNames(_ name: String, _ isPassedOver: Bool) {
        #expect(SourceTree.isTestOrGenerated(name) == isPassedOver)
    }
}

@Suite("Keys of contents")
struct NamesKeysTests {
    private func keys(_ language: SourceLanguage, _ text: String) -> [String: ContentKeyKind] {
        let source = SourceFile(path: "a", language: language, bytes: Array(text.utf8))
        return NameTable(label: "a", isCompared: false, sources: [source]).declarations.first?.keys ?? [:]
    }

    @Test("are read in the common styles")
    func styles() {
        let expected: [String: ContentKeyKind] = ["n": .number, "t": .text, "f": .flag]
        #expect(
            keys(
                .java,
                #"@MessageTag("a:b") class A { A(J o) { n = o.optInt("n"); t = o.getString("t"); f = o.optBoolean("f"); } }"#
            ) == expected
        )
        #expect(
            keys(
                .kotlin,
                #"@MessageTag("a:b") class A { fun e() { o.put("n", 1); o.put("t", "x"); o.put("f", true) } }"#
            )
                == expected
        )
        #expect(
            keys(
                .swift,
                #"class A { class func getObjectName() -> String { "a:b" }; func d() { n = m["n"] as? Int; t = m["t"] as! String; f = m["f"] as? Bool } }"#
            ) == expected
        )
        #expect(
            keys(
                .dart,
                "class A { static const objectName = 'a:b'; d(m) { n = m['n'] as int; t = m['t'] as String?; } e() => {'f': true}; }"
            ) == expected
        )
        #expect(
            keys(
                .objectiveC,
                """
                @implementation A
                + (NSString *)getObjectName { return @"a:b"; }
                - (void)d { n = [m[@"n"] intValue]; t = [m[@"t"] stringValue]; f = [m[@"f"] boolValue]; }
                - (void)encodeWithCoder:(NSCoder *)c { [c encodeObject:self.x forKey:@"x"]; }
                - (void)e { [m setObject:u forKey:@"user"]; }
                @end
                """
            ) == expected
        )
    }

    @Test(
        "are not compared where they lie in objects inside one another",
        arguments: [
            (.objectiveC, #"[m setObject:d forKey:@"data"]; [d setObject:x forKey:@"n"];"#),
            (.objectiveC, #"NSDictionary *d = m[@"data"]; x = d[@"n"];"#), (.objectiveC, #"x = m[@"data"][@"n"];"#),
            (.java, #"JSONObject d = m.optJSONObject("data"); x = d.optInt("n");"#),
            (.java, #"d.put("n", 1); m.put("data", d);"#),
        ] as [(SourceLanguage, String)]
    )
    func nested(_ language: SourceLanguage, _ body: String) {
        let text =
            language == .java
            ? "@MessageTag(\"a:b\") class A { void e() { \(body) } }"
            : "@implementation A\n+ (NSString *)getObjectName { return @\"a:b\"; }\n- (void)e { \(body) }\n@end"
        #expect(keys(language, text) == [:])
    }
}
