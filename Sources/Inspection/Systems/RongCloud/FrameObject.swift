package import RongCloud
package import WireFormat
import WireJSON

/// The frame object of a single frame: what `imwire frame decode` prints and `imwire frame encode` reads.
package enum FrameObject {
    /// Decodes a frame to its object as JSON text.
    ///
    /// - Parameters:
    ///   - sender: the end that wrote the frame; `nil` to infer it from the bytes, if these tell.
    ///   - topic: for a QUERYACK, the topic of its QUERY; for the body of a polling request, the request's topic.
    ///   - key: for the TCP form, the key of the body.
    ///   - protocolVersion: for a CONNACK, the version that the client asked for; `nil` to infer it from the bytes, as
    ///     far as these tell.
    /// - Throws: the errors of the frame decoder, and `value` if `sender` is needed; a payload that cannot be decoded
    ///   is left out of the object.
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
        let (bytes, length) = form == .tcp ? try plainFrame(bytes.span, key) : (bytes, nil)
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
        texts.appendRaw(bytes.span, length: length, to: &sink.writer)
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
    ///   - sender: the end that writes the frame; `nil` to infer it from the type, and from a date, which only servers
    ///     write.
    ///   - key: for the TCP form, the key of the body.
    /// - Throws: the errors of the frame's encoder, and `value` for a client's frame with a server's date.
    package static func encode(
        _ text: [UInt8],
        form: FrameForm,
        sender: FrameSender?,
        key: ObfuscationKey = .none
    ) throws(WireError) -> [UInt8] {
        let object = try JSONValue(parsing: text)
        let writesDate = object["date"] != nil
        let type = object["type"]?.string.flatMap { FrameType(name: $0) }
        // A QUERYACK of either end has a date.
        if sender == .client, writesDate, form != .polling, type != .queryack {
            throw WireError(.value, path: ["date"], expected: "no date from a client")
        }
        let sender = sender ?? (writesDate || type?.onlySender == .server ? .server : .client)
        if form == .polling { return try PollingObject.encode(object, sender: sender) }
        let frame = try Frame(object: object)
        let plain = try frame.encoded(form: form, sender: sender)
        guard form == .tcp else { return plain }
        var writer = ByteWriter(capacity: plain.count + 4)
        try envelope(of: frame, bodyLength: plain.count - 1, object).encode(into: &writer)
        key.append(plain.span.extracting(1..<plain.count), to: &writer)
        return writer.array
    }

    /// Returns the envelope of a frame of the TCP form; `raw.length` has the bytes of a length that takes more bytes
    /// than it needs.
    private static func envelope(
        of frame: Frame,
        bodyLength: Int,
        _ object: JSONValue
    ) throws(WireError) -> TCPEnvelope {
        var envelope = try TCPEnvelope(frame.header, bodyLength: bodyLength)
        guard let given = try FrameObjectReader(object: object, schema: RongCloudSchema.shared).raw("length") else {
            return envelope
        }
        envelope.lengthBytes = min(max(envelope.lengthBytes, given.count), 3)
        var writer = ByteWriter()
        envelope.encode(into: &writer)
        guard writer.array.dropFirst(2).elementsEqual(given) else {
            let length = "the body's length, \(bodyLength), in at most 3 bytes"
            throw WireError(.value, path: ["raw", "length"], expected: length)
        }
        return envelope
    }

    /// Returns the end that wrote a frame, inferred from its bytes.
    ///
    /// Some types are written by one end only. For the other types, the end is the one whose layout and topics fit the
    /// frame.
    private static func sender(of bytes: Span<UInt8>, form: FrameForm) throws(WireError) -> FrameSender {
        guard !bytes.isEmpty else { return .client }
        if let sender = FrameHeader(rawValue: bytes[0]).type.onlySender { return sender }
        let fits = [FrameSender.client, .server].map { fit(bytes, form: form, sender: $0) }
        if fits[0] == fits[1], fits[0] != .none {
            throw WireError(.value, path: ["sender"], expected: "the end that wrote the bytes: they do not tell it")
        }
        // If neither end fits, the failure of either layout may be reported.
        return fits[0] >= fits[1] ? .client : .server
    }

    /// The degree to which a frame fits the layout of an end.
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

    /// Returns the header byte and the plain body of a frame of the TCP form, and the bytes of its length if these are
    /// more than it needs.
    private static func plainFrame(
        _ bytes: Span<UInt8>,
        _ key: ObfuscationKey
    ) throws(WireError) -> (frame: [UInt8], length: [UInt8]?) {
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
        let length = bytes.extracting(2..<envelope.prefixLength)
        return (writer.array, envelope.isPadded ? Array(copying: length) : nil)
    }
}
