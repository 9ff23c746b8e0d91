import Reporting
import RongCloud
import WireFormat
import WireJSON

/// Judges recalls and receipts: their message must have been seen, and their time must have passed.
struct ReferenceRules: SessionRule {
    static let recallUnknown = FindingRule(
        id: "recall-unknown",
        severity: .note,
        title: "The client recalls a message that the session never saw.",
        basis:
            "A recall names the messageUId that PUBACK gave the message; one from before the session is known only to "
            + "the client's store."
    )
    static let recallRepeated = FindingRule(
        id: "recall-repeated",
        severity: .warning,
        title: "The client recalls a message twice.",
        basis: "A recalled message is gone; the server refuses the second RC:RcCmd for it."
    )
    static let receiptUnknown = FindingRule(
        id: "receipt-unknown",
        severity: .note,
        title: "A receipt is for a message that the session never saw.",
        basis:
            "RC:ReadNtf and RC:RRReqMsg name a message by the messageUId with which it was delivered or acknowledged."
    )
    static let receiptFuture = FindingRule(
        id: "receipt-future",
        severity: .warning,
        title: "A read receipt is for a time that has not come.",
        basis: "lastMessageSendTime of RC:ReadNtf is the server's time of the last message that was read."
    )
    static let rules = [recallUnknown, recallRepeated, receiptUnknown, receiptFuture]

    private struct Recall: Sendable {
        var number: Int
        var time: Int64
        /// Whether the server confirmed the recall.
        var isDone = false
    }

    private let limits: CheckLimits
    /// The UIDs of the messages that were acknowledged or delivered.
    private var seen: Set<UIDKey> = []
    /// Whether there were more messages than `seen` may hold.
    private var isOverflowing = false
    private var recalled: [UIDKey: Recall] = [:]
    /// The UIDs of recalls that wait for their PUBACK, by message id.
    private var recalling: [UInt16: UIDKey] = [:]
    /// The server's clock in Unix milliseconds, and the capture's time at that moment in nanoseconds.
    private var clock: (server: Int64, capture: Int64)?

    init(limits: CheckLimits) {
        self.limits = limits
    }

    mutating func observe(
        _ event: borrowing Event,
        _ bytes: Span<UInt8>,
        _ session: SessionFacts,
        _ log: inout FindingLog
    ) {
        if event.sender == .server {
            if let time = event.serverMilliseconds { clock = (time, event.time) }
            if !recalling.isEmpty, session.type == .puback, let id = event.units.rongCloud.layout.messageId,
                let uid = recalling.removeValue(forKey: id)
            {
                if event.units.rongCloud.layout.status == 0 {
                    recalled[uid]?.isDone = true
                } else {
                    // A refused recall recalls nothing.
                    recalled[uid] = nil
                }
            }
            guard session.isWhole else { return }
            if session.type == .puback, let uid = event.units.rongCloud.layout.messageUId {
                remember(bytes.extracting(uid))
            }
            for index in event.units.rongCloud.messages.indices {
                if let uid = event.units.rongCloud.messages[index].uid { remember(bytes.extracting(uid)) }
            }
        } else if session.type == .publish {
            for index in event.units.rongCloud.messages.indices { judge(index, event, bytes, session, &log) }
        }
    }

    private mutating func remember(_ uid: Span<UInt8>) {
        guard !uid.isEmpty else { return }
        if seen.count < limits.messageUIDs { seen.insert(UIDKey(uid)) } else { isOverflowing = true }
    }

    private mutating func judge(
        _ index: Int,
        _ event: borrowing Event,
        _ bytes: Span<UInt8>,
        _ session: SessionFacts,
        _ log: inout FindingLog
    ) {
        guard let range = event.units.rongCloud.messages[index].objectName else { return }
        let name = bytes.extracting(range)
        let isRecall = name.equals("RC:RcCmd")
        guard isRecall || name.equals("RC:ReadNtf") || name.equals("RC:RRReqMsg"),
            case .json(let place) = event.units.rongCloud.messages[index].content,
            let content = try? JSONValue(parsing: Array(copying: event.units.rongCloud.contents.span.extracting(place)))
        else { return }
        if let time = content["lastMessageSendTime"]?.int64, let clock {
            let passed = event.time.subtractingSaturated(clock.capture) / 1_000_000
            let now = clock.server.addingSaturated(max(0, passed))
            if time > now.addingSaturated(CheckTimes.skew / 1_000_000) {
                let ahead = time.subtractingSaturated(now) / 1000
                log.add(
                    Self.receiptFuture,
                    event,
                    "lastMessageSendTime \(time) is \(ahead) s ahead of the server's clock"
                )
            }
        }
        guard let uid = content["messageUId"]?.string, !uid.isEmpty else { return }
        let text = Array(uid.utf8)
        let key = UIDKey(text.span)
        if isRecall {
            // A recall without an answer in time is tried again.
            let since = event.time.subtractingSaturated(CheckTimes.answer(session.generation))
            if let first = recalled[key], first.isDone || first.time >= since {
                // If the capture lacks the server's frames, the server may have refused the first recall.
                guard session.hearsServer else { return }
                let others = [first.number]
                log.add(Self.recallRepeated, event, with: others, "message \(quoted(text.span)) was recalled already")
                return
            }
            if recalled.count < limits.names || recalled[key] != nil {
                recalled[key] = Recall(number: event.number, time: event.time)
            }
            if recalling.count < limits.names, let id = event.units.rongCloud.layout.messageId { recalling[id] = key }
        }
        guard session.isWhole, session.hearsServer, !isOverflowing, !seen.contains(key) else { return }
        log.add(
            isRecall ? Self.recallUnknown : Self.receiptUnknown,
            event,
            "message \(quoted(text.span)) was neither sent nor delivered in this session"
        )
    }
}
