import WireFormat

/// Reads the first header of a packet, according to the link type.
enum LinkLayer {
    /// Returns the start of the IP packet in a plain Ethernet frame, which is read in place; -1 for all other frames.
    ///
    /// - Parameter bytes: the block; the packet is `start..<end`.
    @inline(__always)
    static func plainInternet(_ bytes: Span<UInt8>, start: Int, end: Int, link: LinkType) -> Int {
        if link == .ethernet, end &- start >= 14 {
            let type = bytes.uint16(at: start &+ 12)
            if type == EtherType.ipv4 || type == EtherType.ipv6 { return start &+ 14 }
        }
        return -1
    }

    /// Returns the start of the IP packet in an Ethernet frame with one VLAN tag, and the VLAN.
    @inline(__always)
    static func taggedInternet(
        _ bytes: Span<UInt8>,
        start: Int,
        end: Int,
        link: LinkType
    ) -> (start: Int, network: UInt32)? {
        guard link == .ethernet, end &- start >= 18, bytes.uint16(at: start &+ 12) == 0x8100 else { return nil }
        let type = bytes.uint16(at: start &+ 16)
        guard type == EtherType.ipv4 || type == EtherType.ipv6 else { return nil }
        var network: UInt32 = 0
        Encapsulation.enter(UInt32(bytes.uint16(at: start &+ 14) & 0xFFF), &network)
        return (start &+ 18, network)
    }

    /// Returns the layer after the first header of a packet.
    ///
    /// - Parameter network: mixed with the identifiers of VLANs.
    static func step(
        _ bytes: Span<UInt8>,
        start: Int,
        end: Int,
        link: LinkType,
        network: inout UInt32
    ) -> LayerStep {
        switch link {
        case .ethernet:
            return EtherType.ethernet(bytes, start: start, end: end, network: &network)
        case .raw, .rawOld, .rawOpenBSD, .ipv4, .ipv6:
            return .carries(.internet, at: start)
        case .null, .loop:
            guard end - start >= 4 else { return .truncated }
            return isInternet(bytes.uint32(at: start))
                ? .carries(.internet, at: start + 4) : .unread(.otherNetwork)
        case .linuxSLL:
            guard end - start >= 16 else { return .truncated }
            let type = bytes.uint16(at: start + 14)
            return EtherType.step(bytes, type: type, start: start + 16, end: end, network: &network)
        case .linuxSLL2:
            guard end - start >= 20 else { return .truncated }
            let type = bytes.uint16(at: start)
            return EtherType.step(bytes, type: type, start: start + 20, end: end, network: &network)
        case .ppp, .pppHDLC, .ciscoHDLC:
            return .carries(.serial, at: start)
        case .pppWithDirection:
            return .carries(.serial, at: start + 1)
        case .pppoe:
            return .carries(.pppoe, at: start)
        case .wireless:
            return Wireless.step(bytes, start: start, end: end)
        case .wirelessRadiotap:
            return Wireless.radiotap(bytes, start: start, end: end)
        case .pktap, .user2:
            return pktap(bytes, start: start, end: end, link: link)
        case .perPacketInformation:
            return perPacketInformation(bytes, start: start, end: end)
        case .netfilterLog:
            return netfilterLog(bytes, start: start, end: end)
        default:
            return .unknownLink
        }
    }

    /// Returns whether an address family is IPv4 or IPv6.
    ///
    /// AF_INET is 2 everywhere, AF_INET6 differs by system; the number is in the capturing machine's byte order.
    private static func isInternet(_ family: UInt32) -> Bool {
        for value in [family, family.byteSwapped] {
            switch value {
            case 2, 10, 23, 24, 28, 30: return true
            default: continue
            }
        }
        return false
    }

    /// Reads PPI: version, flags, little-endian length of all fields, and link type of the inner packet.
    private static func perPacketInformation(_ bytes: Span<UInt8>, start: Int, end: Int) -> LayerStep {
        guard end - start >= 8 else { return .truncated }
        let length = Int(bytes.uint16(at: start + 2).byteSwapped)
        let inner = bytes.uint32(at: start + 4).byteSwapped
        guard bytes[start] == 0, length >= 8, let type = UInt16(exactly: inner).map(LinkType.init) else {
            return .unread(.otherNetwork)
        }
        guard length <= end - start else { return .truncated }
        guard type != .perPacketInformation, type != .pktap, type != .user2 else { return .unknownLink }
        return .carries(.link(type), at: start + length)
    }

    /// Reads NFLOG: address family, version, two bytes for a group, then fields of length, type and value, each padded
    /// to a multiple of four bytes.
    ///
    /// Length and type are in the capturing machine's byte order.
    private static func netfilterLog(_ bytes: Span<UInt8>, start: Int, end: Int) -> LayerStep {
        guard end - start >= 4 else { return .truncated }
        guard bytes[start + 1] == 0, isInternet(UInt32(bytes[start])) else { return .unread(.otherNetwork) }
        var offset = start + 4
        while true {
            guard end - offset >= 4 else { return .truncated }
            // Types are small, so one of their two bytes is zero.
            let isBigEndian = bytes[offset + 2] == 0
            let field = (length: bytes.uint16(at: offset), type: bytes.uint16(at: offset + 2))
            let length = Int(isBigEndian ? field.length : field.length.byteSwapped)
            guard length >= 4 else { return .unread(.otherNetwork) }
            // Type 9 is the packet itself.
            if (isBigEndian ? field.type : field.type.byteSwapped) == 9 { return .carries(.internet, at: offset + 4) }
            offset += (length + 3) & ~3
        }
    }

    /// Reads Apple's PKTAP: little-endian length of the header, record type (1 is a packet), and inner link type.
    private static func pktap(_ bytes: Span<UInt8>, start: Int, end: Int, link: LinkType) -> LayerStep {
        // The number for private use may mean any format: only a header of the right shape counts as PKTAP.
        let isSure = link == .pktap
        guard end - start >= 12 else { return isSure ? .truncated : .unknownLink }
        let length = Int(bytes.uint32(at: start).byteSwapped)
        let kind = bytes.uint32(at: start + 4).byteSwapped
        let inner = bytes.uint32(at: start + 8).byteSwapped
        guard (12...4096).contains(length), kind <= 3, let type = UInt16(exactly: inner).map(LinkType.init) else {
            return isSure ? .unread(.otherNetwork) : .unknownLink
        }
        guard kind == 1 else { return .unread(.otherNetwork) }
        guard length <= end - start else { return .truncated }
        guard type != .pktap, type != .user2 else { return .unknownLink }
        return .carries(.link(type), at: start + length)
    }
}
