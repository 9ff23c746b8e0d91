import Reporting
import WireFormat
import WireJSON

extension FindingLog {
    /// Adds a finding about an event, with other events that belong to it.
    mutating func add(
        _ rule: FindingRule,
        severity: Severity? = nil,
        _ event: borrowing Event,
        with others: [Int] = [],
        _ text: @autoclosure () -> String,
        details: @autoclosure () -> [JSONMember] = []
    ) {
        add(
            rule,
            severity: severity,
            flow: event.flow.number,
            events: [event.number] + others,
            time: event.time,
            text(),
            details: details()
        )
    }
}
