import Capture
import Foundation
import TestSupport
import Testing
import WireFormat

/// Reading of whole, cut and damaged files.
@Suite struct CaptureReaderTests {
    /// Packets of many lengths, also none.
    static func packets(_ count: Int, seed: UInt64 = 1, longest: Int = 80) -> [[UInt8]] {
        var random = SeededRandom(seed)
        return (0..<count).map { _ in random.bytes(random.below(longest)) }
    }

    static func pcap(_ packets: [[UInt8]], _ order: ByteOrder = .little) -> [UInt8] {
        var file = PcapFile(order)
        for packet in packets { file.add(packet) }
        return file.bytes
    }

    /// Every kind of packet block, with blocks between that hold none.
    static func pcapng(_ packets: [[UInt8]], _ order: ByteOrder = .little) -> [UInt8] {
        var file = PcapngFile(order)
        file.section()
        file.interface()
        file.block(4, [0, 0, 0, 0])
        for (index, packet) in packets.enumerated() {
            switch index % 4 {
            case 0: file.packet(packet)
            case 1: file.simplePacket(packet)
            case 2: file.oldPacket(packet)
            default:
                file.packet(packet)
                file.block(0x0BAD_CAFE, packet)
            }
        }
        file.block(5, [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0])
        return file.bytes
    }

    @Test("a capture in memory is read like its file, whatever its size", arguments: [0, 3, 9000])
    func inMemory(_ count: Int) throws {
        let file = Self.pcap(Self.packets(count))
        let contents = try CaptureContents(CaptureReader(bytes: file))
        #expect(contents.bytes == Self.packets(count))
        #expect(contents.damage == nil)
        #expect(contents.entries.map(\.packet.isOtherRecord) == Array(repeating: false, count: count))
        // The last of them is longer than what is read at a time.
        #expect((contents.blocks > 1) == (count == 9000))
    }

    @Test("packets come out with numbers from 1 and their own bytes", arguments: ByteOrder.allCases)
    func contents(_ order: ByteOrder) throws {
        let packets = Self.packets(40)
        for file in [Self.pcap(packets, order), Self.pcapng(packets, order)] {
            let contents = try CaptureContents(file)
            #expect(contents.bytes == packets)
            #expect(contents.entries.map(\.packet.number) == Array(1...40))
            #expect(contents.entries.allSatisfy { $0.packet.link == .ethernet })
            #expect(contents.damage == nil)
        }
    }

    @Test("sections of either byte order follow one another, each with its own interfaces")
    func sections() throws {
        var file = PcapngFile()
        for (index, order) in [ByteOrder.little, .big, .big, .little].enumerated() {
            file.section(order)
            file.interface(link: UInt16(100 + index))
            file.interface(link: UInt16(200 + index))
            file.packet([UInt8(index)], interface: 1)
            file.packet([UInt8(index), 0], interface: 0)
        }
        let contents = try CaptureContents(file.bytes)
        #expect(contents.bytes == [[0], [0, 0], [1], [1, 0], [2], [2, 0], [3], [3, 0]])
        #expect(contents.entries.map(\.packet.link.rawValue) == [200, 100, 201, 101, 202, 102, 203, 103])
        #expect(contents.damage == nil)
    }

    @Test("an interface of an earlier section does not count any more")
    func forgottenInterface() throws {
        var file = PcapngFile()
        file.section()
        file.interface()
        file.packet([1])
        file.section()
        let end = file.bytes.count
        file.packet([2])
        let contents = try CaptureContents(file.bytes)
        #expect(contents.bytes == [[1]])
        #expect(contents.damage?.offset == end)
    }

    @Test("the snap length tells how much of a packet a simple block holds")
    func simplePackets() throws {
        var file = PcapngFile()
        file.section()
        file.interface(snapLength: 5)
        file.simplePacket([1, 2, 3, 4, 5], original: 900)
        file.simplePacket([1, 2, 3])
        let packets = try CaptureContents(file.bytes).entries
        #expect(packets.map(\.bytes) == [[1, 2, 3, 4, 5], [1, 2, 3]])
        #expect(packets.map(\.packet.originalLength) == [900, 3])
    }

    @Test(
        "a packet shorter than on the wire keeps both lengths; a length on the wire that is too short is not believed"
    )
    func lengths() throws {
        var file = PcapFile()
        file.add([1, 2, 3], original: 1500)
        file.add([1, 2, 3], original: 2)
        let packets = try CaptureContents(file.bytes).entries.map(\.packet)
        #expect(packets.map(\.capturedLength) == [3, 3])
        #expect(packets.map(\.originalLength) == [1500, 3])
    }

    @Test("a capture cut at any byte gives all whole packets before the cut, and says where it is cut")
    func truncation() throws {
        let packets = Self.packets(9, longest: 20)
        var record = PcapFile()
        var pcapEnds = [record.bytes.count]
        for packet in packets {
            record.add(packet)
            pcapEnds.append(record.bytes.count)
        }
        var pcapng = PcapngFile(.big)
        pcapng.section()
        var blockEnds = [(pcapng.bytes.count, 0)]
        pcapng.interface()
        blockEnds.append((pcapng.bytes.count, 0))
        for (index, packet) in packets.enumerated() {
            pcapng.packet(packet)
            blockEnds.append((pcapng.bytes.count, index + 1))
        }
        let pcapRecords = pcapEnds.enumerated().map { ($0.element, $0.offset) }
        for (file, ends) in [(record.bytes, pcapRecords), (pcapng.bytes, blockEnds)] {
            // Below four bytes there is no signature.
            for cut in 4...file.count {
                let contents = try CaptureContents(Array(file[..<cut]))
                let last = ends.last { $0.0 <= cut } ?? (0, 0)
                #expect(contents.bytes == Array(packets.prefix(last.1)), "cut at \(cut)")
                #expect(contents.damage?.offset == (last.0 == cut ? nil : last.0), "cut at \(cut)")
            }
        }
    }

    @Test(
        "chunks of any size through a pipe give the same packets",
        arguments: [[1], [2], [3, 7], [11, 1, 64], [4096]]
    )
    func chunks(_ sizes: [Int]) throws {
        let packets = Self.packets(60)
        for file in [Self.pcap(packets), Self.pcapng(packets, .big)] {
            let contents = try CaptureContents(try CaptureInput.pipe(file, chunks: sizes))
            #expect(contents.bytes == packets)
            #expect(contents.damage == nil)
        }
    }

    @Test("records that lie across the limits of the blocks read are whole", arguments: [700, 65_536, 65_535])
    func crossing(_ chunk: Int) throws {
        var random = SeededRandom(9)
        let packets = (0..<2600).map { _ in random.bytes(900 + random.below(600)) }
        for file in [Self.pcap(packets), Self.pcapng(packets)] {
            #expect(file.count > 3 << 20)
            let whole = try CaptureContents(file)
            #expect(whole.bytes == packets)
            #expect(whole.blocks >= 3)
            #expect(try CaptureContents(CaptureInput.pipe(file, chunks: [chunk])).bytes == packets)
        }
    }

    @Test("a record may end exactly at the limit of a block, or one byte to either side of it", arguments: -17...17)
    func edge(_ shift: Int) throws {
        // Header 24, record heads of 16: the first record ends at 2^20 + shift.
        let first = [UInt8](repeating: 7, count: (1 << 20) + shift - 24 - 16)
        let packets = [first, [1, 2, 3], [], [4]]
        let contents = try CaptureContents(Self.pcap(packets))
        #expect(contents.bytes == packets)
        #expect(contents.damage == nil)
    }

    @Test("a packet may be larger than the blocks that are read, up to the limit")
    func largePacket() throws {
        var limits = CaptureLimits()
        limits.packetBytes = 3 << 20
        let large = [UInt8](repeating: 9, count: 3 << 20)
        let contents = try CaptureContents(Self.pcap([[1], large, [2]]), limits: limits)
        #expect(contents.bytes == [[1], large, [2]])
        let refused = try CaptureContents(Self.pcap([[1], large + [0], [2]]), limits: limits)
        #expect(refused.bytes == [[1]])
        #expect(refused.damage?.offset == 24 + 17)
    }

    @Test("a limit of the largest integer is no limit")
    func unlimited() throws {
        var limits = CaptureLimits()
        limits.packetBytes = .max
        limits.missingSegmentSeconds = .max
        let packets = Self.packets(10)
        #expect(try CaptureContents(Self.pcapng(packets), limits: limits).bytes == packets)
        let talk = Talk()
        let connection = try Reassembly([talk.syn, talk.request(5, "x"), talk.request(0, "12345")], limits: limits).only
        #expect(connection?.text(side: .first) == "12345x")
    }

    @Test("what has come is handed out before more is waited for", .timeLimit(.minutes(15)))
    func promptness() throws {
        for file in [Self.pcap([[1, 2], [3]]), Self.pcapng([[1, 2], [3]])] {
            let ends = try CaptureInput.pipe()
            defer { close(ends.write) }
            CaptureInput.send(file[...], to: ends.write)
            // The pipe stays open: a reader that waits for more would wait for ever.
            var reader = try CaptureReader(descriptor: ends.read, closesDescriptor: true)
            let block = try reader.next()
            #expect(block?.packets.count == 2)
        }
    }

    @Test("a length beyond the limit is damage at once: nothing is read or reserved for it", .timeLimit(.minutes(15)))
    func hugeLengths() throws {
        var pcap = PcapFile()
        pcap.add([1])
        pcap.add([2], captured: .max)
        var captured = PcapngFile()
        captured.section()
        captured.interface()
        captured.packet([1])
        var block = captured
        let offset = block.bytes.count
        block.writer.u32(6)
        block.writer.u32(0xFFFF_FFFC)
        block.writer.u32(0)
        var inner = captured
        var body = WireBytes(order: .little)
        for value: UInt32 in [0, 0, 0, 0x7FFF_FFFF, 0x7FFF_FFFF, 0] { body.u32(value) }
        inner.block(6, body.bytes)
        for (file, place) in [(pcap.bytes, 24 + 17), (block.bytes, offset), (inner.bytes, offset)] {
            let ends = try CaptureInput.pipe()
            defer { close(ends.write) }
            CaptureInput.send(file[...], to: ends.write)
            // The pipe stays open: a reader that wanted the bytes would wait for ever.
            let contents = try CaptureContents(CaptureReader(descriptor: ends.read, closesDescriptor: true))
            #expect(contents.bytes == [[1]])
            #expect(contents.damage?.offset == place)
        }
    }
}
