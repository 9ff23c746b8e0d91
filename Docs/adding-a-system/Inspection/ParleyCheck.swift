import Parley
import Reporting
import WireFormat

/// All rules over one connection of Parley.
struct ParleyCheck: SessionCheck {
    static let numberRepeated = FindingRule(
        id: "parley-number-repeated",
        severity: .error,
        title: "A message has the number of an earlier one.",
        basis: "An ACK names its SAY by the number alone, so each end counts up."
    )
    static let sayBeforeWelcome = FindingRule(
        id: "parley-say-before-welcome",
        severity: .warning,
        title: "The client speaks before it is welcome.",
        basis: "What comes before WELCOME is passed over without an answer."
    )
    static let rules = [numberRepeated, sayBeforeWelcome]

    private(set) var lastNumber: Int
    /// The number of the latest HELLO's event; `nil` once HELLO is answered.
    private var hello: Int?
    /// The client's latest message, by number and event.
    private var latest: (number: UInt16, event: Int)?

    init(_ event: borrowing Event, limits: CheckLimits) { lastNumber = event.number }

    mutating func observe(_ event: borrowing Event, _ bytes: Span<UInt8>, _ log: inout FindingLog) {
        lastNumber = event.number
        switch (event.units.parley.frame, event.sender) {
        case (.hello, .client): hello = event.number
        case (.welcome, .server): hello = nil
        case (.say(let number, _, _, _), .client):
            if let latest, number == latest.number {
                add(Self.numberRepeated, event, latest.event, "number \(number) again", &log)
            }
            if let hello { add(Self.sayBeforeWelcome, event, hello, "HELLO is not answered yet", &log) }
            latest = (number, event.number)
        default: break
        }
    }

    mutating func finish(_ log: inout FindingLog) {}

    private func add(
        _ rule: FindingRule,
        _ event: borrowing Event,
        _ earlier: Int,
        _ text: String,
        _ log: inout FindingLog
    ) {
        log.add(rule, flow: event.flow.number, events: [event.number, earlier], time: event.time, text)
    }
}

extension ParleyDecoder {
    static var sessionCheck: any SessionCheck.Type { ParleyCheck.self }
}
