import Capture
import TestSupport
import Testing
import WireFormat

/// Files whose blocks contradict themselves.
@Suite struct CaptureDamageTests {
    /// Type and body of a block.
    static let brokenBlocks: [(UInt32, [UInt8])] = [
        (6, [0, 0, 0, 0]),
        (6, [9, 0, 0, 0] + Array(repeating: 0, count: 16)),
        (2, [9, 0] + Array(repeating: 0, count: 18)),
        (2, [0, 0, 0, 0]),
        (3, []),
        (1, [1, 0, 0, 0]),
        (0x0A0D_0D0A, [0x4D, 0x3C, 0x2B, 0x1A]),
        (0x0A0D_0D0A, [0x4D, 0x3C, 0x2B, 0x1A, 2, 0, 0, 0] + Array(repeating: 0xFF, count: 8)),
        (0x0A0D_0D0A, [1, 2, 3, 4, 1, 0, 0, 0] + Array(repeating: 0xFF, count: 8)),
    ]

    @Test("a block that contradicts itself ends the capture, at the block's own place", arguments: brokenBlocks)
    func brokenBlock(_ type: UInt32, _ body: [UInt8]) throws {
        var file = PcapngFile()
        file.section()
        file.interface()
        file.packet([1])
        let offset = file.bytes.count
        file.block(type, body)
        file.packet([2])
        let contents = try CaptureContents(file.bytes)
        #expect(contents.bytes == [[1]])
        #expect(contents.damage?.offset == offset)
    }

    @Test("block lengths that are too short, odd or differ are damage", arguments: [UInt32(0), 4, 8, 11, 13, 14, 36])
    func blockLength(_ length: UInt32) throws {
        var file = PcapngFile()
        file.section()
        file.interface()
        let offset = file.bytes.count
        for value: UInt32 in [99, length, 0, 0, 0, 0, 0, 0, 35, 0] { file.writer.u32(value) }
        let contents = try CaptureContents(file.bytes)
        #expect(contents.damage?.offset == offset)
    }

    @Test("a block's length is told as it is", arguments: [(UInt32(1), "1 byte long"), (2, "2 bytes long")])
    func toldLength(_ length: UInt32, _ told: String) throws {
        var file = PcapngFile()
        file.section()
        for value in [99, length, 0] { file.writer.u32(value) }
        #expect(try CaptureContents(file.bytes).damage?.reason == "a block says that it is \(told)")
    }

    @Test("options that lie about their length do no harm", arguments: [UInt16(0), 1, 2, 7, 8, 9, 0xFFFF])
    func options(_ length: UInt16) throws {
        for code: UInt16 in [0, 1, 9, 14, 0x8000] {
            var file = PcapngFile()
            file.section()
            var body = WireBytes(order: .little)
            for value: UInt16 in [1, 0, 0, 0, code, length, 0x0909, 0x0909] { body.u16(value) }
            file.block(1, body.bytes)
            file.packet([5])
            let contents = try CaptureContents(file.bytes)
            #expect(contents.bytes == [[5]])
            #expect(contents.damage == nil)
        }
    }

    @Test("a section may not describe interfaces without end")
    func interfaces() throws {
        var file = PcapngFile()
        file.section()
        for _ in 0..<(1 << 16) { file.block(1, [1, 0, 0, 0, 0, 0, 0, 0]) }
        file.packet([1], interface: 65535)
        let offset = file.bytes.count
        #expect(try CaptureContents(file.bytes).bytes == [[1]])
        file.block(1, [1, 0, 0, 0, 0, 0, 0, 0])
        #expect(try CaptureContents(file.bytes).damage?.offset == offset)
    }

    @Test("no change of any byte traps, and packets before it stay", arguments: UInt64(0)..<6)
    func mutations(_ seed: UInt64) throws {
        var random = SeededRandom(seed)
        let packets = CaptureReaderTests.packets(6, seed: seed, longest: 30)
        let files = [
            CaptureReaderTests.pcap(packets, seed % 2 == 0 ? .little : .big),
            CaptureReaderTests.pcapng(packets, seed % 2 == 0 ? .big : .little),
        ]
        for file in files {
            for offset in 24..<file.count {
                var broken = file
                broken[offset] = UInt8(random.below(256))
                let contents = try CaptureContents(broken)
                if let damage = contents.damage { #expect((0...file.count).contains(damage.offset)) }
                #expect(contents.entries.allSatisfy { $0.packet.originalLength >= $0.packet.capturedLength })
            }
        }
    }
}
