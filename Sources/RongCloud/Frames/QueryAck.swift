public import WireFormat

/// QUERYACK: the answer to a QUERY.
///
/// The frame does not repeat the topic, so the topic of the QUERY decides the message type of `data`.
///
/// Source: web SDK v2 `signalling.ts`, engines v4 and v5 (run).
public struct QueryAck: Hashable, Sendable {
    /// The id of the QUERY.
    public var messageId: UInt16
    /// The server's clock, in Unix seconds.
    public var date: Int32
    /// The status: 0 is success; other values are server codes.
    public var status: UInt16
    /// The payload, possibly empty.
    public var data: [UInt8]

    /// Makes a QUERYACK.
    public init(messageId: UInt16, date: Int32, status: UInt16, data: [UInt8]) {
        self.messageId = messageId
        self.date = date
        self.status = status
        self.data = data
    }

    @inlinable
    static func read<Trace: FieldTrace>(
        _ reader: inout ByteReader<Trace>,
        into layout: inout FrameLayout
    ) throws(WireError) {
        layout.messageId = try reader.uint16("messageId")
        layout.date = try reader.int32("date")
        layout.status = try reader.uint16("status")
        layout.data = reader.rest("data")
    }

    init?(_ layout: FrameLayout, _ bytes: Span<UInt8>) {
        guard let messageId = layout.messageId, let date = layout.date, let status = layout.status else { return nil }
        self.init(
            messageId: messageId,
            date: date,
            status: status,
            data: layout.data.map { Array(copying: bytes.extracting($0)) } ?? []
        )
    }

    /// Reads the members of a frame object.
    init(_ members: FrameObjectReader) throws(WireError) {
        self.init(
            messageId: try members.number("messageId"),
            date: try members.number("date"),
            status: try members.number("status"),
            data: try members.data()
        )
    }

    func encode(into writer: inout ByteWriter) {
        writer.append(bigEndian: messageId)
        writer.append(bigEndian: date)
        writer.append(bigEndian: status)
        writer.append(data)
    }
}
