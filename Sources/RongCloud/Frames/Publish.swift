public import WireFormat

/// PUBLISH: a message of the client, or the server's push.
///
/// Client: topic, targetId, messageId, data. Server: a date in seconds comes first. TCP form: a signature before all.
/// Source: web SDK v2 `signalling.ts`, engines v4 and v5 (run); TCP: nubybear's codec.
public struct Publish: Hashable, Sendable {
    /// The opaque bits of the TCP form.
    public var signature: UInt64?
    /// The server's clock in Unix seconds; `nil` if a client is the sender.
    public var date: Int32?
    /// The topic, which decides the message type of `data`.
    public var topic: WireString
    /// The conversation's target as the sender sees it.
    public var targetId: WireString
    /// The id that pairs the frame with its PUBACK; present with any QoS.
    public var messageId: UInt16
    /// The payload, a protobuf message.
    public var data: [UInt8]

    /// Makes a PUBLISH.
    public init(
        topic: WireString,
        targetId: WireString,
        messageId: UInt16,
        data: [UInt8],
        date: Int32? = nil,
        signature: UInt64? = nil
    ) {
        self.topic = topic
        self.targetId = targetId
        self.messageId = messageId
        self.data = data
        self.date = date
        self.signature = signature
    }

    @inlinable
    static func read<Trace: FieldTrace>(
        _ reader: inout ByteReader<Trace>,
        into layout: inout FrameLayout,
        form: FrameForm,
        sender: FrameSender
    ) throws(WireError) {
        if form == .tcp { layout.signature = try reader.opaque64("signature") }
        if sender == .server { layout.date = try reader.int32("date") }
        layout.topic = try reader.text("topic")
        layout.targetId = try reader.text("targetId")
        layout.messageId = try reader.uint16("messageId")
        layout.data = reader.rest("data")
    }

    init?(_ layout: FrameLayout, _ bytes: Span<UInt8>) {
        guard let topic = layout.topic, let targetId = layout.targetId, let messageId = layout.messageId else {
            return nil
        }
        self.init(
            topic: WireString(decoding: bytes.extracting(topic)),
            targetId: WireString(decoding: bytes.extracting(targetId)),
            messageId: messageId,
            data: layout.data.map { Array(copying: bytes.extracting($0)) } ?? [],
            date: layout.date,
            signature: layout.signature
        )
    }

    /// Reads the members of a frame object.
    init(_ members: FrameObjectReader) throws(WireError) {
        self.init(
            topic: try members.text("topic"),
            targetId: try members.text("targetId"),
            messageId: try members.number("messageId"),
            data: try members.data(),
            date: try members.integer("date", Int32.self),
            signature: try members.signature()
        )
    }

    func encode(into writer: inout ByteWriter, form: FrameForm, sender: FrameSender) throws(WireError) {
        if form == .tcp { writer.append(bigEndian: signature ?? 0) }
        if sender == .server {
            guard let date else { throw WireError(.required, path: ["date"], expected: "a date from a server") }
            writer.append(bigEndian: date)
        }
        try topic.encodePrefixed("topic", into: &writer)
        try targetId.encodePrefixed("targetId", into: &writer)
        writer.append(bigEndian: messageId)
        writer.append(data)
    }
}
