import WireFormat

/// Follows EtherTypes to the IP packet: over VLAN tags, PPPoE, MPLS labels, bridged Ethernet and LLC.
enum EtherType {
    static let ipv4: UInt16 = 0x0800
    static let ipv6: UInt16 = 0x86DD
    /// A whole Ethernet frame, as GRE and Geneve name it.
    static let bridged: UInt16 = 0x6558
    static let mpls: UInt16 = 0x8847
    static let mplsUpstream: UInt16 = 0x8848
    static let pppoeSession: UInt16 = 0x8864
    /// Customer, service and older outer VLAN tags.
    static let vlans: [UInt16] = [0x8100, 0x88A8, 0x9100, 0x9200]
    /// Up to here the field is a length, and LLC follows (IEEE 802.3).
    static let longestFrame: UInt16 = 1500

    /// An Ethernet frame, from its destination address on.
    static func ethernet(_ bytes: Span<UInt8>, start: Int, end: Int) -> LinkLayer.Result {
        guard end - start >= 14 else { return .truncated }
        return network(bytes, type: bytes.uint16(at: start + 12), start: start + 14, end: end)
    }

    /// What an EtherType announces.
    ///
    /// Each turn of the loop takes bytes, so that it is as short as the packet.
    ///
    /// - Parameter start: the first byte behind the EtherType.
    static func network(_ bytes: Span<UInt8>, type: UInt16, start: Int, end: Int) -> LinkLayer.Result {
        var type = type
        var offset = start
        while true {
            switch type {
            case ipv4, ipv6:
                return .internet(offset)
            case 0x8100, 0x88A8, 0x9100, 0x9200:
                guard end - offset >= 4 else { return .truncated }
                type = bytes.uint16(at: offset + 2)
                offset += 4
            case bridged:
                guard end - offset >= 14 else { return .truncated }
                type = bytes.uint16(at: offset + 12)
                offset += 14
            case mpls, mplsUpstream:
                switch labels(bytes, start: offset, end: end) {
                case .internet(let start): return .internet(start)
                case .ethernet(let start):
                    type = bridged
                    offset = start
                case .other: return .other
                case .truncated: return .truncated
                }
            case pppoeSession:
                return PointToPoint.session(bytes, start: offset, end: end)
            case 0...longestFrame:
                return logicalLink(bytes, start: offset, end: end)
            default:
                return .other
            }
        }
    }

    /// LLC with a SNAP header (IEEE 802; RFC 1042): an EtherType behind eight bytes.
    static func logicalLink(_ bytes: Span<UInt8>, start: Int, end: Int) -> LinkLayer.Result {
        guard end - start >= 3 else { return .truncated }
        guard bytes.uint16(at: start) == 0xAAAA, bytes[start + 2] == 3 else { return .other }
        guard end - start >= 8 else { return .truncated }
        // The organisation: none, or that of bridged 802.1H frames.
        let organisation = bytes.uint32(at: start + 2) & 0xFF_FFFF
        let type = bytes.uint16(at: start + 6)
        guard organisation == 0 || organisation == 0xF8, type > longestFrame else { return .other }
        return network(bytes, type: type, start: start + 8, end: end)
    }

    /// What lies below a stack of MPLS labels.
    private enum Labelled {
        case internet(Int)
        case ethernet(Int)
        case other
        case truncated
    }

    /// MPLS (RFC 3032): labels of four bytes, the last with its bottom bit set.
    ///
    /// Nothing says what follows, so the first four bits decide, as in RFC 4928: 4 and 6 are IP versions, 0 begins the
    /// control word of a pseudowire (RFC 4385), which is taken for one of Ethernet (RFC 4448).
    private static func labels(_ bytes: Span<UInt8>, start: Int, end: Int) -> Labelled {
        var offset = start
        while true {
            guard end - offset >= 4 else { return .truncated }
            let isBottom = bytes[offset + 2] & 1 != 0
            offset += 4
            if isBottom { break }
        }
        guard end > offset else { return .truncated }
        switch bytes[offset] >> 4 {
        case 4, 6: return .internet(offset)
        case 0: return .ethernet(offset + 4)
        default: return .other
        }
    }

    /// MPLS labels without an EtherType before them (RFC 4023).
    static func mplsNetwork(_ bytes: Span<UInt8>, start: Int, end: Int) -> LinkLayer.Result {
        network(bytes, type: mpls, start: start, end: end)
    }
}
