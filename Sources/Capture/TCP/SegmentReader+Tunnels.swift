import WireFormat

// Segments in packets that are carried in other packets.
extension SegmentReader {
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
