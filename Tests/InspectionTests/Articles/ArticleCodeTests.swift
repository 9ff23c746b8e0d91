import Foundation
import TestSupport
import Testing

/// The other files of this folder hold the code of pages, so that it is compiled.
@Suite("Code in articles")
struct ArticleCodeTests {
    /// A piece of code: its imports, and its other lines without indentation.
    private struct Code {
        var imports: Set<String> = []
        var lines: [String] = []

        init(_ text: some StringProtocol) {
            for line in text.split(separator: "\n") {
                let line = line.trimmingCharacters(in: .whitespaces)
                if line.hasPrefix("import ") { imports.insert(line) } else if !line.isEmpty { lines.append(line) }
            }
        }

        /// Returns whether the code of a page stands here, with its imports and no others if it has any.
        func holds(_ block: Code) -> Bool {
            let shown = imports.subtracting(["import Testing"])
            guard block.imports.isEmpty || block.imports == shown else { return false }
            return lines.indices.contains { lines[$0...].starts(with: block.lines) }
        }
    }

    private static let folder = URL(filePath: #filePath).deletingLastPathComponent()

    @Test(
        "each block is compiled here, with the imports that its page shows",
        arguments: [
            "Sources/Inspection/Inspection.docc/FromCaptureToEvents.md",
            "Sources/RongCloud/RongCloud.docc/FromBytesToAMessage.md",
            "Sources/LeanCloud/LeanCloud.docc/LeanCloud.md",
            "Sources/LiveCapture/LiveCapture.docc/LiveCapture.md",
            "Sources/NIM/NIM.docc/NIM.md",
            "Sources/YC/YC.docc/YC.md",
            "Sources/RongCloudProtobuf/RongCloudProtobuf.docc/RongCloudProtobuf.md",
            "Sources/Fuzzing/Fuzzing.docc/Fuzzing.md", "Sources/WireFormat/WireFormat.docc/WireFormat.md",
            "Sources/WireJSON/WireJSON.docc/WireJSON.md", "Sources/WireProtobuf/WireProtobuf.docc/WireProtobuf.md",
            "Sources/Reporting/Reporting.docc/Reporting.md", "Sources/Transport/Transport.docc/Transport.md",
            "Sources/Capture/Capture.docc/Capture.md",
        ]
    )
    func isCompiled(_ path: String) throws {
        let page = try ProjectFolder.text(path)
        let blocks = page.components(separatedBy: "```swift\n").dropFirst()
            .compactMap { $0.components(separatedBy: "```").first }
        try #require(!blocks.isEmpty)
        // The program that reads an interface is a package of its own, since it is run; two modules are tested elsewhere.
        let others = [
            ".ci/events-package/Sources/LiveEvents/main.swift", "Tests/RongCloudProtobufTests/PageTests.swift",
            "Tests/FuzzingTests/PageTests.swift",
        ]
        var sources = try FileManager.default.contentsOfDirectory(at: Self.folder, includingPropertiesForKeys: nil)
        sources += others.map(ProjectFolder.file)
        let files = try sources.map { Code(try String(contentsOf: $0, encoding: .utf8)) }
        for block in blocks {
            #expect(files.contains { $0.holds(Code(block)) }, "\(block)")
        }
    }

    @Test("the first examples of the pages print what is said there")
    func printed() throws {
        var lines: [String] = []
        func print(_ values: Any...) { lines.append(values.map { "\($0)" }.joined(separator: " ")) }
        try LeanCloudPage.decode(print)
        try NIMPage.decode(print)
        try YCPage.decode(print)
        #expect(lines == ["direct 2", "c1 -1 hi", "sendMsg", "bob hi", "p5 order 883412"])
        lines = []
        try MessageArticle.decodeAndEncode(print)
        #expect(lines.dropLast() == ["lin_mei RC:TxtMsg", "hi", "true", "4000046b010d890000"])
        lines = []
        try WireFormatPage.readAndWrite(print)
        try WireJSONPage.read(print)
        try WireProtobufPage.decode(print)
        ReportingPage.report(print)
        try TransportPage.decode(print)
        #expect(
            lines == [
                "abc 42", "true", "name: needs 3 bytes, 2 left, at offset 2",
                "hi", "12345678901234567890", "json, expected a key, at offset 17",
                "hi", "true",
                "ab: warning: The name has two letters. [short-name]", "false",
                "/websocket?appId=devkey true to 60", "Hello",
            ]
        )
    }
}
