import Reporting
import RongCloud
import WireFormat

/// Judges whether chat rooms are used only between joining and leaving.
///
/// The server's answer decides. A client that asked to join is in the room until the server refuses. A client that
/// asked to leave is in the room until the server agrees. If the server grants a use of a room, the room is joined,
/// whatever else was seen.
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

    private enum Membership: Sendable {
        case unknown
        case joined
        /// The room was left; the value is the number of the event that asked to leave.
        case left(Int)
        /// The room was used without being joined, and this was reported.
        case said
    }

    /// The use of a room that does not seem to be joined; the server's answer decides.
    private struct Use: Sendable {
        var flow: Int
        var events: [Int]
        var time: Int64
        var text: String
    }

    private struct Room: Sendable {
        var membership = Membership.unknown
        /// The number of requests to join that wait for their answer.
        var joinings = 0
        var use: Use?
    }

    /// A QUERY to join or leave a room.
    private struct Passage: Sendable {
        var room: [UInt8]
        var number: Int
        var isExit: Bool
    }

    /// A request that uses a room, as its answer names it.
    private struct Request: Hashable, Sendable {
        var id: UInt16
        var isQuery: Bool
    }

    private let limits: CheckLimits
    private var rooms: [[UInt8]: Room] = [:]
    /// The requests to join or leave that wait for their QUERYACK, by message id.
    private var passages: [UInt16: Passage] = [:]
    /// The rooms of uses that wait for their PUBACK or QUERYACK.
    private var uses: [Request: [UInt8]] = [:]

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
        switch (session.type, event.sender) {
        case (.queryack, .server):
            let isGranted = event.units.rongCloud.layout.status == 0
            if !passages.isEmpty, let passage = passages.removeValue(forKey: id) { take(passage, isGranted: isGranted) }
            answer(Request(id: id, isQuery: true), isGranted: isGranted, &log)
        case (.puback, .server):
            let isGranted = event.units.rongCloud.layout.status == 0
            answer(Request(id: id, isQuery: false), isGranted: isGranted, &log)
        case (.query, .client), (.publish, .client): take(topic, id, event, bytes, session, &log)
        default: break
        }
    }

    mutating func loseFrames() {
        // The missing frames may have joined the room, or refused its use.
        rooms = [:]
        passages = [:]
        uses = [:]
    }

    mutating func finish(_ session: SessionFacts, _ log: inout FindingLog) {
        func number(_ room: [UInt8]) -> Int { rooms[room]?.use?.events.first ?? 0 }
        for room in uses.values.sorted(by: { number($0) < number($1) }) { say(room, &log) }
        uses = [:]
    }

    // MARK: Requests

    private mutating func take(
        _ topic: Int,
        _ id: UInt16,
        _ event: borrowing Event,
        _ bytes: Span<UInt8>,
        _ session: SessionFacts,
        _ log: inout FindingLog
    ) {
        let topics = CheckTopics.shared
        let isExit = topic == topics.exitRoom
        let isPassage = isExit || topics.joinRoom.contains(topic)
        guard isPassage || topics.roomUses.contains(topic), let range = event.units.rongCloud.layout.targetId else {
            return
        }
        let room = Array(copying: bytes.extracting(range))
        guard rooms[room] != nil || rooms.count < limits.names else { return }
        guard isPassage else { return judge(topic, id, room, event, session, &log) }
        guard passages.count < limits.names else {
            // The answer will not be recognised: assume that the server grants the request.
            rooms[room, default: Room()].membership = isExit ? .left(event.number) : .joined
            return
        }
        if let passage = passages.updateValue(Passage(room: room, number: event.number, isExit: isExit), forKey: id),
            !passage.isExit
        {
            rooms[passage.room]?.joinings -= 1
        }
        if !isExit { rooms[room, default: Room()].joinings += 1 }
    }

    private mutating func take(_ passage: Passage, isGranted: Bool) {
        if !passage.isExit { rooms[passage.room]?.joinings -= 1 }
        guard isGranted else { return }
        rooms[passage.room, default: Room()].membership = passage.isExit ? .left(passage.number) : .joined
    }

    // MARK: Uses

    private mutating func judge(
        _ topic: Int,
        _ id: UInt16,
        _ room: [UInt8],
        _ event: borrowing Event,
        _ session: SessionFacts,
        _ log: inout FindingLog
    ) {
        var state = rooms[room] ?? Room()
        guard state.joinings == 0, state.use == nil else { return }
        let name = CheckTopics.name(topic)
        var use = Use(flow: event.flow.number, events: [event.number], time: event.time, text: "")
        switch state.membership {
        case .joined, .said: return
        case .left(let number):
            use.events.append(number)
            use.text = "\(name) for room \(quoted(room.span)) after it was left"
        case .unknown:
            guard session.isWhole else { return }
            use.text = "\(name) for room \(quoted(room.span)) before it is joined"
        }
        state.use = use
        rooms[room] = state
        let isQuery = session.type == .query
        guard isQuery || event.units.rongCloud.layout.header.qos > 0, uses.count < limits.names else {
            return say(room, &log)
        }
        if let other = uses.updateValue(room, forKey: Request(id: id, isQuery: isQuery)) { say(other, &log) }
    }

    /// Decides about the use that an answer belongs to.
    private mutating func answer(_ request: Request, isGranted: Bool, _ log: inout FindingLog) {
        guard !uses.isEmpty, let room = uses.removeValue(forKey: request) else { return }
        guard isGranted else { return say(room, &log) }
        rooms[room]?.membership = .joined
        rooms[room]?.use = nil
    }

    /// Reports the use of a room that is not joined.
    private mutating func say(_ room: [UInt8], _ log: inout FindingLog) {
        guard let use = rooms[room]?.use else { return }
        rooms[room]?.use = nil
        if case .joined? = rooms[room]?.membership {} else { rooms[room]?.membership = .said }
        log.add(Self.notJoined, flow: use.flow, events: use.events, time: use.time, use.text)
    }
}
