import Testing
import WireFormat

@testable import Redaction

@Suite("The search for originals")
struct LeakSearchTests {
    private static let values = [
        "alice@example", "13900001111", "高远的秘密", "a longer text, with 世界 in it", "secret", "é🙂🧑‍🚀",
    ]

    private static var search: LeakSearch {
        var originals = Originals()
        for value in values { originals.record(Array(value.utf8)) }
        return LeakSearch(originals)
    }

    private static func found(_ bytes: [UInt8]) -> String? {
        var search = Self.search
        search.search(bytes.span, "here")
        return search.found
    }

    private static func found(_ bytes: [UInt8], by search: LeakSearch) -> Bool {
        var search = search
        search.search(bytes.span, "here")
        return search.found != nil
    }

    private static func holds(_ search: LeakSearch, _ bytes: [UInt8]) -> Bool { search.holds(bytes.span) }

    private static func base64(_ bytes: [UInt8]) -> [UInt8] {
        var writer = ByteWriter()
        writer.append(base64: bytes.span)
        return writer.array
    }

    @Test("finds each value in each form at each place", arguments: values)
    func forms(_ value: String) {
        let bytes = Array(value.utf8)
        #expect(Self.found(bytes) == "here")
        #expect(Self.found(Array("??".utf8) + bytes + Array("!".utf8)) == "here")
        #expect(Self.found(Array(Hex.encode(bytes).utf8)) == "here, hex")
        #expect(Self.found(Array(("?" + Hex.encode(bytes).uppercased() + "?").utf8)) == "here, hex")
        for shift in 0..<4 {
            let text = Self.base64([UInt8](repeating: 0xFF, count: shift) + bytes)
            #expect(Self.found(Array("\"".utf8) + text) == "here, base64")
        }
        let percent = bytes.map { "%" + Hex.encode([$0]) }.joined()
        #expect(Self.found(Array(percent.utf8)) == "here, percent")
        for shift in 0..<2 {
            let units = Array(value.utf16)
            let little = units.flatMap { [UInt8(truncatingIfNeeded: $0), UInt8(truncatingIfNeeded: $0 >> 8)] }
            let big = units.flatMap { [UInt8(truncatingIfNeeded: $0 >> 8), UInt8(truncatingIfNeeded: $0)] }
            #expect(Self.found([UInt8](repeating: 0xFF, count: shift) + little) != nil)
            #expect(Self.found([UInt8](repeating: 0xFF, count: shift) + big) != nil)
        }
    }

    @Test("finds a text in UTF-16 at each place, however long it is, and not where only a part of it stands")
    func wide() throws {
        // More bytes than a start can say.
        let long = String(decoding: (0..<11_000).map { UInt16(0x4E00 + $0) }, as: UTF16.self)
        let texts = ["世界和平", "é🙂🧑‍🚀", "Grüße an alle", "🙂🙂", "abc世", long]
        var originals = Originals(room: 2)
        for text in texts { originals.record(Array(text.utf8)) }
        originals.keep(Array("世界和平".utf8))
        originals.settle()
        #expect(originals.entryCount == texts.count * 3)
        let whole = try #require(LeakSearch(originals, part: 0, of: 1))
        let parts = try (0..<3).map { try #require(LeakSearch(originals, part: $0, of: 3)) }
        func found(_ bytes: [UInt8], _ searches: [LeakSearch]) -> Int {
            searches.count { search in
                var search = search
                search.search(bytes.span, "here")
                return search.found != nil
            }
        }
        func spelled(_ text: String, isLittle: Bool) -> [UInt8] {
            text.utf16.flatMap { unit in
                let bytes = [UInt8(truncatingIfNeeded: unit >> 8), UInt8(truncatingIfNeeded: unit)]
                return isLittle ? bytes.reversed() : bytes
            }
        }
        for isLittle in [true, false] {
            for text in texts {
                let bytes = spelled(text, isLittle: isLittle)
                let following = spelled("和 more", isLittle: isLittle)
                for before in 0..<4 {
                    let around = [UInt8](repeating: 0xFE, count: before) + bytes
                    #expect(found(around, [whole]) == 1)
                    #expect(found(around + following, [whole]) == 1)
                    #expect(found(around, parts) == 1)
                    #expect(found(around.dropLast(2), [whole]) == 0)
                    #expect(found(around.dropLast(1), [whole]) == 0)
                }
                #expect(found(Self.base64(bytes), [whole]) == 1)
                #expect(found(Array(Hex.encode(bytes).utf8), [whole]) == 1)
            }
        }
    }

    @Test("keeps each value that it finds, in whatever form and how often it finds it")
    func finds() {
        var search = Self.search
        let texts = [
            "alice@example and secret", String(decoding: Self.base64(Array("?13900001111?".utf8)), as: UTF8.self),
            "no value", "secret again; " + Hex.encode(Array("高远的秘密".utf8)),
            "a%20longer%20text%2C%20with%20世界%20in%20it",
        ]
        for text in texts { search.search(Array(text.utf8).span, "here") }
        var other = Self.search
        other.search("é🙂🧑‍🚀".utf8.span, "there")
        search.merge(other)
        search.merge(Self.search)
        var expected = Originals()
        for value in Self.values { expected.record(Array(value.utf8)) }
        expected.settle()
        let found = search.values
        #expect(found?.fingerprints?.count == Self.values.count)
        #expect(found?.sharesValue(with: expected) == true)
        #expect(Self.search.values == nil)
        // What was found can be searched for itself.
        if let found { #expect(Self.holds(LeakSearch(found), Array("the secret".utf8))) }
    }

    @Test("sorts beginnings by their digits as by comparing them")
    func sorting() {
        for count in [0, 1, 4095, 4096, 20_000] {
            var starts: [OriginalStart] = []
            for index in 0..<count {
                // As good as drawn, and the same each time.
                let word = UInt64(index) &* 0x9E37_79B9_7F4A_7C15
                starts.append(OriginalStart(bits: index % 3 == 0 ? UInt64(index) << 40 : word >> UInt64(index % 60)))
            }
            let sorted = starts.sorted()
            starts.sortByDigits()
            #expect(starts == sorted)
        }
    }

    @Test("finds values of each length at each place, in each form")
    func places() {
        for length in 6...9 {
            let value = (0..<length).map { UInt8(0xA1 + $0 * 7) }
            var originals = Originals()
            originals.record(value)
            let search = LeakSearch(originals)
            func found(_ bytes: [UInt8]) -> Bool { Self.found(bytes, by: search) }
            for before in 0..<9 {
                for after in 0..<3 {
                    let tail = [UInt8](repeating: 0xFD, count: after)
                    let around = [UInt8](repeating: 0xFE, count: before) + value + tail
                    #expect(found(around))
                    #expect(Self.holds(search, around))
                    let letters = Self.base64(around).filter { $0 != UInt8(ascii: "=") }
                    for letter in 0..<4 {
                        #expect(found([UInt8](repeating: UInt8(ascii: "x"), count: letter) + letters))
                    }
                    let digits = Array(Hex.encode(around).utf8)
                    #expect(found(digits))
                    #expect(found([UInt8(ascii: "e")] + digits))
                }
                let short = [UInt8](repeating: 0xFE, count: before) + value.dropLast()
                #expect(!found(short))
                #expect(!found(Self.base64(short)))
                #expect(!found(Array(Hex.encode(short).utf8)))
            }
        }
    }

    @Test("finds the letters of a value between runs of other letters, however long these are")
    func runs() {
        let value = (0..<6).map { UInt8(0xA1 + $0 * 7) }
        var originals = Originals()
        originals.record(value)
        let search = LeakSearch(originals)
        func found(_ bytes: [UInt8]) -> Bool { Self.found(bytes, by: search) }
        let runs = Array("mnopqrst.ghijkl.ab..c.def.".utf8)
        for spelling in [Self.base64(value), Array(Hex.encode(value).utf8)] {
            for before in 0...runs.count {
                let start = Array(runs.suffix(before))
                #expect(found(start + spelling))
                #expect(found(start + spelling + Array(".abcdefgh".utf8)))
                #expect(!found(start + spelling.dropLast()))
                #expect(!found(start + spelling.dropLast() + Array(".abcdefgh".utf8)))
            }
        }
    }

    @Test(
        "finds a value in percent encoding wherever it stands between control characters",
        arguments: ["", "100%", "%zz %2 ", "%41\u{1}", "\n%E4\r\n", "a%20long\u{7F}", "a%20longer%20"]
    )
    func percent(_ before: String) {
        for value in ["a%20longer%20text%2C%20with%20世界%20in%20it", "a longer+text%2c+with+%E4%B8%96%E7%95%8C in it"] {
            for after in ["", "%", "\u{1}%41", "%20%", "\n"] {
                #expect(Self.found(Array((before + value + after).utf8)) == "here, percent")
            }
            let parts = value.replacing("longer", with: "long\u{1}er")
            #expect(Self.found(Array((before + parts).utf8)) == nil)
        }
    }

    @Test("finds nothing where nothing is")
    func nothing() {
        #expect(Self.found(Array("alice@exampl secre 高远的秘 139000011112 a longer text".utf8)) == nil)
        #expect(Self.found([UInt8](repeating: 0, count: 4096)) == nil)
        #expect(Self.found([]) == nil)
    }

    @Test("finds no value that is kept elsewhere, and values longer than a start can say")
    func keptAndLong() {
        let long = (0..<40_000).map { UInt8(truncatingIfNeeded: $0 &* 31 >> 3) }
        var originals = Originals()
        originals.record(long)
        originals.record(Array("kept value".utf8))
        originals.keep(Array("kept value".utf8))
        let search = LeakSearch(originals)
        #expect(Self.holds(search, [1, 2] + long))
        #expect(!Self.holds(search, Array(long.dropLast())))
        #expect(!Self.holds(search, Array("a kept value".utf8)))
    }

    @Test("keeps a value that comes again once")
    func count() {
        var originals = Originals()
        for number in 0..<20_000 { originals.record(Array("value \(number)".utf8)) }
        for number in 0..<20_000 { originals.record(Array("value \(number)".utf8)) }
        originals.settle()
        #expect(originals.count == 20_000)
        #expect(originals.entryCount == 20_000)
        let search = LeakSearch(originals)
        #expect(Self.holds(search, Array("<value 19999>".utf8)))
        #expect(!Self.holds(search, Array("<value x>".utf8)))
    }

    @Test("looks for values under 6 bytes as whole texts, but for numbers, words of the protocols and what stays")
    func shorts() {
        var originals = Originals()
        for value in ["amy", "12345", "GROUP", "stays", "世"] { originals.record(Array(value.utf8)) }
        originals.keep(Array("stays".utf8))
        let search = LeakSearch(originals)
        func found(_ text: String) -> String? {
            var search = search
            search.search(short: Array(text.utf8).span, "here")
            return search.found
        }
        #expect(search.hasShorts)
        #expect(found("amy") == "here")
        #expect(found("世") == "here")
        for text in ["am", "amyx", "12345", "GROUP", "stays", ""] { #expect(found(text) == nil, "\(text)") }
        #expect(!Self.holds(search, Array("with amy in it".utf8)))
        #expect(!Self.search.hasShorts)
    }

    @Test("passes over parts of words of the protocols that stand around them, and of HTTP's version")
    func explained() {
        var originals = Originals()
        for value in ["ebsocket", "ic=ppMsgP", "me=Zhao", "HTTP/1", "TP/1.0"] { originals.record(Array(value.utf8)) }
        let search = LeakSearch(originals)
        for text in ["/websocket?messageid=77", "GET / HTTP/1.1", "HTTP/1.0 200 OK"] {
            #expect(!Self.holds(search, Array(text.utf8)), "\(text)")
        }
        // What nothing stands around is there as it was, and neither a name nor two words at once are a word.
        for text in ["/ebsocket?", "topic=ppMsgP", "name=Zhao", "HTTP/1", "HTTP/1.2", "a TP/1.0"] {
            #expect(Self.holds(search, Array(text.utf8)), "\(text)")
        }
    }

    @Test(
        "passes over words of the protocols, and over what stands in a line that is the same for everybody",
        arguments: [
            ("sdkVer", "GET /websocket?sdkVer=2.5.10 HTTP/1.1", true), ("messageid", "&messageid=7&", true),
            ("TxtMsg", "\u{12}\u{9}RC:TxtMsg\u{1A}", true), ("chrmKV", "{\"o\":\"RC:chrmKVNotiMsg\"}", true),
            ("Cache-Control", "\r\nCache-Control: no-cache\r\n", true),
            ("21 Nov 2026", "HTTP/1.1 200 OK\r\nDate: Sat, 21 Nov 2026 03:53:25 GMT\r\n", true),
            ("03:53:25", "\r\nDate: Sat, 21 Nov 2026 03:53:25 GMT\r\n", true),
            ("gzip, deflate", "\r\nAccept-Encoding: gzip, deflate, br\r\n", true),
            ("Encoding: gzip", "\r\nAccept-Encoding: gzip, deflate, br\r\n", true),
            ("application", "\nContent-Type: application/javascript; charset=utf-8\r\n", true),
            ("no-cache, no-", "\r\nCache-Control: no-cache, no-store, max-xyz=7\r\n", true),
            ("200 OK", "HTTP/1.1 200 OK\r\n", true),
            ("GET /ping", "GET /ping?r=7 HTTP/1.1\r\n", true), ("GET /ping", "GET /pingzhao HTTP/1.1\r\n", false),
            ("GET /zhao", "GET /zhao HTTP/1.1\r\n", false),
            // The same words elsewhere are somebody's.
            ("21 Nov 2026", "{\"content\":\"21 Nov 2026\"}", false), ("03:53:25", "X-Time: 03:53:25\r\n", false),
            ("gzip, deflate", "gzip, deflate", false), ("gzip, deflate", "\r\nX-A: gzip, deflate\r\n", false),
            ("private", "{\"content\":\"private\"}", false), ("Zhao, max-age", "\r\nVary: Zhao, max-age\r\n", false),
            ("200 Zhao", "HTTP/1.1 200 Zhao\r\n", false), ("Date: Zhao", "\r\nDate: Zhao, 21 Nov\r\n", false),
            ("gzip\nX: Zhao", "\r\nAccept-Encoding: gzip\nX: Zhao\r\n", false),
        ]
    )
    func explainedByLines(_ value: String, text: String, isExplained: Bool) {
        var originals = Originals()
        originals.record(Array(value.utf8))
        #expect(text.contains(value))
        #expect(Self.holds(LeakSearch(originals), Array(text.utf8)) == !isExplained)
    }

    @Test("finds values that had to wait in files, in one part or another")
    func files() throws {
        var originals = Originals(room: 100)
        // None is the beginning of another one.
        let values = (1000..<2000).map { "value number \($0)" }
        for value in values { originals.record(Array(value.utf8)) }
        var others = Originals(room: 100)
        for value in 2000..<2150 { others.record(Array("value number \(value)".utf8)) }
        originals.formUnion(others)
        #expect(!originals.isFull)
        #expect(originals.entryCount == 1150)
        #expect(originals.count == 1150)
        let parts = try (0..<3).map { try #require(LeakSearch(originals, part: $0, of: 3)) }
        for value in values + ["value number 2100"] {
            let finds = parts.filter { part in
                var part = part
                part.search(Array("{\"text\":\"\(value)\"}".utf8).span, "a unit")
                return part.found != nil
            }
            #expect(finds.count == 1, "\(value)")
        }
        var whole = try #require(LeakSearch(originals, part: 0, of: 1))
        whole.search(Array("no value at all".utf8).span, "a unit")
        #expect(whole.found == nil)
    }

    @Test("recognises values whose beginnings wait in files")
    func recognised() throws {
        var originals = Originals()
        let count = 300_000
        for _ in 0..<2 {
            for value in 0..<count { originals.record(Array("value number \(value)".utf8)) }
        }
        originals.settle()
        #expect(originals.files.count == 1)
        #expect(originals.entries.count < count)
        #expect(originals.count == count)
        #expect(originals.entryCount == count)
        for value in [0, 1000, count - 1] {
            var search = try #require(LeakSearch(originals, part: 0, of: 1))
            search.search(Array("{\"text\":\"value number \(value)\"}".utf8).span, "a unit")
            #expect(search.found != nil, "\(value)")
        }
    }

    @Test("says when values are left out")
    func full() {
        var originals = Originals(room: 10, spills: false)
        for value in 0..<10 { originals.record(Array("value \(value)".utf8)) }
        originals.record(Array("value 3".utf8))
        originals.settle()
        #expect(!originals.isFull)
        originals.record(Array("value 10".utf8))
        originals.settle()
        #expect(originals.isFull)
    }
}
