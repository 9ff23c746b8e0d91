import Capture
import Foundation
import TestSupport
import Testing
import WireFormat

/// Chosen packets of a capture in another file.
@Suite struct CaptureCopierTests {
    /// The copy of these packets, by number.
    static func copy(
        _ file: [UInt8],
        _ chosen: Set<Int>? = nil,
        keepsSecrets: Bool = true,
        keyLog: String = ""
    ) throws -> [UInt8] {
        let descriptor = try CaptureInput.descriptor(file)
        var copier = try CaptureCopier(descriptor: descriptor, closesDescriptor: true, keepsSecrets: keepsSecrets)
        var copy: [UInt8] = []
        try copier.copy(
            application: "a test",
            keyLog: Array(keyLog.utf8),
            where: { packet, _ in chosen?.contains(packet.number) ?? true },
            to: { copy += Array(copying: $0) }
        )
        return copy
    }

    static let packets = CaptureReaderTests.packets(30)

    @Test("chosen packets of pcap keep their bytes, times and lengths", arguments: ByteOrder.allCases, [false, true])
    func pcap(_ order: ByteOrder, _ nanoseconds: Bool) throws {
        var file = PcapFile(order, nanoseconds: nanoseconds, snapLength: 100, link: 101)
        for (index, packet) in Self.packets.enumerated() {
            file.add(packet, seconds: .max - UInt32(index), fraction: 999_999, original: packet.count + 3)
        }
        let original = try CaptureContents(file.bytes).entries
        for packed in [file.bytes, GzipBuilder.member(file.bytes)] {
            let chosen: Set<Int> = [1, 2, 5, 30]
            let copy = try CaptureContents(try Self.copy(packed, chosen))
            #expect(copy.damage == nil)
            let expected = original.filter { chosen.contains($0.packet.number) }
            #expect(copy.bytes == expected.map(\.bytes))
            #expect(copy.entries.map(\.packet.time) == expected.map(\.packet.time))
            #expect(copy.entries.map(\.packet.originalLength) == expected.map(\.packet.originalLength))
            #expect(copy.entries.map(\.packet.hasNanoseconds) == expected.map(\.packet.hasNanoseconds))
            #expect(copy.entries.allSatisfy { $0.packet.link == .raw })
        }
    }

    /// A file with every kind of block, in sections of both byte orders.
    static func everything() -> PcapngFile {
        var file = PcapngFile()
        for order in [ByteOrder.little, .big] {
            file.section(order)
            file.interface(resolution: 9, offset: 100)
            file.interface(link: 101, resolution: 0x80 | 20)
            var names = WireBytes(order: order)
            names.raw(file.option(1, [10, 0, 0, 1] + Array("a.example\0".utf8)))
            names.raw(file.option(0, []))
            file.block(4, names.bytes)
            var secrets = WireBytes(order: order)
            secrets.u32(0x544C_534B)
            secrets.u32(8)
            secrets.raw(Array("# secret".utf8))
            file.block(10, secrets.bytes)
            file.packet([1, 2, 3], interface: 0, ticks: 1_700_000_000_123_456_789, original: 70)
            file.packet([4], interface: 1, ticks: 1_700_000_000 << 20 | 1 << 19)
            file.block(0xBAD, [1, 2, 3, 4, 5, 6, 7, 8])
            file.simplePacket([5, 6, 7, 8, 9])
            file.block(0x4000_0BAD, [1, 2, 3, 4])
            file.block(0x0000_0777, [1, 2, 3, 4])
            file.oldPacket([10, 11], interface: 1, ticks: 5 << 20)
            file.block(5, Array(repeating: 0, count: 12))
        }
        return file
    }

    @Test("a copy of all packets has them with interface, time and comment, and the blocks around them")
    func pcapng() throws {
        let file = Self.everything().bytes
        let copied = try Self.copy(file)
        let original = try CaptureContents(file).entries.filter { !$0.packet.isOtherRecord }
        let copy = try CaptureContents(copied).entries.filter { !$0.packet.isOtherRecord }
        #expect(original.count == 8)
        #expect(copy.map(\.bytes) == original.map(\.bytes))
        #expect(copy.map(\.packet.time) == original.map(\.packet.time))
        #expect(copy.map(\.packet.link) == original.map(\.packet.link))
        #expect(copy.map(\.packet.originalLength) == original.map(\.packet.originalLength))
        let notes = try Self.notes(copied)
        let before = try Self.notes(file)
        #expect(notes.names == before.names)
        #expect(notes.names.count == 2)
        #expect(notes.interfaces == before.interfaces)
        #expect(notes.comments.map(\.text) == before.comments.map(\.text))
        #expect(notes.comments.count == 4)
        #expect(notes.secretBlocks == 2)
        // Two of four custom blocks may be copied.
        #expect((before.otherRecords, notes.otherRecords) == (4, 2))
        #expect(notes.sections == 2)
    }

    static func notes(_ file: [UInt8]) throws -> CaptureNotes {
        var reader = try CaptureInput.file(file)
        while try reader.next() != nil {}
        #expect(reader.damage == nil)
        return reader.notes
    }

    @Test(
        "blocks of every type stay, also of types that nobody knows, and long ones; those that may not be copied are counted"
    )
    func everyBlock() throws {
        for order in ByteOrder.allCases {
            var file = PcapngFile(order)
            var expected = PcapngFile(order)
            func add(_ body: (inout PcapngFile) -> Void, isKept: Bool = true) {
                body(&file)
                if isKept { body(&expected) }
            }
            add { $0.section() }
            add { $0.interface(snapLength: 4096, resolution: 9) }
            for type: UInt32 in [4, 5, 7, 8, 9, 0xBAD, 0x777, 0x8000_0001] {
                add { $0.block(type, [UInt8](repeating: 0, count: 12)) }
            }
            add { $0.block(0x999, [UInt8](repeating: 7, count: 1 << 17)) }
            add({ $0.block(0x4000_0BAD, [1, 2, 3, 4]) }, isKept: false)
            add { $0.packet([1, 2, 3]) }
            let descriptor = try CaptureInput.descriptor(file.bytes)
            var copier = try CaptureCopier(descriptor: descriptor, closesDescriptor: true, keepsSecrets: true)
            var copy: [UInt8] = []
            try copier.copy(application: "a test", where: { _, _ in true }, to: { copy += Array(copying: $0) })
            #expect(copy == expected.bytes)
            #expect((copier.omissions.privateBlocks, copier.omissions.oversizedBlocks) == (1, 0))
        }
    }

    @Test("blocks that are longer than the limits are left out and counted")
    func longBlocks() throws {
        var limits = CaptureLimits()
        limits.packetBytes = 1 << 16
        var file = PcapngFile()
        file.section()
        file.interface()
        for type: UInt32 in [4, 0x777] { file.block(type, [UInt8](repeating: 0, count: 1 << 17)) }
        file.packet([1])
        let descriptor = try CaptureInput.descriptor(file.bytes)
        var copier = try CaptureCopier(
            descriptor: descriptor,
            closesDescriptor: true,
            keepsSecrets: true,
            limits: limits
        )
        var copy: [UInt8] = []
        try copier.copy(application: "a test", where: { _, _ in true }, to: { copy += Array(copying: $0) })
        #expect((copier.omissions.privateBlocks, copier.omissions.oversizedBlocks) == (0, 2))
        #expect(try CaptureContents(copy).bytes == [[1]])
    }

    @Test("the snap length of pcap is that of the copy's interface", arguments: [0, 96, 65535, 262_144])
    func snapLength(_ length: UInt32) throws {
        for packets in [[], [[1, 2, 3]]] as [[[UInt8]]] {
            var file = PcapFile(snapLength: length)
            for packet in packets { file.add(packet) }
            let interface = try Self.notes(Self.copy(file.bytes)).interfaces.first
            #expect(interface?.snapLength == Int(length))
        }
    }

    @Test("packets can be looked at before they are copied", arguments: [false, true])
    func survey(_ isPacked: Bool) throws {
        let file = Self.everything().bytes
        let descriptor = try CaptureInput.descriptor(isPacked ? GzipBuilder.member(file) : file)
        var copier = try CaptureCopier(descriptor: descriptor, closesDescriptor: true, keepsSecrets: true)
        var seen: [[UInt8]] = []
        try copier.survey { packet, bytes in
            seen.append((packet.start..<packet.start + packet.capturedLength).map { bytes[$0] })
        }
        #expect(seen == (try CaptureContents(file)).bytes)
        var copy: [UInt8] = []
        try copier.copy(application: "a test", where: { _, _ in true }, to: { copy += Array(copying: $0) })
        #expect(copier.copied == 8)
        #expect(copy == (try Self.copy(file)))
    }

    @Test("blocks without packets stay when no packet is chosen; what may not be copied goes")
    func nothingChosen() throws {
        let copied = try Self.copy(Self.everything().bytes, [])
        let contents = try CaptureContents(copied)
        #expect(contents.entries.allSatisfy { $0.packet.isOtherRecord })
        #expect(contents.damage == nil)
        #expect(try Self.notes(copied).interfaceCount == 4)
    }

    @Test("secrets are left out when that is asked for, and nothing else")
    func secrets() throws {
        let stripped = try Self.copy(Self.everything().bytes, keepsSecrets: false)
        #expect(try Self.notes(stripped).secretBlocks == 0)
        #expect(try CaptureContents(stripped).bytes == CaptureContents(Self.copy(Self.everything().bytes)).bytes)
        #expect(!String(decoding: stripped, as: UTF8.self).contains("# secret"))
    }

    @Test("a key log comes before all packets, once, in the byte order of its section", arguments: ByteOrder.allCases)
    func keyLog(_ order: ByteOrder) throws {
        var file = PcapngFile(order)
        for _ in 0..<2 {
            file.section()
            file.interface()
            file.packet([1, 2, 3])
        }
        for length in 1...5 {
            let text = String(repeating: "#", count: length)
            for original in [file.bytes, Self.everything().bytes, CaptureReaderTests.pcap(Self.packets, order)] {
                let copied = try Self.copy(original, keepsSecrets: false, keyLog: text)
                var reader = try CaptureInput.file(copied)
                var keyLogs: [[UInt8]] = []
                while let block = try reader.next() { keyLogs += block.keyLogs }
                #expect(reader.damage == nil)
                #expect(keyLogs == [Array(text.utf8)])
                let plain = try Self.copy(original, keepsSecrets: false)
                #expect(try CaptureContents(copied).bytes == CaptureContents(plain).bytes)
                #expect(reader.notes.secretBlocks == 1)
            }
        }
    }

    @Test("an obsolete packet block becomes an enhanced one with its options", arguments: ByteOrder.allCases)
    func obsolete(_ order: ByteOrder) throws {
        for (drops, comment) in [(UInt16(7), true), (7, false), (0, true), (0xFFFF, false)] {
            var file = PcapngFile(order)
            file.section()
            file.interface()
            var body = WireBytes(order: order)
            body.u16(0)
            body.u16(drops)
            for value: UInt32 in [0x0001_0203, 0x0405_0607, 3, 60] { body.u32(value) }
            body.raw([1, 2, 3, 0])
            if comment {
                body.raw(file.option(1, Array("old".utf8)))
                body.raw(file.option(0, []))
            }
            file.block(2, body.bytes)
            let copied = try Self.copy(file.bytes)
            let entry = try #require(try CaptureContents(copied).entries.first)
            #expect(entry.bytes == [1, 2, 3])
            #expect(entry.packet.originalLength == 60)
            #expect(entry.packet.time == (try CaptureContents(file.bytes)).entries.first?.packet.time)
            let notes = try Self.notes(copied)
            #expect(notes.dropped == (drops == 7 ? 7 : 0))
            #expect(notes.comments.map(\.text) == (comment ? ["old"] : []))
        }
    }

    @Test("captures copied one after the other into one file are all there, each with its own interfaces")
    func several() throws {
        let files = [Self.everything().bytes, CaptureReaderTests.pcap(Self.packets, .big), Self.everything().bytes]
        let joined = try files.flatMap { try Self.copy($0) }
        let expected = try files.flatMap { try CaptureContents($0).entries.filter { !$0.packet.isOtherRecord } }
        let contents = try CaptureContents(joined)
        let found = contents.entries.filter { !$0.packet.isOtherRecord }
        #expect(contents.damage == nil)
        #expect(found.map(\.bytes) == expected.map(\.bytes))
        #expect(found.map(\.packet.time) == expected.map(\.packet.time))
        #expect(found.map(\.packet.link) == expected.map(\.packet.link))
    }

    @Test("the copy of any damaged file is whole, and has the packets before the damage", arguments: UInt64(0)..<3)
    func damaged(_ seed: UInt64) throws {
        var random = SeededRandom(seed)
        let file = Self.everything().bytes
        for offset in 4..<file.count where random.below(3) == 0 {
            var broken = file
            broken[offset] = UInt8(random.below(256))
            if random.below(8) == 0 { broken.removeLast(random.below(file.count - 32)) }
            guard let read = try? CaptureContents(broken), let copied = try? Self.copy(broken) else { continue }
            if copied.isEmpty {
                #expect(read.entries.isEmpty)
                continue
            }
            let copy = try CaptureContents(copied)
            #expect(copy.damage == nil, "byte \(offset)")
            let packets = read.entries.filter { !$0.packet.isOtherRecord }
            #expect(copy.entries.filter { !$0.packet.isOtherRecord }.map(\.bytes) == packets.map(\.bytes))
        }
    }

    @Test("tshark finds the chosen packets in the copy", .enabled(if: Tshark.path != nil, "tshark is not installed"))
    func tshark() throws {
        let chosen: Set<Int> = [1, 4, 8, 10, 13]
        let fields = ["-T", "fields", "-e", "frame.time_epoch", "-e", "frame.len", "-e", "frame.cap_len"]
        let file = Self.everything().bytes + (try Self.copy(CaptureReaderTests.pcap(Self.packets), [2, 3]))
        let all = try Tshark.run(fields, on: file).split(separator: "\n", omittingEmptySubsequences: false)
        let copy = try Self.copy(file, chosen)
        let found = try Tshark.run(fields, on: copy).split(separator: "\n", omittingEmptySubsequences: false)
        let lines = chosen.sorted().map { all[$0 - 1] }
        for line in lines { #expect(found.contains(line)) }
        // Each section keeps its custom block that may be copied.
        #expect(found.count - 1 == chosen.count + 2)
    }
}
