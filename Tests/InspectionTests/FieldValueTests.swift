import Foundation
import Testing

@testable import Inspection

@Suite("Values between tabs")
struct FieldValueTests {
    @Test(
        "are escaped as in JSON, whatever plane their characters are of",
        arguments: ["a\tb\\c\n", "\u{202E}x", "\u{E0001}tag", "plain 世界 😀", "\u{85}"]
    )
    func escaped(_ text: String) throws {
        let escaped = FieldValueWriter.escaped(text)
        let read = try JSONSerialization.jsonObject(with: Data("\"\(escaped)\"".utf8), options: .fragmentsAllowed)
        #expect(read as? String == text)
        #expect(!escaped.unicodeScalars.contains { $0.value == 0x202E || $0.value == 0xE0001 || $0.value < 0x20 })
    }
}
