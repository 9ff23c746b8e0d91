import WireFormat
import WireJSON

/// A number of an event or a filter; signed and unsigned 64-bit integers are exact.
enum FilterNumber: Hashable, Sendable {
    /// A signed 64-bit integer.
    case integer(Int64)
    /// An integer above `Int64.max`.
    case large(UInt64)
    /// Any other number.
    case real(Double)

    init(_ value: UInt64) { self = Int64(exactly: value).map { .integer($0) } ?? .large(value) }

    /// A number of seconds.
    init(nanoseconds: Int64) {
        self =
            nanoseconds % Nanoseconds.perSecond == 0
            ? .integer(nanoseconds / Nanoseconds.perSecond) : .real(Double(nanoseconds) / 1e9)
    }

    /// The number of a JSON value; `nil` if the value is not a number.
    init?(_ value: JSONView) {
        if let integer = value.int64 {
            self = .integer(integer)
        } else if let large = value.uint64 {
            self = .large(large)
        } else if let real = value.double {
            self = .real(real)
        } else {
            return nil
        }
    }

    /// Parses a 64-bit integer as a JSON line spells it; `nil` for any other spelling.
    init?(digits text: Span<UInt8>) {
        let isNegative = !text.isEmpty && text[0] == UInt8(ascii: "-")
        let first = isNegative ? 1 : 0
        guard text.count > first, text.count - first <= 20 else { return nil }
        // A single zero is a number; a text with leading zeros is not.
        guard text[first] != UInt8(ascii: "0") || text.count == 1 else { return nil }
        var value: UInt64 = 0
        for index in first..<text.count {
            let digit = text[index] &- 48
            guard digit < 10 else { return nil }
            let (tens, tooLarge) = value.multipliedReportingOverflow(by: 10)
            let (sum, overflow) = tens.addingReportingOverflow(UInt64(digit))
            guard !tooLarge, !overflow else { return nil }
            value = sum
        }
        if isNegative {
            guard value <= Int64.min.magnitude else { return nil }
            self = .integer(Int64(truncatingIfNeeded: 0 &- value))
        } else {
            self.init(value)
        }
    }

    /// Whether the number has no fraction.
    var isWhole: Bool {
        switch self {
        case .integer, .large: true
        case .real(let real): real.rounded(.towardZero) == real
        }
    }

    /// Returns the order of this number relative to another; `nil` if either is NaN.
    func order(to other: FilterNumber) -> FilterOrder? {
        switch (self, other) {
        case (.integer(let one), .integer(let two)): FilterOrder(one, two)
        case (.large(let one), .large(let two)): FilterOrder(one, two)
        case (.integer, .large): .less
        case (.large, .integer): .greater
        case (.real(let one), .real(let two)): one.isNaN || two.isNaN ? nil : FilterOrder(one, two)
        case (_, .real(let real)): whole(to: real)
        case (.real(let real), _): other.whole(to: real)?.inverted
        }
    }

    /// Returns the order of this integer relative to a double, which may lie between two integers.
    private func whole(to real: Double) -> FilterOrder? {
        guard !real.isNaN else { return nil }
        if real >= 0x1p64 { return .less }
        if real < -0x1p63 { return .greater }
        let floor = real.rounded(.down)
        let whole: FilterNumber = floor < 0x1p63 ? .integer(Int64(floor)) : .large(UInt64(floor))
        let order = order(to: whole)
        return order == .equal && real > floor ? .less : order
    }
}

/// The order of one value relative to another.
enum FilterOrder: Sendable {
    case less
    case equal
    case greater

    init<Value: Comparable>(_ one: Value, _ other: Value) {
        self = one < other ? .less : one > other ? .greater : .equal
    }

    var inverted: FilterOrder {
        switch self {
        case .less: .greater
        case .equal: .equal
        case .greater: .less
        }
    }
}
