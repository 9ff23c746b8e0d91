import WireFormat

/// Reads what EtherTypes announce: VLAN tags, VN-Tags, PPPoE, MPLS labels, bridged Ethernet, LLC and IP.
enum EtherType {
    static let ipv4: UInt16 = 0x0800
    static let arp: UInt16 = 0x0806
    static let ipv6: UInt16 = 0x86DD
    /// A whole Ethernet frame, as GRE and Geneve name it.
    static let bridged: UInt16 = 0x6558
    /// Up to here the field is a length, and LLC follows (IEEE 802.3).
    static let longestFrame: UInt16 = 1500

    /// An Ethernet frame, from its destination address on.
    static func ethernet(_ bytes: Span<UInt8>, start: Int, end: Int, network: inout UInt32) -> LayerStep {
        guard end - start >= 14 else { return .truncated }
        return step(bytes, type: bytes.uint16(at: start + 12), start: start + 14, end: end, network: &network)
    }

    /// What an EtherType announces.
    ///
    /// - Parameters:
    ///   - start: the first byte behind the EtherType.
    ///   - network: gets the identifiers of VLANs.
    static func step(
        _ bytes: Span<UInt8>,
        type: UInt16,
        start: Int,
        end: Int,
        network: inout UInt32
    ) -> LayerStep {
        switch type {
        case ipv4, ipv6: return .carries(.internet, at: start)
        // Customer, service and older outer VLAN tags.
        case 0x8100, 0x88A8, 0x9100, 0x9200:
            guard end - start >= 4 else { return .truncated }
            Encapsulation.enter(UInt32(bytes.uint16(at: start) & 0xFFF), &network)
            return .carries(.etherType(bytes.uint16(at: start + 2)), at: start + 4)
        case bridged: return .carries(.ethernet, at: start)
        // MPLS, and with labels that the receiver assigned.
        case 0x8847, 0x8848: return .carries(.labels, at: start)
        // PPPoE's session stage.
        case 0x8864: return .carries(.pppoe, at: start)
        case 0...longestFrame: return .carries(.logicalLink, at: start)
        // VN-Tag: four bytes, then what the frame carries.
        case 0x8926:
            guard end - start >= 6 else { return .truncated }
            return .carries(.etherType(bytes.uint16(at: start + 4)), at: start + 6)
        case arp: return .unread(.arp)
        default: return .unreadEtherType(type)
        }
    }

    /// LLC with a SNAP header (IEEE 802; RFC 1042): an EtherType behind eight bytes.
    static func logicalLink(_ bytes: Span<UInt8>, start: Int, end: Int) -> LayerStep {
        guard end - start >= 3 else { return .truncated }
        guard bytes.uint16(at: start) == 0xAAAA, bytes[start + 2] == 3 else { return .unread(.otherNetwork) }
        guard end - start >= 8 else { return .truncated }
        // The organisation: none, or that of bridged 802.1H frames.
        let organisation = bytes.uint32(at: start + 2) & 0xFF_FFFF
        let type = bytes.uint16(at: start + 6)
        guard organisation == 0 || organisation == 0xF8, type > longestFrame else { return .unread(.otherNetwork) }
        return .carries(.etherType(type), at: start + 8)
    }

    /// MPLS (RFC 3032): labels of four bytes, the last with its bottom bit set.
    ///
    /// Nothing says what follows, so the first four bits decide, as in RFC 4928: 4 and 6 are IP versions, 0 begins the
    /// control word of a pseudowire (RFC 4385), which is taken for one of Ethernet (RFC 4448).
    static func labels(_ bytes: Span<UInt8>, start: Int, end: Int) -> LayerStep {
        var offset = start
        while true {
            guard end - offset >= 4 else { return .truncated }
            let isBottom = bytes[offset + 2] & 1 != 0
            offset += 4
            if isBottom { break }
        }
        guard end > offset else { return .truncated }
        switch bytes[offset] >> 4 {
        case 4, 6: return .carries(.internet, at: offset)
        case 0: return .carries(.ethernet, at: offset + 4)
        default: return .unread(.otherNetwork)
        }
    }
}
