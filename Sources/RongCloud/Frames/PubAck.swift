public import WireFormat

/// PUBACK: the answer to a PUBLISH.
///
/// A client sends only the id. A server adds date, status, milliseconds and the message's unique id; SDK readers accept
/// an end after the status or after the milliseconds, and so does this reader. Source: web SDK v2 `signalling.ts`
/// (read), layout confirmed by engines v4 and v5.
public struct PubAck: Hashable, Sendable {
    /// The fields that a server adds to the id.
    public struct Receipt: Hashable, Sendable {
        /// The server's clock, in Unix seconds.
        public var date: Int32
        /// The status: 0 is success; other values are server codes.
        public var status: UInt16
        /// The milliseconds to add to `date`; `nil` if the frame ends before them.
        public var millisecond: UInt16?
        /// The message's unique id, 19 characters; `nil` if the frame ends before it.
        public var messageUId: WireString?

        /// Makes a receipt.
        public init(date: Int32, status: UInt16, millisecond: UInt16? = nil, messageUId: WireString? = nil) {
            self.date = date
            self.status = status
            self.millisecond = millisecond
            self.messageUId = messageUId
        }
    }

    /// The id of the PUBLISH.
    public var messageId: UInt16
    /// The fields that a server adds; `nil` if a client is the sender.
    public var receipt: Receipt?

    /// Makes a PUBACK.
    public init(messageId: UInt16, receipt: Receipt? = nil) {
        self.messageId = messageId
        self.receipt = receipt
    }

    @inlinable
    static func read<Trace: FieldTrace>(
        _ reader: inout ByteReader<Trace>,
        into layout: inout FrameLayout,
        sender: FrameSender
    ) throws(WireError) {
        layout.messageId = try reader.uint16("messageId")
        guard sender == .server else { return }
        layout.date = try reader.int32("date")
        layout.status = try reader.uint16("status")
        if reader.isAtEnd { return }
        layout.millisecond = try reader.uint16("millisecond")
        if reader.isAtEnd { return }
        layout.messageUId = try reader.text("messageUId")
    }

    init?(_ layout: FrameLayout, _ bytes: Span<UInt8>) {
        guard let messageId = layout.messageId else { return nil }
        self.messageId = messageId
        guard let date = layout.date, let status = layout.status else { return }
        receipt = Receipt(
            date: date,
            status: status,
            millisecond: layout.millisecond,
            messageUId: layout.messageUId.map { WireString(decoding: bytes.extracting($0)) }
        )
    }

    /// Reads the members of a frame object.
    init(_ members: FrameObjectReader) throws(WireError) {
        self.init(messageId: try members.number("messageId"))
        guard members.has("date") || members.has("status") else { return }
        receipt = Receipt(
            date: try members.number("date"),
            status: try members.number("status"),
            millisecond: try members.integer("millisecond", UInt16.self),
            messageUId: try members.optionalText("messageUId")
        )
    }

    func encode(into writer: inout ByteWriter, sender: FrameSender) throws(WireError) {
        writer.append(bigEndian: messageId)
        guard sender == .server else { return }
        guard let receipt else { throw WireError(.required, path: ["date"], expected: "a date from a server") }
        writer.append(bigEndian: receipt.date)
        writer.append(bigEndian: receipt.status)
        guard let millisecond = receipt.millisecond else {
            if receipt.messageUId != nil { throw WireError(.required, path: ["millisecond"]) }
            return
        }
        writer.append(bigEndian: millisecond)
        try receipt.messageUId?.encodePrefixed("messageUId", into: &writer)
    }
}
