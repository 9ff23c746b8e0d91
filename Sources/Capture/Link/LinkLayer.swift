import WireFormat

/// Finds the IP packet inside a captured packet.
enum LinkLayer {
    /// Where the network layer begins.
    enum Result {
        /// An IP packet, from this offset on.
        case internet(Int)
        /// Something other than IP.
        case other
        /// The packet ends inside its link header.
        case truncated
        /// A link type that is not read.
        case unknown
    }

    /// - Parameter bytes: the block; the packet lies in `start..<end`.
    @inline(__always)
    static func network(_ bytes: Span<UInt8>, start: Int, end: Int, link: LinkType) -> Result {
        switch link {
        case .ethernet:
            guard end - start >= 14 else { return .truncated }
            return ethernetType(bytes, at: start + 12, end: end)
        case .raw, .rawOld, .rawOpenBSD, .ipv4, .ipv6:
            return .internet(start)
        case .null, .loop:
            guard end - start >= 4 else { return .truncated }
            return addressFamily(bytes.uint32(at: start)) ? .internet(start + 4) : .other
        case .linuxSLL:
            guard end - start >= 16 else { return .truncated }
            return ethernetType(bytes, at: start + 14, end: end)
        case .linuxSLL2:
            guard end - start >= 20 else { return .truncated }
            switch bytes.uint16(at: start) {
            case 0x0800, 0x86DD: return .internet(start + 20)
            case 0x8100, 0x88A8, 0x9100: return tagged(bytes, at: start + 20, end: end)
            default: return .other
            }
        default:
            return .unknown
        }
    }

    /// Follows EtherTypes over VLAN tags.
    @inline(__always)
    private static func ethernetType(_ bytes: Span<UInt8>, at offset: Int, end: Int) -> Result {
        switch bytes.uint16(at: offset) {
        case 0x0800, 0x86DD: return .internet(offset + 2)
        case 0x8100, 0x88A8, 0x9100: return tagged(bytes, at: offset + 2, end: end)
        default: return .other
        }
    }

    private static func tagged(_ bytes: Span<UInt8>, at first: Int, end: Int) -> Result {
        var offset = first
        while end - offset >= 4 {
            switch bytes.uint16(at: offset + 2) {
            case 0x0800, 0x86DD: return .internet(offset + 4)
            case 0x8100, 0x88A8, 0x9100: offset += 4
            default: return .other
            }
        }
        return .truncated
    }

    /// AF_INET is 2 everywhere, AF_INET6 differs by system; the number is in the capturing machine's byte order.
    private static func addressFamily(_ family: UInt32) -> Bool {
        for value in [family, family.byteSwapped] {
            switch value {
            case 2, 10, 24, 28, 30: return true
            default: continue
            }
        }
        return false
    }
}
