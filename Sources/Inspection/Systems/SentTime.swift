import Reporting
import WireFormat
import WireJSON

/// The time at which a chat message was sent, as an event shows it.
enum SentTime {
    /// Whether an event can show a time: times are shown, compared and filtered in nanoseconds of 64 bits, which last
    /// from 1677 to 2262.
    ///
    /// - Parameter milliseconds: the time since 1970.
    static func isShown(_ milliseconds: Int64) -> Bool {
        !milliseconds.multipliedReportingOverflow(by: 1_000_000).overflow
    }

    /// Returns the time in words; `nil` if an event cannot show it.
    static func text(milliseconds: Int64) -> JSONValue? {
        isShown(milliseconds) ? JSONValue(TimestampWriter.text(milliseconds: milliseconds)) : nil
    }
}

extension Event {
    /// Reports a message's time that cannot be shown as a time; the number is shown with the rest of the unit.
    mutating func diagnoseTime(_ milliseconds: Int64, path: @autoclosure () -> String, offset: Int = 0) {
        guard !SentTime.isShown(milliseconds) else { return }
        let text = "\(milliseconds) ms since 1970 is before 1677 or after 2262: it is not shown as a time"
        diagnose(.warning, "time-range", path: path(), offset: offset, text)
    }
}
