import Reporting
import RongCloud
import WireFormat

/// Judges how many messages a client sends per second.
struct RateRule: SessionRule {
    static let messageRate = FindingRule(
        id: "message-rate",
        severity: .warning,
        title: "The client sends more messages or requests than the server takes.",
        basis: "A user may send 5 messages a second; the server refuses what comes faster with status 20604."
    )
    static let rules = [messageRate]

    /// The number of messages that a user may send per second.
    static let most = 5
    /// The status with which the server refuses a message beyond the rate.
    static let refusal: UInt16 = 20604

    /// A run of messages with more than ``most`` per second.
    private struct Burst: Sendable {
        var flow: Int
        /// The event numbers of the first message beyond the limit, and of the messages before it in the same second.
        var events: [Int]
        var time: Int64
        var first: Int64
        var last: Int64
        var count: Int
        /// The most messages in any second of the burst.
        var peak: Int
    }

    /// The messages of the last second.
    private var recent = HeadedQueue<(number: Int, time: Int64)>()
    private var burst: Burst?
    private var lastBurst = Int64.min
    /// The most messages of one second that are remembered.
    private static let mostRemembered = 4096

    init(limits: CheckLimits) {}

    mutating func observe(
        _ event: borrowing Event,
        _ bytes: Span<UInt8>,
        _ session: SessionFacts,
        _ log: inout FindingLog
    ) {
        switch (session.type, event.sender) {
        case (.publish, .client) where isMessage(event, bytes): count(event, &log)
        case (.puback, .server), (.queryack, .server):
            guard event.units.rongCloud.layout.status == Self.refusal, burst == nil,
                event.time.subtractingSaturated(CheckTimes.reordering) > lastBurst
            else { return }
            lastBurst = event.time
            let refused = session.type == .queryack ? "a QUERY" : "a message"
            log.add(Self.messageRate, event, "the server refused \(refused), for they come too fast (\(Self.refusal))")
        default: break
        }
    }

    mutating func loseFrames() { recent.removeAll() }

    mutating func finish(_ session: SessionFacts, _ log: inout FindingLog) { end(&log) }

    /// Whether an event is a new message of a user.
    ///
    /// Repeated messages do not count, nor do messages that are neither stored nor counted, such as typing, receipts
    /// and recalls.
    private func isMessage(_ event: borrowing Event, _ bytes: Span<UInt8>) -> Bool {
        guard !event.units.rongCloud.messages.isEmpty, !event.units.rongCloud.layout.header.dup else { return false }
        if let topic = event.units.rongCloud.topic,
            CheckTopics.shared.passing.contains(topic) || topic == CheckTopics.shared.recall
        {
            return false
        }
        guard let name = event.units.rongCloud.messages[0].objectName,
            let index = MessageCatalogue.shared.index(of: bytes.extracting(name))
        else { return true }
        let flags = RuleTables.shared.flags[index]
        return !flags.isDisjoint(with: [.persisted, .counted])
    }

    private mutating func count(_ event: borrowing Event, _ log: inout FindingLog) {
        // A message whose packet was lost has the time of the packet sent again; it was sent before what follows it.
        let time = event.time
        recent.changeLatest { message in
            guard message.time > time else { return false }
            message.time = time
            return true
        }
        while let first = recent.first, event.time.subtractingSaturated(first.time) >= CheckTimes.second {
            recent.popFirst()
        }
        if recent.count < Self.mostRemembered { recent.append((event.number, event.time)) }
        let count = recent.count
        guard count > Self.most, let first = recent.first else { return end(&log) }
        guard var burst else {
            self.burst = Burst(
                flow: event.flow.number,
                events: [event.number] + recent.waiting.dropLast().map(\.number),
                time: event.time,
                first: first.time,
                last: event.time,
                count: count,
                peak: count
            )
            return
        }
        burst.count += 1
        burst.first = min(burst.first, event.time)
        burst.last = max(burst.last, event.time)
        burst.peak = max(burst.peak, count)
        self.burst = burst
    }

    private mutating func end(_ log: inout FindingLog) {
        guard let burst else { return }
        self.burst = nil
        lastBurst = burst.last
        let passed = burst.last.subtractingSaturated(burst.first)
        log.add(
            Self.messageRate,
            flow: burst.flow,
            events: burst.events,
            time: burst.time,
            "\(burst.count) messages in \(CheckTimes.seconds(passed)) s, up to \(burst.peak) in one second"
        )
    }
}
