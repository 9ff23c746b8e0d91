/// A session of RongCloud whose client sends topics with the right or the wrong frame, to targets, to none, and to
/// other users than the own one; stored messages with topics that store nothing; and frames that belong to the other
/// end or have its masking.
///
/// The two highest bits of a plan's first byte choose the SDK's generation. A step is two bytes: the frame, and topic
/// and target.
package struct TopicsPlan: SessionRuledPlan {
    package static let rules = [
        "topic-kind", "status-topic-content", "target-empty", "target-wrong", "wrong-direction", "websocket-mask",
    ]

    package private(set) var session: RuledSession
    package private(set) var kinds: [Int] = []

    /// The frame of a topic (reference, table of topics): PUBLISH, QUERY, or a push of the server.
    ///
    /// In `topics`, `hasTarget` means that the topic is about a conversation.
    private enum Way: String {
        case publish = "it goes with PUBLISH"
        case query = "it goes with QUERY"
        case push = "only the server pushes it"
    }
    private static let topics: [(name: String, way: Way, hasTarget: Bool)] = [
        ("ppMsgP", .publish, true), ("pgMsgP", .publish, true), ("chatMsg", .publish, true),
        ("ppMsgS", .publish, true), ("pgMsgS", .publish, true), ("chatMsgS", .publish, true),
        ("ppMsgN", .publish, true), ("recallMsg", .publish, false), ("prMsgS", .publish, false),
        ("pullMsg", .query, true), ("chrmPull", .query, false), ("joinChrm", .query, false),
        ("exitChrm", .query, false), ("pullUS", .query, false), ("pullSeAtts", .query, false),
        ("s_ntf", .push, false), ("s_msg", .push, false), ("s_stat", .push, false), ("s_cmd", .push, false),
        ("s_us", .push, false), ("noTopic", .publish, false),
    ]
    /// The names of messages, and whether these are stored.
    private static let names = [
        ("RC:TxtMsg", true), ("RC:InfoNtf", true), ("RC:TypSts", false), ("RC:ReadNtf", false), ("app:own", false),
    ]
    /// The frames that only one end sends, in that end's form.
    private static let frames: [(name: String, isOfClient: Bool, bytes: [UInt8])] = [
        ("QUERYCON", true, [0x70, 0, 9]), ("PINGREQ", true, [0xC0]), ("PINGRESP", false, [0xD0]),
        ("CONNACK", false, [0x20, 0x80, 0]), ("QUERYACK", false, [0x60, 0, 9, 0x6B, 0, 0, 0, 0, 0]),
        ("QUERY", true, [0x52] + SessionPlan.text("qnTkn") + SessionPlan.text("me") + [0, 9]),
    ]

    /// The own user, if CONNACK names it.
    private let user: String?
    private let generation: Int
    private var lastId = 0
    /// Whether a wrong mask was reported, once for each direction.
    private var isMaskSaid = [false, false]

    package init(_ plan: [UInt8]) {
        var reader = PlanReader(plan)
        let options = reader.byte()
        generation = [4, 5, 2, 3][options >> 6]
        let version = ["4.2.0", "5.9.0", "2.5.6", "3.1.0"][options >> 6]
        session = RuledSession(version: version, hasAnswer: false)
        user = plan.count & 7 == 7 ? nil : RuledSession.user
        session.send(false, [0x20, 0x80, 0] + (user.map { SessionPlan.text($0) } ?? []))
        for step in reader.steps(of: 2, atMost: 60) {
            var step = step
            let choice = step.byte()
            kinds.append(choice & 3)
            switch choice & 7 {
            case 0, 1, 2, 3: request(step.byte(), choice >> 3, isPublish: nil)
            case 4: request(step.byte(), choice >> 3, isPublish: true)
            case 5: request(step.byte(), choice >> 3, isPublish: false)
            default: stray(step.byte(), choice >> 3)
            }
        }
        session.close()
    }

    /// - Parameter isPublish: whether the frame is a PUBLISH; `nil` for the topic's own frame.
    private mutating func request(_ choice: Int, _ which: Int, isPublish: Bool?) {
        lastId += 1
        let topic = Self.topics[choice % Self.topics.count]
        let target = ["lin", "", "me", "lin", "me", "ME", "mee", ""][which & 7]
        let (name, isStored) = Self.names[choice / Self.topics.count % Self.names.count]
        let isPublish = isPublish ?? (topic.way != .query)
        judge(topic, to: target, isPublish: isPublish, name, isStored: isStored)
        if isPublish {
            session.publish(topic.name, to: target, lastId, RuledSession.message(name, "{}"))
        } else {
            session.query(topic.name, to: target, lastId)
        }
    }

    private mutating func judge(
        _ topic: (name: String, way: Way, hasTarget: Bool),
        to target: String,
        isPublish: Bool,
        _ name: String,
        isStored: Bool
    ) {
        // An unknown topic has no findings.
        guard topic.name != "noTopic" else { return }
        let event = session.next
        guard topic.way == (isPublish ? .publish : .query) else {
            let frame = isPublish ? "PUBLISH" : "QUERY"
            let text = "\"\(topic.name)\" is sent with \(frame); \(topic.way.rawValue)"
            return session.say("error", "topic-kind", [event], text)
        }
        if target.isEmpty, topic.hasTarget {
            session.say("error", "target-empty", [event], "\(topic.name) without a target")
        }
        // In the second generation recalls went to the conversation.
        let isOwn = topic.name == "pullMsg" || topic.name == "recallMsg" && generation >= 3
        if isOwn, !target.isEmpty, let user, target != user {
            let text = "\(topic.name) to \"\(target)\"; the own user is \"\(user)\""
            session.say("warning", "target-wrong", [event], text)
        }
        if ["ppMsgS", "pgMsgS", "chatMsgS"].contains(topic.name), isStored {
            let text = "\"\(name)\" is a message that is stored; \(topic.name) stores nothing"
            session.say("warning", "status-topic-content", [event], text)
        }
    }

    /// Sends a frame that belongs to one end, from either end.
    private mutating func stray(_ choice: Int, _ which: Int) {
        let frame = Self.frames[choice % Self.frames.count]
        let fromClient = which & 1 == 0 ? frame.isOfClient : !frame.isOfClient
        // Clients mask their frames, servers do not (RFC 6455 section 5.1).
        let isMasked = which & 14 == 14 ? !fromClient : fromClient
        let event = session.send(fromClient, frame.bytes, isMasked: isMasked)
        if isMasked != fromClient, !isMaskSaid[fromClient ? 0 : 1] {
            isMaskSaid[fromClient ? 0 : 1] = true
            let text = fromClient ? "the client's frame has no mask" : "the server's frame is masked"
            session.say("error", "websocket-mask", [event], text)
        }
        guard fromClient != frame.isOfClient else { return }
        let (end, owner) = fromClient ? ("client", "server") : ("server", "client")
        let text = "\(frame.name) from the \(end); only the \(owner) sends it"
        session.say("error", "wrong-direction", [event], text)
    }
}
