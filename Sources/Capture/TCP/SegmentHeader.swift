import WireFormat

/// A TCP header (RFC 9293 section 3.1) and the position of its segment.
struct SegmentHeader: BitwiseCopyable {
    var source: Endpoint
    var destination: Endpoint
    var sequence: UInt32
    var acknowledgment: UInt32
    var flags: TCPFlags
    /// The index of the first payload byte.
    var payloadStart: Int
    /// The end of the captured payload.
    var capturedEnd: Int
    /// The end of the payload on the wire.
    var wireEnd: Int

    /// Parses a header; `nil` when it is cut off or contradicts itself.
    ///
    /// - Parameter end: the end of the packet's captured bytes.
    @inline(__always)
    init?(_ block: Span<UInt8>, _ carrier: InternetLayer.Carrier, end: Int) {
        let start = carrier.start
        guard end &- start >= 20 else { return nil }
        let payloadStart = start &+ Int(block[start &+ 12] >> 4) &* 4
        guard payloadStart &- start >= 20, payloadStart <= carrier.end else { return nil }
        self.payloadStart = payloadStart
        wireEnd = carrier.end
        // Options may be cut off.
        capturedEnd = max(payloadStart, min(end, carrier.end))
        source = Endpoint(address: carrier.source, port: block.uint16(at: start))
        destination = Endpoint(address: carrier.destination, port: block.uint16(at: start &+ 2))
        sequence = block.uint32(at: start &+ 4)
        acknowledgment = block.uint32(at: start &+ 8)
        flags = TCPFlags(rawValue: block[start &+ 13])
    }

    /// The sequence number of the first payload byte.
    @inline(__always)
    var dataSequence: UInt32 { flags.contains(.syn) ? sequence &+ 1 : sequence }
}
