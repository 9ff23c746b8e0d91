import WireFormat
import WireProtobuf

/// Packets of made TCP connections as a pcap file of Ethernet frames, their checksums right.
struct TestNetwork {
    /// A packet, and what a test may do to it.
    struct Packet {
        /// Microseconds since 1970.
        var time: Int64
        var bytes: [UInt8]
        /// Whether it carries payload.
        var hasPayload: Bool
    }

    private(set) var packets: [Packet] = []
    /// What precedes the target of each request: scheme and host if the requests go to a proxy.
    var origin = ""
    private var now: Int64 = 1_795_400_000_000_000

    var milliseconds: Int64 { now / 1000 }

    /// The file.
    var pcap: [UInt8] { Self.pcap(packets) }

    /// - Parameter link: the number of the link type; 1 is Ethernet.
    static func pcap(_ packets: [Packet], link: UInt32 = 1) -> [UInt8] {
        var writer = ByteWriter()
        writer.append([0xD4, 0xC3, 0xB2, 0xA1, 2, 0, 4, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 4, 0])
        writer.append(littleEndian: link)
        for packet in packets {
            writer.append(littleEndian: UInt32(packet.time / 1_000_000))
            writer.append(littleEndian: UInt32(packet.time % 1_000_000))
            writer.append(littleEndian: UInt32(packet.bytes.count))
            writer.append(littleEndian: UInt32(packet.bytes.count))
            writer.append(packet.bytes)
        }
        return writer.array
    }

    mutating func add(_ segment: Segment) {
        packets.append(Packet(time: now, bytes: segment.bytes, hasPayload: !segment.payload.isEmpty))
        now += 250
    }

    /// A TCP segment (RFC 9293 section 3.1) in an Ethernet frame.
    struct Segment {
        var source: (address: [UInt8], port: UInt16)
        var destination: (address: [UInt8], port: UInt16)
        var sequence: UInt32
        var acknowledgment: UInt32
        var flags: UInt8
        var payload: [UInt8] = []

        var bytes: [UInt8] {
            var tcp = ByteWriter()
            tcp.append(bigEndian: source.port)
            tcp.append(bigEndian: destination.port)
            tcp.append(bigEndian: sequence)
            tcp.append(bigEndian: acknowledgment)
            tcp.append([0x50, flags, 0xFF, 0xFF, 0, 0, 0, 0])
            tcp.append(payload)
            var pseudo = ByteWriter()
            pseudo.append(source.address + destination.address)
            pseudo.append(bigEndian: UInt32(tcp.count))
            pseudo.append([0, 0, 0, 6])
            var segment = tcp.array
            let sum = Self.checksum(pseudo.array + segment)
            segment[16] = UInt8(sum >> 8)
            segment[17] = UInt8(sum & 255)
            let macs: [UInt8] = [2, 0, 0, 0, 0, 1, 2, 0, 0, 0, 0, 2]
            guard source.address.count == 4 else {
                let length = UInt16(segment.count)
                return macs + [0x86, 0xDD, 0x60, 0, 0, 0, UInt8(length >> 8), UInt8(length & 255), 6, 64]
                    + source.address + destination.address + segment
            }
            let length = UInt16(20 + segment.count)
            var ip: [UInt8] = [0x45, 0, UInt8(length >> 8), UInt8(length & 255), 0, 0, 0x40, 0, 64, 6, 0, 0]
            ip += source.address + destination.address
            let own = Self.checksum(ip)
            ip[10] = UInt8(own >> 8)
            ip[11] = UInt8(own & 255)
            return macs + [8, 0] + ip + segment
        }

        /// The Internet checksum (RFC 1071).
        private static func checksum(_ bytes: [UInt8]) -> UInt16 {
            var sum: UInt32 = 0
            var index = 0
            while index < bytes.count {
                sum += UInt32(bytes[index]) << 8 | (index + 1 < bytes.count ? UInt32(bytes[index + 1]) : 0)
                index += 2
            }
            while sum > 0xFFFF { sum = sum & 0xFFFF + sum >> 16 }
            return ~UInt16(sum)
        }
    }
}
