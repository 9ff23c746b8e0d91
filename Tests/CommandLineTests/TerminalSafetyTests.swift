import Foundation
import Testing

@Suite("Text from the wire does no harm to a terminal")
struct TerminalSafetyTests {
    /// Characters that a terminal acts on, and those that change the direction of text.
    private static let dangerous: Set<Unicode.Scalar> = Set(
        (0..<0x20).compactMap(Unicode.Scalar.init).filter { $0 != "\n" }
            + [0x7F, 0x9B, 0x85, 0x202A, 0x202B, 0x202D, 0x202E, 0x2066, 0x2067, 0x2068, 0x200E, 0x200F, 0x061C]
            .compactMap(Unicode.Scalar.init)
    )

    /// Places of server frames in the capture, which are not masked, and what to put there.
    private static let changes: [(String, String)] = [
        ("s_cmd\u{0}\u{6}ding_4", "s_cmd\u{0}\u{6}\u{1B}[2J\u{7}x"),  // target id
        ("s_msg\u{0}\u{6}ding_4", "s_m\u{1B}g\u{0}\u{6}ding_4"),  // topic
        ("RC:ReferenceMsg", "RC:\u{1B}]0;own\u{7}iced"),  // object name
        ("travel_group", "\u{202E}\u{2066}\u{9B}31m\u{8}"),  // group id, 3 + 3 + 2 + 3 + 1 bytes
        ("station_live", "\u{1B}[31mlive!!!"),  // chat room
        ("7ROK-2AU0-A7SF-ANMV", "7ROK-\u{1B}[1A-\u{7F}\u{0}SF-ANMV"),  // message UID
    ]

    @Test("escape, control and bidirectional characters come out escaped", arguments: ["text", "tree"])
    func escaped(_ format: String) async throws {
        var file = try Files.bytes(Files.v4)
        for (old, new) in Self.changes {
            let isChanged = file.replace(old, with: new)
            try #require(isChanged, "\(old)")
        }
        let result = try await Program.run("decode", "--format", format, "-", input: file)
        let harm = result.text.unicodeScalars.filter(Self.dangerous.contains)
        #expect(harm.isEmpty, "\(harm.map { String($0.value, radix: 16) })")
        #expect(result.text.contains("\\u{1b}"))
        #expect(result.text.contains("\\u{202e}"))
        let errors = result.errors.unicodeScalars.filter(Self.dangerous.contains)
        #expect(errors.isEmpty)
    }

    @Test(
        "an argument that a message of wrong usage repeats comes out escaped",
        arguments: [
            [], ["help"], ["fields", "--format"], ["decode", "-", "--payload"], ["decode", "-", "-Y"],
            ["fuzz", "run", "--target"], ["check", "-", "--disable"], ["check", "-", "--severity"],
        ] as [[String]]
    )
    func wrongUsage(_ arguments: [String]) async throws {
        let result = try await Program.run(arguments + ["a\u{1B}[2J\u{202E}\u{7}"])
        #expect(result.status == 64)
        #expect(result.errors.contains("a\\u{1b}[2J\\u{202e}\\u{7}"))
        // What is refused after parsing, such as the name of a command, is told in one line.
        let last = [[], ["help"]].contains(arguments) ? "imwire: there is no command" : "Usage: imwire"
        #expect(result.errors.split(separator: "\n").contains { $0.hasPrefix(last) })
        let harm = result.errors.unicodeScalars.filter(Self.dangerous.contains)
        #expect(harm.isEmpty)
    }

    @Test("escapes inside a content are shown, not obeyed", arguments: ["text", "tree"])
    func contents(_ format: String) async throws {
        var file = try Files.bytes(Files.v4)
        // "列车几点进站？" of the chat room's history, as JSON escapes and as raw bidirectional characters.
        let isChanged = file.replace("列车几点进", with: "\\u001b[2J\u{202E}\u{2067}")
        try #require(isChanged)
        let result = try await Program.run("decode", "--format", format, "-", input: file)
        #expect(result.text.unicodeScalars.filter(Self.dangerous.contains).isEmpty)
        #expect(result.text.contains("[2J"))
    }
}
