import Capture
import Testing

/// The relatives of classic pcap, told apart by their first four bytes.
@Suite struct PcapVariantTests {
    /// How a variant is laid out.
    struct Variant: Sendable, CustomTestStringConvertible {
        var name: String
        var magic: UInt32
        /// Ticks of a second.
        var fraction: UInt32 = 1_000_000
        /// Major and minor version.
        var version: (UInt16, UInt16) = (2, 4)
        /// Bytes of the file header behind the link type.
        var fileTail = 0
        /// Bytes of a record's head behind the lengths.
        var recordTail = 0
        /// Whether the length on the wire comes before the captured one.
        var isSwapped = false

        var testDescription: String { name }

        /// Two packets, the second of them cut by the snap length.
        func file(_ order: ByteOrder) -> [UInt8] {
            var file = WireBytes(order: order)
            file.u32(magic)
            file.u16(version.0)
            file.u16(version.1)
            for value: UInt32 in [0, 0, 40, 1] { file.u32(value) }
            file.raw(Array(repeating: 0xEE, count: fileTail))
            for (index, packet) in PcapVariantTests.packets.enumerated() {
                file.u32(1_700_000_000)
                file.u32(fraction / 4 + UInt32(index))
                let lengths = [UInt32(packet.count), PcapVariantTests.wireLengths[index]]
                for length in isSwapped ? lengths.reversed() : lengths { file.u32(length) }
                file.raw(Array(repeating: 0xDD, count: recordTail))
                file.raw(packet)
            }
            return file.bytes
        }

        /// Nanoseconds since 1970 of the two packets.
        var times: [Int64] {
            let tick = Int64(1_000_000_000 / fraction)
            return [1_700_000_000_250_000_000, 1_700_000_000_250_000_000 + tick]
        }
    }

    static let packets = [LinkFrame.ethernet(0x1234, [1, 2, 3]), LinkFrame.ethernet(0x1234, Array(5..<31))]
    static let wireLengths: [UInt32] = [17, 1514]

    static let variants = [
        Variant(name: "microseconds", magic: 0xA1B2_C3D4),
        Variant(name: "nanoseconds", magic: 0xA1B2_3C4D, fraction: 1_000_000_000),
        Variant(name: "modified, with interface, protocol and direction", magic: 0xA1B2_CD34, recordTail: 8),
        Variant(name: "IXIA hardware", magic: 0x1C00_01AC, fileTail: 4),
        Variant(name: "IXIA software", magic: 0x1C00_01AB, fileTail: 4),
        Variant(name: "version 2.2", magic: 0xA1B2_C3D4, version: (2, 2), isSwapped: true),
        Variant(name: "version 2.3, lengths in the old order", magic: 0xA1B2_C3D4, version: (2, 3), isSwapped: true),
        Variant(name: "version 2.3, lengths in the new order", magic: 0xA1B2_C3D4, version: (2, 3)),
        Variant(name: "version 543.0", magic: 0xA1B2_C3D4, version: (543, 0), isSwapped: true),
    ]

    @Test("packets, times and lengths come out of every variant", arguments: variants, ByteOrder.allCases)
    func contents(_ variant: Variant, _ order: ByteOrder) throws {
        let contents = try CaptureContents(variant.file(order))
        #expect(contents.damage == nil)
        #expect(contents.bytes == Self.packets)
        #expect(contents.entries.map(\.packet.time) == variant.times)
        #expect(contents.entries.map { UInt32($0.packet.originalLength) } == Self.wireLengths)
        #expect(contents.entries.map(\.packet.link) == [.ethernet, .ethernet])
        #expect(contents.entries.allSatisfy { $0.packet.hasNanoseconds == (variant.fraction > 1_000_000) })
    }

    @Test("a file that ends inside a record ends with the packets before it", arguments: variants, ByteOrder.allCases)
    func truncated(_ variant: Variant, _ order: ByteOrder) throws {
        let file = variant.file(order)
        let heads = 24 + variant.fileTail
        let first = heads + 16 + variant.recordTail + Self.packets[0].count
        for cut in heads + 1..<file.count {
            let contents = try CaptureContents(Array(file[..<cut]))
            #expect(contents.bytes == Array(Self.packets.prefix(cut < first ? 0 : 1)), "cut at \(cut)")
            #expect(contents.damage?.offset == (cut < first ? heads : cut == first ? nil : first), "cut at \(cut)")
        }
    }

    @Test(
        "tshark reads every variant alike",
        .enabled(if: Tshark.path != nil, "tshark is not installed"),
        // Each in one order: it takes a while to start.
        arguments: variants.enumerated().map { ($0.element, $0.offset % 2 == 0 ? ByteOrder.big : .little) }
    )
    func tshark(_ variant: Variant, _ order: ByteOrder) throws {
        let fields = ["-T", "fields", "-e", "frame.time_epoch", "-e", "frame.cap_len", "-e", "frame.len"]
        let lines = try Tshark.run(fields, on: variant.file(order)).split(separator: "\n").map { line in
            line.split(separator: "\t").map { $0.filter { $0 != "." } }
        }
        let expected = Self.packets.indices.map { index in
            ["\(variant.times[index])", "\(Self.packets[index].count)", "\(Self.wireLengths[index])"]
        }
        #expect(lines == expected)
    }

    @Test("the length of the frame check sequence is not part of the link type", arguments: ByteOrder.allCases)
    func checkSequence(_ order: ByteOrder) throws {
        var file = PcapFile(order, link: 0x2400_0001)
        file.add([1, 2, 3])
        var reader = try CaptureInput.file(file.bytes)
        let packets = try #require(try reader.next()).packets
        #expect(packets.map(\.link) == [.ethernet])
        #expect(reader.notes.interfaces.map(\.checkSequenceBits) == [32])
        #expect(reader.notes.sections == 1)
    }

    @Test("without its bit there is no length of it, whatever the other bits of the upper half are")
    func noCheckSequence() throws {
        for bit in (16..<32).filter({ $0 != 26 }) {
            var file = PcapFile(link: 1 << bit | 1)
            file.add([1, 2, 3])
            var reader = try CaptureInput.file(file.bytes)
            _ = try reader.next()
            #expect(reader.notes.interfaces.map(\.checkSequenceBits) == [nil])
            #expect(reader.notes.interfaces.map(\.link) == [.ethernet])
        }
    }
}
