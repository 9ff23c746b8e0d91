import Reporting
import RongCloud
import WireFormat

/// Judges the client's counter of message ids.
struct MessageIdRules: SessionRule {
    static let zero = FindingRule(
        id: "message-id-zero",
        severity: .error,
        title: "A request has the message id 0.",
        basis: "Message ids go from 1 to 65535: the counter is incremented before it is used, and after 65535 comes 1."
    )
    static let order = FindingRule(
        id: "message-id-order",
        severity: .warning,
        title: "The client's message ids do not count up.",
        basis:
            "PUBLISH and QUERY of a client share one counter that is incremented before each use; after 65535 comes 1."
    )
    static let rules = [zero, order]

    /// A drop of the id by at least 65535 minus this number counts as a wrap-around of the counter.
    private static let turn: UInt16 = 1024
    /// The number of ids by which long-polling requests on several connections may overtake each other.
    private static let overtaking: UInt16 = 16

    /// The latest request; `isOver` tells whether it was answered or asks for no answer.
    private var last: (id: UInt16, number: Int, isOver: Bool)?
    private var isConstantSaid = false

    init(limits: CheckLimits) {}

    mutating func observe(
        _ event: borrowing Event,
        _ bytes: Span<UInt8>,
        _ session: SessionFacts,
        _ log: inout FindingLog
    ) {
        guard let type = session.type else { return }
        guard let id = event.units.rongCloud.layout.messageId else {
            return judgeBeyondRange(event, session, &log)
        }
        if event.sender == .server {
            if type == .puback || type == .queryack, last?.id == id { last?.isOver = true }
            return
        }
        guard type == .publish || type == .query else { return }
        // Only the SDKs' counters are known.
        guard session.generation != nil else { return }
        guard id > 0 else {
            log.add(Self.zero, event, "\(type.name(in: event.transport.form)) with message id 0")
            return
        }
        // What is sent again keeps its id.
        guard !event.units.rongCloud.layout.header.dup else { return }
        let isOver = event.units.rongCloud.layout.header.qos == 0 && type == .publish
        guard let before = last else {
            last = (id, event.number, isOver)
            return
        }
        if event.transport == .polling, id < before.id, before.id - id <= Self.overtaking { return }
        last = (id, event.number, isOver)
        if id == before.id {
            // While the first use waits for its answer, `message-id-reused` reports the second one.
            guard before.isOver, !isConstantSaid else { return }
            isConstantSaid = true
            log.add(Self.order, event, with: [before.number], "message id \(id) twice in a row")
        } else if id < before.id, before.id - id < UInt16.max - Self.turn {
            log.add(Self.order, event, with: [before.number], "message id \(id) follows \(before.id)")
        }
    }

    mutating func observeUnreadable(
        _ event: borrowing Event,
        _ bytes: Span<UInt8>,
        _ session: SessionFacts,
        _ log: inout FindingLog
    ) {
        judgeBeyondRange(event, session, &log)
    }

    /// Judges a message id in a URL that is no number of 16 bits.
    ///
    /// Over long polling, v4 goes on counting after 65535 (known from its source).
    private func judgeBeyondRange(_ event: borrowing Event, _ session: SessionFacts, _ log: inout FindingLog) {
        // A confirmation repeats the id of its request.
        guard session.type != .querycon, let text = SessionFacts.wideId(event) else { return }
        log.add(Self.order, event, text)
    }

    mutating func loseFrames() { last = nil }
}
