import Crypto
import RongCloud
import Testing
import WireJSON

@testable import Redaction

@Suite("Pseudonyms")
struct PseudonymTests {
    @Test(
        "keep kind, length and script",
        arguments: [
            "user_100001", "100001", "你好，世界", "Ｈello 世界 42!", "f853f8db-3f6b-4213-b517-44ce14e87760", "мария",
            "https://files.example/dev/photo.png?size=3", "さくら", "안녕하세요",
        ]
    )
    func keepKind(_ value: String) {
        let made = Pseudonyms(key: .ofTests).text(value)
        #expect(made != value)
        #expect(made.utf8.count == value.utf8.count || value.utf8.count < 6)
        for (one, other) in zip(value.unicodeScalars, made.unicodeScalars) {
            #expect(one.utf8Length == other.utf8Length)
            #expect((one.value &- 48 < 10) == (other.value &- 48 < 10) || value.contains("-"))
        }
    }

    @Test("keep the kind of every character, wherever others stand beside it")
    func keepEveryKind() {
        let pseudonyms = Pseudonyms(key: .ofTests)
        func kind(_ scalar: Unicode.Scalar) -> Character {
            switch scalar {
            case "0"..."9": "0"
            case "A"..."Z": "A"
            case "a"..."z": "a"
            case "\u{4E00}"..."\u{9FA5}": "中"
            default: Character(scalar)
            }
        }
        // Long enough to be replaced by chance, and not one to one.
        let text = "Meet me at [gate] 7 / hall @B12, z{9}~`Az^ and bring QQ:86-0755 tickets"
        for count in 30...text.unicodeScalars.count {
            for place in [0, 3, 7, 8, 9, 15, 16, count] {
                var scalars = Array(text.unicodeScalars.prefix(count))
                scalars.insert("高", at: place)
                let value = String(String.UnicodeScalarView(scalars))
                let made = pseudonyms.text(value)
                #expect(made.unicodeScalars.map(kind) == value.unicodeScalars.map(kind))
                #expect(zip(made.unicodeScalars, value.unicodeScalars).contains { $0 != $1 })
            }
        }
    }

    @Test("are the same for the same value and key, and others for another key")
    func dependOnTheKey() {
        let one = Pseudonyms(key: .ofTests)
        let same = Pseudonyms(key: .ofTests)
        let other = Pseudonyms(key: SymmetricKey(data: [UInt8](repeating: 7, count: 32)))
        for value in ["alice", "u_100001", "高远", "13900001111"] {
            #expect(one.text(value) == same.text(value))
            #expect(one.text(value) != other.text(value))
        }
    }

    @Test("differ for different values")
    func stayDifferent() {
        let pseudonyms = Pseudonyms(key: .ofTests)
        let values = (0..<5000).map { "u\($0)" } + (0..<5000).map(String.init)
        #expect(Set(values.map(pseudonyms.text)).count == values.count)
        for value in values { #expect(pseudonyms.text(value) != value) }
    }

    @Test("of message ids keep time and type, and follow the target")
    func messageUID() throws {
        var ids = KnownIDs()
        ids.note(target: Array("gao_yuan".utf8).span)
        let pseudonyms = Pseudonyms(key: .ofTests, ids: ids)
        let uid = try MessageUID(
            time: 1_795_233_205_868,
            sequence: 7,
            type: .private,
            hash: MessageUID.hash(ofTarget: "gao_yuan", layout: .b)
        )
        let made = try MessageUID(pseudonyms.messageUID(uid.description))
        #expect(made.time == uid.time)
        #expect(made.sequence == uid.sequence)
        #expect(made.matches(target: pseudonyms.text("gao_yuan")))
        #expect(!made.matches(target: "gao_yuan"))
    }

    @Test("of message ids are the same where nobody says that it is one")
    func messageUIDInText() throws {
        let uid = try MessageUID(time: 1_795_233_205_868, sequence: 7, type: .private, hash: 77).description
        var ids = KnownIDs()
        ids.note(messageUID: Array(uid.utf8).span)
        let pseudonyms = Pseudonyms(key: .ofTests, ids: ids)
        let made = pseudonyms.text(uid)
        #expect(try MessageUID(made).time == 1_795_233_205_868)
        #expect(made == pseudonyms.messageUID(uid))
        // Of a text that is no id of the capture nothing stays.
        #expect(Pseudonyms(key: .ofTests).text(uid).prefix(9) != uid.prefix(9))
    }

    @Test("depend on nothing that came before")
    func independent() {
        let values = (0..<3000).map { String(200_000 + $0 * 199) } + (0..<3000).map { "name\($0)" } + ["高远", "a", "ab"]
        let forwards = Pseudonyms(key: .ofTests)
        let backwards = Pseudonyms(key: .ofTests)
        let made = values.map(forwards.text)
        let others = values.reversed().map(backwards.text)
        #expect(made == others.reversed())
        #expect(Set(made).count == values.count)
    }

    @Test("keep numbers in their range and of their length")
    func numbers() {
        let pseudonyms = Pseudonyms(key: .ofTests)
        let integers = [
            "1", "4711", "100001", "4294967295", "1795233205868", "1795233205868123", "9223372036854775807",
            "-9223372036854775808",
        ]
        for value in integers + ["9223372036854775808", "9999999999999999999", "-9223372036854775809"] {
            let made = pseudonyms.number(value)
            #expect(made.count == value.count && made != value)
            #expect((Int64(made) != nil) == integers.contains(value), "\(made)")
        }
        #expect(pseudonyms.number(9_007_199_254_740_993) != pseudonyms.number(9_007_199_254_740_995))
    }

    @Test("keep coordinates on or off the globe, also if chance gives one to itself", arguments: 0..<8 as Range<UInt8>)
    func coordinates(keyByte: UInt8) throws {
        let pseudonyms = Pseudonyms(key: SymmetricKey(data: [UInt8](repeating: keyByte, count: 32)))
        for tenths in -1999...1999 {
            let sign = tenths < 0 ? "-" : ""
            let whole = "\(sign)\(abs(tenths) / 10)"
            for value in tenths % 10 == 0 ? [whole, whole + ".0"] : ["\(whole).\(abs(tenths) % 10)"] {
                let made = pseudonyms.coordinate(value)
                #expect(made != value && made.count == value.count && made.hasPrefix(sign))
                let degrees = try #require(Double(made))
                #expect((abs(degrees) <= 90) == (abs(tenths) <= 900), "\(value) became \(made)")
                #expect((abs(degrees) <= 180) == (abs(tenths) <= 1800), "\(value) became \(made)")
            }
        }
    }

    @Test(
        "keep numbers with a sign that are texts",
        arguments: ["-12", "+12", "-0", "+86400", "-123456789", "-99999999999"]
    )
    func signedNumbers(_ value: String) {
        let made = Pseudonyms(key: .ofTests).text(value)
        #expect(made != value && made.count == value.count && made.first == value.first)
        #expect(Int64(made) != nil, "\(made)")
    }

    @Test(
        "keep schemes that everybody has, and no others",
        arguments: [
            ("https://files.example/a.png", "https://"), ("WSS://im.example", "WSS://"),
            ("file:///a/b.jpg", "file://"),
        ]
    )
    func schemes(_ link: String, scheme: String) {
        #expect(Pseudonyms(key: .ofTests).text(link).hasPrefix(scheme))
        for mine in ["mypasswd://x", "alice://files.example/a.png"] {
            #expect(!Pseudonyms(key: .ofTests).text(mine).hasPrefix(mine.prefix(5)), "\(mine)")
        }
    }

    @Test("keep how great a number is, but no exponent that is longer than any")
    func exponents() {
        let pseudonyms = Pseudonyms(key: .ofTests)
        #expect(!pseudonyms.number("1e10138001380").contains("10138001380"))
        #expect(!pseudonyms.number("-2.5E+13800138").contains("13800138"))
        for (number, exponent) in [("1.25e3", "e3"), ("-7E-12", "E-12"), ("3.0e+308", "e+308")] {
            let made = pseudonyms.number(number)
            #expect(made.hasSuffix(exponent) && made != number, "\(made)")
        }
    }

    @Test(
        "keep whole numbers whole, and others not, also if chance gives one to itself",
        arguments: [
            "1e1", "4E0", "0.5", "-1.0", "3.50", "120e-1", "12e-1", "123456.0", "1.25e1", "1.25e2", "0.0",
            "9223372036854775807.0", "-9223372036854775808.0", "9223372036854774784.0", "92233720368547758e2",
            "9007199254740993.5",
        ]
    )
    func wholeNumbers(_ number: String) throws {
        let value = try JSONNumber(spelling: number)
        for byte in 0..<64 as Range<UInt8> {
            let made = Pseudonyms(key: SymmetricKey(data: [UInt8](repeating: byte, count: 32))).number(number)
            #expect(made != number && made.count == number.count, "\(made)")
            #expect((try JSONNumber(spelling: made).double.whole != nil) == (value.double.whole != nil), "\(made)")
        }
    }

    @Test("hold no text that is an original, however few marks that is", .timeLimit(.minutes(1)))
    func forbidden() {
        var originals = Originals()
        let marks = ["......", "      ", "----==", "tomorrow", "123456"]
        for value in marks { originals.record(Array(value.utf8)) }
        let pseudonyms = Pseudonyms(key: .ofTests, ids: KnownIDs(), avoiding: [LeakSearch(originals).index])
        for value in marks + ["see you ......", "a      b and more words", "x ----== y and more"] {
            let made = pseudonyms.text(value)
            for mark in marks { #expect(!made.contains(mark), "\(made)") }
        }
    }

    @Test("differ from each other, even if many texts of one shape are originals")
    func differing() {
        // One of four numbers of six digits that begin with 2 to 9, so that many follow each other in a permutation.
        let values =
            (0..<2000).map { String(200_000 + $0 * 397 + $0 % 3) } + (0..<2000).map { "ab\(100 + $0 % 900)\($0 / 900)" }
        var originals = Originals()
        for value in values { originals.record(Array(value.utf8)) }
        for number in 200_000..<400_000 { originals.record(Array(String(number).utf8)) }
        let pseudonyms = Pseudonyms(key: .ofTests, ids: KnownIDs(), avoiding: [LeakSearch(originals).index])
        let made = values.map { pseudonyms.text($0) }
        #expect(Set(made).count == Set(values).count)
        #expect(Set(made).isDisjoint(with: values))
        #expect(!made.contains { Int($0).map { 200_000..<400_000 ~= $0 } == true })
    }

    @Test("hold no original beside what is a word of the protocol", .timeLimit(.minutes(1)))
    func forbiddenBesideWords() {
        var originals = Originals()
        originals.record(Array("😀 .".utf8))
        let pseudonyms = Pseudonyms(key: .ofTests, ids: KnownIDs(), avoiding: [LeakSearch(originals).index])
        // Now and then 😀 stands for 🙂, and a letter that is a word by itself, such as `q`, for the one behind it.
        for number in 0..<8000 {
            let made = pseudonyms.text("some text number \(number)\n🙂 .x/y")
            #expect(!made.contains("😀 ."), "\(made)")
        }
    }

    @Test("of addresses keep common prefixes and the kind of address")
    func addresses() {
        let map = AddressMap(key: PseudonymKey(.ofTests))
        let one = map.replace(ip: [93, 184, 216, 34])
        let near = map.replace(ip: [93, 184, 216, 99])
        let far = map.replace(ip: [93, 10, 216, 34])
        #expect(one != [93, 184, 216, 34])
        #expect(one.prefix(3) == near.prefix(3))
        #expect(one[0] == far[0])
        #expect(one[1] != far[1])
        #expect(map.replace(ip: [10, 1, 2, 3])[0] == 10)
        #expect(map.replace(ip: [192, 168, 7, 3]).prefix(2) == [192, 168])
        #expect(map.replace(text: "93.184.216.34:8080") == one.map(String.init).joined(separator: ".") + ":8080")
    }
}

extension Unicode.Scalar {
    fileprivate var utf8Length: Int { String(Character(self)).utf8.count }
}
