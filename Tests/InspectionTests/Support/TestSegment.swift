/// An address of four or sixteen bytes and a port.
struct TestEndpoint: Hashable, CustomStringConvertible {
    var address: [UInt8]
    var port: UInt16

    var description: String { address.map(String.init).joined(separator: ".") + ":\(port)" }
}

/// A TCP segment in an IP packet, with what the tests set of it.
struct TestSegment: Hashable {
    static let fin: UInt8 = 1
    static let syn: UInt8 = 2
    static let push: UInt8 = 8
    static let ack: UInt8 = 16

    /// Nanoseconds since 1970.
    var time: Int64
    var source: TestEndpoint
    var destination: TestEndpoint
    var sequence: UInt32
    var acknowledgment: UInt32
    var flags: UInt8
    var payload: [UInt8] = []

    /// What both directions of a connection have in common.
    var flow: Set<TestEndpoint> { [source, destination] }
    /// Whether it only acknowledges.
    var isBareAcknowledgment: Bool { payload.isEmpty && flags & (Self.fin | Self.syn) == 0 }

    /// The IP packet (RFC 791 section 3.1, RFC 9293 section 3.1); the checksums stay 0, as with offloading.
    var packet: [UInt8] {
        if source.address.count == 16 { return packet6 }
        var bytes: [UInt8] = [0x45, 0] + bigEndian(UInt16(40 + payload.count))
        bytes += [0, 0, 0x40, 0, 64, 6, 0, 0]
        bytes += source.address + destination.address
        bytes += bigEndian(source.port) + bigEndian(destination.port)
        bytes += bigEndian(sequence) + bigEndian(acknowledgment)
        bytes += [0x50, flags, 0xFF, 0xFF, 0, 0, 0, 0]
        return bytes + payload
    }

    /// The same with IPv6 (RFC 8200 section 3).
    private var packet6: [UInt8] {
        var bytes: [UInt8] = [0x60, 0, 0, 0] + bigEndian(UInt16(20 + payload.count)) + [6, 64]
        bytes += source.address + destination.address
        bytes += bigEndian(source.port) + bigEndian(destination.port)
        bytes += bigEndian(sequence) + bigEndian(acknowledgment)
        bytes += [0x50, flags, 0xFF, 0xFF, 0, 0, 0, 0]
        return bytes + payload
    }

    /// The segment in an IP packet; `nil` when it is none.
    init?(packet: ArraySlice<UInt8>, time: Int64) {
        let bytes = Array(packet)
        guard bytes.count >= 40, bytes[0] >> 4 == 4, bytes[9] == 6 else { return nil }
        let header = Int(bytes[0] & 15) * 4
        let end = Int(bytes[2]) << 8 | Int(bytes[3])
        let start = header + Int(bytes[header + 12] >> 4) * 4
        func uint16(_ offset: Int) -> UInt16 { UInt16(bytes[offset]) << 8 | UInt16(bytes[offset + 1]) }
        func uint32(_ offset: Int) -> UInt32 { UInt32(uint16(offset)) << 16 | UInt32(uint16(offset + 2)) }
        self.init(
            time: time,
            source: TestEndpoint(address: Array(bytes[12..<16]), port: uint16(header)),
            destination: TestEndpoint(address: Array(bytes[16..<20]), port: uint16(header + 2)),
            sequence: uint32(header + 4),
            acknowledgment: uint32(header + 8),
            flags: bytes[header + 13],
            payload: Array(bytes[start..<end])
        )
    }

    init(
        time: Int64,
        source: TestEndpoint,
        destination: TestEndpoint,
        sequence: UInt32,
        acknowledgment: UInt32,
        flags: UInt8,
        payload: [UInt8] = []
    ) {
        self.time = time
        self.source = source
        self.destination = destination
        self.sequence = sequence
        self.acknowledgment = acknowledgment
        self.flags = flags
        self.payload = payload
    }
}

/// The bytes of an integer, the most significant first.
func bigEndian<Value: FixedWidthInteger>(_ value: Value) -> [UInt8] {
    stride(from: Value.bitWidth - 8, through: 0, by: -8).map { UInt8(truncatingIfNeeded: value >> Value($0)) }
}

/// The bytes of an integer, the least significant first.
func littleEndian<Value: FixedWidthInteger>(_ value: Value) -> [UInt8] { bigEndian(value).reversed() }
