import Testing
import WireFormat
import WireJSON

/// What RFC 8259 leaves to the reader, and what this one does.
@Suite struct JSONFreedomTests {
    @Test(
        "a lone surrogate escape is accepted, kept as spelt, and reads as U+FFFD",
        arguments: [
            ("\"\\ud800\"", "\u{FFFD}"),
            ("\"\\uDC00\"", "\u{FFFD}"),
            ("\"a\\uDBFFb\"", "a\u{FFFD}b"),
            ("\"\\ud800\\n\"", "\u{FFFD}\n"),
            ("\"\\ud800\\u0041\"", "\u{FFFD}A"),
            ("\"\\udc00\\ud800\"", "\u{FFFD}\u{FFFD}"),
            ("\"\\ud800\\ud83d\\ude00\"", "\u{FFFD}😀"),
            ("\"\\ud83d\\\\ude00\"", "\u{FFFD}\\ude00"),
        ]
    )
    func loneSurrogates(_ text: String, _ says: String) throws {
        let value = try JSONValue(parsing: text)
        #expect(value.string == says)
        #expect(value.description == text)
        let document = try JSONDocument(text)
        #expect(document.root.string == says)
    }

    @Test(
        "a number of any length and magnitude is accepted and kept as spelt",
        arguments: [
            ("1e400", Double.infinity, nil),
            ("-1e99999999999999999999", -Double.infinity, nil),
            ("1e-400", 0, nil),
            ("123456789012345678901234567890", 1.2345678901234568e29, nil),
            ("9223372036854775807", 0x1p63, Int64.max),
            ("9223372036854775808", 0x1p63, nil),
            ("-9223372036854775808", -0x1p63, Int64.min),
            ("-9223372036854775809", -0x1p63, nil),
            ("-0", -0.0, 0),
            ("1.0", 1, nil),
            ("1e2", 100, nil),
            ("0.1000000000000000055511151231257827", 0.1, nil),
        ] as [(String, Double, Int64?)]
    )
    func numbers(_ text: String, _ double: Double, _ int64: Int64?) throws {
        let value = try JSONValue(parsing: text)
        #expect(value.double == double)
        #expect(value.int64 == int64)
        #expect(value.description == text)
        let document = try JSONDocument(text)
        #expect(document.root.double == double)
        #expect(document.root.int64 == int64)
    }

    @Test("a number of 100 000 digits is a number")
    func longNumber() throws {
        let text = "-" + String(repeating: "7", count: 100_000)
        #expect(try JSONValue(parsing: text).description == text)
        #expect(try JSONValue(parsing: text).double == -.infinity)
        #expect(try JSONValue(parsing: text).int64 == nil)
    }

    @Test("minus zero keeps its sign as a double")
    func minusZero() throws {
        #expect(try JSONValue(parsing: "-0").double?.sign == .minus)
        #expect(try JSONValue(parsing: "0").double?.sign == .plus)
        #expect(try JSONValue(parsing: "-0").uint64 == 0)
        #expect(try JSONValue(parsing: "-1").uint64 == nil)
        #expect(try JSONValue(parsing: "18446744073709551615").uint64 == .max)
        #expect(try JSONValue(parsing: "18446744073709551616").uint64 == nil)
    }

    @Test("of repeated keys the last one is found, and all are kept in their order")
    func repeatedKeys() throws {
        let text = "{\"a\":1,\"b\":2,\"a\":3,\"\\u0061\":4}"
        let value = try JSONValue(parsing: text)
        #expect(value["a"]?.int64 == 4)
        #expect(value.members?.map(\.key.text) == ["a", "b", "a", "a"])
        #expect(value.description == text)
        let document = try JSONDocument(text)
        let last = document.root["a"]?.int64
        #expect(last == 4)
        #expect(document.root.count == 4)
    }

    @Test("keys are compared scalar for scalar: composed and decomposed letters differ")
    func normalization() throws {
        let text = "{\"\u{E9}\":1,\"e\u{301}\":2}"
        let value = try JSONValue(parsing: text)
        #expect(value["\u{E9}"]?.int64 == 1)
        #expect(value["e\u{301}"]?.int64 == 2)
        let document = try JSONDocument(text)
        let composed = document.root["\u{E9}"]?.int64
        #expect(composed == 1)
        #expect(JSONString("\u{E9}") != JSONString("e\u{301}"))
    }

    @Test("NUL is a character like others when it is escaped")
    func nul() throws {
        let value = try JSONValue(parsing: "{\"a\\u0000b\":\"\\u0000\"}")
        #expect(value["a\0b"]?.string == "\0")
        #expect(value["a"] == nil)
    }
}
