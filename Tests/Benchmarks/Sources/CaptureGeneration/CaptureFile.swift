#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#elseif canImport(Darwin)
    import Darwin
#endif

/// The output could not be written.
public struct WritingError: Error, CustomStringConvertible {
    /// The system's error number.
    public var number: Int32
    /// Makes an error from the system's number for it.
    public init(number: Int32) { self.number = number }
    /// What the system says.
    public var description: String { String(cString: strerror(number)) }
}

/// Writes a capture to a descriptor, a mebibyte at a time.
struct CaptureFile {
    private let descriptor: Int32
    private let format: CaptureShape.FileFormat
    private var buffer: [UInt8] = []
    private(set) var packets = 0
    private(set) var bytes = 0

    init(descriptor: Int32, format: CaptureShape.FileFormat, linkType: UInt32) {
        self.descriptor = descriptor
        self.format = format
        buffer.reserveCapacity(1 << 20 + 1 << 17)
        switch format {
        case .pcap:
            buffer.append(littleEndian: UInt32(0xA1B2_C3D4))
            buffer.append(littleEndian: UInt16(2))
            buffer.append(littleEndian: UInt16(4))
            buffer.append(littleEndian: UInt64(0))
            buffer.append(littleEndian: UInt32(262_144))
            buffer.append(littleEndian: linkType)
        case .pcapng:
            // A section header and one interface with the default resolution of a microsecond.
            for word in [0x0A0D_0D0A, 28, 0x1A2B_3C4D, 1, 0xFFFF_FFFF, 0xFFFF_FFFF, 28, 1, 20, linkType, 262_144, 20] {
                buffer.append(littleEndian: word)
            }
        }
    }

    mutating func append(_ packet: [UInt8], microseconds: UInt64) throws(WritingError) {
        packets += 1
        let length = UInt32(packet.count)
        switch format {
        case .pcap:
            buffer.append(littleEndian: UInt32(microseconds / 1_000_000))
            buffer.append(littleEndian: UInt32(microseconds % 1_000_000))
            buffer.append(littleEndian: length)
            buffer.append(littleEndian: length)
            buffer += packet
        case .pcapng:
            let padding = (4 - packet.count % 4) % 4
            let total = 32 + length + UInt32(padding)
            let high = UInt32(microseconds >> 32)
            for word in [6, total, 0, high, UInt32(truncatingIfNeeded: microseconds), length, length] {
                buffer.append(littleEndian: word)
            }
            buffer += packet
            for _ in 0..<padding { buffer.append(0) }
            buffer.append(littleEndian: total)
        }
        if buffer.count >= 1 << 20 { try flush() }
    }

    mutating func flush() throws(WritingError) {
        var done = 0
        while done < buffer.count {
            let written = buffer.withUnsafeBytes { bytes in
                let rest = UnsafeRawBufferPointer(rebasing: bytes[done...])
                return write(descriptor, rest.baseAddress, rest.count)
            }
            if written >= 0 { done += written } else if errno != EINTR { throw WritingError(number: errno) }
        }
        bytes += buffer.count
        buffer.removeAll(keepingCapacity: true)
    }
}
