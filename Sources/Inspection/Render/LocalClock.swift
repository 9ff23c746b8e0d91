import Reporting
import WireFormat

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#else
    import Darwin
#endif

/// The date and time of day of moments, in local time or UTC; the texts of the last second are cached.
struct LocalClock: Sendable {
    /// Whether times are in UTC.
    var isUTC: Bool
    private var second = Int64.min
    /// The time of day of the cached second, such as `04:45:12.`.
    private var timeOfDay: [UInt8] = []
    /// The date of the cached second.
    private(set) var date = ""

    init(isUTC: Bool) { self.isUTC = isUTC }

    /// Moves to a moment, which ``date`` and ``append(_:to:)`` then show.
    ///
    /// - Returns: the milliseconds since the second began.
    mutating func look(at nanoseconds: Int64) -> Int64 {
        var seconds = nanoseconds / Nanoseconds.perSecond
        var fraction = nanoseconds % Nanoseconds.perSecond
        if fraction < 0 {
            fraction += Nanoseconds.perSecond
            seconds -= 1
        }
        if seconds != second { change(to: seconds) }
        return fraction / 1_000_000
    }

    /// Appends `04:45:12.543`, or `2026-11-21 04:45:12.543`.
    mutating func append(_ nanoseconds: Int64, withDate: Bool = false, to piece: inout TextPiece) {
        let milliseconds = look(at: nanoseconds)
        if withDate {
            for byte in date.utf8 { piece.append(byte) }
            piece.append(UInt8(ascii: " "))
        }
        piece.append(ascii: timeOfDay)
        piece.append(decimal: UInt64(milliseconds), width: 3)
    }

    private mutating func change(to seconds: Int64) {
        second = seconds
        var moment = CivilTime(unixSeconds: seconds)
        if !isUTC {
            var time = time_t(seconds)
            var parts = tm()
            localtime_r(&time, &parts)
            moment.year = Int(parts.tm_year) + 1900
            moment.month = Int(parts.tm_mon) + 1
            moment.day = Int(parts.tm_mday)
            moment.hour = Int(parts.tm_hour)
            moment.minute = Int(parts.tm_min)
            moment.second = Int(parts.tm_sec)
        }
        func two(_ value: Int) -> String { value < 10 ? "0\(value)" : "\(value)" }
        timeOfDay = Array("\(two(moment.hour)):\(two(moment.minute)):\(two(moment.second)).".utf8)
        date = "\(moment.year)-\(two(moment.month))-\(two(moment.day))"
    }
}
