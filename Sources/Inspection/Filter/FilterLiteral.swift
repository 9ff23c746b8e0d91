/// A value as written in a filter.
struct FilterLiteral {
    /// The text of the value, with escapes decoded except in a regular expression.
    var text: String
    /// The text between the quotes as written; regular expressions use it, because they have their own escapes.
    var raw: String
    var isQuoted: Bool
    /// The position of its first character.
    var position: Int
    /// The number of characters, including quotes.
    var length: Int

    /// The value as written, including quotes.
    var spelling: String { isQuoted ? "\"\(raw)\"" : raw }

    func wrong(_ reason: String, suggestion: String? = nil) -> FilterError {
        FilterError(position: position, length: max(1, length), reason: reason, suggestion: suggestion)
    }

    /// The number, if the value is one: decimal, or an integer in hex.
    var number: FilterNumber? {
        guard !isQuoted, let first = text.utf8.first else { return nil }
        let digits = first == UInt8(ascii: "-") ? text.dropFirst() : text[...]
        guard let digit = digits.utf8.first, digit &- 48 < 10 else { return nil }
        if digits.hasPrefix("0x") {
            // Swift would accept a sign before the digits.
            guard digits.count == text.count, digits.dropFirst(2).first?.isHexDigit == true,
                let value = UInt64(digits.dropFirst(2), radix: 16)
            else { return nil }
            return FilterNumber(value)
        }
        if let integer = Int64(text) { return .integer(integer) }
        if let large = UInt64(text) { return .large(large) }
        // Only spellings that JSON accepts as numbers: no `1_000`, `0x1p4` or `1.`.
        guard digits.utf8.allSatisfy({ $0 &- 48 < 10 || "+-.eE".utf8.contains($0) }), digits.last != "." else {
            return nil
        }
        return Double(text).map { .real($0) }
    }

    /// The number of bytes, if the value is a size: `4KiB`, `1.5MB`.
    var size: FilterNumber? {
        let units: [(String, Int64)] = [
            ("KiB", 1 << 10), ("MiB", 1 << 20), ("GiB", 1 << 30), ("kB", 1000), ("KB", 1000), ("MB", 1_000_000),
            ("GB", 1_000_000_000), ("B", 1),
        ]
        guard let (billionths, unit) = scaled(units) else { return nil }
        let product = billionths * Int128(unit)
        let (whole, rest) = product.quotientAndRemainder(dividingBy: Self.billion)
        guard rest == 0, let bytes = UInt64(exactly: whole) else { return .real(Double(product) / 1e9) }
        return FilterNumber(bytes)
    }

    /// The number of seconds, if the value is a duration: `500ms`, `1.5s`, `2m`.
    var seconds: FilterNumber? {
        let units: [(String, Int64)] = [
            ("ns", 1), ("us", 1000), ("µs", 1000), ("ms", 1_000_000), ("min", 60_000_000_000), ("s", 1_000_000_000),
            ("m", 60_000_000_000), ("h", 3_600_000_000_000), ("d", 86_400_000_000_000),
        ]
        guard let (billionths, unit) = scaled(units) else { return nil }
        // `billionths` counts billionths of a unit. A unit of a second or more is a whole number of seconds, so that
        // the product cannot be too large. Fractions of a nanosecond are dropped, because no line shows them.
        let seconds = Int128(unit) / Self.billion
        let nanoseconds = seconds > 0 ? billionths * seconds : billionths * Int128(unit) / Self.billion
        return Int64(exactly: nanoseconds).map { FilterNumber(nanoseconds: $0) } ?? .real(Double(nanoseconds) / 1e9)
    }

    private static let billion: Int128 = 1_000_000_000

    /// Returns the billionths of a decimal number, and the unit after it.
    private func scaled(_ units: [(String, Int64)]) -> (Int128, Int64)? {
        guard !isQuoted, let unit = units.first(where: { text.hasSuffix($0.0) }) else { return nil }
        let parts = text.dropLast(unit.0.count).split(separator: ".", omittingEmptySubsequences: false)
        guard (1...2).contains(parts.count), parts.allSatisfy({ !$0.isEmpty && $0.utf8.allSatisfy { $0 &- 48 < 10 } })
        else { return nil }
        let fraction = parts.count == 2 ? parts[1].prefix(9) : ""
        guard let whole = Int64(parts[0]),
            let billionths = Int64(fraction + String(repeating: "0", count: 9 - fraction.count))
        else { return nil }
        return (Int128(whole) * Self.billion + Int128(billionths), unit.1)
    }

    /// The time, if the value is one, in nanoseconds since 1970.
    var moment: Int64? { FilterMoment.nanoseconds(Array(text.utf8).span) }
}
