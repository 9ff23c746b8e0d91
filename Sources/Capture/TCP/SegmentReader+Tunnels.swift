import WireFormat

// Segments in packets that are carried in other packets, or side by side in one.
extension SegmentReader {
    /// Several packets in one frame.
    @inline(never)
    mutating func aggregate(
        _ packet: Packet,
        _ block: Span<UInt8>,
        start: Int,
        end: Int,
        _ emit: (FlowEvent, Span<UInt8>) -> Void
    ) {
        var isEmpty = true
        Wireless.packets(ofAggregate: block, start: start, end: end) { result, end in
            isEmpty = false
            switch result {
            case .internet(let start):
                switch InternetLayer.transport(block, start: start, end: end) {
                case .tcp(var carrier):
                    // The record's length is that of the whole frame.
                    carrier.isOpenEnded = false
                    tcp(packet, carrier, block, end: end, emit: emit)
                case .other: tunnel(packet, block, start: start, end: end, emit)
                case .fragment(let fragment): self.fragment(packet, fragment, block, end: end, emit)
                case .malformed: tally.malformed &+= 1
                }
            case .truncated: tally.malformed &+= 1
            case .other, .unknown, .aggregate, .unread: tally.other &+= 1
            }
        }
        if isEmpty { tally.malformed &+= 1 }
    }

    /// An IP packet without a TCP segment of its own, which may carry another packet.
    @inline(never)
    mutating func tunnel(
        _ packet: Packet,
        _ block: Span<UInt8>,
        start: Int,
        end: Int,
        _ emit: (FlowEvent, Span<UInt8>) -> Void
    ) {
        switch Tunnel.transport(block, start: start, end: end, depth: tunnelDepth) {
        case .tcp(var carrier, let end):
            tally.tunnelled &+= 1
            // The record's length is that of the outermost packet.
            carrier.isOpenEnded = false
            tcp(packet, carrier, block, end: end, emit: emit)
        case .fragment(let inner, let end): fragment(packet, inner, block, end: end, emit)
        case .other: tally.other &+= 1
        case .malformed: tally.malformed &+= 1
        case .tooDeep: tally.deepTunnels &+= 1
        }
    }
}
