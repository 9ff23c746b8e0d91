import Reporting
import RongCloud
import WireFormat

/// Judges frames that follow the end of a session.
struct DisconnectRule: SessionRule {
    static let frameAfterDisconnect = FindingRule(
        id: "frame-after-disconnect",
        severity: .error,
        title: "A frame follows the end of the session.",
        basis: "After DISCONNECT the connection is closed; a client goes on with a new one, or not at all."
    )
    static let rules = [frameAfterDisconnect]

    private var end: (number: Int, time: Int64, sender: FrameSender, flow: Int)?
    private var isSaid = false

    init(limits: CheckLimits) {}

    mutating func observe(
        _ event: borrowing Event,
        _ bytes: Span<UInt8>,
        _ session: SessionFacts,
        _ log: inout FindingLog
    ) {
        guard let type = session.type else { return }
        if event.transport == .polling, type == .connect || type == .connack {
            end = nil
            isSaid = false
        }
        guard let end else {
            if type == .disconnect { end = (event.number, event.time, event.sender, event.flow.number) }
            return
        }
        // After a hole, an event can come out of the capture after later events.
        let passed = event.time.subtractingSaturated(end.time)
        guard passed > 0, !isSaid else { return }
        // The peer may have sent this frame before DISCONNECT reached it; two connections of long polling have no order.
        if event.sender != end.sender || event.flow.number != end.flow, passed <= CheckTimes.crossing { return }
        // One mistake makes one finding.
        isSaid = true
        log.add(
            Self.frameAfterDisconnect,
            event,
            with: [end.number],
            "\(type.name(in: event.transport.form)) from the \(event.sender.rawValue) after DISCONNECT"
        )
    }

    // Until now, the peer could not know of the end.
    mutating func resume(at time: Int64) {
        if let end { self.end?.time = max(end.time, time) }
    }
}
