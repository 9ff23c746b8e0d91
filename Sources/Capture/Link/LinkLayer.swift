import WireFormat

/// Finds the IP packet inside a captured packet.
enum LinkLayer {
    /// Where the network layer begins.
    enum Result {
        /// An IP packet, from this offset on.
        case internet(Int)
        /// Something other than IP.
        case other
        /// Several packets behind one another, from this offset on (IEEE 802.11, A-MSDU).
        case aggregate(Int)
        /// Something that may hold IP and is not read.
        case unread(UnreadFrame)
        /// The packet ends inside its link header.
        case truncated
        /// A link type that is not read.
        case unknown
    }

    /// Plain Ethernet is looked at in place, everything else further away.
    ///
    /// - Parameter bytes: the block; the packet lies in `start..<end`.
    @inline(__always)
    static func network(_ bytes: Span<UInt8>, start: Int, end: Int, link: LinkType) -> Result {
        if link == .ethernet, end &- start >= 14 {
            let type = bytes.uint16(at: start &+ 12)
            if type == EtherType.ipv4 || type == EtherType.ipv6 { return .internet(start &+ 14) }
        }
        return anyNetwork(bytes, start: start, end: end, link: link)
    }

    /// Every link type.
    @inline(never)
    private static func anyNetwork(_ bytes: Span<UInt8>, start: Int, end: Int, link: LinkType) -> Result {
        switch link {
        case .ethernet:
            return EtherType.ethernet(bytes, start: start, end: end)
        case .raw, .rawOld, .rawOpenBSD, .ipv4, .ipv6:
            return .internet(start)
        case .null, .loop:
            guard end - start >= 4 else { return .truncated }
            return addressFamily(bytes.uint32(at: start)) ? .internet(start + 4) : .other
        case .linuxSLL:
            guard end - start >= 16 else { return .truncated }
            return EtherType.network(bytes, type: bytes.uint16(at: start + 14), start: start + 16, end: end)
        case .linuxSLL2:
            guard end - start >= 20 else { return .truncated }
            return EtherType.network(bytes, type: bytes.uint16(at: start), start: start + 20, end: end)
        case .ppp, .pppHDLC, .ciscoHDLC:
            return PointToPoint.frame(bytes, start: start, end: end)
        case .pppWithDirection:
            return PointToPoint.frame(bytes, start: start + 1, end: end)
        case .pppoe:
            return PointToPoint.session(bytes, start: start, end: end)
        case .wireless:
            return Wireless.network(bytes, start: start, end: end)
        case .wirelessRadiotap:
            return Wireless.radiotap(bytes, start: start, end: end)
        case .pktap, .user2:
            return pktap(bytes, start: start, end: end, link: link)
        default:
            return .unknown
        }
    }

    /// AF_INET is 2 everywhere, AF_INET6 differs by system; the number is in the capturing machine's byte order.
    private static func addressFamily(_ family: UInt32) -> Bool {
        for value in [family, family.byteSwapped] {
            switch value {
            case 2, 10, 23, 24, 28, 30: return true
            default: continue
            }
        }
        return false
    }

    /// Apple's PKTAP: little-endian length of its header, kind of record (1 is a packet), and link type of what follows.
    private static func pktap(_ bytes: Span<UInt8>, start: Int, end: Int, link: LinkType) -> Result {
        // Under the number for private use anything may come: only what has the right shape is taken for PKTAP.
        let isSure = link == .pktap
        guard end - start >= 12 else { return isSure ? .truncated : .unknown }
        let length = Int(bytes.uint32(at: start).byteSwapped)
        let kind = bytes.uint32(at: start + 4).byteSwapped
        let inner = bytes.uint32(at: start + 8).byteSwapped
        guard (12...4096).contains(length), kind <= 3, let type = UInt16(exactly: inner).map(LinkType.init) else {
            return isSure ? .other : .unknown
        }
        guard kind == 1 else { return .other }
        guard length <= end - start else { return .truncated }
        guard type != .pktap, type != .user2 else { return .unknown }
        return anyNetwork(bytes, start: start + length, end: end, link: type)
    }
}
