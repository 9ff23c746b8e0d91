import WireFormat

/// Reads the headers that EtherTypes announce: VLAN tags, VN-Tags, PPPoE, MPLS labels, bridged Ethernet, LLC and IP.
enum EtherType {
    static let ipv4: UInt16 = 0x0800
    static let arp: UInt16 = 0x0806
    static let ipv6: UInt16 = 0x86DD
    /// A whole Ethernet frame, as in GRE and Geneve.
    static let bridged: UInt16 = 0x6558
    /// The largest value that is a length, with LLC after it (IEEE 802.3); larger ones are types.
    static let longestFrame: UInt16 = 1500

    /// Reads an Ethernet frame, from its destination address on.
    static func ethernet(_ bytes: Span<UInt8>, start: Int, end: Int, network: inout UInt32) -> LayerStep {
        guard end - start >= 14 else { return .truncated }
        return step(bytes, type: bytes.uint16(at: start + 12), start: start + 14, end: end, network: &network)
    }

    /// Returns the layer that an EtherType announces.
    ///
    /// - Parameters:
    ///   - start: the first byte after the EtherType.
    ///   - network: mixed with the identifiers of VLANs.
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
        // MPLS, unicast and with upstream-assigned labels.
        case 0x8847, 0x8848: return .carries(.labels, at: start)
        // PPPoE's session stage.
        case 0x8864: return .carries(.pppoe, at: start)
        case 0...longestFrame: return .carries(.logicalLink, at: start)
        // VN-Tag: four bytes, then the EtherType of the payload.
        case 0x8926:
            guard end - start >= 6 else { return .truncated }
            return .carries(.etherType(bytes.uint16(at: start + 4)), at: start + 6)
        case arp: return .unread(.arp)
        default: return .unreadEtherType(type)
        }
    }

    /// Reads LLC with a SNAP header (IEEE 802; RFC 1042): eight bytes that end with an EtherType.
    static func logicalLink(_ bytes: Span<UInt8>, start: Int, end: Int) -> LayerStep {
        guard end - start >= 3 else { return .truncated }
        guard bytes.uint16(at: start) == 0xAAAA, bytes[start + 2] == 3 else { return .unread(.otherNetwork) }
        guard end - start >= 8 else { return .truncated }
        // The organisation: 0, or that of bridged 802.1H frames.
        let organisation = bytes.uint32(at: start + 2) & 0xFF_FFFF
        let type = bytes.uint16(at: start + 6)
        guard organisation == 0 || organisation == 0xF8, type > longestFrame else { return .unread(.otherNetwork) }
        return .carries(.etherType(type), at: start + 8)
    }

    /// Reads MPLS (RFC 3032): labels of four bytes, the last with its bottom bit set.
    ///
    /// No field names the payload, so its first four bits decide, as in RFC 4928: 4 and 6 are IP versions, and 0 begins
    /// the control word of a pseudowire (RFC 4385), which is assumed to carry Ethernet (RFC 4448).
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
