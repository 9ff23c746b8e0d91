package import WireFormat
public import WireProtobuf

/// The message types of frames' payloads, by topic, by request or answer, and by SDK generation.
public struct PayloadMap: Sendable {
    /// The topics.
    public let topics: TopicTable
    /// The messages.
    public let schema: ProtobufSchema
    /// The index in ``schema`` of the message that a client sends.
    public let upStreamMessage: MessageIndex
    /// The index in ``schema`` of the message that a server delivers.
    public let downStreamMessage: MessageIndex

    /// The possible messages if the generation is not known, by topic and part: entry `2 * topic + part`.
    private let anyGeneration: [[MessageIndex]]
    /// The only possible message, at the same indices; `.none` if there are several, or if none is known.
    private let only: [MessageIndex]
    /// Whether each message is, or may contain, an UpStreamMessage or DownStreamMessage, by message index.
    private let holdsMessages: [Bool]

    /// The short names of the messages, by message index.
    private let names: NameList

    /// The map of the built-in tables.
    public static let shared = PayloadMap(topics: .shared, schema: RongCloudSchema.shared)

    /// Makes the map of a table of topics and a schema.
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

    /// Returns the possible messages of the payload, the likeliest first; empty if the topic has no known payload.
    public func candidates(topic: Int, part: Topic.Part, generation: SDKGeneration?) -> [MessageIndex] {
        let any = anyGeneration[topic * 2 + (part == .request ? 0 : 1)]
        guard any.count > 1, let generation else { return any }
        return topics[topic].candidates(for: part, generation: generation).compactMap { schema.message(named: $0) }
    }

    /// Returns the message of the payload if topic and part alone decide it.
    ///
    /// All threads call this for each frame, so it changes no reference count that they share.
    package func message(topic: Int, part: Topic.Part) -> MessageIndex? {
        let message = only[topic * 2 + (part == .request ? 0 : 1)]
        return message == .none ? nil : message
    }

    /// Appends a message's short name.
    package func appendName(of message: MessageIndex, to writer: inout ByteWriter) {
        names.withName(of: Int(message.rawValue)) { writer.append($0) }
    }

    /// Returns whether a message is, or may contain, chat messages.
    public func mayHoldMessages(_ message: MessageIndex) -> Bool {
        message != .none && holdsMessages[Int(message.rawValue)]
    }
}
