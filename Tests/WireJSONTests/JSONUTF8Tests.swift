import Testing
import WireFormat
import WireJSON

/// Strings are UTF-8, as Unicode defines it (table 3-7).
@Suite struct JSONUTF8Tests {
    @Test(
        "the edges of each length are well-formed",
        arguments: [
            [0x7F], [0xC2, 0x80], [0xDF, 0xBF], [0xE0, 0xA0, 0x80], [0xE1, 0x80, 0x80], [0xEC, 0xBF, 0xBF],
            [0xED, 0x80, 0x80], [0xED, 0x9F, 0xBF], [0xEE, 0x80, 0x80], [0xEF, 0xBF, 0xBD], [0xEF, 0xBF, 0xBF],
            [0xF0, 0x90, 0x80, 0x80], [0xF1, 0x80, 0x80, 0x80], [0xF3, 0xBF, 0xBF, 0xBF], [0xF4, 0x80, 0x80, 0x80],
            [0xF4, 0x8F, 0xBF, 0xBF], [0xC3, 0xA9, 0xE4, 0xB8, 0x96, 0xF0, 0x9F, 0x98, 0x80, 0x61],
        ] as [[UInt8]]
    )
    func wellFormed(_ character: [UInt8]) throws {
        for before in 0..<9 {
            for after in 0..<9 {
                let content =
                    [UInt8](repeating: 0x61, count: before) + character + [UInt8](repeating: 0x62, count: after)
                let value = try JSONValue(parsing: [0x22] + content + [0x22])
                #expect(value.string.map { Array($0.utf8) } == content)
                #expect(jsonString(content) == [0x22] + content + [0x22])
            }
        }
    }

    @Test(
        "what is ill-formed is refused at its first wrong byte, and written as U+FFFD",
        arguments: [
            // Continuation bytes alone; bytes that begin nothing.
            ([0x80], 0, 1), ([0xBF], 0, 1), ([0x80, 0xBF], 0, 2), ([0xFE], 0, 1), ([0xFF], 0, 1), ([0xF5], 0, 1),
            ([0xF8, 0x88, 0x80, 0x80, 0x80], 0, 5), ([0xFC, 0x84, 0x80, 0x80, 0x80, 0x80], 0, 6),
            // Cut off, by another character or by the quote.
            ([0xC3], 1, 1), ([0xE4], 1, 1), ([0xE4, 0xB8], 2, 1), ([0xF0], 1, 1), ([0xF0, 0x9F], 2, 1),
            ([0xF0, 0x9F, 0x98], 3, 1), ([0xC3, 0xC3, 0xA9], 1, 1), ([0xE4, 0xB8, 0xE4, 0xB8, 0x96], 2, 1),
            // Overlong.
            ([0xC0, 0x80], 0, 2), ([0xC0, 0xAF], 0, 2), ([0xC1, 0xBF], 0, 2), ([0xE0, 0x80, 0x80], 1, 3),
            ([0xE0, 0x9F, 0xBF], 1, 3), ([0xF0, 0x80, 0x80, 0x80], 1, 4), ([0xF0, 0x8F, 0xBF, 0xBF], 1, 4),
            // Surrogates, also in pairs.
            ([0xED, 0xA0, 0x80], 1, 3), ([0xED, 0xBF, 0xBF], 1, 3), ([0xED, 0xA0, 0xBD, 0xED, 0xB8, 0x80], 1, 6),
            // Beyond U+10FFFF.
            ([0xF4, 0x90, 0x80, 0x80], 1, 4), ([0xF4, 0xBF, 0xBF, 0xBF], 1, 4), ([0xF7, 0xBF, 0xBF, 0xBF], 0, 4),
        ] as [([UInt8], Int, Int)]
    )
    func illFormed(_ content: [UInt8], _ wrong: Int, _ replacements: Int) throws {
        for padding in ["", "a", "aaaaaaa", "aaaaaaaa", "世", "世界", "é世", "😀", "aaaaaaaaaaaaaaaaaaaa"].map({
            Array($0.utf8)
        }) {
            let before = padding.count
            for after in [[], Array("zz".utf8), Array("zzzzzzzzz".utf8), Array("世界".utf8)] as [[UInt8]] {
                let error = WireError(.json, at: 1 + before + wrong, expected: "well-formed UTF-8")
                #expect(refusal([0x22] + padding + content + after + [0x22]) == error)
            }
            let written = try JSONValue(parsing: jsonString(padding + content)).string
            #expect(written == String(decoding: padding + content, as: UTF8.self))
            #expect(written?.unicodeScalars.filter { $0 == "\u{FFFD}" }.count == replacements)
        }
    }

    @Test("each pair of bytes is judged as the standard library judges it")
    func pairs() {
        for first in UInt8(0x80)...0xFF {
            for second in UInt8(0x20)...0xFF where second != 0x22 && second != 0x5C {
                for rest in [[], [0x80], [0xBF, 0x80], [0x61, 0x61, 0x61]] as [[UInt8]] {
                    let content = [first, second] + rest
                    let isValid = String(validating: content, as: UTF8.self) != nil
                    if (refusal([0x22] + content + [0x22]) == nil) != isValid { Issue.record("\(content)") }
                }
            }
        }
    }
}
