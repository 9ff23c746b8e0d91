/// Writes and reads capture files, apart from the code under test.
///
/// Layouts: IETF drafts on pcap and pcapng; LINKTYPE_LINUX_SLL2 as on tcpdump.org.
enum CaptureFile {
    /// The kind of file.
    enum Format: CaseIterable {
        case pcap
        case pcapBigEndian
        case pcapng
    }

    /// What is around the IP packets.
    enum Link: CaseIterable {
        case ethernet
        case vlan
        case sll2
        case raw
        case null

        var number: UInt32 {
            switch self {
            case .ethernet, .vlan: 1
            case .sll2: 276
            case .raw: 101
            case .null: 0
            }
        }

        var header: [UInt8] {
            let ethernet: [UInt8] = [2, 0, 0, 0, 0, 1, 2, 0, 0, 0, 0, 2]
            switch self {
            case .ethernet: return ethernet + [8, 0]
            case .vlan: return ethernet + [0x81, 0, 0, 7, 8, 0]
            case .sll2: return [8, 0, 0, 0, 0, 0, 0, 1, 0, 1, 4, 6, 2, 0, 0, 0, 0, 1, 0, 0]
            case .raw: return []
            case .null: return [2, 0, 0, 0]
            }
        }
    }

    /// A capture of these segments.
    ///
    /// - Parameters:
    ///   - snapLength: the most bytes that are kept of a packet.
    ///   - keyLogs: TLS secrets that a pcapng file holds, and how many packets lie before them.
    static func write(
        _ segments: [TestSegment],
        _ format: Format = .pcap,
        link: Link = .ethernet,
        snapLength: Int = 262_144,
        keyLogs: [(text: String, packets: Int)] = []
    ) -> [UInt8] {
        var file = head(format, link)
        for index in 0...segments.count {
            for keyLog in keyLogs where keyLog.packets == index { file += secrets(keyLog.text) }
            guard index < segments.count else { break }
            let segment = segments[index]
            let packet = link.header + segment.packet
            file += record(packet.prefix(snapLength), originalLength: packet.count, time: segment.time, format)
        }
        return file
    }

    /// The segments of a microsecond pcap file of Ethernet frames, and where each record begins.
    static func read(_ file: [UInt8]) -> (segments: [TestSegment], offsets: [Int]) {
        func uint32(_ offset: Int) -> Int {
            (0..<4).reduce(0) { $0 | Int(file[offset + $1]) << (8 * $1) }
        }
        precondition(uint32(0) == 0xA1B2_C3D4 && uint32(20) == 1, "a little-endian pcap file of Ethernet frames")
        var segments: [TestSegment] = []
        var offsets: [Int] = []
        var offset = 24
        while offset < file.count {
            let length = uint32(offset + 8)
            let time = Int64(uint32(offset)) * 1_000_000_000 + Int64(uint32(offset + 4)) * 1000
            offsets.append(offset)
            if let segment = TestSegment(packet: file[(offset + 30)..<(offset + 16 + length)], time: time) {
                segments.append(segment)
            }
            offset += 16 + length
        }
        return (segments, offsets)
    }

    private static func head(_ format: Format, _ link: Link) -> [UInt8] {
        switch format {
        case .pcap:
            [0xD4, 0xC3, 0xB2, 0xA1, 2, 0, 4, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 4, 0] + littleEndian(link.number)
        case .pcapBigEndian:
            [0xA1, 0xB2, 0xC3, 0xD4, 0, 2, 0, 4, 0, 0, 0, 0, 0, 0, 0, 0, 0, 4, 0, 0] + bigEndian(link.number)
        case .pcapng:
            block(0x0A0D_0D0A, [0x4D, 0x3C, 0x2B, 0x1A, 1, 0, 0, 0] + Array(repeating: 0xFF, count: 8))
                + block(1, littleEndian(UInt16(link.number)) + [0, 0, 0, 0, 4, 0])
        }
    }

    private static func record(
        _ packet: ArraySlice<UInt8>,
        originalLength: Int,
        time: Int64,
        _ format: Format
    ) -> [UInt8] {
        let micros = UInt64(time / 1000)
        let lengths = [UInt32(packet.count), UInt32(originalLength)]
        let stamp = [UInt32(truncatingIfNeeded: micros / 1_000_000), UInt32(micros % 1_000_000)]
        switch format {
        case .pcap: return (stamp + lengths).flatMap(littleEndian) + packet
        case .pcapBigEndian: return (stamp + lengths).flatMap(bigEndian) + packet
        case .pcapng:
            let ticks = [UInt32(0), UInt32(micros >> 32), UInt32(truncatingIfNeeded: micros)]
            return block(6, (ticks + lengths).flatMap(littleEndian) + packet)
        }
    }

    /// A Decryption Secrets Block of pcapng with a TLS key log.
    static func secrets(_ text: String) -> [UInt8] {
        block(10, littleEndian(UInt32(0x544C_534B)) + littleEndian(UInt32(text.utf8.count)) + Array(text.utf8))
    }

    /// A block of pcapng of a kind that nobody knows, so long that what follows is read apart from what precedes.
    static let divider = block(0x0000_0999, Array(repeating: 0, count: 600_000))

    private static func block(_ type: UInt32, _ body: [UInt8]) -> [UInt8] {
        let padding = Array(repeating: UInt8(0), count: -body.count & 3)
        let length = littleEndian(UInt32(12 + body.count + padding.count))
        return littleEndian(type) + length + body + padding + length
    }
}
