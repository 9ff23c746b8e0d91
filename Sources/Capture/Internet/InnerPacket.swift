/// The IP packet that carries a TCP segment, inside of all link layers and tunnels of a captured packet.
package struct InnerPacket: BitwiseCopyable {
    /// The index of the first byte of its IP header in the block.
    package let internet: Int
    /// The index of the first byte of the TCP header, after all headers of IP.
    package let transport: Int
    /// The index of the first byte of the payload, as in ``Segment/payloadStart``.
    package let payload: Int
    /// The index of the end of its captured bytes.
    package let end: Int
    /// The VLANs and virtual networks around it, mixed into one number; 0 for none.
    package let network: UInt32

    /// Makes the packet around a segment.
    ///
    /// - Parameters:
    ///   - internet: the index of the first byte of its IP header.
    ///   - outerEnd: the end of the enclosing packets, or of the captured bytes.
    init(_ header: SegmentHeader, _ carrier: InternetLayer.Carrier, internet: Int, outerEnd: Int, network: UInt32) {
        self.internet = internet
        transport = carrier.start
        payload = min(header.payloadStart, outerEnd)
        end = min(outerEnd, carrier.end)
        self.network = network
    }

    /// Passes the IP packet around each segment of a captured packet to `body`: several only for an aggregate of
    /// IEEE 802.11, none for a fragment.
    ///
    /// - Parameters:
    ///   - block: the block with the packet's bytes.
    ///   - limits: how many nested headers are followed.
    package static func forEach(
        in packet: Packet,
        of block: Span<UInt8>,
        _ limits: CaptureLimits,
        _ body: (InnerPacket) -> Void
    ) {
        if packet.isOtherRecord { return }
        let end = packet.start + packet.capturedLength
        forEach(in: block, .link(packet.link), start: packet.start, end: end, limits, body)
    }

    private static func forEach(
        in block: Span<UInt8>,
        _ layer: Layer,
        start: Int,
        end: Int,
        _ limits: CaptureLimits,
        _ body: (InnerPacket) -> Void
    ) {
        var headers = Encapsulation(limit: max(0, limits.encapsulations))
        switch headers.find(block, layer, start: start, end: end) {
        case .tcp(let carrier, let internet, let outerEnd):
            // The headers of IP may say that they end beyond the packet.
            guard let header = SegmentHeader(block, carrier, end: outerEnd) else { return }
            body(InnerPacket(header, carrier, internet: internet, outerEnd: outerEnd, network: headers.network))
        case .aggregate(let start):
            Wireless.packets(ofAggregate: block, start: start, end: end) { start, end in
                forEach(in: block, .logicalLink, start: start, end: end, limits, body)
            }
        case .fragment, .unread, .unreadPort, .unreadEtherType, .malformed, .unknownLink: return
        }
    }
}
