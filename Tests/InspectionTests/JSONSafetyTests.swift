import Inspection
import Reporting
import RongCloud
import Testing
import WireFormat
import WireJSON

@Suite("JSON that does no harm where it is shown")
struct JSONSafetyTests {
    /// C1 controls and marks of direction, and how they are escaped.
    private static let characters: [(Unicode.Scalar, String)] = [
        ("\u{7F}", #"\u007f"#), ("\u{2028}", #"\u2028"#), ("\u{80}", #"\u0080"#), ("\u{9B}", #"\u009b"#),
        ("\u{9F}", #"\u009f"#), ("\u{61C}", #"\u061c"#),
        ("\u{200E}", #"\u200e"#), ("\u{200F}", #"\u200f"#), ("\u{202A}", #"\u202a"#), ("\u{202E}", #"\u202e"#),
        ("\u{2066}", #"\u2066"#), ("\u{2069}", #"\u2069"#),
    ]

    private func escaped(_ text: String) -> String {
        var writer = ByteWriter()
        writer.append("kept \u{202E}")
        let start = writer.count
        writer.append(text: text)
        writer.escapeFormatCharacters(from: start)
        return String(decodingUTF8: writer.span.extracting(start..<writer.count))
    }

    @Test("such a character is escaped wherever it stands", arguments: 0...140)
    func everywhere(_ padding: Int) {
        for (scalar, escape) in Self.characters {
            for fill in ["a", "早", "é"] {
                let before = String(repeating: fill, count: padding)
                #expect(escaped(before + String(scalar) + "x" + String(scalar)) == before + escape + "x" + escape)
            }
        }
    }

    @Test(
        "what looks like one stays",
        arguments: [
            "\u{A0}", "\u{61B}", "\u{200D}", "\u{2010}", "\u{2026}", "\u{202F}", "\u{2065}", "\u{206A}", "早上好 🙂",
        ]
    )
    func others(_ text: String) {
        #expect(escaped(text) == text)
        #expect(escaped(String(repeating: "a", count: 17) + text) == String(repeating: "a", count: 17) + text)
    }

    @Test(
        "a value on one line has nothing in it that cannot be seen, and says the same",
        arguments: [
            ("\u{7F}", #"\u007f"#), ("\u{AD}", #"\u00ad"#), ("\u{200B}", #"\u200b"#), ("\u{200D}", #"\u200d"#),
            ("\u{202E}", #"\u202e"#), ("\u{2064}", #"\u2064"#), ("\u{FEFF}", #"\ufeff"#),
            ("\u{E0041}", #"\udb40\udc41"#),
            ("早\u{A0}🙂", "早\u{A0}🙂"), ("\n", #"\n"#), ("a", "a"),
        ]
    )
    func safeLine(text: String, escaped: String) throws {
        let value: JSONValue = [JSONString(text): .string(JSONString(text))]
        #expect(value.safeLine == "{\"\(escaped)\":\"\(escaped)\"}")
        let read = try JSONValue(parsing: value.safeLine)
        #expect(read[text]?.string == text)
    }

    @Test("an event says the same with them escaped, and names the request that it answers")
    func event() async throws {
        let user = "\u{202E}bob\u{9B}31m"
        var talk = Talk()
        talk.frame(.client, Bytes.query("pullMsg", to: "ann", id: 7, Bytes.field(1, 0)))
        let message =
            Bytes.field(1, user) + Bytes.field(2, 1) + Bytes.field(4, "RC:TxtMsg")
            + Bytes.field(5, "{\"content\":\"\u{2066}x\"}") + Bytes.field(6, 1_795_233_206_117)
        talk.frame(.server, Bytes.queryAck(id: 7, Bytes.field(1, message) + Bytes.field(2, 5)))
        let found = try await Decoded(talk.segments)
        let event = try #require(try found.events().last)
        #expect(event.reply?["n"]?.int64 == event.number - 1)
        #expect(event.messages.first?["sender"]?.string == user)
        #expect(event.messages.first?["content"]?["content"]?.string == "\u{2066}x")
        let harm = String(decoding: found.output, as: UTF8.self).unicodeScalars.filter { scalar in
            Self.characters.contains { $0.0 == scalar }
        }
        #expect(harm.isEmpty)
    }
}
