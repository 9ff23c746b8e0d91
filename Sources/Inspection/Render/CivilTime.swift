import WireFormat

/// A moment as year, month, day and time of day.
struct CivilTime: Hashable, Sendable {
    var year: Int
    var month: Int
    var day: Int
    var hour: Int
    var minute: Int
    var second: Int

    /// The UTC date and time of a Unix time in seconds.
    init(unixSeconds: Int64) {
        let days = unixSeconds >= 0 ? unixSeconds / 86400 : (unixSeconds - 86399) / 86400
        let rest = Int(unixSeconds - days * 86400)
        hour = rest / 3600
        minute = rest / 60 % 60
        second = rest % 60
        // Days since 0000-03-01 fall into eras of 400 years, which all have the same length.
        let shifted = Int(days) + 719_468
        let era = (shifted >= 0 ? shifted : shifted - 146_096) / 146_097
        let dayOfEra = shifted - era * 146_097
        let yearOfEra = (dayOfEra - dayOfEra / 1460 + dayOfEra / 36524 - dayOfEra / 146_096) / 365
        let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
        let marchMonth = (5 * dayOfYear + 2) / 153
        day = dayOfYear - (153 * marchMonth + 2) / 5 + 1
        month = marchMonth < 10 ? marchMonth + 3 : marchMonth - 9
        year = yearOfEra + era * 400 + (month <= 2 ? 1 : 0)
    }
}

/// Writes moments in the form of RFC 3339, UTC; the part down to the second is kept from one to the next.
struct TimestampWriter: Sendable {
    private var second = Int64.min
    private var prefix: [UInt8] = []

    /// Appends `2026-11-21T04:45:12.543437Z`.
    ///
    /// - Parameters:
    ///   - time: nanoseconds since 1970.
    ///   - digits: digits after the point: 3, 6 or 9.
    mutating func append(_ time: Int64, digits: Int, to writer: inout ByteWriter) {
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
    static func text(milliseconds: Int64) -> String {
        var times = TimestampWriter()
        var writer = ByteWriter(capacity: 24)
        times.append(milliseconds.multipliedSaturated(by: 1_000_000), digits: 3, to: &writer)
        return String(decoding: writer.array, as: UTF8.self)
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
