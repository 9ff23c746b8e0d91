public import WireFormat

/// A JSON number in its own spelling: any length, any magnitude.
///
/// Two numbers are equal if their spelling is equal: `1`, `1.0` and `1e0` are three numbers.
public struct JSONNumber: Hashable, Sendable, ExpressibleByIntegerLiteral, CustomStringConvertible {
    /// The number's text.
    public let spelling: String

    /// The number's text.
    public var description: String { spelling }

    /// Takes a spelling that the parser has accepted.
    init(unchecked spelling: String) { self.spelling = spelling }

    /// Makes an integer.
    public init(_ value: some BinaryInteger) { spelling = String(value) }

    /// Makes an integer.
    public init(integerLiteral value: Int64) { self.init(value) }

    /// Makes the shortest spelling that reads back as `value`; `nil` for infinities and NaN, which JSON lacks.
    public init?(_ value: Double) {
        guard value.isFinite else { return nil }
        spelling = value.description
    }

    /// Parses a number and keeps its spelling.
    ///
    /// Throws `json`.
    public init(spelling: String) throws(WireError) {
        let bytes = Array(spelling.utf8)
        let first = ByteScan.peek(bytes.span, 0, bytes.count)
        guard first == UInt8(ascii: "-") || first &- 48 < 10 else { throw JSONFault.unexpected(0, "a number") }
        let end = try JSONScanner.number(bytes.span, from: 0, to: bytes.count)
        guard end == bytes.count else { throw JSONFault.unexpected(end, "the end") }
        self.init(unchecked: spelling)
    }

    /// The value of an integer's spelling; `nil` if it has a fraction or an exponent, or is out of range.
    public var int64: Int64? { ByteScan.withUTF8(spelling) { JSONDigits.int64($0) } }
    /// The value of an integer's spelling; `nil` if it has a fraction or an exponent, or is out of range.
    public var uint64: UInt64? { ByteScan.withUTF8(spelling) { JSONDigits.uint64($0) } }
    /// The nearest double; infinite if the number is out of range.
    public var double: Double { ByteScan.withUTF8(spelling) { JSONDigits.double($0) } }
}
