import WireFormat

/// Follows IP packets that carry other packets to the TCP segment inside: IP in IP, GRE, VXLAN, Geneve, MPLS.
enum Tunnel {
    /// What the innermost packet is.
    enum Result {
        /// TCP; the carrying packets end at `end`, or were captured no further.
        case tcp(InternetLayer.Carrier, end: Int)
        /// No tunnel, or one of something other than TCP.
        case other
        /// A fragment; the carrying packets end at `end`, or were captured no further.
        case fragment(IPFragment, end: Int)
        /// A packet that ends in the middle of a header, or whose headers contradict themselves.
        case malformed
        /// More tunnels inside one another than are followed.
        case tooDeep
    }

    /// Looks into an IP packet that holds no TCP segment.
    ///
    /// - Parameters:
    ///   - bytes: the block; the IP packet lies in `start..<end`.
    ///   - depth: how many tunnels may be inside one another.
    static func transport(_ bytes: Span<UInt8>, start: Int, end: Int, depth: Int) -> Result {
        var start = start
        var end = end
        var depth = depth
        while let payload = payload(bytes, start: start, end: end) {
            let inner: LinkLayer.Result
            switch payload.number {
            case 4, 41: inner = .internet(payload.start)
            case 17: inner = datagram(bytes, start: payload.start, end: payload.end)
            case 47: inner = routing(bytes, start: payload.start, end: payload.end)
            case 137: inner = EtherType.mplsNetwork(bytes, start: payload.start, end: payload.end)
            default: return .other
            }
            switch inner {
            case .internet(let offset): start = offset
            case .truncated: return .malformed
            case .other, .unknown, .aggregate, .unread: return .other
            }
            guard depth > 0 else { return .tooDeep }
            depth -= 1
            end = payload.end
            switch InternetLayer.transport(bytes, start: start, end: end) {
            case .tcp(let carrier): return .tcp(carrier, end: end)
            case .fragment(let fragment): return .fragment(fragment, end: end)
            case .malformed: return .malformed
            case .other: continue
            }
        }
        return .other
    }

    /// What an IP packet carries.
    private struct Payload {
        /// The IP protocol's number.
        var number: UInt8
        var start: Int
        /// Where it ends, as far as it was captured.
        var end: Int
    }

    /// The payload of a packet that ``InternetLayer`` found to be in order and no fragment.
    private static func payload(_ bytes: Span<UInt8>, start: Int, end: Int) -> Payload? {
        guard end - start >= 20 else { return nil }
        if bytes[start] >> 4 == 4 {
            let total = Int(bytes.uint16(at: start + 2))
            return Payload(
                number: bytes[start + 9],
                start: start + Int(bytes[start] & 15) * 4,
                end: total == 0 ? end : min(end, start + total)
            )
        }
        guard end - start >= 40 else { return nil }
        let length = Int(bytes.uint16(at: start + 4))
        let end = length == 0 ? end : min(end, start + 40 + length)
        var number = bytes[start + 6]
        var offset = start + 40
        while true {
            let unit: Int
            switch number {
            case 0, 43, 60, 135, 139, 140: unit = 8
            case 51: unit = 4
            case 44: unit = 0
            default: return Payload(number: number, start: offset, end: end)
            }
            guard end - offset >= 8 else { return nil }
            number = bytes[offset]
            offset += 8 + Int(bytes[offset + 1]) * unit
        }
    }

    /// GRE (RFC 2784, RFC 2890): flags, version, protocol, then checksum, key and sequence number as the flags say.
    ///
    /// Version 1 carries PPP (RFC 2637); source routes (RFC 1701) are not followed.
    private static func routing(_ bytes: Span<UInt8>, start: Int, end: Int) -> LinkLayer.Result {
        guard end - start >= 4 else { return .truncated }
        let flags = bytes.uint16(at: start)
        let type = bytes.uint16(at: start + 2)
        var offset = start + 4
        if flags & 0x8000 != 0 { offset += 4 }
        if flags & 0x2000 != 0 { offset += 4 }
        let hasSequence = flags & 0x1000 != 0
        if hasSequence { offset += 4 }
        switch flags & 7 {
        case 0:
            guard flags & 0x4000 == 0 else { return .other }
            guard end >= offset else { return .truncated }
            // ERSPAN mirrors Ethernet frames: with a sequence number it has a header of its own.
            if type == 0x88BE {
                return EtherType.ethernet(bytes, start: offset + (hasSequence ? 8 : 0), end: end)
            }
            return type > EtherType.longestFrame
                ? EtherType.network(bytes, type: type, start: offset, end: end) : .other
        case 1:
            if flags & 0x0080 != 0 { offset += 4 }
            guard type == 0x880B else { return .other }
            // Without a sequence number there is no payload.
            guard hasSequence else { return .other }
            return PointToPoint.frame(bytes, start: offset, end: end)
        default:
            return .other
        }
    }

    /// UDP to the ports of VXLAN (RFC 7348) and Geneve (RFC 8926).
    private static func datagram(_ bytes: Span<UInt8>, start: Int, end: Int) -> LinkLayer.Result {
        guard end - start >= 8 else { return .truncated }
        let port = bytes.uint16(at: start + 2)
        let header = start + 8
        switch port {
        case 4789:
            guard end - header >= 8 else { return .truncated }
            // The flag that the network's number is valid.
            guard bytes[header] & 8 != 0 else { return .other }
            return EtherType.ethernet(bytes, start: header + 8, end: end)
        case 6081:
            guard end - header >= 8 else { return .truncated }
            // Version 0; the options' length is in units of four bytes.
            guard bytes[header] >> 6 == 0 else { return .other }
            let payload = header + 8 + Int(bytes[header] & 63) * 4
            guard end >= payload else { return .truncated }
            return EtherType.network(bytes, type: bytes.uint16(at: header + 2), start: payload, end: end)
        default:
            return .other
        }
    }
}
