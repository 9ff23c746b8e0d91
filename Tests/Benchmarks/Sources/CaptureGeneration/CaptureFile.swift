/// Writes packets in one of the two capture formats.
struct CaptureFile {
    private let format: CaptureShape.FileFormat
    private var output: OutputBuffer
    /// Packets written so far.
    private(set) var packets = 0

    init(descriptor: Int32, format: CaptureShape.FileFormat, linkType: UInt32) {
        self.format = format
        output = OutputBuffer(descriptor: descriptor)
        switch format {
        case .pcap:
            output.bytes.append(littleEndian: UInt32(0xA1B2_C3D4))
            output.bytes.append(littleEndian: UInt16(2))
            output.bytes.append(littleEndian: UInt16(4))
            output.bytes.append(littleEndian: UInt64(0))
            output.bytes.append(littleEndian: UInt32(262_144))
            output.bytes.append(littleEndian: linkType)
        case .pcapng:
            // A section header and one interface with the default resolution of a microsecond.
            for word in [0x0A0D_0D0A, 28, 0x1A2B_3C4D, 1, 0xFFFF_FFFF, 0xFFFF_FFFF, 28, 1, 20, linkType, 262_144, 20] {
                output.bytes.append(littleEndian: word)
            }
        }
    }

    /// Bytes of the file so far.
    var bytes: Int { output.written + output.bytes.count }

    mutating func append(_ packet: [UInt8], microseconds: UInt64) throws(WritingError) {
        packets += 1
        let length = UInt32(packet.count)
        switch format {
        case .pcap:
            output.bytes.append(littleEndian: UInt32(microseconds / 1_000_000))
            output.bytes.append(littleEndian: UInt32(microseconds % 1_000_000))
            output.bytes.append(littleEndian: length)
            output.bytes.append(littleEndian: length)
            output.bytes += packet
        case .pcapng:
            let padding = (4 - packet.count % 4) % 4
            let total = 32 + length + UInt32(padding)
            let high = UInt32(microseconds >> 32)
            for word in [6, total, 0, high, UInt32(truncatingIfNeeded: microseconds), length, length] {
                output.bytes.append(littleEndian: word)
            }
            output.bytes += packet
            for _ in 0..<padding { output.bytes.append(0) }
            output.bytes.append(littleEndian: total)
        }
        try output.flushIfLarge()
    }

    mutating func flush() throws(WritingError) { try output.flush() }
}
