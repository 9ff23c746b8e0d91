import WireFormat

/// Parses times in the format of RFC 3339.
enum FilterMoment {
    /// Returns nanoseconds since 1970, clamped to 64 bits; `nil` for a text that is no time.
    ///
    /// Accepts a date alone, which means midnight in UTC, and a date with a time of day and a zone. The seconds and
    /// their fraction are optional: `2026-11-21T03:18Z`, `2026-11-21T04:18:33.5+01:00`.
    static func nanoseconds(_ text: Span<UInt8>) -> Int64? {
        var reader = Digits(text: text)
        guard let year = reader.number(4), reader.take("-"), let month = reader.number(2), reader.take("-"),
            let day = reader.number(2), (1...12).contains(month), (1...days(in: month, of: year)).contains(day)
        else { return nil }
        var seconds = Int64(dayNumber(year, month, day)) * 86400
        var fraction: Int64 = 0
        if !reader.isAtEnd {
            guard reader.take("T") || reader.take("t") || reader.take(" "), let hour = reader.number(2),
                reader.take(":"), let minute = reader.number(2), hour < 24, minute < 60
            else { return nil }
            var second = 0
            if reader.take(":") {
                // 60 is a leap second.
                guard let number = reader.number(2), number <= 60 else { return nil }
                second = number
                if reader.take(".") {
                    guard let digits = reader.fraction() else { return nil }
                    fraction = digits
                }
            }
            guard let zone = reader.zone(), reader.isAtEnd else { return nil }
            seconds += Int64(hour * 3600 + minute * 60 + second - zone)
        }
        return seconds.multipliedSaturated(by: Nanoseconds.perSecond).addingSaturated(fraction)
    }

    private static func days(in month: Int, of year: Int) -> Int {
        let isLeap = year % 4 == 0 && (year % 100 != 0 || year % 400 == 0)
        return month == 2 ? (isLeap ? 29 : 28) : [4, 6, 9, 11].contains(month) ? 30 : 31
    }

    /// Returns the number of days from 1970-01-01 to a date.
    private static func dayNumber(_ year: Int, _ month: Int, _ day: Int) -> Int {
        // A year that begins in March has the leap day at its end.
        let shifted = month <= 2 ? year - 1 : year
        let era = (shifted >= 0 ? shifted : shifted - 399) / 400
        let yearOfEra = shifted - era * 400
        let dayOfYear = (153 * (month + (month > 2 ? -3 : 9)) + 2) / 5 + day - 1
        return era * 146_097 + yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear - 719_468
    }

    private struct Digits: ~Escapable {
        let text: Span<UInt8>
        var position = 0

        @_lifetime(copy text)
        init(text: Span<UInt8>) { self.text = text }

        var isAtEnd: Bool { position == text.count }

        mutating func take(_ letter: Unicode.Scalar) -> Bool {
            guard position < text.count, text[position] == UInt8(ascii: letter) else { return false }
            position += 1
            return true
        }

        mutating func number(_ digits: Int) -> Int? {
            guard text.count - position >= digits else { return nil }
            var value = 0
            for _ in 0..<digits {
                let digit = text[position] &- 48
                guard digit < 10 else { return nil }
                value = value * 10 + Int(digit)
                position += 1
            }
            return value
        }

        /// Returns the digits after the point in nanoseconds; further digits are dropped.
        mutating func fraction() -> Int64? {
            var value: Int64 = 0
            var unit: Int64 = 100_000_000
            let start = position
            while position < text.count, text[position] &- 48 < 10 {
                value += Int64(text[position] &- 48) * unit
                unit /= 10
                position += 1
            }
            return position > start ? value : nil
        }

        /// Returns the offset of the zone from UTC, in seconds.
        mutating func zone() -> Int? {
            if take("Z") || take("z") { return 0 }
            let sign = take("+") ? 1 : take("-") ? -1 : 0
            guard sign != 0, let hours = number(2), take(":"), let minutes = number(2), hours < 24, minutes < 60 else {
                return nil
            }
            return sign * (hours * 3600 + minutes * 60)
        }
    }
}
