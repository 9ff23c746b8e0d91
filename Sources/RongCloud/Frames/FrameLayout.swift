public import WireFormat

/// Where a frame's fields lie in its bytes, and what their numbers are: the result of reading it, without a copy.
///
/// The one parser of frames fills it; ``Frame`` is made from it, and the inspector shows it. A field that the frame does
/// not have is `nil`. After an error the fields that were read before it are there.
public struct FrameLayout: Hashable, Sendable {
    /// The first byte.
    public var header = FrameHeader(rawValue: 0)
    /// CONNECT: name of the protocol.
    public var protocolId: Range<Int>?
    /// CONNECT: version of the protocol.
    public var protocolVersion: UInt8?
    /// CONNACK and DISCONNECT: the first byte of the body, which every SDK ignores.
    public var flag: UInt8?
    /// CONNECT, and CONNACK of protocol version 4: which fields follow.
    public var flags: UInt8?
    /// CONNECT: heartbeat interval in seconds.
    public var keepAlive: UInt16?
    /// CONNECT: the device.
    public var clientId: Range<Int>?
    /// CONNECT: an address that only one server implementation knows.
    public var clientIp: Range<Int>?
    /// CONNECT: topic of the will, `clientInfo`.
    public var willTopic: Range<Int>?
    /// CONNECT: text of the will.
    public var will: Range<Int>?
    /// CONNECT: the app key.
    public var appId: Range<Int>?
    /// CONNECT: the token.
    public var token: Range<Int>?
    /// TCP form: the opaque bits before PUBLISH and QUERY.
    public var signature: UInt64?
    /// PUBLISH and QUERY: what the payload is about.
    public var topic: Range<Int>?
    /// PUBLISH and QUERY: user, group, room and so on.
    public var targetId: Range<Int>?
    /// Number that pairs a request with its answer, per direction.
    public var messageId: UInt16?
    /// Server's clock, Unix seconds.
    public var date: Int32?
    /// CONNACK, DISCONNECT: one byte; PUBACK, QUERYACK: two.
    public var status: UInt16?
    /// Server PUBACK: milliseconds to add to `date`.
    public var millisecond: UInt16?
    /// Server PUBACK: the message's unique id.
    public var messageUId: Range<Int>?
    /// CONNACK: who is logged in.
    public var userId: Range<Int>?
    /// CONNACK: the session.
    public var sessionId: Range<Int>?
    /// CONNACK: server's clock, Unix milliseconds.
    public var timestamp: Int64?
    /// The payload, possibly empty; `nil` in frames that have none.
    public var data: Range<Int>?
    /// Bytes after the last field.
    public var trailing: Range<Int>?

    /// A layout without any field.
    @inlinable
    @inline(__always)
    public init() {}

    /// Reads one frame from `reader` to its end.
    ///
    /// - Parameters:
    ///   - reader: the frame, from its header byte on, body in the clear.
    ///   - form: the transport; `tcp` frames have a signature and some more fields.
    ///   - sender: the end that wrote the frame.
    ///   - protocolVersion: of a CONNACK, what the client asked for, which tells its two layouts apart; without it the
    ///     bytes tell, as far as they do.
    ///   - hasEnvelope: whether checksum and length of the TCP form follow the header byte; ``TCPEnvelope`` checks them.
    /// - Throws: `truncated` with the path `TYPE.field`; the layout keeps what was read before.
    @inlinable
    public mutating func read<Trace: FieldTrace>(
        _ reader: inout ByteReader<Trace>,
        form: FrameForm,
        sender: FrameSender,
        protocolVersion: UInt8? = nil,
        hasEnvelope: Bool = false
    ) throws(WireError) {
        header = FrameHeader(rawValue: try reader.uint8("header"))
        if hasEnvelope {
            try reader.uint8("checksum")
            while try reader.uint8("length") & 0x80 != 0 {}
        }
        do throws(WireError) {
            try readBody(&reader, form: form, sender: sender, protocolVersion: protocolVersion)
        } catch {
            throw error.inside(header.type.name(in: form).description)
        }
        if !reader.isAtEnd { trailing = reader.rest("trailing") }
    }
}
