import Foundation
import Inspection
import Testing
import Transport

/// A capture that is decoded again from other packets with the same streams.
enum VariantCapture: CaseIterable, CustomTestStringConvertible {
    case v2
    case v4
    case polling
    case tcp
    case tls
    case tlsWithSecrets
    case made

    var testDescription: String { "\(self)" }

    private var bundled: Bundled? {
        switch self {
        case .v2: .v2
        case .v4: .v4
        case .polling: .polling
        case .tcp: .tcp
        case .tls: .tls
        case .tlsWithSecrets: .tlsWithSecrets
        case .made: nil
        }
    }

    /// Longest segment that random cuts make, so that there are many and not too many.
    var longestCut: Int { self == .made ? 9000 : 150 }

    /// The segments as they were captured.
    func segments() throws -> [TestSegment] {
        guard let bundled else { return MadeCapture.segments }
        return bundled.isEncrypted ? Self.segments(ofPcapng: try bundled.capture()) : try bundled.segments()
    }

    /// The events of the capture itself.
    func events() async throws -> [TestEvent] {
        guard let bundled else { return try await Decoded(MadeCapture.segments).events() }
        return try await bundled.decoded().events()
    }

    /// The events of packets in a file of raw IP.
    func events(of packets: [VariantPacket]) async throws -> [TestEvent] {
        // Secrets that lie in the capture are in the key log too.
        let keyLog = bundled?.isEncrypted == true ? try Bundled.tls.keyLog() : nil
        let secrets = try keyLog.map { try TLSSecrets(keyLog: $0.span) }
        return try await Decoded(VariantPacket.capture(packets)) {
            $0.showsRaw = true
            if let secrets { $0.options.secrets = secrets }
        }.events()
    }

    /// The segments in the enhanced packet blocks of a little-endian pcapng file of Ethernet frames, in microseconds.
    private static func segments(ofPcapng file: [UInt8]) -> [TestSegment] {
        func uint32(_ offset: Int) -> Int { (0..<4).reduce(0) { $0 | Int(file[offset + $1]) << (8 * $1) } }
        var segments: [TestSegment] = []
        var offset = 0
        while offset < file.count {
            if uint32(offset) == 6 {
                let time = Int64(uint32(offset + 12)) << 32 | Int64(uint32(offset + 16))
                let end = offset + 28 + uint32(offset + 20)
                if let segment = TestSegment(packet: file[(offset + 42)..<end], time: time * 1000) {
                    segments.append(segment)
                }
            }
            offset += uint32(offset + 4)
        }
        return segments
    }
}

/// An IP packet of a variant.
struct VariantPacket {
    var bytes: [UInt8]
    /// Nanoseconds since 1970.
    var time: Int64

    /// A pcap file of these packets, over raw IP.
    static func capture(_ packets: [VariantPacket]) -> [UInt8] {
        var file: [UInt8] = [0xD4, 0xC3, 0xB2, 0xA1, 2, 0, 4, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 4, 0, 101, 0, 0, 0]
        for packet in packets {
            let micros = UInt64(packet.time / 1000)
            for number in [
                micros / 1_000_000, micros % 1_000_000, UInt64(packet.bytes.count), UInt64(packet.bytes.count),
            ] {
                file += littleEndian(UInt32(truncatingIfNeeded: number))
            }
            file += packet.bytes
        }
        return file
    }

    /// Segments in packets of their own.
    static func whole(_ segments: [TestSegment]) -> [VariantPacket] {
        segments.map { VariantPacket(bytes: $0.packet, time: $0.time) }
    }

    /// Segments in IPv4 fragments of so many bytes each (RFC 791 section 3.2), a multiple of 8.
    static func fragments(_ segments: [TestSegment], size: () -> Int) -> [[VariantPacket]] {
        segments.enumerated().map { index, segment in
            let packet = segment.packet
            let data = packet[20...]
            var parts: [VariantPacket] = []
            var start = 0
            while start < data.count {
                let count = min(size(), data.count - start)
                let isLast = start + count == data.count
                var header = Array(packet[..<20])
                header.replaceSubrange(2..<4, with: bigEndian(UInt16(20 + count)))
                header.replaceSubrange(4..<6, with: bigEndian(UInt16(truncatingIfNeeded: index + 1)))
                header.replaceSubrange(6..<8, with: bigEndian(UInt16(start / 8) | (isLast ? 0 : 0x2000)))
                parts.append(VariantPacket(bytes: header + data.dropFirst(start).prefix(count), time: segment.time))
                start += count
            }
            return parts
        }
    }

    /// Packets in another order: none moves by more than `window` places; the places keep their times.
    ///
    /// - Parameter perConnection: whether packets of different connections stay in order among themselves.
    static func shuffled(
        _ packets: [VariantPacket],
        window: Int,
        perConnection: Bool,
        _ random: inout Seeded
    ) -> [VariantPacket] {
        var groups: [[UInt8]: [Int]] = [:]
        for (index, packet) in packets.enumerated() {
            groups[perConnection ? packet.connection : [], default: []].append(index)
        }
        var result = packets
        for (_, slots) in groups.sorted(by: { $0.value[0] < $1.value[0] }) {
            let order = slots.indices.map { ($0 + random.below(window), $0) }.sorted { $0 < $1 }
            for (slot, place) in zip(slots, order) { result[slot].bytes = packets[slots[place.1]].bytes }
        }
        return result
    }

    /// The ports of a packet that is no fragment, in an order that does not depend on the direction.
    private var connection: [UInt8] {
        let ports = [Array(bytes[20..<22]), Array(bytes[22..<24])].sorted { $0.lexicographicallyPrecedes($1) }
        return ports.flatMap { $0 }
    }
}
