import WireFormat

/// Reads the headers of tunnels over IP: IP in IP, GRE, EtherIP, MPLS, and over UDP VXLAN, Geneve, GTP-U and MPLS.
enum Tunnel {
    /// Returns the inner layer of an IP packet that holds no TCP segment itself.
    ///
    /// - Parameter network: mixed with the numbers of virtual networks.
    static func step(_ bytes: Span<UInt8>, _ payload: InternetLayer.Payload, network: inout UInt32) -> LayerStep {
        let start = payload.start
        let end = payload.end
        switch payload.number {
        case IPProtocol.ipv4, IPProtocol.ipv6: return .carries(.internet, at: start)
        case IPProtocol.udp: return datagram(bytes, start: start, end: end, network: &network)
        case IPProtocol.gre: return routing(bytes, start: start, end: end)
        case IPProtocol.etherIP:
            // RFC 3378: version 3, the rest zero.
            guard end - start >= 2 else { return .truncated }
            return bytes.uint16(at: start) == 0x3000 ? .carries(.ethernet, at: start + 2) : .unread(.otherTransport)
        case IPProtocol.mpls: return .carries(.labels, at: start)
        case IPProtocol.icmp, IPProtocol.icmpv6: return .unread(.icmp)
        case IPProtocol.encrypted: return .unread(.ipsec)
        case IPProtocol.l2tp: return .unread(.l2tp)
        default: return .unread(.otherTransport)
        }
    }

    /// Reads GRE (RFC 2784, RFC 2890): flags, version, protocol, then optional checksum, key and sequence number.
    ///
    /// Version 1 carries PPP (RFC 2637); source routes (RFC 1701) are not followed.
    private static func routing(_ bytes: Span<UInt8>, start: Int, end: Int) -> LayerStep {
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
            guard flags & 0x4000 == 0 else { return .unread(.gre) }
            guard end >= offset else { return .truncated }
            // ERSPAN mirrors Ethernet frames; with a sequence number (type II) it adds a header of eight bytes.
            if type == 0x88BE {
                return .carries(.ethernet, at: offset + (hasSequence ? 8 : 0))
            }
            if type == mirrored { return mirror(bytes, start: offset, end: end) }
            return type > EtherType.longestFrame ? .carries(.etherType(type), at: offset) : .unread(.gre)
        case 1:
            if flags & 0x0080 != 0 { offset += 4 }
            guard type == 0x880B else { return .unread(.gre) }
            // Without a sequence number there is no payload.
            guard hasSequence else { return .unread(.gre) }
            return .carries(.serial, at: offset)
        default:
            return .unread(.gre)
        }
    }

    /// The GRE protocol number of ERSPAN type III.
    private static let mirrored: UInt16 = 0x22EB

    /// Reads ERSPAN type III: twelve bytes, or twenty if the last bit of the first twelve is set; then Ethernet or IP.
    private static func mirror(_ bytes: Span<UInt8>, start: Int, end: Int) -> LayerStep {
        guard end - start >= 12 else { return .truncated }
        guard bytes[start] >> 4 == 2 else { return .unread(.gre) }
        let payload = start + (bytes[start + 11] & 1 == 0 ? 12 : 20)
        switch bytes[start + 10] >> 2 & 0x1F {
        case 0: return .carries(.ethernet, at: payload)
        case 2: return .carries(.internet, at: payload)
        default: return .unread(.gre)
        }
    }

    /// The UDP ports of tunnels.
    private enum Port {
        /// RFC 7348.
        static let vxlan: UInt16 = 4789
        /// The port that Linux uses for VXLAN unless told otherwise.
        static let vxlanOfLinux: UInt16 = 8472
        /// RFC 8926.
        static let geneve: UInt16 = 6081
        /// GTP-U (3GPP TS 29.281).
        static let gtp: UInt16 = 2152
        /// RFC 7510.
        static let mpls: UInt16 = 6635
        static let l2tp: UInt16 = 1701
        static let teredo: UInt16 = 3544
        /// ESP in UDP, and its key exchange (RFC 3948).
        static let ipsec: UInt16 = 4500
        static let wireGuard: UInt16 = 51820
    }

    /// Reads UDP to the ports of VXLAN, Geneve, GTP-U and MPLS.
    private static func datagram(
        _ bytes: Span<UInt8>,
        start: Int,
        end: Int,
        network: inout UInt32
    ) -> LayerStep {
        guard end - start >= 8 else { return .truncated }
        let header = start + 8
        switch bytes.uint16(at: start + 2) {
        case Port.vxlan, Port.vxlanOfLinux:
            guard end - header >= 8 else { return .truncated }
            // The flag that the network number is valid.
            guard bytes[header] & 8 != 0 else { return .unread(.udp) }
            Encapsulation.enter(bytes.uint32(at: header + 4) >> 8, &network)
            return .carries(.ethernet, at: header + 8)
        case Port.geneve:
            guard end - header >= 8 else { return .truncated }
            // Version 0; the options' length is in units of four bytes.
            guard bytes[header] >> 6 == 0 else { return .unread(.udp) }
            let payload = header + 8 + Int(bytes[header] & 63) * 4
            guard end >= payload else { return .truncated }
            Encapsulation.enter(bytes.uint32(at: header + 4) >> 8, &network)
            return .carries(.etherType(bytes.uint16(at: header + 2)), at: payload)
        case Port.gtp: return mobile(bytes, start: header, end: end)
        case Port.mpls: return .carries(.labels, at: header)
        case let port: return other(bytes, bytes.uint16(at: start), port, start: header, end: end)
        }
    }

    /// Reads GTP-U (3GPP TS 29.281 section 5).
    ///
    /// Flags, type, length, tunnel; then, if one of three flags is set, sequence number, N-PDU number and type of the
    /// first extension header. Type 255 carries a packet.
    private static func mobile(_ bytes: Span<UInt8>, start: Int, end: Int) -> LayerStep {
        guard end - start >= 8 else { return .truncated }
        // Version 1 of GTP (not GTP') and a packet; other types are signalling.
        guard bytes[start] & 0xF0 == 0x30, bytes[start + 1] == 0xFF else { return .unread(.udp) }
        var offset = start + 8
        if bytes[start] & 7 != 0 {
            guard end - offset >= 4 else { return .truncated }
            var next = bytes[start] & 4 != 0 ? bytes[offset + 3] : 0
            offset += 4
            // Each extension header begins with its length in units of four bytes, and ends with the next one's type.
            while next != 0 {
                guard end > offset else { return .truncated }
                let length = Int(bytes[offset]) * 4
                guard length > 0 else { return .unread(.gtp) }
                guard end - offset >= length else { return .truncated }
                next = bytes[offset + length - 1]
                offset += length
            }
        }
        guard end > offset else { return .truncated }
        let version = bytes[offset] >> 4
        return version == 4 || version == 6 ? .carries(.internet, at: offset) : .unread(.gtp)
    }

    /// Classifies UDP that is not followed: known tunnels by port, and everything else.
    private static func other(
        _ bytes: Span<UInt8>,
        _ source: UInt16,
        _ destination: UInt16,
        start: Int,
        end: Int
    ) -> LayerStep {
        for port in [destination, source] {
            switch port {
            case Port.l2tp: return .unread(.l2tp)
            case Port.teredo: return .unread(.teredo)
            // Four zeros begin a key exchange, and a single byte is a keep-alive.
            case Port.ipsec where end - start >= 4 && bytes.uint32(at: start) != 0: return .unread(.ipsec)
            case Port.wireGuard: return .unread(.wireGuard)
            default: continue
            }
        }
        return .unreadPort(min(source, destination))
    }
}
