public import WireFormat

/// QUERY: a request of the client, laid out like its PUBLISH.
///
/// Source: web SDK v2 `signalling.ts`, engines v4 and v5 (run); TCP: nubybear's codec.
public struct Query: Hashable, Sendable {
    /// The opaque bits of the TCP form.
    public var signature: UInt64?
    /// The topic, which decides the message types of `data` and of the QUERYACK's data.
    public var topic: WireString
    /// The target: user, group, room, … depending on the topic.
    public var targetId: WireString
    /// The id that pairs the frame with the QUERYACK and the QUERYCON.
    public var messageId: UInt16
    /// The payload, a protobuf message.
    public var data: [UInt8]

    /// Makes a QUERY.
    public init(
        topic: WireString,
        targetId: WireString,
        messageId: UInt16,
        data: [UInt8],
        signature: UInt64? = nil
    ) {
        self.topic = topic
        self.targetId = targetId
        self.messageId = messageId
        self.data = data
        self.signature = signature
    }

    @inlinable
    static func read<Trace: FieldTrace>(
        _ reader: inout ByteReader<Trace>,
        into layout: inout FrameLayout,
        form: FrameForm
    ) throws(WireError) {
        if form == .tcp { layout.signature = try reader.opaque64("signature") }
        layout.topic = try reader.text("topic")
        layout.targetId = try reader.text("targetId")
        layout.messageId = try reader.uint16("messageId")
        layout.data = reader.rest("data")
    }

    init?(_ layout: FrameLayout, _ bytes: Span<UInt8>) {
        guard let publish = Publish(layout, bytes) else { return nil }
        self.init(
            topic: publish.topic,
            targetId: publish.targetId,
            messageId: publish.messageId,
            data: publish.data,
            signature: publish.signature
        )
    }

    /// Reads the members of a frame object.
    init(_ members: FrameObjectReader) throws(WireError) {
        self.init(
            topic: try members.text("topic"),
            targetId: try members.text("targetId"),
            messageId: try members.number("messageId"),
            data: try members.data(),
            signature: try members.signature()
        )
    }

    func encode(into writer: inout ByteWriter, form: FrameForm) throws(WireError) {
        if form == .tcp { writer.append(bigEndian: signature ?? 0) }
        try topic.encodePrefixed("topic", into: &writer)
        try targetId.encodePrefixed("targetId", into: &writer)
        writer.append(bigEndian: messageId)
        writer.append(data)
    }
}
