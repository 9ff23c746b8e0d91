/// One TCP segment of a followed connection: the fields for reassembly, and the place of the payload.
public struct Segment: Sendable, BitwiseCopyable {
    /// The number of the packet, from 1.
    public var packet: Int
    /// Nanoseconds since 1970.
    public var time: Int64
    /// The index of the connection among those followed, as in ``FlowEvent/begin(place:_:)``.
    public var place: Int
    /// The index of the first payload byte in the block.
    public var payloadStart: Int
    /// The number of captured payload bytes.
    public var payloadCount: Int
    /// The number of payload bytes that were on the wire but not captured (a short snap length).
    public var missingCount: Int
    /// The sequence number of the first payload byte (of the SYN, if there is one).
    public var sequence: UInt32
    /// The acknowledgment number; valid if `flags` contain ACK.
    public var acknowledgment: UInt32
    /// The flags.
    public var flags: TCPFlags
    /// The end that sent it: the flow's ``Flow/first`` or its other one.
    public var side: FlowSide
    /// Whether the capture keeps time finer than a microsecond.
    public var hasNanoseconds: Bool
    /// Whether its FIN or RST is not at the end of the sender's stream, so that it ends nothing.
    public var isStrayEnd: Bool

    /// The range of the payload in the block.
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
    /// The acknowledgment number is valid.
    public static let ack = TCPFlags(rawValue: 16)
}

/// Arithmetic on sequence numbers, which wrap at 2^32 (RFC 9293 section 3.4).
public enum TCPSequence {
    /// Returns how far `a` is ahead of `b`: negative when it is behind.
    @inlinable
    public static func distance(_ a: UInt32, from b: UInt32) -> Int {
        Int(Int32(bitPattern: a &- b))
    }
}
