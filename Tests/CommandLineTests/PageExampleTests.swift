import Foundation
import TestSupport
import Testing

@Suite("Examples of commands in the pages")
struct PageExampleTests {
    /// A command and the output that a page shows of it.
    private struct Example {
        let command: Substring
        var shown: [Substring] = []
    }

    /// The examples in a page's blocks of the language `console`, each block with the commands that follow one another.
    private static func blocks(of page: String) throws -> [[Example]] {
        try ProjectFolder.text(page).components(separatedBy: "```console\n").dropFirst().map { rest in
            var examples: [Example] = []
            for line in rest.components(separatedBy: "```")[0].split(separator: "\n") {
                if line.hasPrefix("$ ") {
                    examples.append(Example(command: line.dropFirst(2)))
                } else if !examples.isEmpty {
                    examples[examples.count - 1].shown.append(line)
                }
            }
            return examples
        }
    }

    @Test(
        "a command prints what the page shows, up to an ellipsis",
        arguments: ["README.md", "Docs/check.md", "Docs/diff.md", "Docs/filters.md", "Docs/redaction.md"]
    )
    func isPrinted(_ page: String) async throws {
        let blocks = try Self.blocks(of: page)
        try #require(!blocks.isEmpty)
        for block in blocks {
            let folder = try TemporaryFolder()
            defer { withExtendedLifetime(folder) {} }
            let captures = folder.url.appending(path: "captures")
            try FileManager.default.createSymbolicLink(at: captures, withDestinationURL: ProjectFolder.file("captures"))
            for example in block {
                let result = try await Program.shell("cd '\(folder.path)' && \(example.command)")
                // What prints nothing else is shown with its summary.
                var printed = result.output.isEmpty ? result.errors.split(separator: "\n") : result.lines
                var shown = example.shown
                if shown.last == "…" {
                    shown.removeLast()
                    printed.removeLast(max(0, printed.count - shown.count))
                }
                #expect(!shown.isEmpty && printed == shown, "\(page): \(example.command)")
            }
        }
    }
}
