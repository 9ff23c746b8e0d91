import Reporting
import RongCloud
import WireFormat

/// Chat rooms: used between joining and leaving.
struct RoomRule: SessionRule {
    static let notJoined = FindingRule(
        id: "chatroom-not-joined",
        severity: .warning,
        title: "The client uses a chat room that it has not joined, or has left.",
        basis:
            "joinChrm or joinChrmR comes before chatMsg, chrmPull and the room's entries, and exitChrm ends it; the server "
            + "refuses others with 23406."
    )
    static let rules = [notJoined]

    private enum State: Sendable {
        case joined
        case left(Int)
        /// The room was not joined, and that is said.
        case said
    }

    private let limits: CheckLimits
    private var rooms: [[UInt8]: State] = [:]
    /// Rooms whose joining waits for its answer, by message id.
    private var joining: [UInt16: [UInt8]] = [:]

    init(limits: CheckLimits) {
        self.limits = limits
    }

    mutating func observe(
        _ event: borrowing Event,
        _ bytes: Span<UInt8>,
        _ session: SessionFacts,
        _ log: inout FindingLog
    ) {
        guard let topic = event.units.rongCloud.topic, let id = event.units.rongCloud.layout.messageId else { return }
        let topics = CheckTopics.shared
        if session.type == .queryack {
            guard !joining.isEmpty, let room = joining.removeValue(forKey: id) else { return }
            if event.units.rongCloud.layout.status != 0 { rooms[room] = nil }
            return
        }
        guard event.sender == .client, session.type == .query || session.type == .publish,
            topics.joinRoom.contains(topic) || topics.roomUses.contains(topic),
            let range = event.units.rongCloud.layout.targetId
        else { return }
        let room = Array(copying: bytes.extracting(range))
        let isKnown = rooms[room] != nil || rooms.count < limits.names
        if topic == topics.exitRoom {
            if isKnown { rooms[room] = .left(event.number) }
        } else if topics.joinRoom.contains(topic) {
            if isKnown { rooms[room] = .joined }
            if joining.count < limits.names { joining[id] = room }
        } else {
            judge(room, isKnown: isKnown, event, session, &log)
        }
    }

    private mutating func judge(
        _ room: [UInt8],
        isKnown: Bool,
        _ event: borrowing Event,
        _ session: SessionFacts,
        _ log: inout FindingLog
    ) {
        let topic = CheckTopics.name(event.units.rongCloud.topic)
        switch rooms[room] {
        case .joined, .said: return
        case .left(let number):
            log.add(Self.notJoined, event, with: [number], "\(topic) for room \(quoted(room.span)) after it was left")
        case nil:
            guard session.isWhole, isKnown else { return }
            log.add(Self.notJoined, event, "\(topic) for room \(quoted(room.span)) before it is joined")
        }
        rooms[room] = .said
    }
}
