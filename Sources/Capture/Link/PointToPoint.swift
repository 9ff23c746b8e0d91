import WireFormat

/// PPP and Cisco's HDLC.
enum PointToPoint {
    /// A frame on a serial line: PPP with or without its address and control field (RFC 1661, RFC 1662), or Cisco's
    /// HDLC, which its first byte gives away.
    static func frame(_ bytes: Span<UInt8>, start: Int, end: Int) -> LinkLayer.Result {
        guard end > start else { return .truncated }
        switch bytes[start] {
        case 0xFF:
            guard end - start >= 2 else { return .truncated }
            return bytes[start + 1] == 3 ? network(bytes, start: start + 2, end: end) : .other
        case 0x0F, 0x8F:
            // Unicast and broadcast: a control byte and an EtherType follow.
            guard end - start >= 4 else { return .truncated }
            return EtherType.network(bytes, type: bytes.uint16(at: start + 2), start: start + 4, end: end)
        default:
            return network(bytes, start: start, end: end)
        }
    }

    /// PPPoE's session stage (RFC 2516 section 4): version and type 1, code 0, session number, length, then PPP.
    static func session(_ bytes: Span<UInt8>, start: Int, end: Int) -> LinkLayer.Result {
        guard end - start >= 6 else { return .truncated }
        guard bytes.uint16(at: start) == 0x1100 else { return .other }
        return network(bytes, start: start + 6, end: end)
    }

    /// A PPP frame from its protocol number on, which may be compressed to its odd byte (RFC 1661 section 2).
    static func network(_ bytes: Span<UInt8>, start: Int, end: Int) -> LinkLayer.Result {
        guard end > start else { return .truncated }
        let isShort = bytes[start] & 1 != 0
        guard isShort || end - start >= 2 else { return .truncated }
        let number = isShort ? UInt16(bytes[start]) : bytes.uint16(at: start)
        let payload = start + (isShort ? 1 : 2)
        switch number {
        case 0x0021, 0x0057: return .internet(payload)
        case 0x0281, 0x0283: return EtherType.mplsNetwork(bytes, start: payload, end: end)
        default: return .other
        }
    }
}
