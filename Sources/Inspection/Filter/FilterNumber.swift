import WireFormat
import WireJSON

/// A number of an event or a filter: integers of 64 bits, signed or unsigned, are exact.
enum FilterNumber: Hashable, Sendable {
    /// An integer.
    case integer(Int64)
    /// An integer above the signed ones.
    case large(UInt64)
    /// Any other number.
    case real(Double)

    init(_ value: UInt64) { self = Int64(exactly: value).map { .integer($0) } ?? .large(value) }

    /// A number of seconds.
    init(nanoseconds: Int64) {
        self =
            nanoseconds % 1_000_000_000 == 0
            ? .integer(nanoseconds / 1_000_000_000) : .real(Double(nanoseconds) / 1e9)
    }

    /// The number of a JSON value; `nil` when it is none.
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

    /// The number that a text says as a line of JSON spells integers of 64 bits; `nil` for any other spelling.
    init?(digits text: Span<UInt8>) {
        let isNegative = !text.isEmpty && text[0] == UInt8(ascii: "-")
        let first = isNegative ? 1 : 0
        guard text.count > first, text.count - first <= 20 else { return nil }
        // One zero is a number; with others before its digits it is a text.
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

    /// Whether it has no fraction.
    var isWhole: Bool {
        switch self {
        case .integer, .large: true
        case .real(let real): real.rounded(.towardZero) == real
        }
    }

    /// How it stands to another number; `nil` for what is no number.
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

    /// How an integer stands to any number, which may lie between two doubles.
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

/// How one value stands to another.
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
