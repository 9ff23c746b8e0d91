import Testing
import WireFormat
import WireJSON

@testable import Inspection

@Suite("Values of filters")
struct FilterValueTests {
    private static func number(_ text: String) throws -> FilterNumber {
        try #require(FilterLiteral(text: text, raw: text, isQuoted: false, position: 0, length: 0).number, "\(text)")
    }

    @Test("numbers are ordered exactly, also where doubles would not tell them apart")
    func order() throws {
        let ascending = [
            "-1e300", "-9223372036854775809", "-9223372036854775808", "-9223372036854775807", "-1.5", "-1", "0", "1e-9",
            "1", "1.5", "2", "9007199254740992", "9007199254740992.0e0", "9007199254740993", "9223372036854775807",
            "9223372036854775808", "18446744073709551615", "1e20",
        ]
        let numbers = try ascending.map(Self.number)
        for (index, one) in numbers.enumerated() {
            for (other, two) in numbers.enumerated() {
                // The same number in two spellings; and what lies beyond 64 bits is the nearest double.
                let same: Set = [index, other]
                let equal = index == other || same == [11, 12] || same == [1, 2]
                let expected: FilterOrder = equal ? .equal : index < other ? .less : .greater
                #expect(one.order(to: two) == expected, "\(ascending[index]) and \(ascending[other])")
            }
        }
        #expect(FilterNumber.real(.nan).order(to: .integer(0)) == nil)
    }

    @Test("texts are numbers only where a line would spell an integer of 64 bits like this")
    func digits() {
        for (text, isNumber) in [
            ("0", true), ("-1", true), ("18446744073709551615", true), ("-9223372036854775808", true), ("", false),
            ("-", false), ("007", false), ("-0", false), ("1.0", false), ("1e3", false), (" 1", false),
            ("18446744073709551616", false), ("-9223372036854775809", false), ("١", false),
        ] {
            let number = FilterNumber(digits: Array(text.utf8).span)
            #expect((number != nil) == isNumber, "\(text)")
        }
    }

    @Test("integers of 64 bits are told apart in events, as numbers and as texts")
    func exact() async throws {
        var talk = Talk()
        for (id, value) in [(1, "9007199254740992"), (2, "9007199254740993"), (3, "\"9007199254740993\"")]
            as [(UInt16, String)]
        {
            let message = Bytes.upStream("app:id", #"{"id":\#(value),"list":[1,{"x":2}],"empty":[]}"#)
            talk.frame(.client, Bytes.publish("ppMsgP", to: "bob", id: id, message))
        }
        let capture = CaptureFile.write(talk.segments)
        for (filter, expected) in [
            ("content.id == 9007199254740993", [3, 4]), ("content.id == 9007199254740992", [2]),
            ("content.id > 9007199254740992", [3, 4]), ("content.id == \"9007199254740993\"", [4]),
            ("content.id in {9007199254740993..9007199254740995}", [3, 4]),
            ("content.list == 1 && content.list.x == 2 && frame.messageId < 2", [2]),
            ("content.empty && frame.messageId == 1", [2]), ("content.empty != 1 && frame.messageId == 1", [2]),
            ("content.empty == 1", []), ("all(content.empty) == 1 && frame.messageId == 1", [2]),
            ("all(content.list) == 1", []),
        ] as [(String, [Int64])] {
            #expect(try await FilterTable.passing(filter, capture) == expected, "\(filter)")
        }
    }

    @Test("whole seconds are compared exactly, parts of them as the nearest double")
    func seconds() {
        for (nanoseconds, expected) in [
            (0, FilterNumber.integer(0)), (1_000_000_000, .integer(1)), (-3_000_000_000, .integer(-3)),
            (9_223_372_036_000_000_000, .integer(9_223_372_036)), (999_999_999, .real(0.999999999)),
            (1_999_999_998, .real(1.999999998)), (1_500_000_000, .real(1.5)), (-1, .real(-1e-9)),
        ] as [(Int64, FilterNumber)] {
            let number = FilterNumber(nanoseconds: nanoseconds)
            #expect(number.order(to: expected) == .equal, "\(nanoseconds)")
            if case .integer = expected, case .real = number { Issue.record("\(nanoseconds) is no whole number") }
        }
    }

    @Test("moments are read as RFC 3339 spells them")
    func moments() {
        for (text, nanoseconds) in [
            ("1970-01-01T00:00:00Z", 0), ("1970-01-01", 0), ("1969-12-31T23:59:59.5Z", -500_000_000),
            ("2026-11-21T03:18:33.637492Z", 1_795_231_113_637_492_000),
            ("2026-11-21T04:18:33.637492+01:00", 1_795_231_113_637_492_000),
            ("2026-11-20T22:48:33.6374920009-04:30", 1_795_231_113_637_492_000),
            ("2000-02-29", 951_782_400_000_000_000),
            ("2026-11-21t03:18z", 1_795_231_080_000_000_000), ("2026-11-21 03:18:33Z", 1_795_231_113_000_000_000),
            ("9999-12-31", Int64.max), ("0001-01-01", Int64.min), ("2026-02-29", nil), ("1900-02-29", nil),
            ("2026-13-01", nil), ("2026-00-01", nil), ("2026-11-31", nil), ("2026-11-21T24:00Z", nil),
            ("2026-11-21T03:60Z", nil), ("2026-11-21T03:18:61Z", nil), ("2026-11-21T03:18:33", nil),
            ("2026-11-21T03:18:33.Z", nil), ("2026-11-21T03:18:33+1:00", nil), ("2026-11-21T03:18:33Zx", nil),
            ("26-11-21", nil), ("", nil), ("2026-11", nil),
        ] as [(String, Int64?)] {
            let found = FilterMoment.nanoseconds(Array(text.utf8).span)
            #expect(found == nanoseconds, "\(text)")
        }
    }

    @Test("a moment has digits at each of its places, not the signs beside them")
    func momentDigits() throws {
        let moment = Array("2026-11-21T03:18:33.637492+01:30".utf8)
        try #require(FilterMoment.nanoseconds(moment.span) != nil)
        for place in moment.indices where (48...57).contains(moment[place]) {
            for sign in [UInt8(ascii: "/"), UInt8(ascii: ":"), UInt8(ascii: "a"), 0, 255] {
                var other = moment
                other[place] = sign
                #expect(FilterMoment.nanoseconds(other.span) == nil, "\(sign) at \(place)")
            }
        }
    }

    @Test("a text that begins with an escape is compared by what it stands for")
    func escapes() async throws {
        var talk = Talk()
        for (id, text) in [(1, #"\u0061bc"#), (2, #"a\u0062c"#), (3, #"ab\u0063"#), (4, "abc"), (5, #"\\u0061bc"#)]
            as [(UInt16, String)]
        {
            let message = Bytes.upStream("app:id", #"{"id":"\#(text)"}"#)
            talk.frame(.client, Bytes.publish("ppMsgP", to: "bob", id: id, message))
        }
        let capture = CaptureFile.write(talk.segments)
        let passing = try await FilterTable.passing("content.id == abc", capture)
        #expect(passing == [2, 3, 4, 5])
    }

    @Test("text that is not well-formed is compared as lines show it, by every comparison")
    func illFormed() async throws {
        var talk = Talk()
        for (id, sender) in [
            (1, [0xFF, 0x78]), (2, [0xFE, 0x78]), (3, Array("\u{FFFD}x".utf8)), (4, Array("x".utf8)),
        ] as [(UInt16, [UInt8])] {
            let message =
                Bytes.field(1, sender) + Bytes.field(2, 1) + Bytes.field(4, "app:id") + Bytes.field(5, "{}")
                + Bytes.field(6, 1_795_000_000_000) + Bytes.field(7, 0)
            talk.frame(.server, Bytes.push("s_msg", to: "bob", id: id, message))
        }
        let capture = CaptureFile.write(talk.segments)
        for (condition, expected) in [
            ("== '\u{FFFD}x'", [2, 3, 4]), ("in {'\u{FFFD}x', y}", [2, 3, 4]),
            (">= '\u{FFFD}x'", [2, 3, 4]), ("<= '\u{FFFD}x'", [2, 3, 4, 5]), ("< '\u{FFFD}x'", [5]),
            ("contains '\u{FFFD}'", [2, 3, 4]), ("matches '^\u{FFFD}x$'", [2, 3, 4]), ("!= '\u{FFFD}x'", [5]),
            ("not in {'\u{FFFD}x'}", [5]),
        ] as [(String, [Int64])] {
            let passing = try await FilterTable.passing("message.sender \(condition)", capture)
            #expect(passing == expected, "\(condition)")
        }
    }

    @Test("durations are seconds and sizes bytes, without a loss")
    func units() throws {
        func literal(_ text: String) -> FilterLiteral {
            FilterLiteral(text: text, raw: text, isQuoted: false, position: 0, length: text.count)
        }
        for (text, expected) in [
            ("500ms", 0.5), ("1.5s", 1.5), ("4213us", 0.004213), ("4.213ms", 0.004213), ("2m", 120), ("2min", 120),
            ("1h", 3600), ("1d", 86400), ("1ns", 1e-9), ("5", nil), ("s", nil), ("1.s", nil), (".5s", nil),
            ("-1s", nil), ("60000000000ns", 60), ("9223372036s", 9_223_372_036), ("9223372037s", 9_223_372_037),
            ("9223372036854775807d", 0x1p63 * 86400),
        ] as [(String, Double?)] {
            let seconds = literal(text).seconds
            #expect(seconds.map { $0.order(to: .real(expected ?? -1)) } == expected.map { _ in .equal }, "\(text)")
        }
        for (text, expected) in [
            ("4KiB", 4096), ("1MiB", 1 << 20), ("2GiB", 2 << 30), ("1kB", 1000), ("1.5KiB", 1536), ("3B", 3),
            ("4K", nil), ("10000000000B", 10_000_000_000), ("9000000000GB", 9_000_000_000_000_000_000),
        ] as [(String, Int64?)] {
            #expect(literal(text).size == expected.map { .integer($0) }, "\(text)")
        }
        // What 64 bits hold is exact.
        #expect(literal("18446744073.709551615GB").size == .large(.max))
        #expect(literal("18446744073.709551616GB").size == .real(0x1p64))
        #expect(literal("9223372036854775807GiB").size == .real(0x1p93))
    }
}
