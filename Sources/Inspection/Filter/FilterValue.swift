import WireFormat
import WireJSON

/// A value that a filter compares with, and what it may stand for.
struct FilterValue: Hashable, Sendable {
    /// As it was written, without its quotes.
    let text: [UInt8]
    /// Whether it stands for that text.
    var isText = false
    /// The number, size or duration that it stands for; durations in seconds.
    var number: FilterNumber?
    /// The moment in nanoseconds since 1970.
    var moment: Int64?
    /// True or false.
    var truth: Bool?

    /// Whether it is written like this.
    func says(_ utf8: Span<UInt8>) -> Bool { text.span.equals(utf8) }

    /// Whether it is written like this.
    func says(_ word: StaticString) -> Bool { text.span.equals(word) }

    /// How a text of an event stands to it; `nil` where they can not be compared.
    func order(of utf8: Span<UInt8>) -> FilterOrder? {
        if let number {
            if let digits = FilterNumber(digits: utf8) { return digits.order(to: number) }
            // Numbers beyond 64 bits that are spelt alike.
            return utf8.equals(text.span) ? .equal : nil
        }
        if let moment { return FilterMoment.nanoseconds(utf8).map { FilterOrder($0, moment) } }
        return isText ? Self.order(utf8, text.span) : nil
    }

    /// How a number of an event stands to it.
    func order(of value: FilterNumber) -> FilterOrder? { number.flatMap { value.order(to: $0) } }

    /// How a moment of an event stands to it.
    func order(ofMoment nanoseconds: Int64) -> FilterOrder? { moment.map { FilterOrder(nanoseconds, $0) } }

    /// Texts are ordered by code points, which is the order of their UTF-8.
    private static func order(_ one: Span<UInt8>, _ other: Span<UInt8>) -> FilterOrder {
        let common = min(one.count, other.count)
        for index in 0..<common where one[index] != other[index] {
            return one[index] < other[index] ? .less : .greater
        }
        return FilterOrder(one.count, other.count)
    }
}
