/// One TCP segment of a followed connection: what reassembly needs to know, and where the payload lies.
public struct Segment: Sendable, BitwiseCopyable {
    /// Number of the packet, from 1.
    public var packet: Int
    /// Nanoseconds since 1970.
    public var time: Int64
    /// The place of the connection among those that are followed: with which ``FlowEvent/begin(place:_:)`` told of it.
    public var place: Int
    /// First byte of the payload in the block.
    public var payloadStart: Int
    /// Bytes of payload that were captured.
    public var payloadCount: Int
    /// Bytes of payload that were on the wire but not captured (a short snap length).
    public var missingCount: Int
    /// The sequence number of the first payload byte (of the SYN, if there is one).
    public var sequence: UInt32
    /// What the sender has received, when `flags` say so.
    public var acknowledgment: UInt32
    /// The flags.
    public var flags: TCPFlags
    /// Which end sent it: the flow's ``Flow/first`` or its other one.
    public var side: FlowSide
    /// Whether the capture keeps time finer than a microsecond.
    public var hasNanoseconds: Bool
    /// Whether its FIN or RST stands elsewhere than at the end of the sender's stream, so that it ends nothing.
    public var isStrayEnd: Bool

    /// The payload's place in the block.
    public var payload: Range<Int> { payloadStart..<payloadStart &+ payloadCount }
}

/// Control bits of a TCP header (RFC 9293 section 3.1).
public struct TCPFlags: OptionSet, Hashable, Sendable, BitwiseCopyable {
    /// The header's byte 13.
    public let rawValue: UInt8
    /// Makes flags from the header's byte 13.
    public init(rawValue: UInt8) { self.rawValue = rawValue }
    /// No more data from the sender.
    public static let fin = TCPFlags(rawValue: 1)
    /// Synchronises sequence numbers.
    public static let syn = TCPFlags(rawValue: 2)
    /// The connection is reset.
    public static let rst = TCPFlags(rawValue: 4)
    /// The acknowledgment number counts.
    public static let ack = TCPFlags(rawValue: 16)
}

/// Arithmetic on sequence numbers, which wrap at 2^32 (RFC 9293 section 3.4).
public enum TCPSequence {
    /// How far `a` is ahead of `b`: negative when it is behind.
    @inlinable
    public static func distance(_ a: UInt32, from b: UInt32) -> Int {
        Int(Int32(bitPattern: a &- b))
    }
}
