public import WireFormat
import WireJSON
import WireProtobuf

extension ObfuscationKey {
    /// Finds the key of a connection from the body of one frame whose beginning is known.
    ///
    /// CONNECT begins with the protocol's name. In a client's PUBLISH and QUERY, the topic follows the eight bytes of
    /// signature, and there the key repeats from its start. A key counts only if the whole frame then makes sense.
    /// Topics of the same length may yield several keys: the one under which the frame has the most known content wins.
    /// - Parameters:
    ///   - frame: a whole frame of the TCP form, as on the wire.
    ///   - sender: the end that wrote the frame.
    public static func recover(from frame: Span<UInt8>, sender: FrameSender) -> ObfuscationKey? {
        guard sender == .client, let envelope = try? TCPEnvelope(frame, at: 0), envelope.totalLength == frame.count
        else { return nil }
        let body = frame.extracting(droppingFirst: envelope.prefixLength)
        switch envelope.header.type {
        case .connect:
            for name in Connect.protocolNames {
                if let key = candidate(body, at: 0, text: name), sense(of: frame, key, sender) != nil { return key }
            }
        case .publish, .query:
            var best: (key: ObfuscationKey, sense: Int)?
            // A client sends no push topics, and sends the others mostly in frames of the topic's own kind.
            let kind: TopicKind = envelope.header.type == .publish ? .publish : .query
            for topic in TopicTable.shared where topic.kind != .push {
                guard let key = candidate(body, at: 8, text: topic.name), var sense = sense(of: frame, key, sender)
                else { continue }
                sense = sense * 2 + (topic.kind == kind ? 1 : 0)
                if sense > best?.sense ?? -1 { best = (key, sense) }
            }
            if let best { return best.key }
        default: break
        }
        return sense(of: frame, .none, sender) != nil ? ObfuscationKey.none : nil
    }

    /// Returns the key that turns the body at `offset`, a multiple of eight, into `text` with its length.
    private static func candidate(_ body: Span<UInt8>, at offset: Int, text: String) -> ObfuscationKey? {
        let plain = [0, UInt8(text.utf8.count)] + Array(text.utf8)
        guard plain.count >= 8, body.count >= offset + 8 else { return nil }
        return try? ObfuscationKey((0..<8).map { body[offset + $0] ^ plain[$0] })
    }

    /// Returns the amount of known content in a frame that decodes under a key, payload included; `nil` if it does not
    /// decode.
    static func sense(of frame: Span<UInt8>, _ key: ObfuscationKey, _ sender: FrameSender) -> Int? {
        guard let envelope = try? TCPEnvelope(frame, at: 0) else { return nil }
        var plain = ByteWriter(capacity: frame.count)
        plain.append(envelope.header.rawValue)
        key.append(frame.extracting(droppingFirst: envelope.prefixLength), to: &plain)
        var layout = FrameLayout()
        var reader = ByteReader(plain.span)
        guard (try? layout.read(&reader, form: .tcp, sender: sender)) != nil, layout.trailing == nil else {
            return nil
        }
        if envelope.header.type == .connect { return layout.keepAlive != nil ? 0 : nil }
        let map = PayloadMap.shared
        guard let range = layout.topic, let target = layout.targetId, let data = layout.data,
            let topic = map.topics.index(of: plain.span.extracting(range), kind: .publish),
            WireString.decode(plain.span.extracting(target)).encoding != .invalid
        else { return nil }
        var tape = ProtobufTape()
        let isPayload = map.candidates(topic: topic, part: .request, generation: nil).contains { message in
            (try? tape.decode(plain.span, in: data, as: message, schema: map.schema)) != nil && !tape.hasUnknown
                && tape.missingRequired(schema: map.schema).isEmpty
        }
        return isPayload ? known(in: tape, plain.span) : nil
    }

    /// Returns the number of texts in a payload that are object names of the catalogue or JSON objects.
    private static func known(in tape: borrowing ProtobufTape, _ bytes: Span<UInt8>) -> Int {
        var count = 0
        for index in tape.nodes.indices {
            let node = tape.nodes[index]
            guard node.wireType == .lengthDelimited, !node.isStructure, !node.valueRange.isEmpty else { continue }
            let value = bytes.extracting(node.valueRange)
            if value[0] == UInt8(ascii: "{") {
                var json = JSONTape()
                if (try? json.parse(bytes, in: node.valueRange)) != nil { count += 1 }
            } else if MessageCatalogue.shared.entry(String(decodingUTF8: value)) != nil {
                count += 1
            }
        }
        return count
    }
}
