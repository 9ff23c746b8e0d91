import WireFormat

/// PPP and Cisco's HDLC.
enum PointToPoint {
    /// Reads a frame on a serial line: PPP with or without its address and control field (RFC 1661, RFC 1662), or
    /// Cisco's HDLC, which has a different first byte.
    static func serial(_ bytes: Span<UInt8>, start: Int, end: Int) -> LayerStep {
        guard end > start else { return .truncated }
        switch bytes[start] {
        case 0xFF:
            guard end - start >= 2 else { return .truncated }
            return bytes[start + 1] == 3 ? .carries(.pointToPoint, at: start + 2) : .unread(.otherNetwork)
        case 0x0F, 0x8F:
            // Unicast and broadcast: a control byte and an EtherType follow.
            guard end - start >= 4 else { return .truncated }
            return .carries(.etherType(bytes.uint16(at: start + 2)), at: start + 4)
        default:
            return .carries(.pointToPoint, at: start)
        }
    }

    /// Reads PPPoE's session stage (RFC 2516 section 4): version and type 1, code 0, session number, length, then PPP.
    static func session(_ bytes: Span<UInt8>, start: Int, end: Int) -> LayerStep {
        guard end - start >= 6 else { return .truncated }
        guard bytes.uint16(at: start) == 0x1100 else { return .unread(.otherNetwork) }
        return .carries(.pointToPoint, at: start + 6)
    }

    /// Reads a PPP frame from its protocol number on, which may be compressed to one odd byte (RFC 1661 section 2).
    static func step(_ bytes: Span<UInt8>, start: Int, end: Int) -> LayerStep {
        guard end > start else { return .truncated }
        let isShort = bytes[start] & 1 != 0
        guard isShort || end - start >= 2 else { return .truncated }
        let number = isShort ? UInt16(bytes[start]) : bytes.uint16(at: start)
        let payload = start + (isShort ? 1 : 2)
        switch number {
        case 0x0021, 0x0057: return .carries(.internet, at: payload)
        case 0x0281, 0x0283: return .carries(.labels, at: payload)
        default: return .unread(.otherNetwork)
        }
    }
}
