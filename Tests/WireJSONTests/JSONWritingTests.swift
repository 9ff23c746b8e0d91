import Testing
import WireFormat
import WireJSON

/// What our writer writes.
@Suite struct JSONWritingTests {
    @Test("only what must be escaped is escaped, in its short form where there is one")
    func escapes() {
        for byte in UInt8(0)..<0x80 {
            let expected: String =
                switch byte {
                case 0x22: "\\\""
                case 0x5C: "\\\\"
                case 0x08: "\\b"
                case 0x09: "\\t"
                case 0x0A: "\\n"
                case 0x0C: "\\f"
                case 0x0D: "\\r"
                case 0..<16: "\\u000" + String(byte, radix: 16)
                case 16..<32: "\\u00" + String(byte, radix: 16)
                default: String(UnicodeScalar(byte))
                }
            for before in ["", "abcdefg", "é", "0123456789abcdef"] {
                let written = jsonString(Array(before.utf8) + [byte] + Array(before.utf8))
                #expect(String(decoding: written, as: UTF8.self) == "\"" + before + expected + before + "\"")
            }
        }
    }

    @Test("text of any length is copied, and escaped wherever it has to be", arguments: 0...33)
    func lengths(_ count: Int) {
        let plain = (0..<count).map { UInt8(ascii: "a") + UInt8($0 % 26) }
        #expect(jsonString(plain) == [0x22] + plain + [0x22])
        // As a part of something longer, whose bytes behind it are not its own.
        let longer = plain + Array("\"\\\u{1}".utf8)
        var writer = ByteWriter(capacity: 0)
        writer.append(jsonString: longer.span.extracting(0..<count))
        #expect(writer.array == [0x22] + plain + [0x22])
        for place in 0..<count {
            let escaped = plain[..<place] + Array("\\\"".utf8) + plain[(place + 1)...]
            #expect(jsonString(Array(plain[..<place]) + [0x22] + plain[(place + 1)...]) == [0x22] + escaped + [0x22])
            let replaced = plain[..<place] + Array("\u{FFFD}".utf8) + plain[(place + 1)...]
            #expect(jsonString(Array(plain[..<place]) + [0xFF] + plain[(place + 1)...]) == [0x22] + replaced + [0x22])
        }
    }

    @Test(
        "a text reads back as it was",
        arguments: ["", "a", "世界", "a\"b", "line\nline\r\n", "\u{2028}\u{0}\u{1F}\u{7F}", "😀/\\", "ab\u{301}"]
    )
    func readsBack(_ text: String) throws {
        #expect(try JSONValue(parsing: jsonString(Array(text.utf8))).string == text)
        var writer = ByteWriter()
        writer.append(jsonString: text)
        #expect(writer.array == jsonString(Array(text.utf8)))
        #expect(JSONValue(text).minified == writer.array)
        var pieces = ByteWriter()
        pieces.append("[")
        pieces.append(jsonStringFrom: { writer in
            for character in text { writer.append(text: String(character)) }
        })
        #expect(pieces.array == Array("[".utf8) + writer.array)
    }

    @Test("a literal is written as a string")
    func literal() {
        var writer = ByteWriter()
        writer.append(jsonString: "key \"é\"")
        #expect(writer.array == Array(#""key \"é\"""#.utf8))
    }

    @Test(
        "minifying leaves out the white space between tokens, and nothing else",
        arguments: [
            ("1", "1"), (" 1 ", "1"), ("{ }", "{}"), ("[\n]", "[]"),
            (" { \"a b\" : [ 1 , 2 ] , \"a b\" : \" \\t \" } ", "{\"a b\":[1,2],\"a b\":\" \\t \"}"),
            ("[1.0, 1E+2, -0, \"\\u0041\\/\"]", "[1.0,1E+2,-0,\"\\u0041\\/\"]"),
            ("\t\r\n [\t\r\n {\t\r\n }\t\r\n ]\t\r\n ", "[{}]"),
            ("[" + String(repeating: " ", count: 100) + "1]", "[1]"),
            (
                "[\"" + String(repeating: "long ", count: 50) + "\" , 1]",
                "[\"" + String(repeating: "long ", count: 50) + "\",1]"
            ),
        ]
    )
    func minifying(_ text: String, _ expected: String) throws {
        #expect(try String(decoding: minified(Array(text.utf8)), as: UTF8.self) == expected)
        let bytes = Array("..\(text)..".utf8)
        var tape = JSONTape()
        try tape.parse(bytes.span, in: 2..<bytes.count - 2)
        #expect(tape.hasWhitespace == (text != expected))
        var writer = ByteWriter()
        writer.append(minified: tape, of: bytes.span)
        #expect(String(decoding: writer.array, as: UTF8.self) == expected)
        #expect(try JSONValue(parsing: text).description == expected)
    }

    @Test("after an error the writer is as it was", arguments: ["", "[1, 2", "[1, 2]]", "{\"a\" : nul}"])
    func errorLeavesNothing(_ text: String) {
        var writer = ByteWriter()
        writer.append("before")
        var failed = false
        do throws(WireError) { try writer.append(minifiedJSON: Array(text.utf8)) } catch { failed = true }
        #expect(failed)
        #expect(writer.array == Array("before".utf8))
    }

    @Test("minifying appends behind what is there, from the range that is asked for")
    func appending() throws {
        var writer = ByteWriter()
        writer.append("content=")
        let bytes = Array("xx [ 1 ] yy".utf8)
        try writer.append(minifiedJSON: bytes.span, in: 2..<9)
        writer.append(";")
        #expect(writer.array == Array("content=[1];".utf8))
    }
}
