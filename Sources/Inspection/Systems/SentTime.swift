import Reporting
import WireFormat
import WireJSON

/// When a chat message was sent, as an event says it.
enum SentTime {
    /// Whether an event can say it: times are shown, compared and filtered in nanoseconds of 64 bits, which last from 1677 to
    /// 2262.
    ///
    /// - Parameter milliseconds: since 1970.
    static func isShown(_ milliseconds: Int64) -> Bool {
        !milliseconds.multipliedReportingOverflow(by: 1_000_000).overflow
    }

    /// The time in words, where an event can say it.
    static func text(milliseconds: Int64) -> JSONValue? {
        isShown(milliseconds) ? JSONValue(TimestampWriter.text(milliseconds: milliseconds)) : nil
    }
}

extension Event {
    /// Says that a message has no time that can be shown, if that is so; the number is shown with the rest of the unit.
    mutating func diagnoseTime(_ milliseconds: Int64, path: @autoclosure () -> String, offset: Int = 0) {
        guard !SentTime.isShown(milliseconds) else { return }
        let text = "\(milliseconds) ms since 1970 is before 1677 or after 2262: it is not shown as a time"
        diagnose(.warning, "time-range", path: path(), offset: offset, text)
    }
}
