import TestSupport
import Testing
import WireFormat

/// Bytes of a text, what they say and how they were written.
struct WireStringVector: Sendable, CustomTestStringConvertible {
    var name: String
    var hex: String
    var text: String
    var encoding: WireString.Encoding
    /// Whether our writer would write these bytes for this text.
    var isDocumented: Bool

    var testDescription: String { name }

    static let valid: [WireStringVector] = [
        .init(name: "nothing", hex: "", text: "", encoding: .common, isDocumented: true),
        .init(name: "ASCII", hex: "52433a5478744d7367", text: "RC:TxtMsg", encoding: .common, isDocumented: true),
        .init(name: "NUL in one byte", hex: "610062", text: "a\0b", encoding: .common, isDocumented: true),
        .init(
            name: "NUL as Java writes it",
            hex: "61c08062",
            text: "a\0b",
            encoding: .modifiedUTF8,
            isDocumented: false
        ),
        .init(name: "U+007F", hex: "7f", text: "\u{7F}", encoding: .common, isDocumented: true),
        .init(name: "U+0080", hex: "c280", text: "\u{80}", encoding: .common, isDocumented: true),
        .init(name: "U+00E9 whole", hex: "c3a9", text: "\u{E9}", encoding: .common, isDocumented: true),
        .init(name: "e and an accent", hex: "65cc81", text: "e\u{301}", encoding: .common, isDocumented: true),
        .init(name: "U+07FF", hex: "dfbf", text: "\u{7FF}", encoding: .common, isDocumented: true),
        .init(name: "U+0800", hex: "e0a080", text: "\u{800}", encoding: .common, isDocumented: true),
        .init(name: "Chinese", hex: "e4bda0e5a5bd", text: "你好", encoding: .common, isDocumented: true),
        .init(name: "U+D7FF", hex: "ed9fbf", text: "\u{D7FF}", encoding: .common, isDocumented: true),
        .init(name: "U+E000", hex: "ee8080", text: "\u{E000}", encoding: .common, isDocumented: true),
        .init(
            name: "U+F600, as old clients relay",
            hex: "ef9880",
            text: "\u{F600}",
            encoding: .common,
            isDocumented: true
        ),
        .init(name: "U+FEFF", hex: "efbbbf61", text: "\u{FEFF}a", encoding: .common, isDocumented: true),
        .init(name: "U+FFFD itself", hex: "efbfbd", text: "\u{FFFD}", encoding: .common, isDocumented: true),
        .init(name: "U+FFFF", hex: "efbfbf", text: "\u{FFFF}", encoding: .common, isDocumented: true),
        .init(
            name: "U+1F600 as JavaScript writes it",
            hex: "eda0bdedb880",
            text: "😀",
            encoding: .cesu8,
            isDocumented: true
        ),
        .init(name: "U+1F600 in UTF-8", hex: "f09f9880", text: "😀", encoding: .utf8, isDocumented: false),
        .init(name: "U+10000 in CESU-8", hex: "eda080edb080", text: "\u{10000}", encoding: .cesu8, isDocumented: true),
        .init(
            name: "U+10FFFF in CESU-8",
            hex: "edafbfedbfbf",
            text: "\u{10FFFF}",
            encoding: .cesu8,
            isDocumented: true
        ),
        .init(name: "U+10FFFF in UTF-8", hex: "f48fbfbf", text: "\u{10FFFF}", encoding: .utf8, isDocumented: false),
    ]

    /// Each is one ill-formed part; in a text it stands between `A` and `Z`.
    static let illFormed: [(String, String)] = [
        ("a lone high surrogate", "eda0bd"), ("a lone low surrogate", "edb880"),
        ("surrogates in the wrong order", "edb880eda0bd"), ("two high surrogates", "eda0bdeda0bd"),
        ("NUL and more overlong in two bytes", "c081"), ("overlong in two bytes", "c1bf"),
        ("overlong in three bytes", "e080af"), ("overlong in four bytes", "f08080af"),
        ("overlong NUL in three bytes", "e08080"), ("beyond U+10FFFF", "f4908080"), ("five bytes", "f888808080"),
        ("a continuation alone", "80"), ("the byte FE", "fe"), ("the byte FF", "ff"), ("a lead alone", "c3"),
        ("a lead of three with one", "e4bd"), ("a lead of four with two", "f09f98"), ("half a high surrogate", "eda0"),
        ("a high surrogate and half a low one", "eda0bdedb8"),
    ]
}

@Suite("WireString")
struct WireStringTests {
    private func written(_ string: WireString) -> [UInt8] {
        var writer = ByteWriter()
        string.encode(into: &writer)
        return writer.array
    }

    @Test(
        "reads every writer's bytes, and keeps those that our writer would not write",
        arguments: WireStringVector.valid
    )
    func valid(_ vector: WireStringVector) throws {
        let bytes = try Hex.decode(vector.hex)
        let (text, encoding) = WireString.decode(bytes.span)
        #expect(Array(text.unicodeScalars) == Array(vector.text.unicodeScalars))
        #expect(encoding == vector.encoding)
        let string = WireString(decoding: bytes.span)
        #expect(Array(string.text.unicodeScalars) == Array(vector.text.unicodeScalars))
        #expect("\(string)".utf8.elementsEqual(vector.text.utf8))
        #expect(string.raw == (vector.isDocumented ? nil : bytes))
        #expect(written(string) == bytes)
    }

    @Test(
        "writes the documented form, whatever the text came in",
        arguments: [
            ("😀中", "eda0bdedb880e4b8ad"), ("a\0b", "610062"), ("\u{10000}", "eda080edb080"), ("é", "c3a9"), ("", ""),
            ("\u{FFFF}\u{10FFFF}", "efbfbfedafbfedbfbf"),
        ]
    )
    func documentedForm(_ text: String, _ hex: String) {
        #expect(Hex.encode(written(WireString(text))) == hex)
    }

    @Test(
        "reads ill-formed bytes as U+FFFD, keeps them, and goes on behind them",
        arguments: WireStringVector.illFormed
    )
    func illFormed(_ name: String, _ hex: String) throws {
        for (before, after) in [("", ""), ("A", ""), ("", "Z"), ("A", "Z"), ("é", "中")] {
            let bytes = Array(before.utf8) + (try Hex.decode(hex)) + Array(after.utf8)
            let (text, encoding) = WireString.decode(bytes.span)
            #expect(encoding == .invalid)
            let inner = text.unicodeScalars.dropFirst(before.count).dropLast(after.count)
            #expect(!inner.isEmpty && inner.allSatisfy { $0 == "\u{FFFD}" }, "\(name): \(text)")
            #expect(text.unicodeScalars.starts(with: before.unicodeScalars))
            #expect(text.unicodeScalars.reversed().starts(with: after.unicodeScalars.reversed()))
            let string = WireString(decoding: bytes.span)
            #expect(string.raw == bytes)
            #expect(written(string) == bytes)
        }
    }

    @Test("reads a lone surrogate as one U+FFFD")
    func loneSurrogate() throws {
        for hex in ["eda0bd", "edb880", "edadbf", "edbfbf"] {
            let bytes = try Hex.decode("41" + hex + "42")
            let string = WireString(decoding: bytes.span)
            #expect(string.text == "A\u{FFFD}B")
        }
    }

    @Test("reads valid UTF-8 as the standard library does")
    func standardLibrary() {
        var scalars = String.UnicodeScalarView()
        for value in stride(from: UInt32(0), through: 0x10FFFF, by: 31) {
            guard let scalar = Unicode.Scalar(value) else { continue }
            scalars.append(scalar)
        }
        let text = String(scalars)
        let utf8 = Array(text.utf8)
        let decoded = WireString(decoding: utf8.span)
        #expect(decoded.text.unicodeScalars.elementsEqual(scalars))
        #expect(written(decoded) == utf8)
        let cesu8 = written(WireString(text))
        let again = WireString(decoding: cesu8.span)
        #expect(again.text.unicodeScalars.elementsEqual(scalars))
        #expect(again.raw == nil)
    }

    @Test("gives back any bytes", arguments: 0..<40 as Range<UInt64>)
    func anyBytes(_ seed: UInt64) {
        var random = SplitMix64(seed: seed)
        // Bytes that leads, continuations and surrogates are made of, so that whole and broken sequences both occur.
        let pool: [UInt8] = [
            0, 0x41, 0x80, 0x81, 0xA0, 0xB0, 0xBD, 0xBF, 0xC0, 0xC1, 0xC3, 0xE0, 0xE4, 0xED, 0xEF, 0xF0, 0xF4, 0xF8,
            0xFF,
        ]
        for _ in 0..<200 {
            let count = Int.random(in: 0...12, using: &random)
            let bytes = (0..<count).map { _ in
                Bool.random(using: &random)
                    ? pool.randomElement(using: &random) ?? 0 : UInt8.random(in: 0...255, using: &random)
            }
            let string = WireString(decoding: bytes.span)
            #expect(written(string) == bytes)
            if let raw = string.raw {
                #expect(raw == bytes)
                #expect(written(WireString(string.text)) != bytes)
            }
            let encoding = WireString.decode(bytes.span).encoding
            if String(validating: bytes, as: UTF8.self) != nil {
                #expect(encoding == .common || encoding == .utf8)
            } else {
                #expect(encoding != .common && encoding != .utf8)
            }
        }
    }

    @Test("has at most 65535 bytes behind a length, counted as written")
    func prefixed() throws {
        let longest = String(repeating: "a", count: 65_529) + "😀"
        var writer = ByteWriter()
        try WireString(longest).encodePrefixed("topic", into: &writer)
        #expect(writer.count == 65_537)
        #expect(writer.array.prefix(3) == [0xFF, 0xFF, 0x61])
        #expect(throws: WireError(.length, at: 0, path: ["topic"], needed: 65_536, available: 65_535)) {
            var writer = ByteWriter()
            try WireString("a" + longest).encodePrefixed("topic", into: &writer)
        }
        var short = ByteWriter()
        try WireString("中").encodePrefixed("topic", into: &short)
        #expect(Hex.encode(short.array) == "0003e4b8ad")
    }

    @Test("writes its own bytes where it has them")
    func rawWins() {
        var string: WireString = "hello"
        string.raw = [0xFF, 0x00]
        #expect(written(string) == [0xFF, 0x00])
        string.raw = nil
        #expect(written(string) == Array("hello".utf8))
    }
}
