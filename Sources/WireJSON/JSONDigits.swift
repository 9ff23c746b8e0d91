import WireFormat

/// Reads the spelling of a number that the parser has accepted.
enum JSONDigits {
    /// Returns the value of an integer's spelling; `nil` if it has a fraction or an exponent, or is out of range.
    static func int64(_ spelling: Span<UInt8>) -> Int64? {
        let isNegative = spelling.count > 0 && spelling[0] == UInt8(ascii: "-")
        guard let magnitude = magnitude(spelling, from: isNegative ? 1 : 0) else { return nil }
        if !isNegative { return Int64(exactly: magnitude) }
        guard magnitude <= Int64.min.magnitude else { return nil }
        return Int64(truncatingIfNeeded: 0 &- magnitude)
    }

    /// Returns the value of an integer's spelling; `nil` if it has a fraction or an exponent, or is out of range; `-0`
    /// is 0.
    static func uint64(_ spelling: Span<UInt8>) -> UInt64? {
        let isNegative = spelling.count > 0 && spelling[0] == UInt8(ascii: "-")
        guard let magnitude = magnitude(spelling, from: isNegative ? 1 : 0) else { return nil }
        return isNegative && magnitude != 0 ? nil : magnitude
    }

    /// Returns the nearest double; infinite if the number is out of range.
    static func double(_ spelling: Span<UInt8>) -> Double {
        if spelling.count <= 15, let small = int64(spelling), small != 0 { return Double(small) }
        return Double(String(decodingUTF8: spelling)) ?? .nan
    }

    private static func magnitude(_ spelling: Span<UInt8>, from start: Int) -> UInt64? {
        guard start < spelling.count else { return nil }
        var value: UInt64 = 0
        for index in start..<spelling.count {
            let digit = spelling[index] &- 48
            guard digit < 10 else { return nil }
            let (tens, tooLarge) = value.multipliedReportingOverflow(by: 10)
            let (sum, overflow) = tens.addingReportingOverflow(UInt64(digit))
            guard !tooLarge, !overflow else { return nil }
            value = sum
        }
        return value
    }
}
