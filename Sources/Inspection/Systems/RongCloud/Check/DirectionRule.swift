import Reporting
import RongCloud
import WireFormat

/// Judges the direction of frames: some types are sent only by the client, others only by the server.
struct DirectionRule: SessionRule {
    static let wrongDirection = FindingRule(
        id: "wrong-direction",
        severity: .error,
        title: "A frame comes from the end that does not send its type.",
        basis: "Clients send CONNECT, QUERY, QUERYCON and PINGREQ; servers send CONNACK, QUERYACK and PINGRESP."
    )
    static let rules = [wrongDirection]

    init(limits: CheckLimits) {}

    mutating func observe(
        _ event: borrowing Event,
        _ bytes: Span<UInt8>,
        _ session: SessionFacts,
        _ log: inout FindingLog
    ) {
        guard let type = session.type, let owner = type.onlySender, event.sender != owner else { return }
        log.add(
            Self.wrongDirection,
            event,
            "\(type.name(in: event.transport.form)) from the \(event.sender.rawValue); only the \(owner.rawValue) sends it"
        )
    }
}
