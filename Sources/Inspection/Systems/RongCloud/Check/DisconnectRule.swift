import RongCloud
import WireFormat

/// The end of a session.
struct DisconnectRule: SessionRule {
    static let frameAfterDisconnect = FindingRule(
        id: "frame-after-disconnect",
        severity: .error,
        title: "A frame follows the end of the session.",
        basis: "After the server's DISCONNECT the connection is closed; a client goes on with a new one, or not at all."
    )
    static let rules = [frameAfterDisconnect]

    private var end: (number: Int, time: Int64)?

    init(limits: CheckLimits) {}

    mutating func observe(
        _ event: borrowing Event,
        _ bytes: Span<UInt8>,
        _ session: SessionFacts,
        _ log: inout FindingLog
    ) {
        guard let type = event.frameType else { return }
        if event.transport == .polling, type == .connect || type == .connack { end = nil }
        guard let end else {
            if type == .disconnect { end = (event.number, event.time) }
            return
        }
        // What the client sent before it knew is on the way.
        if event.sender == .client, event.time.subtractingSaturated(end.time) <= CheckTimes.crossing { return }
        log.add(
            Self.frameAfterDisconnect,
            flow: event.flow.number,
            events: [event.number, end.number],
            time: event.time,
            "\(type.name(in: event.transport.form)) from the \(event.sender.rawValue) after the DISCONNECT of event \(end.number)"
        )
        // One finding for what is one mistake.
        self.end = nil
    }
}
