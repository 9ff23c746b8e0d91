import Reporting
import RongCloud
import WireFormat

/// Judges whether the client asks for messages after a notice, and after an unfinished answer.
struct PullRules: SessionRule {
    static let notifyWithoutPull = FindingRule(
        id: "notify-without-pull",
        severity: .warning,
        title: "The client did not ask for what a notice announced.",
        basis:
            "After s_ntf a client sends chrmPull for the room (type 2) or pullMsg; after s_cmd, in v4 and v5, what its "
            + "type says; after s_us, in v5, pullUS."
    )
    static let pullUnfinished = FindingRule(
        id: "pull-unfinished",
        severity: .warning,
        title: "The client does not ask for the rest of its messages.",
        basis: "An answer to pullMsg with finished false has more to come: the client asks again with the new cursor."
    )
    static let rules = [notifyWithoutPull, pullUnfinished]

    private struct Notice: Sendable {
        var number: Int
        var time: Int64
        /// The topic of the QUERY that is due.
        var pull: Int
        /// The room's id, if the notice is about a room.
        var room: [UInt8]?
        /// The time that the notice announces, in Unix milliseconds; 0 if it announces none.
        var happened: Int64
        /// Whether this is an unfinished answer instead of a notice.
        var isUnfinished = false
    }

    private let limits: CheckLimits
    /// The notices in the order of their times.
    private var notices: [Notice] = []
    /// The rooms that the client asked to leave and did not join again: it asks for nothing of theirs.
    private var left: Set<[UInt8]> = []
    /// The time up to which the server has delivered the inbox, in Unix milliseconds.
    private var delivered: Int64 = 0
    /// The time of a pullMsg that has no answer yet.
    ///
    /// Until the answer arrives, the client drops pushed messages, because the answer contains them.
    private var pulling: Int64?

    init(limits: CheckLimits) {
        self.limits = limits
    }

    mutating func observe(
        _ event: borrowing Event,
        _ bytes: Span<UInt8>,
        _ session: SessionFacts,
        _ log: inout FindingLog
    ) {
        // A client that has left asks for nothing more.
        guard !session.isOver else { return }
        switch (session.type, event.sender) {
        case (.publish, .server) where event.units.rongCloud.layout.header.dup: break
        case (.publish, .server) where event.units.rongCloud.topic == CheckTopics.shared.message:
            take(message: event, bytes, session)
        case (.publish, .server) where event.time > session.disorderUntil: take(notice: event, bytes, session)
        case (.query, .client):
            guard let topic = event.units.rongCloud.topic else { break }
            let topics = CheckTopics.shared
            if topic == topics.pullMessages { pulling = event.time }
            let target = event.units.rongCloud.layout.targetId
            if topic == topics.exitRoom || topics.joinRoom.contains(topic), let target {
                pass(Array(copying: bytes.extracting(target)), isExit: topic == topics.exitRoom)
            }
            guard !notices.isEmpty else { break }
            notices.removeAll { notice in
                guard notice.pull == topic else { return false }
                guard topic == topics.pullRoom, let room = notice.room else { return true }
                return target.map { bytes.extracting($0).equals(room.span) } ?? false
            }
        case (.queryack, .server) where event.units.rongCloud.topic == CheckTopics.shared.pullMessages:
            take(answer: event, bytes, session)
        case (.disconnect, _): notices = []
        default: break
        }
        if !notices.isEmpty { judge(session, &log) }
    }

    mutating func loseFrames() {
        // A room that was left stays so: whether the missing frames joined it again is unknown.
        notices = []
        pulling = nil
    }

    mutating func finish(_ session: SessionFacts, _ log: inout FindingLog) { judge(session, &log) }

    /// Notes that the client asks to leave a room, or to join it.
    private mutating func pass(_ room: [UInt8], isExit: Bool) {
        guard isExit else {
            left.remove(room)
            return
        }
        notices.removeAll { $0.room == room }
        if left.count < limits.names { left.insert(room) }
    }

    private mutating func take(answer event: borrowing Event, _ bytes: Span<UInt8>, _ session: SessionFacts) {
        pulling = nil
        let cursor = event.integer(2, bytes)
        if let cursor { delivered = max(delivered, cursor) }
        let isUnfinished = cursor != nil && event.integer(3, bytes) == 0 && event.time > session.disorderUntil
        var others = notices.filter { $0.pull == CheckTopics.shared.pullMessages }
        if !others.isEmpty {
            notices.removeAll { $0.pull == CheckTopics.shared.pullMessages }
            others.removeAll { $0.happened > 0 && $0.happened <= delivered }
            // What the answer did not bring is due from now on; the next pull after an unfinished answer brings it, too.
            for index in others.indices { others[index].time = max(others[index].time, event.time) }
            if !isUnfinished { notices += others }
        }
        guard isUnfinished, notices.count < limits.names else { return }
        notices.append(
            Notice(
                number: event.number,
                time: event.time,
                pull: CheckTopics.shared.pullMessages,
                happened: 0,
                isUnfinished: true
            )
        )
    }

    /// Moves `delivered` to the time of a pushed message, as the client moves its cursor.
    ///
    /// Messages of rooms and ultra groups, and messages that the user sent from another device, have cursors of their
    /// own.
    private mutating func take(message event: borrowing Event, _ bytes: Span<UInt8>, _ session: SessionFacts) {
        if let pulling, event.time.subtractingSaturated(pulling) <= CheckTimes.answer(session.generation) { return }
        guard event.integer(10, bytes) != 1, let message = event.units.rongCloud.messages.first,
            let time = message.sentTime
        else { return }
        switch message.conversation {
        case .chatroom, .ultraGroup, .rtcRoom: return
        default: delivered = max(delivered, time)
        }
    }

    private mutating func take(
        notice event: borrowing Event,
        _ bytes: Span<UInt8>,
        _ session: SessionFacts
    ) {
        let topics = CheckTopics.shared
        var pull: Int?
        var isOfRoom = false
        if event.units.rongCloud.topic == topics.notice, let type = event.integer(1, bytes) {
            pull = type == 2 ? topics.pullRoom : topics.pullMessages
            isOfRoom = type == 2
        } else if let generation = session.generation {
            if event.units.rongCloud.topic == topics.command, generation >= .v4, let type = event.integer(1, bytes) {
                pull = topics.pulls[type].flatMap { TopicTable.shared[$0].generations.contains(generation) ? $0 : nil }
                isOfRoom = type == 2
            } else if event.units.rongCloud.topic == topics.settings, generation >= .v5 {
                pull = topics.pullSettings
            }
        }
        guard let pull, notices.count < limits.names else { return }
        let room = isOfRoom ? event.text(3, bytes) : nil
        if let room, left.contains(room) { return }
        let happened = event.units.rongCloud.topic == topics.settings ? 0 : event.integer(2, bytes) ?? 0
        if pull == topics.pullMessages, happened > 0, happened <= delivered { return }
        notices.append(
            Notice(number: event.number, time: event.time, pull: pull, room: room, happened: happened)
        )
    }

    private mutating func judge(_ session: SessionFacts, _ log: inout FindingLog) {
        func isDue(since time: Int64) -> Bool { session.clientTime.subtractingSaturated(time) > CheckTimes.pull }
        guard let first = notices.first, isDue(since: first.time) else { return }
        // A client has one pullMsg under way at a time: the next one waits for the answer, or for its timeout.
        let timeout = pulling?.addingSaturated(CheckTimes.answer(session.generation)) ?? .min
        let due = notices.filter { notice in
            isDue(since: notice.pull == CheckTopics.shared.pullMessages ? max(notice.time, timeout) : notice.time)
        }
        guard !due.isEmpty else { return }
        notices.removeAll { notice in due.contains { $0.number == notice.number } }
        for notice in due where session.hearsClient {
            let missing = "no \(CheckTopics.name(notice.pull)) within \(CheckTimes.pull / CheckTimes.second) s"
            log.add(
                notice.isUnfinished ? Self.pullUnfinished : Self.notifyWithoutPull,
                flow: session.flow,
                events: [notice.number],
                time: notice.time,
                notice.isUnfinished ? "\(missing) of an answer that is not finished" : "\(missing) of this notice"
            )
        }
    }
}
