import Reporting
import RongCloud
import WireFormat

/// Judges the cursors with which a client asks for messages: they must follow the server's answers.
struct CursorRules: SessionRule {
    static let backwards = FindingRule(
        id: "cursor-backwards",
        severity: .warning,
        title: "The client asks for messages from an earlier time than before.",
        basis: "The cursor of pullMsg and chrmPull is the syncTime of the last answer; it only grows, until a room is "
            + "joined again."
    )
    static let stale = FindingRule(
        id: "cursor-stale",
        severity: .warning,
        title: "The client asks again for messages that it was given.",
        basis: "The cursor of pullMsg and chrmPull is the syncTime of the last answer; with an older one the same "
            + "messages come again."
    )
    static let ahead = FindingRule(
        id: "cursor-ahead",
        severity: .error,
        title: "The client asks for messages from a time that the server has not named.",
        basis:
            "The cursor of pullMsg and chrmPull is a time of the server: the syncTime of the last answer, or the time of "
            + "a message; with a later one messages are lost."
    )
    static let rules = [backwards, stale, ahead]

    private struct Answer: Sendable {
        var number: Int
        /// The time of the answer, in nanoseconds since 1970.
        var time: Int64
        /// The next cursor.
        var cursor: Int64
    }

    private struct Cursor: Sendable {
        /// The event number of the latest pull, and the cursors that it asked with.
        var number: Int
        var received: Int64
        var sent: Int64?
        /// The latest answer that the client surely has, and the later answers, which a pull may have crossed.
        var answers: [Answer] = []
        /// The number of pulls that have no answer yet.
        var open = 1
    }

    /// How a web SDK keeps a cursor.
    ///
    /// Source: RongIMLib 2.5.12, `SyncTimeUtil`; 3.0.6, `MessageTimeSyner`; 4.2.0, `Letterbox` (read).
    private struct Habits: Sendable {
        /// Whether the cursor is the time of the last message, so that an answer without messages does not move it.
        var movesWithMessages: Bool
        /// Whether all tabs of the browser move the cursor, which the SDK reads from the browser's storage each time.
        var sharesCursor: Bool

        init(_ generation: SDKGeneration?, isRoom: Bool) {
            movesWithMessages = generation == .v3 || generation == .v2 && !isRoom
            sharesCursor = generation == .v2 && !isRoom
        }
    }

    /// The number of server times that are remembered.
    private static let toldTimes = 64
    /// The most answers remembered per cursor; beyond this number, a new answer replaces the latest answer.
    private static let mostAnswers = 8

    private let limits: CheckLimits
    /// The cursors of the inbox (empty key) and of chat rooms (key: the room's id).
    private var cursors: [[UInt8]: Cursor] = [:]
    /// The keys into `cursors` of the pulls that wait for their answer, by message id.
    private var pulls: [UInt16: [UInt8]] = [:]
    /// The latest times that the server has named, in Unix milliseconds.
    private var told = Ring<Int64>(limit: Self.toldTimes)
    /// The latest time that the server ever named, in Unix milliseconds.
    private var latest = Int64.min

    init(limits: CheckLimits) {
        self.limits = limits
    }

    mutating func observe(
        _ event: borrowing Event,
        _ bytes: Span<UInt8>,
        _ session: SessionFacts,
        _ log: inout FindingLog
    ) {
        guard let type = session.type else { return }
        if event.sender == .server { return observeServer(event, type, bytes) }
        guard type == .query, let topic = event.units.rongCloud.topic else { return }
        let topics = CheckTopics.shared
        if topic == topics.pullMessages {
            check([], event, bytes, sent: event.integer(6, bytes), session.generation, &log)
        } else if topic == topics.pullRoom {
            check(target(event, bytes), event, bytes, sent: nil, session.generation, &log)
        } else if topics.joinRoom.contains(topic) || topic == topics.exitRoom {
            cursors[target(event, bytes)] = nil
        }
    }

    mutating func loseFrames() {
        pulls = [:]
        for key in cursors.keys {
            cursors[key]?.answers = []
            cursors[key]?.open = 0
        }
        told.removeAll()
    }

    private func target(_ event: borrowing Event, _ bytes: Span<UInt8>) -> [UInt8] {
        event.units.rongCloud.layout.targetId.map { Array(copying: bytes.extracting($0)) } ?? []
    }

    // MARK: Server

    private mutating func observeServer(_ event: borrowing Event, _ type: FrameType, _ bytes: Span<UInt8>) {
        if let time = event.serverMilliseconds { note(time) }
        for message in event.units.rongCloud.messages { if let time = message.sentTime { note(time) } }
        if type == .publish, let topic = event.units.rongCloud.topic,
            topic == CheckTopics.shared.notice || topic == CheckTopics.shared.command,
            let time = event.integer(2, bytes)
        {
            note(time)
        }
        guard type == .queryack, let id = event.units.rongCloud.layout.messageId,
            let key = pulls.removeValue(forKey: id)
        else { return }
        cursors[key]?.open -= 1
        guard let time = event.integer(2, bytes) else { return }
        note(time)
        guard let count = cursors[key]?.answers.count else { return }
        if count == Self.mostAnswers { cursors[key]?.answers.removeLast() }
        cursors[key]?.answers.append(Answer(number: event.number, time: event.time, cursor: time))
    }

    private mutating func note(_ time: Int64) {
        latest = max(latest, time)
        told.push(time)
    }

    // MARK: Client

    private mutating func check(
        _ key: [UInt8],
        _ event: borrowing Event,
        _ bytes: Span<UInt8>,
        sent: Int64?,
        _ generation: SDKGeneration?,
        _ log: inout FindingLog
    ) {
        guard let received = event.integer(1, bytes), let id = event.units.rongCloud.layout.messageId else { return }
        let topic = CheckTopics.name(event.units.rongCloud.topic)
        var next = Cursor(number: event.number, received: received, sent: sent)
        if let last = cursors[key] {
            next.answers = Self.reached(last.answers, at: event.time)
            next.open = max(0, last.open) + 1
            let pairs = [("syncTime", last.received, received), ("sendBoxSyncTime", last.sent ?? 0, sent ?? .max)]
            for (name, before, now) in pairs where now < before {
                log.add(
                    Self.backwards,
                    event,
                    with: [last.number],
                    "\(name) \(now) of \(topic) is before \(before), which was asked for already"
                )
            }
            let habits = Habits(generation, isRoom: !key.isEmpty)
            if last.open <= 0, received >= last.received { judge(received, last, next.answers, habits, event, &log) }
        } else {
            guard cursors.count < limits.names else { return }
            judgeByClock(received, event, &log)
        }
        cursors[key] = next
        if pulls.count >= limits.names { pulls = [:] }
        pulls[id] = key
    }

    /// Returns the latest answer that the client surely has at a time, and the later answers.
    ///
    /// The client surely has an answer that is older than `CheckTimes.crossing`. If no answer is, returns all answers.
    private static func reached(_ answers: [Answer], at time: Int64) -> [Answer] {
        let reached = answers.lastIndex { time.subtractingSaturated($0.time) > CheckTimes.crossing } ?? 0
        return reached == 0 ? answers : Array(answers[reached...])
    }

    /// Judges a cursor that may be from before the session, or from another one, by the server's clock.
    private func judgeByClock(_ received: Int64, _ event: borrowing Event, _ log: inout FindingLog) {
        guard latest > .min, received > latest.addingSaturated(CheckTimes.skew / 1_000_000) else { return }
        let topic = CheckTopics.name(event.units.rongCloud.topic)
        log.add(
            Self.ahead,
            event,
            "syncTime \(received) of \(topic) is later than the server's clock, \(latest)"
        )
    }

    /// Judges a cursor: it is ahead if it is after the latest answer, and stale if it is before the latest answer that
    /// the client surely has.
    private func judge(
        _ received: Int64,
        _ last: Cursor,
        _ answers: [Answer],
        _ habits: Habits,
        _ event: borrowing Event,
        _ log: inout FindingLog
    ) {
        let topic = CheckTopics.name(event.units.rongCloud.topic)
        guard let answer = answers.last, received != answer.cursor else { return }
        if received < answer.cursor {
            guard !habits.movesWithMessages, let answer = answers.first, received < answer.cursor,
                event.time.subtractingSaturated(answer.time) > CheckTimes.crossing
            else { return }
            let text =
                received == last.received
                ? "does not move, though the answer went up to \(answer.cursor)"
                : "is before \(answer.cursor) of the last answer"
            log.add(
                Self.stale,
                event,
                with: [answer.number, last.number],
                "syncTime \(received) of \(topic) \(text)"
            )
        } else if habits.sharesCursor {
            judgeByClock(received, event, &log)
        } else if !told.elements.contains(received) {
            log.add(
                Self.ahead,
                event,
                with: [answer.number],
                "syncTime \(received) of \(topic) is later than \(answer.cursor) of the last answer, and no time of the server's"
            )
        }
    }
}
