import Reporting
import RongCloud
import WireFormat
import WireProtobuf

/// Judges messages that the server delivers more than once.
///
/// A pushed message normally arrives again in the answer to a pull with an older cursor. The server repeats a message
/// if the cursor was already past the message, if one answer holds the message twice, or if it pushes the message
/// again, unless the client was to acknowledge the first push and did not.
struct DeliveryRules: SessionRule {
    static let duplicateUID = FindingRule(
        id: "duplicate-message-uid",
        severity: .warning,
        title: "The server delivered a message twice.",
        basis: "A message UID stands for one message; a pull brings what is later than its cursor."
    )
    static let twoContents = FindingRule(
        id: "message-uid-two-contents",
        severity: .error,
        title: "Two messages have the same UID.",
        basis:
            "A message UID stands for one message; only a recall, or a change that extStatus marks, gives it another "
            + "content."
    )
    static let rules = [duplicateUID, twoContents]

    private struct Delivery: Sendable {
        var number: Int
        var time: Int64
        var isPush: Bool
        var content: UInt64
        /// Whether the client was to acknowledge the push, and has not: the server may push the message again.
        var isUnacknowledged = false
    }

    private let limits: CheckLimits
    private var deliveries: [UIDKey: Delivery] = [:]
    /// The UIDs of the latest deliveries, in the order of first delivery.
    private var latest: Ring<UIDKey>
    /// The cursors of pulls that wait for their answer, by message id.
    private var cursors: [UInt16: Int64] = [:]
    /// The UIDs of pushed messages that the client has not acknowledged, by message id.
    private var pushes: [UInt16: UIDKey] = [:]

    init(limits: CheckLimits) {
        self.limits = limits
        latest = Ring(limit: limits.messageUIDs)
    }

    mutating func observe(
        _ event: borrowing Event,
        _ bytes: Span<UInt8>,
        _ session: SessionFacts,
        _ log: inout FindingLog
    ) {
        let topics = CheckTopics.shared
        switch session.type {
        case .query:
            guard event.units.rongCloud.topic == topics.pullMessages || event.units.rongCloud.topic == topics.pullRoom,
                let id = event.units.rongCloud.layout.messageId, let received = event.integer(1, bytes)
            else { return }
            if cursors.count >= limits.names { cursors = [:] }
            let sent = event.units.rongCloud.topic == topics.pullMessages ? event.integer(6, bytes) : nil
            cursors[id] = min(received, sent ?? received)
        case .queryack:
            guard !cursors.isEmpty, let id = event.units.rongCloud.layout.messageId,
                let cursor = cursors.removeValue(forKey: id)
            else { return }
            for index in event.units.rongCloud.messages.indices { take(index, cursor: cursor, event, bytes, &log) }
        case .publish
        where event.sender == .server && event.units.rongCloud.topic == topics.message
            && !event.units.rongCloud.layout.header.dup:
            for index in event.units.rongCloud.messages.indices { take(index, cursor: nil, event, bytes, &log) }
        case .puback where event.sender == .client:
            guard !pushes.isEmpty, let id = event.units.rongCloud.layout.messageId,
                let uid = pushes.removeValue(forKey: id)
            else { return }
            deliveries[uid]?.isUnacknowledged = false
        default: break
        }
    }

    mutating func loseFrames() { cursors = [:] }

    /// - Parameter cursor: the cursor of the pull; `nil` for a push.
    private mutating func take(
        _ index: Int,
        cursor: Int64?,
        _ event: borrowing Event,
        _ bytes: Span<UInt8>,
        _ log: inout FindingLog
    ) {
        let message = event.units.rongCloud.messages[index]
        guard let range = message.uid, !range.isEmpty else { return }
        let uid = UIDKey(bytes.extracting(range))
        let content = message.contentRange.map { bytes.extracting($0).fingerprint } ?? 0
        let asks = cursor == nil && event.units.rongCloud.layout.header.qos > 0
        if asks, let id = event.units.rongCloud.layout.messageId {
            if pushes.count >= limits.names { pushes = [:] }
            pushes[id] = uid
        }
        guard let first = deliveries[uid] else {
            remember(
                uid,
                Delivery(
                    number: event.number,
                    time: event.time,
                    isPush: cursor == nil,
                    content: content,
                    isUnacknowledged: asks
                )
            )
            return
        }
        let others = first.number == event.number ? [] : [first.number]
        if first.content != content {
            if isChanged(message, event, bytes) { return }
            log.add(
                Self.twoContents,
                event,
                with: others,
                "message \(quoted(bytes.extracting(range))) had another content when it was delivered first"
            )
            return
        }
        let isRepeated =
            if first.number == event.number {
                true
            } else if let cursor {
                message.sentTime.map { $0 < cursor } ?? false
            } else if first.isPush {
                !first.isUnacknowledged
            } else {
                // A push may cross the answer to a pull.
                event.time.subtractingSaturated(first.time) > CheckTimes.reordering
            }
        guard isRepeated else { return }
        log.add(
            Self.duplicateUID,
            event,
            with: others,
            "message \(quoted(bytes.extracting(range))) was delivered already"
        )
    }

    /// Whether a message may differ from the first delivery under its UID: a recall replaced the message, or it was
    /// changed.
    private func isChanged(_ message: RongCloudMessage, _ event: borrowing Event, _ bytes: Span<UInt8>) -> Bool {
        if let name = message.objectName {
            let name = bytes.extracting(name)
            if name.equals("RC:RcNtf") || name.equals("RC:RcCmd") { return true }
        }
        guard let node = event.units.rongCloud.tape.last(20, in: message.node) else { return false }
        return event.units.rongCloud.tape.nodes[node].bits(in: bytes) & 0x04 != 0
    }

    private mutating func remember(_ uid: UIDKey, _ delivery: Delivery) {
        deliveries[uid] = delivery
        if let oldest = latest.push(uid) { deliveries[oldest] = nil }
    }
}
