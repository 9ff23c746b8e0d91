import RongCloud
import WireFormat
import WireProtobuf

/// The topics that rules ask about, as indices in `TopicTable`.
struct CheckTopics: Sendable {
    static let shared = CheckTopics()

    let pullMessages = Self.index("pullMsg", .query)
    let pullRoom = Self.index("chrmPull", .query)
    let joinRoom = [Self.index("joinChrm", .query), Self.index("joinChrmR", .query)]
    let exitRoom = Self.index("exitChrm", .query)
    /// The topics that only members of a chat room may use.
    let roomUses: Set<Int> = [
        Self.index("chatMsg", .publish), Self.index("chrmPull", .query), Self.index("setKV", .query),
        Self.index("delKV", .query), Self.index("setKVS", .query), Self.index("delKVS", .query),
    ]
    let notice = Self.index("s_ntf", .push)
    let command = Self.index("s_cmd", .push)
    let settings = Self.index("s_us", .push)
    let message = Self.index("s_msg", .push)
    let pullSettings = Self.index("pullUS", .query)
    let recall = Self.index("recallMsg", .publish)
    /// The topic of the QUERY that a client sends after an `s_cmd`, by the type in the `s_cmd`.
    let pulls: [Int64: Int] = [
        2: Self.index("pullKV", .query), 3: Self.index("pullSeAtts", .query), 6: Self.index("pullUgMsg", .query),
        7: Self.index("qryMsgChange", .query),
    ]
    /// The topics of all QUERYs that notices ask for.
    let noticed: Set<Int> = [
        Self.index("pullMsg", .query), Self.index("chrmPull", .query), Self.index("pullKV", .query),
        Self.index("pullSeAtts", .query), Self.index("pullUgMsg", .query), Self.index("qryMsgChange", .query),
        Self.index("pullUS", .query),
    ]
    /// The topics whose messages go only to users who are online; SDKs do not wait for an answer.
    let passing = [
        Self.index("ppMsgS", .publish), Self.index("pgMsgS", .publish), Self.index("chatMsgS", .publish),
    ]

    /// Whether a QUERY with a topic asks for the messages of the inbox, or of a room.
    func bringsMessages(_ topic: Int) -> Bool { topic == pullMessages || topic == pullRoom }

    /// Returns a topic's name, or "unknown topic" for `nil`.
    static func name(_ topic: Int?) -> String { topic.map { TopicTable.shared[$0].name } ?? "unknown topic" }

    private static func index(_ name: String, _ kind: TopicKind) -> Int {
        guard let topic = TopicTable.shared.topic(name, kind: kind) else { preconditionFailure("topic \(name)") }
        return topic.index
    }
}

extension Event {
    /// The type of the frame; `nil` if the event is no frame of the protocol, such as a polling request that waits.
    var frameType: FrameType? {
        guard case .frame = kind, system == .rongCloud, units.rongCloud.typeName == nil else { return nil }
        return units.rongCloud.layout.header.type
    }

    /// Returns the last value of an integer field of the payload.
    borrowing func integer(_ field: UInt32, _ bytes: Span<UInt8>) -> Int64? {
        guard units.rongCloud.payload != .none, let node = units.rongCloud.tape.last(field) else { return nil }
        return Int64(bitPattern: units.rongCloud.tape.nodes[node].bits(in: bytes))
    }

    /// Returns the last value of a text field of the payload.
    borrowing func text(_ field: UInt32, _ bytes: Span<UInt8>) -> [UInt8]? {
        guard units.rongCloud.payload != .none, let node = units.rongCloud.tape.last(field) else { return nil }
        return Array(copying: bytes.extracting(units.rongCloud.tape.nodes[node].valueRange))
    }

    /// The server's clock in Unix milliseconds, as CONNACK, PUBACK and QUERYACK tell it.
    var serverMilliseconds: Int64? {
        switch frameType {
        case .connack: return units.rongCloud.layout.timestamp.flatMap { $0 > 0 ? $0 : nil }
        case .puback, .queryack:
            guard let date = units.rongCloud.layout.date, date > 0 else { return nil }
            return Int64(date) * 1000 + Int64(units.rongCloud.layout.millisecond ?? 0)
        default: return nil
        }
    }
}
