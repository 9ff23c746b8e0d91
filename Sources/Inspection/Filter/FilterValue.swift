import WireFormat

/// A value that a filter compares with, in all its possible meanings.
struct FilterValue: Hashable, Sendable {
    /// The text as written, without quotes.
    let text: [UInt8]
    /// Whether the value may be a text.
    var isText = false
    /// The number, if the value may be a number, a size, or a duration in seconds.
    var number: FilterNumber?
    /// The time in nanoseconds since 1970, if the value may be a time.
    var moment: Int64?
    /// The truth value, if the value may be one.
    var truth: Bool?

    /// Whether a text is equal to the written text.
    func says(_ utf8: Span<UInt8>) -> Bool { text.span.equals(utf8) }

    /// Whether a word is equal to the written text.
    func says(_ word: StaticString) -> Bool { text.span.equals(word) }

    /// Returns the order of an event's text relative to the value; `nil` if they cannot be compared.
    func order(of utf8: Span<UInt8>) -> FilterOrder? {
        if let number {
            if let digits = FilterNumber(digits: utf8) { return digits.order(to: number) }
            // Numbers beyond 64 bits with the same spelling are equal.
            return utf8.equals(text.span) ? .equal : nil
        }
        if let moment { return FilterMoment.nanoseconds(utf8).map { FilterOrder($0, moment) } }
        return isText ? Self.order(utf8, text.span) : nil
    }

    /// Returns the order of an event's number relative to the value.
    func order(of value: FilterNumber) -> FilterOrder? { number.flatMap { value.order(to: $0) } }

    /// Returns the order of an event's time relative to the value.
    func order(ofMoment nanoseconds: Int64) -> FilterOrder? { moment.map { FilterOrder(nanoseconds, $0) } }

    /// Orders texts by code points, which is also the order of their UTF-8 bytes.
    private static func order(_ one: Span<UInt8>, _ other: Span<UInt8>) -> FilterOrder {
        let common = min(one.count, other.count)
        for index in 0..<common where one[index] != other[index] {
            return one[index] < other[index] ? .less : .greater
        }
        return FilterOrder(one.count, other.count)
    }
}
