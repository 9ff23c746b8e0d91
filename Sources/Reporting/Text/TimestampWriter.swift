package import WireFormat

/// Writes moments in the form of RFC 3339, UTC; the part down to the second is kept from one to the next.
package struct TimestampWriter: Sendable {
    private var second = Int64.min
    private var prefix: [UInt8] = []

    package init() {}

    /// Appends `2026-11-21T04:45:12.543437Z`.
    ///
    /// - Parameters:
    ///   - time: nanoseconds since 1970.
    ///   - digits: digits after the point: 3, 6 or 9.
    package mutating func append(_ time: Int64, digits: Int, to writer: inout ByteWriter) {
        var seconds = time / 1_000_000_000
        var fraction = time % 1_000_000_000
        if fraction < 0 {
            fraction += 1_000_000_000
            seconds -= 1
        }
        if seconds != second {
            second = seconds
            prefix = Self.prefix(seconds)
        }
        writer.append(prefix)
        let divisor: Int64 = digits == 9 ? 1 : digits == 6 ? 1000 : 1_000_000
        writer.append(decimal: UInt64(fraction / divisor), width: digits)
        writer.append(UInt8(ascii: "Z"))
    }

    /// A time in milliseconds since 1970, such as `2026-11-21T04:45:12.543Z`.
    package static func text(milliseconds: Int64) -> String {
        var times = TimestampWriter()
        var writer = ByteWriter(capacity: 24)
        times.append(milliseconds.multipliedSaturated(by: 1_000_000), digits: 3, to: &writer)
        return String(decoding: writer.array, as: UTF8.self)
    }

    /// A moment with six digits after the point.
    ///
    /// - Parameter time: nanoseconds since 1970.
    package static func text(_ time: Int64) -> String {
        var times = TimestampWriter()
        var writer = ByteWriter(capacity: 32)
        times.append(time, digits: 6, to: &writer)
        return String(decodingUTF8: writer.span)
    }

    private static func prefix(_ seconds: Int64) -> [UInt8] {
        let moment = CivilTime(unixSeconds: seconds)
        var writer = ByteWriter(capacity: 24)
        if moment.year < 0 { writer.append(UInt8(ascii: "-")) }
        writer.append(decimal: UInt64(moment.year.magnitude), width: max(4, String(moment.year.magnitude).count))
        for (mark, value) in [
            ("-", moment.month), ("-", moment.day), ("T", moment.hour), (":", moment.minute), (":", moment.second),
        ] {
            writer.append(text: mark)
            writer.append(decimal: UInt64(value), width: 2)
        }
        writer.append(UInt8(ascii: "."))
        return writer.array
    }
}
