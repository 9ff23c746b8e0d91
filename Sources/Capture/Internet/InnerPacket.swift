/// The IP packet that carries a TCP segment, inside of all link layers and tunnels of a captured packet.
package struct InnerPacket: BitwiseCopyable {
    /// The index of the first byte of its IP header in the block.
    package let internet: Int
    /// The index of the first byte of the TCP header, after all headers of IP.
    package let transport: Int
    /// The index of the end of its captured bytes.
    package let end: Int
    /// The VLANs and virtual networks around it, mixed into one number; 0 for none.
    package let network: UInt32

    /// Returns the IP packet around the first segment of a captured packet; `nil` for a fragment, and for packets without
    /// a segment.
    ///
    /// - Parameters:
    ///   - block: the block with the packet's bytes.
    ///   - limits: how many nested headers are followed.
    package static func find(in packet: Packet, of block: Span<UInt8>, _ limits: CaptureLimits) -> InnerPacket? {
        if packet.isOtherRecord { return nil }
        let end = packet.start + packet.capturedLength
        return find(block, .link(packet.link), start: packet.start, end: end, limits)
    }

    private static func find(
        _ block: Span<UInt8>,
        _ layer: Layer,
        start: Int,
        end: Int,
        _ limits: CaptureLimits
    ) -> InnerPacket? {
        var headers = Encapsulation(limit: max(0, limits.encapsulations))
        switch headers.find(block, layer, start: start, end: end) {
        case .tcp(let carrier, let internet, let outerEnd):
            // The headers of IP may say that they end beyond the packet.
            guard SegmentHeader(block, carrier, end: outerEnd) != nil else { return nil }
            return InnerPacket(
                internet: internet,
                transport: carrier.start,
                end: min(outerEnd, carrier.end),
                network: headers.network
            )
        case .aggregate(let start):
            var first: InnerPacket?
            Wireless.packets(ofAggregate: block, start: start, end: end) { start, end in
                first = first ?? find(block, .logicalLink, start: start, end: end, limits)
            }
            return first
        case .fragment, .unread, .unreadPort, .unreadEtherType, .malformed, .unknownLink: return nil
        }
    }
}
