import Capture
import WireFormat

/// Takes TCP segments out of tunnels, out of fragments, and out of link layers that are not rewritten: each becomes the
/// segment of a plain Ethernet frame without hardware addresses.
///
/// The VLANs and virtual networks around a segment become one VLAN, since they tell connections with the same ends apart.
struct PacketUnwrapper {
    /// The last frame.
    private(set) var frame: [UInt8] = []

    /// The VLANs of networks whose numbers are none of a VLAN; from the highest number downwards.
    private var networks: [UInt32: UInt16] = [:]
    /// The highest number of a VLAN (IEEE 802.1Q).
    private static let lastNetwork: UInt16 = 4094

    /// Creates the frame of a segment.
    ///
    /// - Parameters:
    ///   - inner: the segment's IP packet.
    ///   - block: the bytes that contain it.
    /// - Returns: the index in the block where the frame would begin if its TCP header were that of the packet.
    mutating func unwrap(_ inner: InnerPacket, in block: Span<UInt8>) -> Int {
        frame.removeAll(keepingCapacity: true)
        for _ in 0..<12 { frame.append(0) }
        if inner.network > 0 {
            append(0x8100)
            append(vlan(of: inner.network))
        }
        let isIPv6 = block[inner.internet] >> 4 == 6
        if isIPv6 { appendIPv6(inner, block) } else { appendIPv4(inner, block) }
        let start = inner.transport - frame.count
        append(block.extracting(inner.transport..<inner.end))
        return start
    }

    /// Appends the IP header without options and without the headers of extensions.
    private mutating func appendIPv4(_ inner: InnerPacket, _ block: Span<UInt8>) {
        append(0x0800)
        let start = frame.count
        append(block.extracting(inner.internet..<inner.internet + 20))
        frame[start] = 0x45
        frame[start + 9] = 6
        // A length of 0 stays, since the packet may be longer than a header can say.
        let length = Int(block.uint16(at: inner.internet + 2))
        if length > 0 { put(length - (inner.transport - inner.internet - 20), at: start + 2) }
    }

    private mutating func appendIPv6(_ inner: InnerPacket, _ block: Span<UInt8>) {
        append(0x86DD)
        let start = frame.count
        append(block.extracting(inner.internet..<inner.internet + 40))
        frame[start + 6] = 6
        let length = Int(block.uint16(at: inner.internet + 4))
        if length > 0 { put(length - (inner.transport - inner.internet - 40), at: start + 4) }
    }

    /// Returns the VLAN for a network; the number of a VLAN stays.
    private mutating func vlan(of network: UInt32) -> UInt16 {
        if network <= Self.lastNetwork { return UInt16(network) }
        if let known = networks[network] { return known }
        // Beyond the last number, networks share it.
        let number = Self.lastNetwork - UInt16(min(networks.count, Int(Self.lastNetwork) - 1))
        if number > 1 { networks[network] = number }
        return number
    }

    private mutating func append(_ bytes: Span<UInt8>) {
        bytes.withUnsafeBufferPointer { frame.append(contentsOf: $0) }
    }

    private mutating func append(_ value: UInt16) {
        frame.append(UInt8(value >> 8))
        frame.append(UInt8(truncatingIfNeeded: value))
    }

    private mutating func put(_ length: Int, at place: Int) {
        frame[place] = UInt8(truncatingIfNeeded: length >> 8)
        frame[place + 1] = UInt8(truncatingIfNeeded: length)
    }
}
