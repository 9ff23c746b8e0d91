import RongCloud
import WireFormat

/// Notices and what the client asks for because of them.
struct PullRules: SessionRule {
    static let notifyWithoutPull = FindingRule(
        id: "notify-without-pull",
        severity: .warning,
        title: "The client did not ask for what a notice announced.",
        basis:
            "After s_ntf a client sends chrmPull for the room (type 2) or pullMsg; after s_cmd and s_us, in v4 and v5, "
            + "what their type says."
    )
    static let cursorBackwards = FindingRule(
        id: "cursor-backwards",
        severity: .warning,
        title: "The client asks for messages from an earlier time than before.",
        basis: "The cursor of pullMsg and chrmPull is the syncTime of the last answer; it only grows, until a room is "
            + "joined again."
    )
    static let rules = [notifyWithoutPull, cursorBackwards]

    private struct Notice: Sendable {
        var number: Int
        var time: Int64
        /// The QUERY that is due.
        var pull: Int
        /// The room, where one is named.
        var target: [UInt8]?
        /// When it happened, in Unix milliseconds; 0 when that is not said.
        var happened: Int64
    }

    private struct Cursor: Sendable {
        var number: Int
        var received: Int64
        var sent: Int64?
    }

    private let limits: CheckLimits
    private var notices: [Notice] = []
    /// The latest cursors of the inbox (empty key) and of chat rooms.
    private var cursors: [[UInt8]: Cursor] = [:]
    /// Up to when the server has delivered the inbox.
    private var delivered: Int64 = 0

    init(limits: CheckLimits) {
        self.limits = limits
    }

    mutating func observe(
        _ event: borrowing Event,
        _ bytes: Span<UInt8>,
        _ session: SessionFacts,
        _ log: inout FindingLog
    ) {
        judge(session, now: event.time, &log)
        let topics = CheckTopics.shared
        switch event.frameType {
        case .publish where event.sender == .server && !event.units.rongCloud.layout.header.dup:
            take(notice: event, bytes, session)
        case .query:
            let target = event.units.rongCloud.layout.targetId.map { Array(copying: bytes.extracting($0)) } ?? []
            notices.removeAll { $0.pull == event.units.rongCloud.topic && ($0.target == nil || $0.target == target) }
            if event.units.rongCloud.topic == topics.pullMessages {
                check(cursorOf: [], event, sent: event.integer(6), &log)
            } else if event.units.rongCloud.topic == topics.pullRoom {
                check(cursorOf: target, event, sent: nil, &log)
            } else if let topic = event.units.rongCloud.topic, topics.joinRoom.contains(topic) {
                cursors[target] = nil
            }
        case .queryack where event.units.rongCloud.topic == topics.pullMessages:
            guard let cursor = event.integer(2) else { return }
            delivered = max(delivered, cursor)
            notices.removeAll { $0.pull == event.units.rongCloud.topic && $0.happened > 0 && $0.happened <= delivered }
        case .disconnect: notices = []
        default: break
        }
    }

    mutating func loseFrames() { notices = [] }

    mutating func finish(_ session: SessionFacts, _ log: inout FindingLog) {
        judge(session, now: session.lastTime, &log)
    }

    private mutating func take(notice event: borrowing Event, _ bytes: Span<UInt8>, _ session: SessionFacts) {
        let topics = CheckTopics.shared
        var pull: Int?
        var target: [UInt8]?
        if event.units.rongCloud.topic == topics.notice, let type = event.integer(1) {
            pull = type == 2 ? topics.pullRoom : topics.pullMessages
            if type == 2 { target = event.text(3, bytes) }
        } else if let generation = session.generation {
            if event.units.rongCloud.topic == topics.command, generation >= .v4, let type = event.integer(1) {
                pull = topics.pulls[type].flatMap { TopicTable.shared[$0].generations.contains(generation) ? $0 : nil }
            } else if event.units.rongCloud.topic == topics.settings, generation >= .v5 {
                pull = topics.pullSettings
            }
        }
        guard let pull, notices.count < limits.names else { return }
        let happened = event.units.rongCloud.topic == topics.settings ? 0 : event.integer(2) ?? 0
        if pull == topics.pullMessages, happened > 0, happened <= delivered { return }
        notices.append(
            Notice(number: event.number, time: event.time, pull: pull, target: target, happened: happened)
        )
    }

    private mutating func judge(_ session: SessionFacts, now: Int64, _ log: inout FindingLog) {
        while let notice = notices.first, now.subtractingSaturated(notice.time) > CheckTimes.pull {
            notices.removeFirst()
            guard session.hearsClient else { continue }
            log.add(
                Self.notifyWithoutPull,
                flow: session.flow,
                events: [notice.number],
                time: notice.time,
                "no \(CheckTopics.name(notice.pull)) within \(CheckTimes.pull / CheckTimes.second) s of this notice"
            )
        }
    }

    private mutating func check(
        cursorOf target: [UInt8],
        _ event: borrowing Event,
        sent: Int64?,
        _ log: inout FindingLog
    ) {
        guard let received = event.integer(1) else { return }
        if let last = cursors[target] {
            let pairs = [("syncTime", last.received, received), ("sendBoxSyncTime", last.sent ?? 0, sent ?? .max)]
            for (name, before, now) in pairs where now < before {
                log.add(
                    Self.cursorBackwards,
                    flow: event.flow.number,
                    events: [event.number, last.number],
                    time: event.time,
                    "\(name) \(now) of \(CheckTopics.name(event.units.rongCloud.topic)) is before \(before), which was asked for already"
                )
            }
        } else if cursors.count >= limits.names {
            return
        }
        cursors[target] = Cursor(number: event.number, received: received, sent: sent)
    }
}
