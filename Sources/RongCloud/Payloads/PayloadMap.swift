package import WireFormat
public import WireProtobuf

/// Which message a frame's payload is: by topic, by request or answer, and by SDK generation.
public struct PayloadMap: Sendable {
    /// The topics.
    public let topics: TopicTable
    /// The messages.
    public let schema: ProtobufSchema
    /// What a client sends: the message's index in ``schema``.
    public let upStreamMessage: MessageIndex
    /// What a server delivers: the message's index in ``schema``.
    public let downStreamMessage: MessageIndex

    /// For each topic and part, what a flow of unknown generation may carry; places `2 * topic + part`.
    private let anyGeneration: [[MessageIndex]]
    /// At the same places, what every generation carries; `.none` where there are several messages, or none is known.
    private let only: [MessageIndex]
    /// Whether a message is, or may hold, an UpStreamMessage or DownStreamMessage; by message index.
    private let holdsMessages: [Bool]

    /// The messages' short names, by message index.
    private let names: NameList

    /// The map over the built-in tables.
    public static let shared = PayloadMap(topics: .shared, schema: RongCloudSchema.shared)

    /// Makes the map of some tables.
    public init(topics: TopicTable, schema: ProtobufSchema) {
        self.topics = topics
        self.schema = schema
        let up = schema.message(named: "UpStreamMessage") ?? .none
        let down = schema.message(named: "DownStreamMessage") ?? .none
        upStreamMessage = up
        downStreamMessage = down
        names = NameList(schema.messageIndices.map { schema.name(of: $0) })
        anyGeneration = topics.flatMap { topic in
            [Topic.Part.request, .response].map { part in
                topic.candidates(for: part, generation: nil).compactMap { schema.message(named: $0) }
            }
        }
        only = anyGeneration.map { $0.count == 1 ? $0[0] : .none }
        holdsMessages = schema.reaches { $0 == up || $0 == down }
    }

    /// What the payload may be, the likeliest first; empty when the topic has no known payload.
    public func candidates(topic: Int, part: Topic.Part, generation: SDKGeneration?) -> [MessageIndex] {
        let any = anyGeneration[topic * 2 + (part == .request ? 0 : 1)]
        guard any.count > 1, let generation else { return any }
        return topics[topic].candidates(for: part, generation: generation).compactMap { schema.message(named: $0) }
    }

    /// What the payload is, where topic and part alone settle it.
    ///
    /// Asked for each frame, by all threads: nothing that they share is counted as used meanwhile.
    package func message(topic: Int, part: Topic.Part) -> MessageIndex? {
        let message = only[topic * 2 + (part == .request ? 0 : 1)]
        return message == .none ? nil : message
    }

    /// Appends a message's short name.
    package func appendName(of message: MessageIndex, to writer: inout ByteWriter) {
        names.withName(of: Int(message.rawValue)) { writer.append($0) }
    }

    /// Whether a message is, or may hold, chat messages.
    public func mayHoldMessages(_ message: MessageIndex) -> Bool {
        message != .none && holdsMessages[Int(message.rawValue)]
    }
}
