import Testing
import WireFormat
import WireJSON

/// What is JSON and what is not (RFC 8259).
@Suite struct JSONGrammarTests {
    @Test(
        "each form that the grammar has is accepted",
        arguments: [
            // Any value may be the whole text, white space around it.
            "true", "false", "null", "0", "\"\"", "[]", "{}", " \t\r\n 1 \t\r\n ", "\n[\n]\n",
            // Containers.
            "[1]", "[1,2]", "[ 1 , 2 ]", "[[]]", "[[],[],{}]", "[[[[[[]]]]]]", "{\"a\":1}", "{ \"a\" : 1 }",
            "{\"a\":{\"b\":[{\"c\":null}]}}", "{\"\":0}", "{\"a\":1,\"b\":2}", "[{},[],\"\",0,true,false,null]",
            // Numbers.
            "-0", "-1", "10", "120", "0.5", "-0.5", "1.25", "1e5", "1E5", "1e+5", "1e-5", "0e0", "0E+0", "1.5e10",
            "1.000", "1e007", "-0.0e-0",
            // Strings.
            "\"abc\"", "\"\\\"\\\\\\/\\b\\f\\n\\r\\t\"", "\"\\u0000\\u001F\\uabCD\"", "\"\u{7F}\"",
            "\"\u{2028}\u{2029}\"",
            "\"'\"", "\"é世😀\"", "\"\u{FEFF}\"", "\"\u{FFFF}\u{10FFFF}\"", "\"/*no comment*/\"",
            "\"{[,:]}\"", "\"\\uD83D\\uDE00\"",
        ]
    )
    func accepts(_ text: String) throws {
        #expect(refusal(Array(text.utf8)) == nil)
        #expect(try JSONDocument(text).bytes == Array(text.utf8))
        #expect(try JSONValue(parsing: text).minified == minified(Array(text.utf8)))
    }

    /// A text, and where and why it is refused.
    struct Invalid: Sendable, CustomTestStringConvertible {
        var bytes: [UInt8]
        var offset: Int
        var expected: String
        var testDescription: String { String(decoding: bytes, as: UTF8.self).debugDescription }

        init(_ text: String, _ offset: Int, _ expected: String) {
            self.init(bytes: Array(text.utf8), offset, expected)
        }

        init(bytes: [UInt8], _ offset: Int, _ expected: String) {
            self.bytes = bytes
            self.offset = offset
            self.expected = expected
        }
    }

    static let structure: [Invalid] = [
        Invalid("", 0, "a value"),
        Invalid("  ", 2, "a value"),
        Invalid("]", 0, "a value"),
        Invalid("}", 0, "a value"),
        Invalid(",", 0, "a value"),
        Invalid(":", 0, "a value"),
        Invalid("*", 0, "a value"),
        Invalid("[", 1, "a value or ']'"),
        Invalid("[ ", 2, "a value or ']'"),
        Invalid("[,", 1, "a value or ']'"),
        Invalid("[}", 1, "a value or ']'"),
        Invalid("[1", 2, "',' or ']'"),
        Invalid("[1 2]", 3, "',' or ']'"),
        Invalid("[1:2]", 2, "',' or ']'"),
        Invalid("[1}", 2, "',' or ']'"),
        Invalid("[1,", 3, "a value"),
        Invalid("[1,]", 3, "a value"),
        Invalid("[1,,2]", 3, "a value"),
        Invalid("[\"a\"\"b\"]", 4, "',' or ']'"),
        Invalid("{", 1, "a key or '}'"),
        Invalid("{,}", 1, "a key or '}'"),
        Invalid("{]", 1, "a key or '}'"),
        Invalid("{1:2}", 1, "a key or '}'"),
        Invalid("{a:1}", 1, "a key or '}'"),
        Invalid("{'a':1}", 1, "a key or '}'"),
        Invalid("{null:1}", 1, "a key or '}'"),
        Invalid("{[]:1}", 1, "a key or '}'"),
        Invalid("{\"a\"", 4, "':'"),
        Invalid("{\"a\"}", 4, "':'"),
        Invalid("{\"a\",1}", 4, "':'"),
        Invalid("{\"a\" 1}", 5, "':'"),
        Invalid("{\"a\":", 5, "a value"),
        Invalid("{\"a\":}", 5, "a value"),
        Invalid("{\"a\"::1}", 5, "a value"),
        Invalid("{\"a\":1", 6, "',' or '}'"),
        Invalid("{\"a\":1]", 6, "',' or '}'"),
        Invalid("{\"a\":1 \"b\":2}", 7, "',' or '}'"),
        Invalid("{\"a\":1,", 7, "a key"),
        Invalid("{\"a\":1,}", 7, "a key"),
        Invalid("{\"a\":1,,}", 7, "a key"),
        Invalid("{\"a\":[1}", 7, "',' or ']'"),
        Invalid("[{\"a\":1]", 7, "',' or '}'"),
        Invalid("1 2", 2, "the end"),
        Invalid("[]]", 2, "the end"),
        Invalid("{}}", 2, "the end"),
        Invalid("{} x", 3, "the end"),
        Invalid("[],", 2, "the end"),
        Invalid("[1]// no", 3, "the end"),
        Invalid("[1,/* no */2]", 3, "a value"),
        Invalid("1\0", 1, "the end"),
        Invalid("[\0]", 1, "a value or ']'"),
        // White space is space, tab, line feed and carriage return only.
        Invalid("\u{0B}1", 0, "a value"),
        Invalid("\u{0C}1", 0, "a value"),
        Invalid("1\u{0C}", 1, "the end"),
        Invalid("[\u{A0}1]", 1, "a value or ']'"),
        Invalid("1\u{2028}", 1, "the end"),
        // Byte order marks and other encodings.
        Invalid("\u{FEFF}1", 0, "a value, not a byte order mark"),
        Invalid(bytes: [0xEF, 0xBB], 0, "a value"),
        Invalid(bytes: [0xFF, 0xFE, 0x31, 0x00], 0, "a value"),
        Invalid(bytes: [0xFE, 0xFF, 0x00, 0x31], 0, "a value"),
        Invalid(bytes: [0x5B, 0x00, 0x5D, 0x00], 1, "a value or ']'"),
        Invalid(bytes: [0x00, 0x5B, 0x00, 0x5D], 0, "a value"),
    ]

    static let words: [Invalid] = [
        Invalid("t", 1, "true"),
        Invalid("tru", 3, "true"),
        Invalid("trUe", 2, "true"),
        Invalid("True", 0, "a value"),
        Invalid("truee", 4, "the end"),
        Invalid("[fals]", 5, "false"),
        Invalid("nul ", 3, "null"),
        Invalid("nan", 1, "null"),
        Invalid("NaN", 0, "a value"),
        Invalid("Infinity", 0, "a value"),
        Invalid("undefined", 0, "a value"),
        Invalid("[truefalse]", 5, "',' or ']'"),
    ]

    static let numbers: [Invalid] = [
        Invalid("-", 1, "a digit"),
        Invalid("--1", 1, "a digit"),
        Invalid("-a", 1, "a digit"),
        Invalid("- 1", 1, "a digit"),
        Invalid("+1", 0, "a value"),
        Invalid(".5", 0, "a value"),
        Invalid("-.5", 1, "a digit"),
        Invalid("1.", 2, "a digit"),
        Invalid("[1.]", 3, "a digit"),
        Invalid("1.e5", 2, "a digit"),
        Invalid("1..5", 2, "a digit"),
        Invalid("1.5.", 3, "the end"),
        Invalid("1e", 2, "a digit"),
        Invalid("1e+", 3, "a digit"),
        Invalid("1e-a", 3, "a digit"),
        Invalid("1e+-2", 3, "a digit"),
        Invalid("1ee2", 2, "a digit"),
        Invalid("1e2.5", 3, "the end"),
        Invalid("01", 1, "the end"),
        Invalid("-01", 2, "the end"),
        Invalid("[00]", 2, "',' or ']'"),
        Invalid("0x1F", 1, "the end"),
        Invalid("1_000", 1, "the end"),
        Invalid("1 000", 2, "the end"),
        Invalid("-Infinity", 1, "a digit"),
        Invalid("１", 0, "a value"),
        Invalid("1a", 1, "the end"),
    ]

    static let strings: [Invalid] = [
        Invalid("\"", 1, "'\"'"),
        Invalid("\"abc", 4, "'\"'"),
        Invalid("[\"abc]", 6, "'\"'"),
        Invalid("'abc'", 0, "a value"),
        Invalid("abc", 0, "a value"),
        Invalid("\"a\"b\"", 3, "the end"),
        Invalid("\"\\", 2, "an escape character"),
        Invalid("\"\\\"", 3, "'\"'"),
        Invalid("\"\\a\"", 2, "an escape character"),
        Invalid("\"\\x41\"", 2, "an escape character"),
        Invalid("\"\\'\"", 2, "an escape character"),
        Invalid("\"\\U0041\"", 2, "an escape character"),
        Invalid("\"\\\n\"", 2, "an escape character"),
        Invalid("\"\\é\"", 2, "an escape character"),
        Invalid("\"\\u\"", 3, "a hex digit"),
        Invalid("\"\\u00", 5, "a hex digit"),
        Invalid("\"\\u00\"", 5, "a hex digit"),
        Invalid("\"\\u00G0\"", 5, "a hex digit"),
        Invalid("\"\\u{41}\"", 3, "a hex digit"),
        Invalid("\"\\u+041\"", 3, "a hex digit"),
        Invalid("\"\\uD83D\\u\"", 9, "a hex digit"),
        Invalid("\"a\nb\"", 2, "an escape for a control character"),
        Invalid("\"a\tb\"", 2, "an escape for a control character"),
        Invalid("\"a\0b\"", 2, "an escape for a control character"),
        Invalid("\"\u{1F}\"", 1, "an escape for a control character"),
        Invalid("{\"a\u{1}\":1}", 3, "an escape for a control character"),
        Invalid("\"0123456789abcdef\u{8}\"", 17, "an escape for a control character"),
    ]

    @Test(
        "what the grammar lacks is refused at the first byte that is wrong or missing",
        arguments: structure + words + numbers + strings
    )
    func refuses(_ invalid: Invalid) {
        let error = WireError(.json, at: invalid.offset, expected: invalid.expected)
        #expect(refusal(invalid.bytes) == error)
        #expect(throws: error) { try JSONDocument(invalid.bytes) }
        #expect(throws: error) { try minified(invalid.bytes) }
    }

    @Test("a refused byte is found wherever it lies in a long string", arguments: 0..<40)
    func place(_ position: Int) {
        for (byte, expected) in [
            (UInt8(0x0A), "an escape for a control character"), (0x1F, "an escape for a control character"),
            (0x80, "well-formed UTF-8"), (0xFF, "well-formed UTF-8"),
        ] {
            var bytes = [UInt8(ascii: "\"")] + [UInt8](repeating: UInt8(ascii: "x"), count: 40) + [UInt8(ascii: "\"")]
            bytes[1 + position] = byte
            #expect(refusal(bytes) == WireError(.json, at: 1 + position, expected: expected))
        }
    }

    @Test("every byte but the plain ones stops a string, and only those")
    func plainBytes() {
        for byte in UInt8.min...UInt8.max {
            let isPlain = byte >= 0x20 && byte < 0x80 && byte != 0x22 && byte != 0x5C
            for before in 0..<17 {
                let bytes = [0x22] + [UInt8](repeating: 0x7F, count: before) + [byte, 0x22]
                #expect((refusal(bytes) == nil) == isPlain, "\(byte) behind \(before) bytes")
            }
        }
    }

    @Test("a document that is cut off is refused at its end, wherever it is cut")
    func truncation() throws {
        let text = "{\"kéy\":[true,false,null,-12.5e+3,\"\\u00e9\\n世😀\"],\"b\":{\"c\":\"0123456789abcdef\"}}"
        let bytes = Array(text.utf8)
        try JSONValidator.validate(bytes)
        for cut in 0..<bytes.count {
            let error = refusal(Array(bytes[..<cut]))
            #expect(error?.code == .json)
            #expect(error?.offset == cut, "cut at \(cut)")
        }
    }

    @Test("every change of a single byte is accepted or refused by all readers alike")
    func changes() throws {
        let bytes = Array("{\"a\":[1.5e3,\"é\\n\"],\"b\":true} ".utf8)
        var tape = JSONTape()
        for index in bytes.indices {
            for byte in UInt8.min...UInt8.max {
                var changed = bytes
                changed[index] = byte
                let error = refusal(changed)
                if let error { #expect(error.offset <= changed.count) }
                var taped: WireError?
                do throws(WireError) { try tape.parse(changed) } catch { taped = error }
                #expect(taped == error)
                var copied: WireError?
                do throws(WireError) { _ = try minified(changed) } catch { copied = error }
                #expect(copied == error)
            }
        }
    }

    @Test("offsets are those of the outer bytes, and bytes outside the range are not read")
    func ranges() throws {
        let bytes = Array("xx\"{\"a\":1}\"12".utf8)
        let tokens = try Recorder.read(bytes, in: 3..<10).tokens
        #expect(tokens.map(\.range) == [3..<4, 4..<7, 7..<8, 8..<9, 9..<10])
        #expect(throws: WireError(.json, at: 9, expected: "',' or '}'")) { try Recorder.read(bytes, in: 3..<9) }
        #expect(try Recorder.read(bytes, in: 11..<12).tokens.map(\.range) == [11..<12])
        #expect(throws: WireError(.json, at: 6, expected: "'\"'")) { try Recorder.read(bytes, in: 4..<6) }
    }
}
