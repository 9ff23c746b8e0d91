package import WireFormat

/// Writes times in the form of RFC 3339, in UTC; the text down to the second is reused within the second.
package struct TimestampWriter: Sendable {
    private var second = Int64.min
    private var prefix: [UInt8] = []

    package init() {}

    /// Appends `2026-11-21T04:45:12.543437Z`.
    ///
    /// - Parameters:
    ///   - time: the time in nanoseconds since 1970.
    ///   - digits: the number of digits after the point: 3, 6 or 9.
    package mutating func append(_ time: Int64, digits: Int, to writer: inout ByteWriter) {
        let (seconds, fraction) = Self.split(time)
        if seconds != second {
            second = seconds
            var begun = ByteWriter(capacity: 24)
            Self.appendPrefix(seconds, to: &begun)
            prefix = begun.array
        }
        writer.append(prefix)
        let divisor: Int64 = digits == 9 ? 1 : digits == 6 ? 1000 : 1_000_000
        writer.append(decimal: UInt64(fraction / divisor), width: digits)
        writer.append(UInt8(ascii: "Z"))
    }

    /// Returns a time in milliseconds since 1970 as text, such as `2026-11-21T04:45:12.543Z`.
    package static func text(milliseconds: Int64) -> String {
        var writer = ByteWriter(capacity: 24)
        append(milliseconds: milliseconds, to: &writer)
        return String(decodingUTF8: writer.span)
    }

    /// Appends a time in milliseconds since 1970, such as `2026-11-21T04:45:12.543Z`.
    package static func append(milliseconds: Int64, to writer: inout ByteWriter) {
        // Nanoseconds in 64 bits would end in 2262.
        let (seconds, fraction) = milliseconds.quotientAndRemainder(dividingBy: 1000)
        appendPrefix(fraction < 0 ? seconds - 1 : seconds, to: &writer)
        writer.append(decimal: UInt64(fraction < 0 ? fraction + 1000 : fraction), width: 3)
        writer.append(UInt8(ascii: "Z"))
    }

    /// Returns a time as text with six digits after the point.
    ///
    /// - Parameter time: the time in nanoseconds since 1970.
    package static func text(_ time: Int64) -> String {
        var times = TimestampWriter()
        var writer = ByteWriter(capacity: 32)
        times.append(time, digits: 6, to: &writer)
        return String(decodingUTF8: writer.span)
    }

    /// Returns whole seconds since 1970, and the remaining nanoseconds.
    private static func split(_ time: Int64) -> (seconds: Int64, fraction: Int64) {
        let (seconds, fraction) = time.quotientAndRemainder(dividingBy: Nanoseconds.perSecond)
        return fraction < 0 ? (seconds - 1, fraction + Nanoseconds.perSecond) : (seconds, fraction)
    }

    /// Appends a time down to the second, and the point.
    private static func appendPrefix(_ seconds: Int64, to writer: inout ByteWriter) {
        let moment = CivilTime(unixSeconds: seconds)
        if moment.year < 0 { writer.append(UInt8(ascii: "-")) }
        let year = UInt64(moment.year.magnitude)
        if year < 10_000 { writer.append(decimal: year, width: 4) } else { writer.append(decimal: year) }
        func append(_ mark: UInt8, _ value: Int) {
            writer.append(mark)
            writer.append(decimal: UInt64(value), width: 2)
        }
        append(UInt8(ascii: "-"), moment.month)
        append(UInt8(ascii: "-"), moment.day)
        append(UInt8(ascii: "T"), moment.hour)
        append(UInt8(ascii: ":"), moment.minute)
        append(UInt8(ascii: ":"), moment.second)
        writer.append(UInt8(ascii: "."))
    }
}
