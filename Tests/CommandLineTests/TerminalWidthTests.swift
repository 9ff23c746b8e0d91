import Foundation
import Testing

@Suite(
    "On a terminal of 80 columns no line is longer",
    .enabled(if: hasTerminal, "needs util-linux's script, which makes a terminal")
)
struct TerminalWidthTests {
    /// Runs a command on a terminal of 80 columns, and returns its lines.
    private func lines(_ command: String) async throws -> [String] {
        let line = "stty cols 80; '\(try Program.path())' \(command)"
        return try await Program.shell("script -qec \"\(line)\" /dev/null").text
            .split { $0.isNewline }.map(String.init)
    }

    @Test(
        "long rows continue on further lines, and nothing is left out",
        arguments: [
            "message list", "message show RC:ImgMsg", "fields", "code 31004", "conform vectors",
            "conform list --group 'rongcloud.frame.*'", "fuzz list", "names check --list-rules", "check --list-rules",
        ]
    )
    func rows(_ command: String) async throws {
        let shown = try await lines(command)
        // An example stays on one line, so that it can be copied.
        for line in shown where !line.hasPrefix("  {") { #expect(line.count <= 80, "\(line)") }
        let piped = try await Program.shell("imwire \(command)").text
        #expect(piped.split(separator: "\n").contains { $0.count > 80 }, "nothing is long: the test tests nothing")
        #expect(shown.joined().filter { !$0.isWhitespace } == piped.filter { !$0.isWhitespace })
    }

    @Test("captures that are compared stay side by side")
    func sideBySide() async throws {
        let shown = try await lines("diff --quiet '\(Files.v2)' '\(Files.v4)'")
        #expect(shown.count > 10)
        for line in shown { #expect(line.count <= 80, "\(line)") }
        let first = try #require(shown.first)
        #expect(Array(first).indices.contains(39) && "<>|~".contains(Array(first)[39]), "\(first)")
    }
}
