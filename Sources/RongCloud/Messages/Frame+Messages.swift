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
            case map.upStreamMessage: found.append(upStream(node, tape, data.span))
            case map.downStreamMessage: found.append(downStream(node, tape, data.span))
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

    private func upStream(_ node: Int, _ tape: borrowing ProtobufTape, _ data: Span<UInt8>) -> ChatMessage {
        ChatMessage(
            objectName: text(UpStreamField.classname, of: node, tape, data),
            content: bytes(UpStreamField.content, of: node, tape, data),
            conversationType: conversationType,
            // A topic for any conversation names it in the content; the frame's target may be the own user.
            targetId: conversationType == nil ? nil : target.text,
            isSent: true,
            senderUserId: nil,
            handling: bits(UpStreamField.sessionId, of: node, tape, data).map { ChatMessage.Handling(sessionId: $0) },
            messageUId: nil,
            sentTime: nil
        )
    }

    private func downStream(_ node: Int, _ tape: borrowing ProtobufTape, _ data: Span<UInt8>) -> ChatMessage {
        let type = bits(DownStreamField.type, of: node, tape, data).map {
            ConversationType(rawValue: Int32(truncatingIfNeeded: $0))
        }
        let from = text(DownStreamField.fromUserId, of: node, tape, data)
        let group = type?.hasGroupId == true ? text(DownStreamField.groupId, of: node, tape, data) : nil
        let isSent = bits(DownStreamField.direction, of: node, tape, data) == 1
        return ChatMessage(
            objectName: text(DownStreamField.classname, of: node, tape, data),
            content: bytes(DownStreamField.content, of: node, tape, data),
            conversationType: type,
            targetId: group?.isEmpty == false ? group : from,
            isSent: isSent,
            senderUserId: isSent ? nil : from,
            handling: bits(DownStreamField.status, of: node, tape, data).map { ChatMessage.Handling(status: $0) },
            messageUId: text(DownStreamField.msgId, of: node, tape, data),
            sentTime: bits(DownStreamField.dataTime, of: node, tape, data).map { Int64(bitPattern: $0) }
        )
    }

    // The last value of a field counts.

    private func text(
        _ field: UInt32,
        of node: Int,
        _ tape: borrowing ProtobufTape,
        _ data: Span<UInt8>
    ) -> String? {
        tape.last(field, in: node).map { String(decodingUTF8: data.extracting(tape.nodes[$0].valueRange)) }
    }

    private func bytes(
        _ field: UInt32,
        of node: Int,
        _ tape: borrowing ProtobufTape,
        _ data: Span<UInt8>
    ) -> [UInt8] {
        tape.last(field, in: node).map { Array(copying: data.extracting(tape.nodes[$0].valueRange)) } ?? []
    }

    private func bits(
        _ field: UInt32,
        of node: Int,
        _ tape: borrowing ProtobufTape,
        _ data: Span<UInt8>
    ) -> UInt64? {
        tape.last(field, in: node).map { tape.nodes[$0].bits(in: data) }
    }
}
