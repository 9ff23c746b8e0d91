import RongCloud
import WireFormat
import WireJSON
import WireProtobuf

// The payload and the chat messages in it.
extension RongCloudDecoder {
    func replyTopic(_ topic: Int) -> String { map.topics[topic].name }

    @inline(__always)
    func appendPayload(_ event: inout Event, _ bytes: Span<UInt8>, to writer: inout ByteWriter) -> Bool {
        guard event.units.rongCloud.payload != .none else { return false }
        writer.append("\"message\":\"")
        map.appendName(of: event.units.rongCloud.payload, to: &writer)
        writer.append("\",\"value\":")
        let start = writer.count
        writer.append(protobufJSON: event.units.rongCloud.tape, bytes: bytes, schema: map.schema)
        if !showsSecrets, PayloadSecrets.shared.mayHold(event.units.rongCloud.payload) {
            Secrets.maskJSON(from: start, in: &writer, limits: limits.json)
        }
        return true
    }

    /// Describes a payload by its name and a mark that its fields are on the tape; returns `false` if the payload is
    /// not plain.
    @inline(__always)
    func describePlainPayload(_ event: inout Event, to sink: inout EventRecordSink) -> Bool {
        guard event.units.rongCloud.payload != .none, isPlain(event.units.rongCloud.tape) else { return false }
        // A closure would retain the decoder.
        let start = sink.beginPayloadOnTape()
        map.appendName(of: event.units.rongCloud.payload, to: &sink.writer)
        sink.endPayloadOnTape(from: start)
        return true
    }

    @inline(__always)
    func exchangeTapes(of event: inout Event, _ content: inout JSONTape, _ payload: inout ProtobufTape) {
        swap(&event.units.rongCloud.contentTape, &content)
        swap(&event.units.rongCloud.tape, &payload)
    }

    /// Whether every field of a payload can be read by itself: no field is repeated, merged, a fraction or a group.
    private func isPlain(_ tape: borrowing ProtobufTape) -> Bool {
        if tape.isCompact || tape.hasInvalidUTF8 { return false }
        let nodes = tape.nodes
        for index in nodes.indices {
            let node = nodes[index]
            if node.flags.contains(.unordered) { return false }
            guard index > 0, node.flags.isDisjoint(with: [.unknown, .omitted]) else { continue }
            let field = map.schema[node.field]
            if field.isRepeated { return false }
            switch field.kind {
            case .double, .float, .group: return false
            default: break
            }
        }
        return true
    }

    @inline(__always)
    func messageCount(_ event: borrowing Event) -> Int { event.units.rongCloud.messages.count }

    @inline(__always)
    func describeMessages<Sink: FieldSink & ~Copyable>(
        _ event: inout Event,
        _ bytes: Span<UInt8>,
        to sink: inout Sink
    ) {
        for index in event.units.rongCloud.messages.indices {
            let message = event.units.rongCloud.messages[index]
            sink.beginMessage(contentBytes: message.contentRange?.count ?? 0)
            let isOnTape = event.units.rongCloud.contentOnTape == index
            describe(message, contentIsOnTape: isOnTape, &event, bytes, to: &sink)
            sink.endMessage()
        }
    }

    @inline(__always)
    private func describe<Sink: FieldSink & ~Copyable>(
        _ message: RongCloudMessage,
        contentIsOnTape isOnTape: Bool,
        _ event: inout Event,
        _ bytes: Span<UInt8>,
        to sink: inout Sink
    ) {
        if let name = message.objectName {
            sink.text(.objectName, bytes.extracting(name))
        } else {
            sink.json(.objectName) { $0.append("null") }
        }
        switch message.content {
        case .json(let range):
            sink.json(.content(isOnTape: isOnTape)) {
                $0.append(event.units.rongCloud.contents.span.extracting(range))
            }
        case .bytes:
            if let range = message.contentRange {
                sink.json(.contentBytes) { writer in
                    writer.append(UInt8(ascii: "\""))
                    if showsSecrets {
                        writer.append(base64: bytes.extracting(range))
                    } else {
                        writer.append(base64: Secrets.masked(bytes.extracting(range)).span)
                    }
                    writer.append(UInt8(ascii: "\""))
                }
            }
        case .absent: break
        }
        if let conversation = message.conversation, sink.wants(.conversation) {
            let hasName = conversationNames.withName(of: Int(conversation.rawValue)) { sink.text(.conversation, $0) }
            if !hasName { sink.number(.conversation, Int64(conversation.rawValue)) }
        }
        describe(.target, message.target, &event, bytes, to: &sink)
        describe(.sender, message.sender, &event, bytes, to: &sink)
        if let flags = message.flags, sink.wants(.flags) { sink.json(.flags) { Self.append(flags, to: &$0) } }
        if let uid = message.uid { sink.text(.uid, bytes.extracting(uid)) }
        if let milliseconds = message.sentTime {
            sink.time(.sentTime, milliseconds: milliseconds)
        }
    }

    @inline(__always)
    private static func append(_ flags: ChatMessage.Handling, to writer: inout ByteWriter) {
        writer.append(UInt8(ascii: "["))
        let start = writer.count
        if flags.contains(.persisted) { writer.append("\"persisted\",") }
        if flags.contains(.counted) { writer.append("\"counted\",") }
        if flags.contains(.mentioned) { writer.append("\"mentioned\",") }
        if flags.contains(.noNotification) { writer.append("\"noNotification\",") }
        if flags.contains(.expansion) { writer.append("\"expansion\",") }
        if flags.contains(.fetched) { writer.append("\"fetched\",") }
        if writer.count > start { writer.truncate(to: writer.count - 1) }
        writer.append(UInt8(ascii: "]"))
    }

    @inline(__always)
    private func describe<Sink: FieldSink & ~Copyable>(
        _ key: FieldKey,
        _ text: RongCloudMessage.Text,
        _ event: inout Event,
        _ bytes: Span<UInt8>,
        to sink: inout Sink
    ) {
        guard sink.wants(key) else { return }
        switch text {
        case .absent: return
        case .payload(let range): sink.text(key, bytes.extracting(range))
        case .frame(let range): Self.wireText(key, bytes.extracting(range), &sink)
        case .ownUser: sink.text(key, event.units.rongCloud.ownUser.span)
        }
    }
}
