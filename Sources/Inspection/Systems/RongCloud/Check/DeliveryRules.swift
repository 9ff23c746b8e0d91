import RongCloud
import WireFormat

/// Messages that the server delivers more than once.
///
/// A message that was pushed comes again in a pull that was asked for with an older cursor; that is how pulls work. It is
/// a repetition when the cursor was past it, when one answer holds it twice, or when it is pushed again.
struct DeliveryRules: SessionRule {
    static let duplicateUID = FindingRule(
        id: "duplicate-message-uid",
        severity: .warning,
        title: "The server delivered a message twice.",
        basis: "A message UID stands for one message; a pull brings what is later than its cursor."
    )
    static let rules = [duplicateUID]

    private struct Delivery: Sendable {
        var number: Int
        var time: Int64
        var isPush: Bool
    }

    private let limits: CheckLimits
    private var deliveries: [String: Delivery] = [:]
    /// The UIDs in the order of their first delivery: a ring of the latest.
    private var order: [String] = []
    private var oldest = 0
    /// The cursors of pulls that wait for their answer, by message id.
    private var cursors: [UInt16: Int64] = [:]

    init(limits: CheckLimits) {
        self.limits = limits
    }

    mutating func observe(
        _ event: borrowing Event,
        _ bytes: Span<UInt8>,
        _ session: SessionFacts,
        _ log: inout FindingLog
    ) {
        let topics = CheckTopics.shared
        switch event.frameType {
        case .query:
            guard event.units.rongCloud.topic == topics.pullMessages || event.units.rongCloud.topic == topics.pullRoom,
                let id = event.units.rongCloud.layout.messageId, let received = event.integer(1)
            else { return }
            if cursors.count >= limits.names { cursors = [:] }
            let sent = event.units.rongCloud.topic == topics.pullMessages ? event.integer(6) : nil
            cursors[id] = min(received, sent ?? received)
        case .queryack:
            guard let id = event.units.rongCloud.layout.messageId, let cursor = cursors.removeValue(forKey: id) else {
                return
            }
            for message in event.units.rongCloud.messages { take(message, cursor: cursor, event, bytes, &log) }
        case .publish
        where event.sender == .server && event.units.rongCloud.topic == topics.message
            && !event.units.rongCloud.layout.header.dup:
            for message in event.units.rongCloud.messages { take(message, cursor: nil, event, bytes, &log) }
        default: break
        }
    }

    mutating func loseFrames() { cursors = [:] }

    /// - Parameter cursor: that of the pull; `nil` for a push.
    private mutating func take(
        _ message: RongCloudMessage,
        cursor: Int64?,
        _ event: borrowing Event,
        _ bytes: Span<UInt8>,
        _ log: inout FindingLog
    ) {
        guard let range = message.uid, !range.isEmpty else { return }
        let uid = WireString.decode(bytes.extracting(range)).text
        guard let first = deliveries[uid] else {
            remember(uid, Delivery(number: event.number, time: event.time, isPush: cursor == nil))
            return
        }
        let isRepeated =
            if first.number == event.number {
                true
            } else if let cursor {
                message.sentTime.map { $0 < cursor } ?? false
            } else {
                // A push may cross the answer to a pull.
                first.isPush || event.time.subtractingSaturated(first.time) > CheckTimes.reordering
            }
        guard isRepeated else { return }
        log.add(
            Self.duplicateUID,
            flow: event.flow.number,
            events: first.number == event.number ? [event.number] : [event.number, first.number],
            time: event.time,
            "message \(uid) was delivered in event \(first.number) already"
        )
    }

    private mutating func remember(_ uid: String, _ delivery: Delivery) {
        deliveries[uid] = delivery
        guard order.count >= limits.messageUIDs else {
            order.append(uid)
            return
        }
        deliveries[order[oldest]] = nil
        order[oldest] = uid
        oldest = (oldest + 1) % order.count
    }
}
