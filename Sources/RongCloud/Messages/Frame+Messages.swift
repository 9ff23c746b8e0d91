public import WireFormat
import WireProtobuf

extension Frame {
    /// Returns the chat messages in the payload, at any depth, in the order of their bytes.
    ///
    /// - Parameters:
    ///   - sender: the end that wrote the frame.
    ///   - query: for a QUERYACK, the QUERY that it answers: the topic decides the type of the payload.
    ///   - generation: the generation of the SDK, for topics whose payload has changed; if `nil`, the payload takes the
    ///     first type that it fits.
    /// - Returns: the messages; empty for frames without messages, and for topics that ``TopicTable`` does not have.
    /// - Throws: the errors of `ProtobufTape` for a payload that cannot be decoded, with offsets in the payload.
    public func messages(
        sender: FrameSender,
        answering query: Query? = nil,
        generation: SDKGeneration? = nil
    ) throws(WireError) -> [ChatMessage] {
        switch body {
        case .publish(let publish):
            let kind: TopicKind = sender == .client ? .publish : .push
            return try PayloadReader(publish.topic, kind, .request, target: publish.targetId, generation)
                .messages(in: publish.data)
        case .query(let query):
            return try PayloadReader(query.topic, .query, .request, target: query.targetId, generation)
                .messages(in: query.data)
        case .queryack(let answer):
            guard let query else { return [] }
            return try PayloadReader(query.topic, .query, .response, target: query.targetId, generation)
                .messages(in: answer.data)
        default: return []
        }
    }
}

/// Reads the messages in the payloads under a topic.
private struct PayloadReader {
    private let map = PayloadMap.shared
    private let types: [MessageIndex]
    private let conversationType: ConversationType?
    private let target: WireString

    init(_ topic: WireString, _ kind: TopicKind, _ part: Topic.Part, target: WireString, _ generation: SDKGeneration?) {
        self.target = target
        if let index = map.topics.index(of: Array(topic.text.utf8).span, kind: kind) {
            types = map.candidates(topic: index, part: part, generation: generation)
            conversationType = map.topics[index].conversationType
        } else {
            types = []
            conversationType = nil
        }
    }

    func messages(in data: [UInt8]) throws(WireError) -> [ChatMessage] {
        guard let type = types.count > 1 ? types.first(where: { fits(data, $0) }) ?? types.first : types.first,
            map.mayHoldMessages(type)
        else { return [] }
        var tape = ProtobufTape()
        try tape.decode(data.span, in: 0..<data.count, as: type, schema: map.schema)
        var found: [ChatMessage] = []
        for node in tape.nodes.indices where tape.nodes[node].isStructure {
            switch tape.messageType(of: node, schema: map.schema) {
            case map.upStreamMessage: found.append(upStream(MessageFields(upStream: node, tape, data.span), data))
            case map.downStreamMessage: found.append(downStream(MessageFields(downStream: node, tape, data.span), data))
            default: break
            }
        }
        return found
    }

    private func fits(_ data: [UInt8], _ type: MessageIndex) -> Bool {
        var tape = ProtobufTape()
        return (try? tape.decode(data.span, in: 0..<data.count, as: type, schema: map.schema)) != nil
            && !tape.hasUnknown && !tape.isMissingRequired(schema: map.schema)
    }

    private func upStream(_ fields: MessageFields, _ data: [UInt8]) -> ChatMessage {
        // A topic for any conversation names it in the content; the frame's target may be the own user.
        ChatMessage(fields, conversationType, targetId: conversationType == nil ? nil : target.text, author: nil, data)
    }

    private func downStream(_ fields: MessageFields, _ data: [UInt8]) -> ChatMessage {
        let author = fields.isSent ? nil : fields.fromUserId
        return ChatMessage(
            fields,
            fields.conversationType,
            targetId: fields.target.map { String(decoding: data[$0], as: UTF8.self) },
            author: author,
            data
        )
    }
}

extension ChatMessage {
    fileprivate init(
        _ fields: MessageFields,
        _ conversationType: ConversationType?,
        targetId: String?,
        author: Range<Int>?,
        _ data: [UInt8]
    ) {
        func text(_ range: Range<Int>?) -> String? { range.map { String(decoding: data[$0], as: UTF8.self) } }
        self.init(
            objectName: text(fields.objectName),
            content: fields.content.map { Array(data[$0]) } ?? [],
            conversationType: conversationType,
            targetId: targetId,
            isSent: fields.isSent,
            senderUserId: text(author),
            handling: fields.handling,
            messageUId: text(fields.messageUId),
            sentTime: fields.sentTime
        )
    }
}
