package import RongCloud
package import WireFormat
import WireJSON

/// The frame object of a single frame: what `imwire frame decode` prints and `imwire frame encode` reads.
package enum FrameObject {
    /// Decodes a frame to its object as JSON text.
    ///
    /// - Parameters:
    ///   - sender: the end that wrote the frame; without it, told from the bytes where they tell.
    ///   - topic: of a QUERYACK, the topic of the QUERY that it answers; of a polling request's body, its topic.
    ///   - key: of the TCP form, the key of the body.
    ///   - protocolVersion: of a CONNACK, what the client asked for; without it told from the bytes, as far as they tell.
    /// - Throws: what the frame decoder throws, and `value` where `sender` is asked for; a payload that cannot be decoded is
    ///   left out of the object.
    package static func decode(
        _ bytes: [UInt8],
        form: FrameForm,
        sender: FrameSender?,
        topic: String?,
        key: ObfuscationKey = .none,
        protocolVersion: UInt8? = nil
    ) throws(WireError) -> String {
        if form == .polling {
            return try PollingObject.decode(bytes, sender: sender ?? PollingObject.sender(of: bytes), topic: topic)
        }
        let bytes = form == .tcp ? try plainFrame(bytes.span, key) : bytes
        let sender = if let sender { sender } else { try Self.sender(of: bytes.span, form: form) }
        var layout = FrameLayout()
        let texts = FrameTexts()
        var reader = ByteReader(bytes.span, trace: texts)
        try layout.read(&reader, form: form, sender: sender, protocolVersion: protocolVersion)
        let decoder = RongCloudDecoder(DecodingOptions(showsSecrets: true), guessesPayloads: false)
        var session = RongCloudSession()
        var slots = SlotPool()
        if let topic, let messageId = layout.messageId, layout.header.type == .queryack {
            session.expect(answerTo: topic, messageId, decoder.map.topics)
        }
        var event = Event(flow: .nobody)
        event.sender = sender
        decoder.decode(bytes.span, form: form, session: &session, slots: &slots, into: &event)
        event.reply = nil
        var sink = JSONFieldSink()
        sink.writer.append(UInt8(ascii: "{"))
        decoder.describe(&layout, form, bytes.span, to: &sink)
        texts.appendRaw(bytes.span, to: &sink.writer)
        if let data = layout.data {
            sink.writer.append(",\"data\":\"")
            sink.writer.append(hex: bytes.span.extracting(data))
            sink.writer.append(UInt8(ascii: "\""))
        }
        sink.appendPayload(of: &event, bytes.span, decoder)
        sink.writer.append(UInt8(ascii: "}"))
        return String(decodingUTF8: sink.writer.span)
    }

    /// Encodes a frame object from JSON text.
    ///
    /// - Parameters:
    ///   - sender: the end that writes the frame; without it, told from the type and from a date, which only servers write.
    ///   - key: of the TCP form, the key of the body.
    /// - Throws: what the frame's encoder throws, and `value` for a client's frame with a server's date.
    package static func encode(
        _ text: [UInt8],
        form: FrameForm,
        sender: FrameSender?,
        key: ObfuscationKey = .none
    ) throws(WireError) -> [UInt8] {
        let object = try JSONValue(parsing: text)
        let writesDate = object["date"] != nil
        let type = object["type"]?.string.flatMap { FrameType(name: $0) }
        // A QUERYACK has its date whoever writes it.
        if sender == .client, writesDate, form != .polling, type != .queryack {
            throw WireError(.value, path: ["date"], expected: "no date from a client")
        }
        let sender = sender ?? (writesDate || type?.onlySender == .server ? .server : .client)
        if form == .polling { return try PollingObject.encode(object, sender: sender) }
        let frame = try Frame(object: object)
        let plain = try frame.encoded(form: form, sender: sender)
        guard form == .tcp else { return plain }
        var writer = ByteWriter(capacity: plain.count + 4)
        try TCPEnvelope(frame.header, bodyLength: plain.count - 1).encode(into: &writer)
        key.append(plain.span.extracting(1..<plain.count), to: &writer)
        return writer.array
    }

    /// The end that wrote a frame, as its bytes tell.
    ///
    /// Some types only one end writes; of the others, the end by whose layout the frame can be read, and whose topics it
    /// has.
    private static func sender(of bytes: Span<UInt8>, form: FrameForm) throws(WireError) -> FrameSender {
        guard !bytes.isEmpty else { return .client }
        if let sender = FrameHeader(rawValue: bytes[0]).type.onlySender { return sender }
        let fits = [FrameSender.client, .server].map { fit(bytes, form: form, sender: $0) }
        if fits[0] == fits[1], fits[0] != .none {
            throw WireError(.value, path: ["sender"], expected: "--sender: the bytes do not tell which end wrote them")
        }
        // Where neither can be, the failure of one is as good as that of the other.
        return fits[0] >= fits[1] ? .client : .server
    }

    /// How well a frame fits the layout of an end.
    private enum Fit: Int, Comparable {
        case none
        case layout
        case topic

        static func < (one: Fit, other: Fit) -> Bool { one.rawValue < other.rawValue }
    }

    private static func fit(_ bytes: Span<UInt8>, form: FrameForm, sender: FrameSender) -> Fit {
        var layout = FrameLayout()
        var reader = ByteReader(bytes)
        guard (try? layout.read(&reader, form: form, sender: sender)) != nil, layout.trailing == nil else {
            return .none
        }
        guard let topic = layout.topic else { return .layout }
        let kind = sender == .client ? TopicKind.publish : .push
        return TopicTable.shared.index(of: bytes.extracting(topic), kind: kind) != nil ? .topic : .layout
    }

    /// Header byte and plain body of a frame of the TCP form.
    private static func plainFrame(_ bytes: Span<UInt8>, _ key: ObfuscationKey) throws(WireError) -> [UInt8] {
        guard let envelope = try TCPEnvelope(bytes, at: 0) else {
            throw WireError(.truncated, at: 0, path: ["length"], needed: 3, available: bytes.count)
        }
        guard bytes.count >= envelope.totalLength else {
            throw WireError(
                .truncated,
                at: envelope.prefixLength,
                path: ["body"],
                needed: envelope.bodyLength,
                available: bytes.count - envelope.prefixLength
            )
        }
        guard bytes.count == envelope.totalLength else {
            throw WireError(.trailing, at: envelope.totalLength, available: bytes.count - envelope.totalLength)
        }
        var writer = ByteWriter(capacity: bytes.count)
        writer.append(envelope.header.rawValue)
        key.append(bytes.extracting(droppingFirst: envelope.prefixLength), to: &writer)
        return writer.array
    }
}
