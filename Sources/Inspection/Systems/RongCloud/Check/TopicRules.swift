import Reporting
import RongCloud
import WireFormat

/// Judges the topics and targets of requests.
struct TopicRules: SessionRule {
    static let kind = FindingRule(
        id: "topic-kind",
        severity: .error,
        title: "A topic is sent with the wrong frame.",
        basis:
            "The topic decides whether it goes with PUBLISH or QUERY, and s_ntf, s_msg and their like come only from the "
            + "server; which it is changed between generations for five topics."
    )
    static let stored = FindingRule(
        id: "status-topic-content",
        severity: .warning,
        title: "A message that is to be stored goes with a topic that stores nothing.",
        basis: "What ends in S (ppMsgS, pgMsgS, chatMsgS) is delivered only to who is online, and not stored."
    )
    static let targetEmpty = FindingRule(
        id: "target-empty",
        severity: .error,
        title: "A request has no target.",
        basis: "The target of a message is the conversation: user, group, room; that of pullMsg is the own user."
    )
    static let targetWrong = FindingRule(
        id: "target-wrong",
        severity: .warning,
        title: "A request about the own account has another target.",
        basis: "The target of pullMsg is the own user; from v3 on, that of recallMsg too."
    )
    static let rules = [kind, stored, targetEmpty, targetWrong]

    private var user: [UInt8] = []

    init(limits: CheckLimits) {}

    mutating func observe(
        _ event: borrowing Event,
        _ bytes: Span<UInt8>,
        _ session: SessionFacts,
        _ log: inout FindingLog
    ) {
        guard let type = session.type else { return }
        if type == .connack, let range = event.units.rongCloud.layout.userId {
            user = Array(copying: bytes.extracting(range))
        }
        guard type == .publish || type == .query, event.sender == .client,
            let range = event.units.rongCloud.layout.topic
        else { return }
        guard let topic = event.units.rongCloud.topic else { return }
        let row = TopicFacts.shared.rows[topic]
        let isPublish = type == .publish
        guard row.kind == (isPublish ? .publish : .query) else {
            let owner =
                row.kind == .push
                ? "only the server pushes it" : "it goes with \(row.kind == .query ? "QUERY" : "PUBLISH")"
            let name = type.name(in: event.transport.form)
            log.add(Self.kind, event, "\(quoted(bytes.extracting(range))) is sent with \(name); \(owner)")
            return
        }
        judgeTarget(topic, row, event, bytes, session, &log)
        guard isPublish, CheckTopics.shared.passing.contains(topic), !event.units.rongCloud.messages.isEmpty,
            let name = event.units.rongCloud.messages[0].objectName,
            let index = MessageCatalogue.shared.index(of: bytes.extracting(name)),
            RuleTables.shared.flags[index].contains(.persisted)
        else { return }
        log.add(
            Self.stored,
            event,
            "\(quoted(bytes.extracting(name))) is a message that is stored; \(CheckTopics.name(topic)) stores nothing"
        )
    }

    /// Whether a client sends a topic that only the server may send.
    static func isServersOnly(_ event: borrowing Event, _ type: FrameType) -> Bool {
        guard type == .publish || type == .query, event.sender == .client,
            let topic = event.units.rongCloud.topic
        else { return false }
        return TopicFacts.shared.rows[topic].kind == .push
    }

    private func judgeTarget(
        _ topic: Int,
        _ row: TopicFacts.Row,
        _ event: borrowing Event,
        _ bytes: Span<UInt8>,
        _ session: SessionFacts,
        _ log: inout FindingLog
    ) {
        let topics = CheckTopics.shared
        let target = event.units.rongCloud.layout.targetId
        guard let target, !target.isEmpty else {
            if row.needsTarget || topic == topics.pullMessages {
                log.add(Self.targetEmpty, event, "\(CheckTopics.name(topic)) without a target")
            }
            return
        }
        let isOwn =
            topic == topics.pullMessages || topic == topics.recall && (session.generation.map { $0 >= .v3 } ?? false)
        guard isOwn, !user.isEmpty, !bytes.extracting(target).equals(user.span) else { return }
        log.add(
            Self.targetWrong,
            event,
            "\(CheckTopics.name(topic)) to \(quoted(bytes.extracting(target))); the own user is \(quoted(user.span))"
        )
    }
}

/// The facts about each topic that the rules need, by the topic's index in `TopicTable`.
struct TopicFacts: Sendable {
    static let shared = TopicFacts()

    struct Row: Sendable {
        var kind: TopicKind
        /// Whether the target must name a conversation.
        var needsTarget: Bool
    }

    let rows = TopicTable.shared.map { topic in
        Row(
            kind: topic.kind,
            needsTarget: topic.kind == .publish && !topic.conversationTypes.isEmpty
                && !topic.conversationTypes.contains(.rtcRoom)
        )
    }
}
