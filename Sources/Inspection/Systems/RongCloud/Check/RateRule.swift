import RongCloud
import WireFormat

/// How many messages a client sends in a second.
struct RateRule: SessionRule {
    static let messageRate = FindingRule(
        id: "message-rate",
        severity: .warning,
        title: "The client sends more messages than the server takes.",
        basis: "A user may send 5 messages a second; the server refuses more with status 20604."
    )
    static let rules = [messageRate]

    /// Messages that a user may send in a second.
    static let most = 5
    /// The status of a message that was refused for it.
    static let refusal: UInt16 = 20604

    private let limits: CheckLimits
    /// The messages of the last second.
    private var recent: [(number: Int, time: Int64)] = []
    private var isBurst = false
    private var lastFinding = Int64.min

    init(limits: CheckLimits) {
        self.limits = limits
    }

    mutating func observe(
        _ event: borrowing Event,
        _ bytes: Span<UInt8>,
        _ session: SessionFacts,
        _ log: inout FindingLog
    ) {
        switch (event.frameType, event.sender) {
        case (.publish, .client) where !event.units.rongCloud.messages.isEmpty:
            recent.removeAll { event.time.subtractingSaturated($0.time) >= CheckTimes.second }
            if recent.count <= limits.evidence { recent.append((event.number, event.time)) }
            if recent.count <= Self.most {
                isBurst = false
            } else if !isBurst {
                isBurst = true
                let numbers = [event.number] + recent.dropLast().map(\.number)
                add(numbers, event, &log, "\(recent.count) messages in a second")
            }
        case (.puback, .server), (.queryack, .server):
            guard event.units.rongCloud.layout.status == Self.refusal,
                event.time.subtractingSaturated(CheckTimes.reordering) > lastFinding
            else { return }
            add([event.number], event, &log, "the server refused a message, for they come too fast (\(Self.refusal))")
        default: break
        }
    }

    private mutating func add(_ events: [Int], _ event: borrowing Event, _ log: inout FindingLog, _ text: String) {
        lastFinding = event.time
        log.add(Self.messageRate, flow: event.flow.number, events: events, time: event.time, text)
    }
}
