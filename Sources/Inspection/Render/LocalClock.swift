#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#else
    import Darwin
#endif

/// The time of day of a moment, on this machine's clock or in UTC.
struct LocalClock: Sendable {
    /// Whether times are given in UTC.
    var isUTC: Bool

    /// `04:45:12.543`.
    func timeOfDay(_ nanoseconds: Int64) -> String {
        var seconds = nanoseconds / 1_000_000_000
        var fraction = nanoseconds % 1_000_000_000
        if fraction < 0 {
            fraction += 1_000_000_000
            seconds -= 1
        }
        let hour: Int
        let minute: Int
        let second: Int
        if isUTC {
            let moment = CivilTime(unixSeconds: seconds)
            (hour, minute, second) = (moment.hour, moment.minute, moment.second)
        } else {
            var time = time_t(seconds)
            var parts = tm()
            localtime_r(&time, &parts)
            (hour, minute, second) = (Int(parts.tm_hour), Int(parts.tm_min), Int(parts.tm_sec))
        }
        return "\(Self.two(hour)):\(Self.two(minute)):\(Self.two(second))." + Self.three(fraction / 1_000_000)
    }

    private static func two(_ value: Int) -> String { value < 10 ? "0\(value)" : "\(value)" }

    private static func three(_ value: Int64) -> String {
        value < 10 ? "00\(value)" : value < 100 ? "0\(value)" : "\(value)"
    }
}
