/// Invalid JSON (RFC 8259), and the place of the first wrong or missing byte.
package struct BrokenJSON: Sendable {
    /// The bytes in place of a value.
    package var bytes: [UInt8]
    /// The offset in `bytes`; `nil` for the end of the whole input, since an unterminated string contains all that
    /// follows.
    package var place: Int?

    private init(_ text: String, _ place: Int?) {
        bytes = Array(text.utf8)
        self.place = place
    }

    private init(_ bytes: [UInt8], _ place: Int?) {
        self.bytes = [0x22] + bytes + [0x22]
        self.place = place
    }

    /// Samples of each kind, and of signs next to valid ones.
    package static let all: [BrokenJSON] = numbers + words + texts + characters + containers

    private static let numbers: [BrokenJSON] = [
        BrokenJSON("-", 1), BrokenJSON("-:", 1), BrokenJSON("-/", 1), BrokenJSON("-a", 1), BrokenJSON("--1", 1),
        BrokenJSON("+1", 0), BrokenJSON(".5", 0), BrokenJSON("/1", 0), BrokenJSON(":1", 0), BrokenJSON("01", 1),
        BrokenJSON("-01", 2), BrokenJSON("00", 1), BrokenJSON("1.", 2), BrokenJSON("1.:", 2), BrokenJSON("1./", 2),
        BrokenJSON("1.e3", 2), BrokenJSON("1.5.5", 3), BrokenJSON("1e", 2), BrokenJSON("1E+", 3),
        BrokenJSON("1e-:", 3), BrokenJSON("1e+/", 3), BrokenJSON("1e+-1", 3), BrokenJSON("1e5e5", 3),
        BrokenJSON("1e5.5", 3), BrokenJSON("1:", 1), BrokenJSON("1/", 1), BrokenJSON("0x1", 1), BrokenJSON("1f", 1),
        BrokenJSON("12345678901234567890:", 20), BrokenJSON("1 2", 2), BrokenJSON("0e", 2), BrokenJSON("-0.", 3),
    ]

    private static let words: [BrokenJSON] = [
        BrokenJSON("tru", 3), BrokenJSON("truE", 3), BrokenJSON("True", 0), BrokenJSON("truee", 4),
        BrokenJSON("fals", 4), BrokenJSON("falsE", 4), BrokenJSON("nul", 3), BrokenJSON("nulL", 3),
        BrokenJSON("nan", 1), BrokenJSON("NaN", 0), BrokenJSON("Infinity", 0), BrokenJSON("-Infinity", 1),
        BrokenJSON("undefined", 0), BrokenJSON("'a'", 0), BrokenJSON("//", 0), BrokenJSON("1/**/", 1),
        BrokenJSON("#", 0), BrokenJSON("\u{B}1", 0), BrokenJSON("\u{C}1", 0), BrokenJSON("\0", 0),
        BrokenJSON("\u{1F}1", 0), BrokenJSON("1\u{1F}", 1), BrokenJSON("1\u{8}", 1), BrokenJSON("\u{FEFF}1", 0),
        BrokenJSON("\u{A0}1", 0), BrokenJSON(String(repeating: " ", count: 34) + "\u{B}1", 34),
    ]

    private static let texts: [BrokenJSON] = [
        BrokenJSON("\"a", nil), BrokenJSON("\"a\\\"", nil), BrokenJSON("\"a\\\\\"\"", 5), BrokenJSON("\"\"\"", 2),
        BrokenJSON("\"\\x\"", 2), BrokenJSON("\"\\'\"", 2), BrokenJSON("\"\\a\"", 2), BrokenJSON("\"\\v\"", 2),
        BrokenJSON("\"\\0\"", 2), BrokenJSON("\"\\U0041\"", 2), BrokenJSON("\"\\N\"", 2), BrokenJSON("\"\\u\"", 3),
        BrokenJSON("\"\\u004\"", 6), BrokenJSON("\"\\uG041\"", 3), BrokenJSON("\"\\u0/41\"", 4),
        BrokenJSON("\"\\u00:1\"", 5), BrokenJSON("\"\\u004@\"", 6), BrokenJSON("\"\\u004G\"", 6),
        BrokenJSON("\"\\u`041\"", 3), BrokenJSON("\"\\u0g41\"", 4), BrokenJSON("\"\\u+041\"", 3),
        BrokenJSON("\"\t\"", 1), BrokenJSON("\"\n\"", 1), BrokenJSON("\"\0\"", 1), BrokenJSON("\"a\u{1F}\"", 2),
        BrokenJSON("\"seventeen letters\u{1F}\"", 18), BrokenJSON("\"é\u{1F}\"", 3),
    ]

    /// Bytes that are not UTF-8 (Unicode 16, table 3-7), in quotes.
    private static let characters: [BrokenJSON] = [
        BrokenJSON([0x80], 1), BrokenJSON([0xBF], 1), BrokenJSON([0xC0, 0x80], 1), BrokenJSON([0xC1, 0xBF], 1),
        BrokenJSON([0xC2, 0x7F], 2), BrokenJSON([0xC2], 2), BrokenJSON([0xDF, 0xC0], 2),
        BrokenJSON([0xC3, 0xA9, 0xA9], 3),
        BrokenJSON([0xE0, 0x9F, 0x80], 2), BrokenJSON([0xE1, 0x80], 3), BrokenJSON([0xED, 0xA0, 0x80], 2),
        BrokenJSON([0xEF, 0xBF, 0xC0], 3), BrokenJSON([0xF0, 0x8F, 0xBF, 0xBF], 2), BrokenJSON([0xF0, 0x9F, 0x98], 4),
        BrokenJSON([0xF4, 0x90, 0x80, 0x80], 2), BrokenJSON([0xF5, 0x80, 0x80, 0x80], 1), BrokenJSON([0xF8], 1),
        BrokenJSON([0xFF], 1), BrokenJSON([0x61, 0x62, 0x63, 0x64, 0x65, 0x66, 0x67, 0x68, 0x69, 0xFE], 10),
    ]

    private static let containers: [BrokenJSON] = [
        BrokenJSON("", 0), BrokenJSON(",", 0), BrokenJSON("[1,,2]", 3), BrokenJSON("[1,]", 3), BrokenJSON("[,]", 1),
        BrokenJSON("[1 2]", 3), BrokenJSON("[1}", 2), BrokenJSON("[:]", 1), BrokenJSON("[1:2]", 2),
        BrokenJSON("[}", 1), BrokenJSON("{]", 1), BrokenJSON("{,}", 1),
        BrokenJSON("{\"a\"}", 4), BrokenJSON("{\"a\":}", 5), BrokenJSON("{\"a\" 1}", 5), BrokenJSON("{\"a\",1}", 4),
        BrokenJSON("{\"a\"=1}", 4), BrokenJSON("{\"a\";1}", 4), BrokenJSON("{a:1}", 1), BrokenJSON("{1:2}", 1),
        BrokenJSON("{\"a\":1,}", 7), BrokenJSON("{\"a\":1 \"b\":2}", 7), BrokenJSON("{\"a\":1]", 6),
        BrokenJSON("{\"a\":1;\"b\":2}", 6), BrokenJSON("{\"a\":1,2}", 7), BrokenJSON("{\"a\"::1}", 5),
        BrokenJSON("{null:1}", 1), BrokenJSON("{\"a\":1:2}", 6), BrokenJSON("{\"a\":[1,{\"b\":}]}", 13),
        BrokenJSON("[{}{}]", 3), BrokenJSON("[[][]]", 3), BrokenJSON("[\"a\"\"b\"]", 4), BrokenJSON("[nulltrue]", 5),
    ]
}
