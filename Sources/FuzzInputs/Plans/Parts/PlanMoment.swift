/// Formats times as in RFC 3339, by counting days year by year.
package enum PlanMoment {
    /// Returns a time in UTC, or in a zone that is `zone` minutes ahead.
    ///
    /// - Parameters:
    ///   - time: the time since 1970, in units of 10 to the power of minus `digits` seconds.
    ///   - digits: the number of decimals.
    package static func text(_ time: Int64, digits: Int, zone: Int? = nil) -> String {
        let unit = (0..<digits).reduce(Int64(1)) { product, _ in product * 10 }
        var seconds = time / unit
        var fraction = time % unit
        if fraction < 0 {
            seconds -= 1
            fraction += unit
        }
        seconds += Int64(zone ?? 0) * 60
        var days = seconds / 86400
        if seconds % 86400 < 0 { days -= 1 }
        let rest = Int(seconds - days * 86400)
        var year = 1970
        func length(_ year: Int) -> Int64 { year % 4 == 0 && (year % 100 != 0 || year % 400 == 0) ? 366 : 365 }
        while days < 0 {
            year -= 1
            days += length(year)
        }
        while days >= length(year) {
            days -= length(year)
            year += 1
        }
        var month = 1
        for count in [31, length(year) - 337, 31, 30, 31, 30, 31, 31, 30, 31, 30] as [Int64] {
            guard days >= count else { break }
            days -= count
            month += 1
        }
        func two(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }
        let point = digits > 0 ? "." + String(repeating: "0", count: digits - "\(fraction)".count) + "\(fraction)" : ""
        var offset = "Z"
        if let zone { offset = (zone < 0 ? "-" : "+") + two(abs(zone) / 60) + ":" + two(abs(zone) % 60) }
        let clock = "\(two(rest / 3600)):\(two(rest / 60 % 60)):\(two(rest % 60))"
        return "\(year)-\(two(month))-\(two(Int(days) + 1))T\(clock)\(point)\(offset)"
    }
}
