public import WireFormat
import WireProtobuf

extension ObfuscationKey {
    /// Finds the key of a connection from the body of one frame whose beginning is known.
    ///
    /// CONNECT begins with the protocol's name; a client's PUBLISH and QUERY have their topic right after the eight bytes
    /// of signature, where the key starts anew. A key counts only when the whole frame then makes sense.
    /// - Parameters:
    ///   - frame: a whole frame of the TCP form, as on the wire.
    ///   - sender: the end that wrote it.
    public static func recover(from frame: Span<UInt8>, sender: FrameSender) -> ObfuscationKey? {
        guard sender == .client, let envelope = try? TCPEnvelope(frame, at: 0), envelope.totalLength == frame.count
        else { return nil }
        let body = frame.extracting(droppingFirst: envelope.prefixLength)
        switch envelope.header.type {
        case .connect:
            for name in ["RCloud", "BossFriday", "MQIsdp", "MQTT"] {
                if let key = candidate(body, at: 0, text: name), makesSense(frame, key, sender) { return key }
            }
        case .publish, .query:
            for topic in TopicTable.shared {
                if let key = candidate(body, at: 8, text: topic.name), makesSense(frame, key, sender) { return key }
            }
        default: break
        }
        return makesSense(frame, .none, sender) ? ObfuscationKey.none : nil
    }

    /// The key under which the body reads `text` with its length, at an offset that is a multiple of eight.
    private static func candidate(_ body: Span<UInt8>, at offset: Int, text: String) -> ObfuscationKey? {
        let plain = [0, UInt8(text.utf8.count)] + Array(text.utf8)
        guard plain.count >= 8, body.count >= offset + 8 else { return nil }
        return try? ObfuscationKey((0..<8).map { body[offset + $0] ^ plain[$0] })
    }

    /// Whether a frame decodes under a key, down to its payload.
    private static func makesSense(_ frame: Span<UInt8>, _ key: ObfuscationKey, _ sender: FrameSender) -> Bool {
        guard let envelope = try? TCPEnvelope(frame, at: 0) else { return false }
        var plain = ByteWriter(capacity: frame.count)
        plain.append(envelope.header.rawValue)
        key.append(frame.extracting(droppingFirst: envelope.prefixLength), to: &plain)
        var layout = FrameLayout()
        var reader = ByteReader(plain.span)
        guard (try? layout.read(&reader, form: .tcp, sender: sender)) != nil, layout.trailing == nil else {
            return false
        }
        if envelope.header.type == .connect { return layout.keepAlive != nil }
        let map = PayloadMap.shared
        guard let range = layout.topic, let target = layout.targetId, let data = layout.data,
            let topic = map.topics.index(of: plain.span.extracting(range), kind: .publish),
            WireString.decode(plain.span.extracting(target)).encoding != .invalid
        else { return false }
        var tape = ProtobufTape()
        return map.candidates(topic: topic, part: .request, generation: nil).contains { message in
            (try? tape.decode(plain.span, in: data, as: message, schema: map.schema)) != nil && !tape.hasUnknown
                && tape.missingRequired(schema: map.schema).isEmpty
        }
    }
}
