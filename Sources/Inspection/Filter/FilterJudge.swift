import Reporting
import WireFormat
import WireJSON

/// Compares the values of a field with a condition.
struct FilterJudge: ValueVisitor {
    private let tests: [FilterTest]
    /// The matcher of each test that has a regular expression.
    private var matchers: [PatternMatcher?]
    private var current = 0
    private var isThere = false
    private var holds = false
    private var fails = false
    private var timestamps = TimestampWriter()

    init(_ tests: [FilterTest]) {
        self.tests = tests
        matchers = tests.map { $0.pattern.map(PatternMatcher.init) }
    }

    /// Resets the state and begins another condition.
    @inline(__always)
    mutating func begin(_ test: Int) {
        current = test
        isThere = false
        holds = false
        fails = false
    }

    /// Whether the condition is true for the values received.
    @inline(__always)
    var verdict: Bool {
        switch tests[current].quantifier {
        case .any: tests[current].operation == .exists ? isThere : holds
        case .all: isThere && !fails
        case .none: isThere && !holds
        }
    }

    @inline(__always)
    mutating func found() { isThere = true }

    @inline(__always)
    private mutating func note(_ accepted: Bool) {
        if accepted != tests[current].isInverted { holds = true } else { fails = true }
    }

    mutating func text(_ utf8: Span<UInt8>) {
        switch tests[current].operation {
        case .exists: break
        case .equal where tests[current].value.isText && tests[current].value.number == nil:
            if tests[current].value.says(utf8) { return note(true) }
            // A line shows U+FFFD for ill-formed bytes.
            guard !utf8.isASCII else { return note(false) }
            note(String(decodingUTF8: utf8).utf8.elementsEqual(tests[current].value.text))
        case .contains, .matches:
            guard !utf8.isASCII else { return search(utf8) }
            var text = String(decodingUTF8: utf8)
            text.withUTF8 { unsafe search(Span(_unsafeElements: $0)) }
        default:
            guard !utf8.isASCII else { return compare(utf8) }
            var text = String(decodingUTF8: utf8)
            text.withUTF8 { unsafe compare(Span(_unsafeElements: $0)) }
        }
    }

    private mutating func compare(_ utf8: Span<UInt8>) { note(tests[current].accepts { $0.order(of: utf8) }) }

    private mutating func search(_ utf8: Span<UInt8>) {
        if tests[current].operation == .contains {
            note(tests[current].search.isIn(utf8))
        } else {
            note(matchers[current]?.matches(utf8) ?? false)
        }
    }

    mutating func word(_ word: StaticString) {
        if tests[current].operation == .equal, tests[current].value.isText {
            return note(tests[current].value.says(word))
        }
        word.withUTF8Buffer { unsafe text(Span(_unsafeElements: $0)) }
    }

    mutating func number(_ value: Int64) { note(tests[current].accepts { $0.order(of: .integer(value)) }) }

    mutating func seconds(microseconds: Int64) {
        let value: FilterNumber =
            microseconds % 1_000_000 == 0 ? .integer(microseconds / 1_000_000) : .real(Double(microseconds) / 1e6)
        note(tests[current].accepts { $0.order(of: value) })
    }

    mutating func time(_ nanoseconds: Int64, digits: Int) {
        guard tests[current].operation == .contains || tests[current].operation == .matches else {
            return note(tests[current].accepts { $0.order(ofMoment: nanoseconds) })
        }
        var shown = ByteWriter(capacity: 32)
        timestamps.append(nanoseconds, digits: digits, to: &shown)
        search(shown.span)
    }

    mutating func truth(_ value: Bool) { note(tests[current].accepts { $0.truth == value ? .equal : nil }) }

    mutating func json(_ value: JSONView) {
        switch value.kind {
        case .string:
            let spelling = value.spelling
            let inside = spelling.extracting(1..<spelling.count - 1)
            guard inside.firstIndex(of: UInt8(ascii: "\\"), from: 0) != nil else { return text(inside) }
            var decoded = value.string ?? ""
            decoded.withUTF8 { unsafe text(Span(_unsafeElements: $0)) }
        case .number:
            guard let number = FilterNumber(value) else { return note(false) }
            note(tests[current].accepts { $0.order(of: number) })
        case .bool: truth(value.bool == true)
        case .null, .object, .array: note(false)
        }
    }
}
