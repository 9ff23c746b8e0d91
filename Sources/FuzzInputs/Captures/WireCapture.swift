/// A small pcap file as a list of packets.
package struct WireCapture: Hashable, Sendable {
    /// The first 24 bytes of the file.
    package var fileHead: [UInt8]
    /// The packets.
    package var packets: [WirePacket]
    /// The nanoseconds after the microseconds of each time; `nil` for a file with microseconds.
    package private(set) var nanoseconds: UInt64?

    private static let plainHead: [UInt8] =
        [0xD4, 0xC3, 0xB2, 0xA1, 2, 0, 4, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 4, 0, 1, 0, 0, 0]

    /// Creates a file of Ethernet packets, with times in microseconds, or in nanoseconds with these last three digits.
    package init(_ packets: [WirePacket], nanoseconds: UInt64? = nil) {
        fileHead = Self.plainHead
        if nanoseconds != nil { fileHead.replaceSubrange(0..<2, with: [0x4D, 0x3C]) }
        self.packets = packets
        self.nanoseconds = nanoseconds
    }

    /// Parses a file; `nil` for anything but a whole little-endian pcap file of Ethernet packets.
    package init?(_ bytes: [UInt8]) {
        guard bytes.count >= 24, bytes.starts(with: [0xD4, 0xC3, 0xB2, 0xA1]), bytes[20] == 1, bytes[21] == 0 else {
            return nil
        }
        fileHead = Array(bytes[..<24])
        packets = []
        func number(_ place: Int) -> Int { (0..<4).reduce(0) { $0 | Int(bytes[place + $1]) << (8 * $1) } }
        var place = 24
        while bytes.count - place >= 16 {
            let captured = number(place + 8)
            guard captured <= bytes.count - place - 16 else { return nil }
            let time = UInt64(number(place)) * 1_000_000 + UInt64(number(place + 4))
            let packet = Array(bytes[place + 16..<place + 16 + captured])
            packets.append(WirePacket(time: time, captured: packet, original: number(place + 12)))
            place += 16 + captured
        }
        guard place == bytes.count else { return nil }
    }

    /// The file.
    package var bytes: [UInt8] {
        var output = fileHead
        for packet in packets { append(packet.bytes, packet, to: &output) }
        return output
    }

    private func append(_ body: [UInt8], _ packet: WirePacket, to output: inout [UInt8]) {
        Framing.pcapRecord(time: Self.time(packet, nanoseconds), missing: packet.missing, bigEndian: false)
            .append(body, claiming: body.count, to: &output)
    }

    package static func time(_ packet: WirePacket, _ nanoseconds: UInt64? = nil) -> [UInt8] {
        let microseconds = packet.time % 1_000_000
        return Framing.bigEndian(packet.time / 1_000_000, 4).reversed()
            + Framing.bigEndian(nanoseconds.map { microseconds * 1000 + $0 } ?? microseconds, 4).reversed()
    }

    /// Replaces the payload of a TCP packet, and shifts the later sequence numbers of its stream.
    package mutating func replacePayload(of index: Int, with payload: [UInt8]) {
        guard packets[index].tcp > 0 else { return }
        let delta = UInt32(truncatingIfNeeded: payload.count - packets[index].payload.count)
        let own = packets[index].ends
        let place = packets[index].sequence
        packets[index].payload = payload
        for other in packets.indices where other != index && packets[other].tcp > 0 {
            if packets[other].ends == own, Int32(bitPattern: packets[other].sequence &- place) > 0 {
                packets[other].sequence &+= delta
            } else if packets[other].reversedEnds == own, Int32(bitPattern: packets[other].acknowledgment &- place) > 0
            {
                packets[other].acknowledgment &+= delta
            }
        }
    }

    /// Splits a packet into two IP fragments; the first one has `cut` bytes of data, a multiple of 8.
    package mutating func fragment(_ index: Int, at cut: Int) {
        let packet = packets[index]
        let bytes = packet.bytes
        guard packet.tcp > 0, cut > 0, cut < bytes.count - packet.tcp else { return }
        func part(_ data: ArraySlice<UInt8>, _ field: Int, missing: Int) -> WirePacket {
            var head = Array(bytes[..<packet.tcp])
            head.replaceSubrange(16..<18, with: Framing.bigEndian(UInt64(packet.tcp - 14 + data.count + missing), 2))
            head.replaceSubrange(20..<22, with: Framing.bigEndian(UInt64(field), 2))
            return WirePacket(time: packet.time, whole: head + data, missing: missing)
        }
        let place = packet.tcp + cut
        packets[index] = part(bytes[packet.tcp..<place], 0x2000, missing: 0)
        packets.insert(part(bytes[place...], cut / 8, missing: packet.missing), at: index + 1)
    }

    /// Splits a packet in two.
    package mutating func split(_ index: Int, at cut: Int) {
        guard packets[index].tcp > 0, cut > 0, cut < packets[index].payload.count else { return }
        var second = packets[index]
        second.payload.removeFirst(cut)
        second.sequence &+= UInt32(cut)
        packets[index].payload.removeLast(packets[index].payload.count - cut)
        packets[index].missing = 0
        packets.insert(second, at: index + 1)
    }
}
