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

        /// Whether messages are due, instead of settings or entries.
        var isOfMessages: Bool { CheckTopics.shared.bringsMessages(pull) }

        /// Whether a QUERY asks for what is due.
        func isServed(by topic: Int, _ target: [UInt8]) -> Bool {
            guard pull == topic else { return false }
            guard topic == CheckTopics.shared.pullRoom, let room else { return true }
            return room == target
        }
    }

    /// A QUERY of the kind that notices ask for, which has no answer yet.
    private struct Pull: Sendable {
        var topic: Int
        var target: [UInt8]
        var time: Int64
    }

    private let limits: CheckLimits
    /// The notices in the order of their times.
    private var notices: [Notice] = []
    /// The rooms that the client asked to leave and did not join again: it asks for nothing of theirs.
    private var left: Set<[UInt8]> = []
    /// The time up to which the server has delivered the inbox, in Unix milliseconds.
    private var delivered: Int64 = 0
    /// The time up to which the server has delivered the messages of each room, in Unix milliseconds.
    private var deliveredOfRooms: [[UInt8]: Int64] = [:]
    /// The pulls that have no answer yet, by message id.
    ///
    /// Until the answer to a pull for messages arrives, the client drops pushed messages, because the answer contains
    /// them, and puts off other pulls for messages.
    private var pulls: [UInt16: Pull] = [:]

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
        case (.query, .client): take(query: event, bytes)
        case (.queryack, .server): take(answer: event, bytes, session)
        case (.disconnect, _): notices = []
        default: break
        }
        if !notices.isEmpty { judge(session, &log) }
    }

    mutating func loseFrames() {
        // A room that was left stays so: whether the missing frames joined it again is unknown.
        notices = []
        pulls = [:]
    }

    mutating func resume(at time: Int64) {
        // The notices reach the client only now.
        for index in notices.indices { notices[index].time = max(notices[index].time, time) }
    }

    mutating func finish(_ session: SessionFacts, _ log: inout FindingLog) { judge(session, &log) }

    // MARK: Pulls

    private mutating func take(query event: borrowing Event, _ bytes: Span<UInt8>) {
        guard let topic = event.units.rongCloud.topic else { return }
        let topics = CheckTopics.shared
        let isPassage = topic == topics.exitRoom || topics.joinRoom.contains(topic)
        guard isPassage || topics.noticed.contains(topic) else { return }
        let target = event.units.rongCloud.layout.targetId.map { Array(copying: bytes.extracting($0)) } ?? []
        guard !isPassage else { return pass(target, isExit: topic == topics.exitRoom) }
        if let id = event.units.rongCloud.layout.messageId {
            if pulls.count >= limits.names { pulls = [:] }
            pulls[id] = Pull(topic: topic, target: target, time: event.time)
        }
        if !notices.isEmpty { notices.removeAll { $0.isServed(by: topic, target) } }
    }

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
        var pull = event.units.rongCloud.layout.messageId.flatMap { pulls.removeValue(forKey: $0) }
        // A pull that was never answered may have left its id to a request of another topic.
        if pull?.topic != event.units.rongCloud.topic { pull = nil }
        let isInbox = event.units.rongCloud.topic == CheckTopics.shared.pullMessages
        let isRoom = !isInbox && pull?.topic == CheckTopics.shared.pullRoom
        guard isInbox || isRoom, let topic = event.units.rongCloud.topic else { return }
        let target = pull?.target ?? []
        let cursor = event.integer(2, bytes)
        if let cursor { deliver(isRoom ? target : nil, upTo: cursor) }
        let isUnfinished =
            isInbox && cursor != nil && event.integer(3, bytes) == 0 && event.time > session.disorderUntil
            && Self.goesOn(session.generation)
        // A notice that arrived during the pull had to wait for its answer.
        let since = pull?.time ?? event.time
        var others: [Notice] = []
        var waited: [Notice] = []
        for var notice in notices {
            let isServed = notice.isServed(by: topic, target)
            // The next pull after an unfinished answer brings what this answer did not bring, too.
            if isServed, isUnfinished || isDelivered(notice) { continue }
            guard isServed || notice.isOfMessages && notice.time >= since else {
                others.append(notice)
                continue
            }
            // What the answer did not bring is due from now on.
            notice.time = max(notice.time, event.time)
            waited.append(notice)
        }
        notices = others + waited
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

    /// Whether an SDK asks for the rest after an unfinished answer; before v4, web SDKs only tell the application of it.
    ///
    /// Source: RongIMLib 2.5.12 and 3.0.6, `hasMore`; 4.2.0 (read).
    private static func goesOn(_ generation: SDKGeneration?) -> Bool { generation.map { $0 >= .v4 } ?? true }

    /// Whether a pull waits for its answer at a time, and the client has not given it up.
    private func isUnderWay(_ topic: Int, of room: [UInt8]?, at time: Int64, _ session: SessionFacts) -> Bool {
        let since = time.subtractingSaturated(CheckTimes.answer(session.generation))
        return pulls.values.contains { pull in
            pull.topic == topic && pull.time >= since && (room.map { $0 == pull.target } ?? true)
        }
    }

    // MARK: Deliveries

    /// Moves the time up to which the messages of a room, or of the inbox, were delivered.
    private mutating func deliver(_ room: [UInt8]?, upTo time: Int64) {
        guard let room else { return delivered = max(delivered, time) }
        guard deliveredOfRooms.count < limits.names || deliveredOfRooms[room] != nil else { return }
        deliveredOfRooms[room, default: 0] = max(deliveredOfRooms[room] ?? 0, time)
    }

    /// Whether the server has delivered the messages that a notice announces.
    private func isDelivered(_ notice: Notice) -> Bool {
        guard notice.isOfMessages, notice.happened > 0 else { return false }
        guard notice.pull == CheckTopics.shared.pullRoom else { return notice.happened <= delivered }
        return notice.room.flatMap { deliveredOfRooms[$0] }.map { notice.happened <= $0 } ?? false
    }

    /// Moves the time of what is delivered to that of a pushed message, as the client moves its cursor.
    ///
    /// Messages of ultra groups, and messages that the user sent from another device, have cursors of their own.
    private mutating func take(message event: borrowing Event, _ bytes: Span<UInt8>, _ session: SessionFacts) {
        guard event.integer(10, bytes) != 1, let message = event.units.rongCloud.messages.first,
            let time = message.sentTime
        else { return }
        var room: [UInt8]?
        switch message.conversation {
        case .ultraGroup, .rtcRoom: return
        case .chatroom:
            guard let group = event.text(3, bytes) else { return }
            room = group
        default: break
        }
        let topic = room == nil ? CheckTopics.shared.pullMessages : CheckTopics.shared.pullRoom
        if !pulls.isEmpty, isUnderWay(topic, of: room, at: event.time, session) { return }
        deliver(room, upTo: time)
    }

    // MARK: Notices

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
        let notice = Notice(number: event.number, time: event.time, pull: pull, room: room, happened: happened)
        if isDelivered(notice) { return }
        // Whether the answer under way brings what changed is known only for messages.
        if !notice.isOfMessages, isUnderWay(pull, of: room, at: event.time, session) { return }
        notices.append(notice)
    }

    private mutating func judge(_ session: SessionFacts, _ log: inout FindingLog) {
        func isDue(since time: Int64) -> Bool { session.clientTime.subtractingSaturated(time) > CheckTimes.pull }
        guard let first = notices.first, isDue(since: first.time) else { return }
        let topics = CheckTopics.shared
        // A client has one pull for messages under way at a time: the next one waits for the answer, or for its timeout.
        let latest = pulls.values.reduce(Int64.min) { topics.bringsMessages($1.topic) ? max($0, $1.time) : $0 }
        let timeout = latest == .min ? latest : latest.addingSaturated(CheckTimes.answer(session.generation))
        let due = notices.filter { isDue(since: $0.isOfMessages ? max($0.time, timeout) : $0.time) }
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
