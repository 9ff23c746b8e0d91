public import WireFormat

/// The byte ranges of a frame's texts and the values of its numbers: the result of reading a frame without copying.
///
/// The parser of frames fills the layout; ``Frame`` is made from it, and the inspector shows it. A field that the frame
/// does not have is `nil`. After an error, the layout has the fields that were read before it.
public struct FrameLayout: Hashable, Sendable {
    /// The first byte.
    public var header = FrameHeader(rawValue: 0)
    /// CONNECT: the name of the protocol.
    public var protocolId: Range<Int>?
    /// CONNECT: the version of the protocol.
    public var protocolVersion: UInt8?
    /// CONNACK and DISCONNECT: the first byte of the body, which every SDK ignores.
    public var flag: UInt8?
    /// CONNECT, and CONNACK of protocol version 4: the fields that follow, as bits.
    public var flags: UInt8?
    /// CONNECT: the heartbeat interval in seconds.
    public var keepAlive: UInt16?
    /// CONNECT: the id of the device.
    public var clientId: Range<Int>?
    /// CONNECT: the client's address, which only one server implementation knows.
    public var clientIp: Range<Int>?
    /// CONNECT: the topic of the will, `clientInfo`.
    public var willTopic: Range<Int>?
    /// CONNECT: the text of the will.
    public var will: Range<Int>?
    /// CONNECT: the app key.
    public var appId: Range<Int>?
    /// CONNECT: the token.
    public var token: Range<Int>?
    /// TCP form: the opaque bits before PUBLISH and QUERY.
    public var signature: UInt64?
    /// PUBLISH and QUERY: the topic, which decides what the payload is.
    public var topic: Range<Int>?
    /// PUBLISH and QUERY: the target: user, group, room and so on.
    public var targetId: Range<Int>?
    /// The id that pairs a request with its answer, per direction.
    public var messageId: UInt16?
    /// The server's clock, in Unix seconds.
    public var date: Int32?
    /// The status; CONNACK, DISCONNECT: one byte; PUBACK, QUERYACK: two.
    public var status: UInt16?
    /// Server PUBACK: the milliseconds to add to `date`.
    public var millisecond: UInt16?
    /// Server PUBACK: the unique id of the message.
    public var messageUId: Range<Int>?
    /// CONNACK: the id of the user who is logged in.
    public var userId: Range<Int>?
    /// CONNACK: the id of the session.
    public var sessionId: Range<Int>?
    /// CONNACK: the server's clock, in Unix milliseconds.
    public var timestamp: Int64?
    /// The payload, possibly empty; `nil` in frames that have none.
    public var data: Range<Int>?
    /// The bytes after the last field.
    public var trailing: Range<Int>?

    /// Makes a layout without fields.
    @inlinable
    @inline(__always)
    public init() {}

    /// Reads one frame from `reader` to its end.
    ///
    /// - Parameters:
    ///   - reader: the frame, from its header byte on, with a plain body.
    ///   - form: the transport; `tcp` frames have a signature and some more fields.
    ///   - sender: the end that wrote the frame.
    ///   - protocolVersion: for a CONNACK, the version that the client requested, which decides between its two
    ///     layouts; without it, the bytes decide as far as possible.
    ///   - hasEnvelope: whether checksum and length of the TCP form follow the header byte; ``TCPEnvelope`` checks
    ///     them.
    /// - Throws: `truncated` with the path `TYPE.field`; the layout keeps the fields read before.
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
