/// A TCP segment whose IP packet arrived in fragments.
package struct ReassembledSegment: Sendable {
    /// The index of the first byte of the datagram, as in ``Segment/payloadStart``: the block's bytes come first.
    package let start: Int
    /// The datagram, up to the first byte that the capture cut off.
    ///
    /// Its IP header has length 0.
    package let bytes: [UInt8]
    /// The segment's IP packet in the datagram.
    package let inner: InnerPacket
}
