import Foundation
import Testing

/// The other files of this folder hold the code of pages, so that it is compiled; nothing calls it.
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
            guard block.imports.isEmpty || block.imports == imports else { return false }
            return lines.indices.contains { lines[$0...].starts(with: block.lines) }
        }
    }

    private static let folder = URL(filePath: #filePath).deletingLastPathComponent()

    @Test(
        "each block is compiled here, with the imports that its page shows",
        arguments: [
            "Sources/Inspection/Inspection.docc/FromCaptureToEvents.md",
            "Sources/RongCloud/RongCloud.docc/FromBytesToAMessage.md",
        ]
    )
    func isCompiled(_ path: String) throws {
        let root = Self.folder.deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
        let page = try String(contentsOf: root.appending(path: path), encoding: .utf8)
        let blocks = page.components(separatedBy: "```swift\n").dropFirst()
            .compactMap { $0.components(separatedBy: "```").first }
        try #require(!blocks.isEmpty)
        let files = try FileManager.default.contentsOfDirectory(at: Self.folder, includingPropertiesForKeys: nil)
            .map { Code(try String(contentsOf: $0, encoding: .utf8)) }
        for block in blocks {
            #expect(files.contains { $0.holds(Code(block)) }, "\(block)")
        }
    }
}
