package import RongCloud
package import WireFormat
import WireJSON

/// The frame object of a single frame: what `imwire frame decode` prints and `imwire frame encode` reads.
package enum FrameObject {
    /// Decodes a frame to its object as JSON text.
    ///
    /// - Parameters:
    ///   - bytes: the frame.
    ///   - topic: of a QUERYACK, the topic of the QUERY that it answers.
    /// - Throws: what the frame decoder throws; a payload that can not be decoded is left out of the object.
    package static func decode(
        _ bytes: [UInt8],
        form: FrameForm,
        sender: FrameSender,
        topic: String?
    ) throws(WireError) -> String {
        var layout = FrameLayout()
        var reader = ByteReader(bytes.span)
        try layout.read(&reader, form: form, sender: sender)
        var decoder = RongCloudDecoder(limits: Limits(), depth: .all)
        var session = RongCloudSession()
        if let topic, let messageId = layout.messageId, layout.header.type == .queryack {
            session.expect(answerTo: topic, messageId, decoder.map.topics)
        }
        var event = Event(flow: .nobody)
        event.sender = sender
        decoder.decode(bytes.span, form: form, session: &session, into: &event)
        event.reply = nil
        var writer = ByteWriter()
        writer.append(UInt8(ascii: "{"))
        FrameFieldsWriter(form: form, showsSecrets: true).append(layout, bytes.span, to: &writer)
        appendRaw(layout, bytes.span, to: &writer)
        if let data = layout.data {
            writer.append(",\"data\":\"")
            writer.append(hex: bytes.span.extracting(data))
            writer.append(UInt8(ascii: "\""))
        }
        var lines = JSONLinesConsumer(file: nil, showsRaw: false, showsSecrets: true, limits: Limits())
        lines.appendPayload(event, bytes.span, to: &writer)
        writer.append(UInt8(ascii: "}"))
        return String(decodingUTF8: writer.span)
    }

    /// Encodes a frame object from JSON text.
    package static func encode(_ text: [UInt8], form: FrameForm, sender: FrameSender) throws(WireError) -> [UInt8] {
        let frame = try Frame(object: try JSONValue(parsing: text))
        return try frame.encoded(form: form, sender: sender)
    }

    /// The bytes of texts that our own writer would spell otherwise.
    private static func appendRaw(_ layout: FrameLayout, _ bytes: Span<UInt8>, to writer: inout ByteWriter) {
        let texts: [(StaticString, Range<Int>?)] = [
            ("protocolId", layout.protocolId), ("clientId", layout.clientId), ("clientIp", layout.clientIp),
            ("willTopic", layout.willTopic), ("will", layout.will), ("appId", layout.appId), ("token", layout.token),
            ("topic", layout.topic), ("targetId", layout.targetId), ("messageUId", layout.messageUId),
            ("userId", layout.userId), ("sessionId", layout.sessionId),
        ]
        var isFirst = true
        for case (let name, let range?) in texts {
            guard let raw = WireString(decoding: bytes.extracting(range)).raw else { continue }
            writer.append(isFirst ? ",\"raw\":{\"" : ",\"")
            writer.append(name)
            writer.append("\":\"")
            writer.append(hex: raw.span)
            writer.append(UInt8(ascii: "\""))
            isFirst = false
        }
        if !isFirst { writer.append(UInt8(ascii: "}")) }
    }
}
