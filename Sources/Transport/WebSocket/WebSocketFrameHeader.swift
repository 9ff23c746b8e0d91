public import WireFormat

/// The head of a WebSocket frame (RFC 6455 section 5.2).
public struct WebSocketFrameHeader: Hashable, Sendable, BitwiseCopyable {
    /// FIN and the reserved bits in the upper half, the opcode in the lower.
    public var firstByte: UInt8
    /// Whether the payload is masked, as a client's payload always is.
    public var isMasked: Bool
    /// The mask's four bytes in memory order; 0 when there is none.
    public var mask: UInt32
    /// The length of the head itself, in bytes: 2…14.
    public var headerLength: Int
    /// The length of the payload, in bytes.
    public var payloadLength: Int

    /// Whether this is the last fragment of its message.
    @inlinable public var isFinal: Bool { firstByte & 0x80 != 0 }
    /// The reserved bits; bit 0x40 is permessage-deflate's.
    @inlinable public var reserved: UInt8 { firstByte & 0x70 }
    /// The opcode of the frame.
    @inlinable public var opcode: WebSocketOpcode { WebSocketOpcode(rawValue: firstByte) }
    /// Whether the length is encoded in the shortest form, as the RFC requires (section 5.2).
    @inlinable public var isMinimal: Bool {
        let length = payloadLength < 126 ? 2 : payloadLength < 65536 ? 4 : 10
        return headerLength == length &+ (isMasked ? 4 : 0)
    }
    /// The length of head and payload, in bytes.
    @inlinable public var totalLength: Int { headerLength &+ payloadLength }

    /// Reads the head at `start`.
    ///
    /// - Returns: `nil` when more bytes are needed.
    /// - Throws: `length` for a payload that makes the whole frame 2^63 bytes or longer, `value` for a control frame
    ///   that is fragmented or longer than 125 bytes.
    @inlinable
    public init?(_ bytes: Span<UInt8>, at start: Int) throws(WireError) {
        let left = bytes.count &- start
        guard left >= 2 else { return nil }
        firstByte = bytes[start]
        let second = bytes[start &+ 1]
        isMasked = second & 0x80 != 0
        var length = Int(second & 0x7F)
        var head = 2
        if length == 126 {
            guard left >= 4 else { return nil }
            length = Int(bytes.uint16(at: start &+ 2))
            head = 4
        } else if length == 127 {
            guard left >= 10 else { return nil }
            let wide = bytes.uint64(at: start &+ 2)
            guard let exact = Int(exactly: wide), exact <= Int.max &- 14 else {
                throw WireError(.length, at: start &+ 2, path: ["WebSocket", "length"])
            }
            length = exact
            head = 10
        }
        if firstByte & 0x08 != 0, firstByte & 0x80 == 0 || length > 125 {
            throw WireError(.value, at: start, path: ["WebSocket"], expected: "a whole control frame up to 125 bytes")
        }
        mask = 0
        if isMasked {
            guard left >= head &+ 4 else { return nil }
            mask = bytes.loadUnaligned(at: start &+ head, as: UInt32.self)
            head &+= 4
        }
        headerLength = head
        payloadLength = length
    }
}

/// The opcode of a WebSocket frame (RFC 6455 section 11.8).
public struct WebSocketOpcode: RawRepresentable, Hashable, Sendable, BitwiseCopyable {
    /// 0…15.
    public let rawValue: UInt8
    /// Makes an opcode from the low four bits of a byte, such as a frame's first one.
    @inlinable public init(rawValue: UInt8) { self.rawValue = rawValue & 15 }
    /// A further fragment of the message.
    public static let continuation = WebSocketOpcode(rawValue: 0)
    /// A text message.
    public static let text = WebSocketOpcode(rawValue: 1)
    /// A binary message.
    public static let binary = WebSocketOpcode(rawValue: 2)
    /// The end of the connection.
    public static let close = WebSocketOpcode(rawValue: 8)
    /// A heartbeat.
    public static let ping = WebSocketOpcode(rawValue: 9)
    /// The response to a heartbeat.
    public static let pong = WebSocketOpcode(rawValue: 10)
    /// Whether this is a control frame.
    @inlinable public var isControl: Bool { rawValue & 8 != 0 }
    /// Whether the RFC assigns the opcode.
    @inlinable public var isKnown: Bool { rawValue <= 2 || (rawValue >= 8 && rawValue <= 10) }
}
