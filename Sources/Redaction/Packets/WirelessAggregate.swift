import WireFormat

/// A frame of IEEE 802.11 that holds several packets (A-MSDU, section 9.3.2.2.2), without hardware addresses of its own.
struct WirelessAggregate {
    /// The frame so far, as far as it was captured.
    private(set) var frame: [UInt8] = []
    /// The length of the frame on the wire.
    private(set) var originalLength = 0

    /// The type of the frame (data with QoS, from the access point), its duration, three addresses and its number, and
    /// the QoS field, which says that several packets follow.
    private static let header: [UInt8] = [0x88, 0x02] + [UInt8](repeating: 0, count: 22) + [0x80, 0]
    /// LLC and SNAP, before the EtherType (RFC 1042).
    private static let logicalLink: [UInt8] = [0xAA, 0xAA, 3, 0, 0, 0]
    private static let addresses = 12

    /// Begins a frame without packets.
    mutating func begin() {
        frame = Self.header
        originalLength = frame.count
    }

    /// Appends the packet of an Ethernet frame, with its hardware addresses.
    ///
    /// - Parameter wireLength: the length of the Ethernet frame on the wire, if the capture cut off its end, as it can only
    ///   for the last one; otherwise the number of its bytes.
    /// - Returns: `false` if the packet is too long.
    mutating func append(_ ethernet: Span<UInt8>, wireLength: Int) -> Bool {
        let length = Self.logicalLink.count + wireLength - Self.addresses
        guard let field = UInt16(exactly: length), ethernet.count >= Self.addresses else { return false }
        // All but the last packet end at a multiple of four bytes.
        while (frame.count - Self.header.count) % 4 > 0 { frame.append(0) }
        originalLength = frame.count + Self.addresses + 2 + length
        ethernet.extracting(first: Self.addresses).withUnsafeBufferPointer { frame.append(contentsOf: $0) }
        frame.append(UInt8(field >> 8))
        frame.append(UInt8(truncatingIfNeeded: field))
        frame += Self.logicalLink
        ethernet.extracting(droppingFirst: Self.addresses).withUnsafeBufferPointer { frame.append(contentsOf: $0) }
        return true
    }
}
