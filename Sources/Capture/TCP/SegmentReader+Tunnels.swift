// Packets other than plain TCP over IP over Ethernet.
extension SegmentReader {
    /// Handles a packet with other headers, or without a segment.
    @inline(never)
    mutating func readOther(
        _ packet: Packet,
        _ block: Span<UInt8>,
        end: Int,
        _ emit: (FlowEvent, Span<UInt8>) -> Void
    ) {
        if packet.isOtherRecord {
            tally.otherRecords &+= 1
            return
        }
        // One VLAN tag is nearly as common as none.
        if let tagged = LinkLayer.taggedInternet(block, start: packet.start, end: end, link: packet.link),
            case .tcp(let carrier) = InternetLayer.transport(block, start: tagged.start, end: end)
        {
            tcp(packet, carrier, block, end: end, network: tagged.network, emit: emit)
            return
        }
        follow(packet, .link(packet.link), block, start: packet.start, end: end, emit)
    }

    /// Follows the headers of a packet, or of one packet in an aggregate.
    private mutating func follow(
        _ packet: Packet,
        _ layer: Layer,
        _ block: Span<UInt8>,
        start: Int,
        end: Int,
        _ emit: (FlowEvent, Span<UInt8>) -> Void
    ) {
        var headers = Encapsulation(limit: encapsulations)
        switch headers.find(block, layer, start: start, end: end) {
        case .tcp(var carrier, _, let end):
            // The record's length is that of the outermost packet or the whole aggregate, not of inner packets.
            if case .link = layer, !headers.isTunnelled {} else { carrier.isOpenEnded = false }
            let before = tally.tcp
            tcp(packet, carrier, block, end: end, network: headers.network, emit: emit)
            if headers.isTunnelled { tally.tunnelled &+= tally.tcp &- before }
        case .fragment(let inner, let end): fragment(packet, inner, headers, block, end: end, emit)
        case .aggregate(let start): aggregate(packet, block, start: start, end: end, emit)
        case .unread(let reason): tally.unread[reason] &+= 1
        case .unreadPort(let port):
            tally.unread[.udp] &+= 1
            tally.unreadPorts.add(port)
        case .unreadEtherType(let type):
            tally.unread[.otherNetwork] &+= 1
            tally.unreadEtherTypes.add(type)
        case .malformed: tally.malformed &+= 1
        case .unknownLink: tally.unknownLinks[packet.link, default: 0] += 1
        }
    }

    /// Follows each packet of an aggregate.
    private mutating func aggregate(
        _ packet: Packet,
        _ block: Span<UInt8>,
        start: Int,
        end: Int,
        _ emit: (FlowEvent, Span<UInt8>) -> Void
    ) {
        var isEmpty = true
        Wireless.packets(ofAggregate: block, start: start, end: end) { start, end in
            isEmpty = false
            follow(packet, .logicalLink, block, start: start, end: end, emit)
        }
        if isEmpty { tally.malformed &+= 1 }
    }
}
