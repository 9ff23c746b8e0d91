import Capture
import Testing
import WireFormat

/// What a pcapng file says besides packets.
@Suite struct PcapngBlockTests {
    /// The reader's notes after the last packet, and the packets.
    private func notes(_ file: [UInt8], limits: CaptureLimits = CaptureLimits()) throws -> (
        notes: CaptureNotes, count: Int
    ) {
        var reader = try CaptureInput.file(file, limits: limits)
        var count = 0
        while let block = try reader.next() { count += block.packets.count }
        #expect(reader.damage == nil)
        return (reader.notes, count)
    }

    private func number(_ value: UInt64, _ order: ByteOrder) -> [UInt8] {
        var writer = WireBytes(order: order)
        writer.u64(value)
        return writer.bytes
    }

    /// Interface statistics block, section 4.6: interface, time, options.
    private func statistics(_ file: inout PcapngFile, _ interface: UInt32, _ counts: [(UInt16, UInt64)]) {
        var body = WireBytes(order: file.writer.order)
        body.u32(interface)
        body.u64(0)
        for (code, count) in counts { body.raw(file.option(code, number(count, file.writer.order))) }
        body.raw(file.option(0, []))
        file.block(5, body.bytes)
    }

    @Test("names of addresses are kept in the order of the file", arguments: ByteOrder.allCases)
    func names(_ order: ByteOrder) throws {
        var file = PcapngFile(order)
        file.section()
        // Name resolution block, section 4.5: records of type, length, address and names, each ended by a zero.
        var body = WireBytes(order: order)
        body.raw(file.option(1, [10, 0, 0, 2] + Array("chat.example\0im\0".utf8)))
        body.raw(file.option(77, [1, 2, 3]))
        body.raw(file.option(2, Host.server6.address + Array("six.example\0".utf8)))
        body.raw(file.option(1, [10, 0]))
        body.raw(file.option(0, []))
        body.raw(file.option(1, Array("from the hosts file".utf8)))
        body.raw(file.option(0, []))
        file.block(4, body.bytes)
        let found = try notes(file.bytes).notes
        #expect(found.names.map(\.address.description) == ["10.0.0.2", "2001:db8::2"])
        #expect(found.names.map(\.names) == [["chat.example", "im"], ["six.example"]])
        #expect(found.comments.map(\.text) == ["from the hosts file"])
    }

    @Test("the last statistics of an interface count, drops of all interfaces together", arguments: ByteOrder.allCases)
    func statistics(_ order: ByteOrder) throws {
        var file = PcapngFile(order)
        for _ in 0..<2 {
            file.section()
            file.interface()
            file.interface()
            statistics(&file, 0, [(4, 100), (5, 1)])
            statistics(&file, 0, [(4, 200), (5, 3), (7, 4)])
            statistics(&file, 1, [(5, 10)])
            statistics(&file, 9, [(5, 1000)])
        }
        let found = try notes(file.bytes).notes
        #expect(found.interfaces.map(\.received) == [200, nil, 200, nil])
        #expect(found.interfaces.map(\.dropped) == [7, 10, 7, 10])
        #expect(found.dropped == 34)
        #expect(found.sections == 2)
    }

    @Test("counts of dropped packets that do not fit stay at the largest number")
    func extremeDrops() throws {
        var file = PcapngFile()
        file.section()
        for index in 0..<2 {
            file.interface()
            statistics(&file, UInt32(index), [(5, .max), (7, .max)])
        }
        #expect(try notes(file.bytes).notes.dropped == .max)
    }

    /// An enhanced packet block with these options.
    private func packet(_ file: inout PcapngFile, _ options: [(UInt16, [UInt8])]) {
        var body = WireBytes(order: file.writer.order)
        for value: UInt32 in [0, 0, 0, 3, 3] { body.u32(value) }
        body.raw([7, 8, 9, 0])
        for (code, value) in options { body.raw(file.option(code, value)) }
        file.block(6, body.bytes)
    }

    @Test("packets may have options of every kind, with or without an end of the list", arguments: ByteOrder.allCases)
    func packetOptions(_ order: ByteOrder) throws {
        var file = PcapngFile(order)
        file.section()
        file.interface()
        let options: [(UInt16, [UInt8])] = [
            (2, [0, 0, 0, 1]), (3, [2, 1, 2, 3, 4]), (4, number(5, order)), (5, number(77, order)), (6, [0, 0, 0, 1]),
            (7, [0, 1, 2]), (1, Array("first".utf8)), (1, Array("second".utf8)), (2988, Array("custom".utf8)),
            (0x8001, [1, 2, 3, 4, 5]),
        ]
        packet(&file, options)
        packet(&file, options + [(0, [])])
        packet(&file, [])
        packet(&file, [(4, number(2, order))])
        let (found, count) = try notes(file.bytes)
        #expect(count == 4)
        #expect(found.comments.map(\.text) == ["first", "second", "first", "second"])
        #expect(found.comments.map(\.subject) == [.packet(1), .packet(1), .packet(2), .packet(2)])
        #expect(found.interfaces.map(\.droppedBetweenPackets) == [12])
        #expect(found.dropped == 12)
    }

    @Test("the obsolete packet block counts drops beside its interface; all ones mean that nobody knows")
    func oldPacketDrops() throws {
        var file = PcapngFile()
        file.section()
        file.interface()
        for drops: UInt16 in [3, 0xFFFF, 0, 4] {
            var body = WireBytes(order: .little)
            body.u16(0)
            body.u16(drops)
            for value: UInt32 in [0, 0, 0, 0] { body.u32(value) }
            file.block(2, body.bytes)
        }
        let (found, count) = try notes(file.bytes)
        #expect(count == 4)
        #expect(found.dropped == 7)
    }

    @Test("section and interface say who captured what")
    func origin() throws {
        var file = PcapngFile(.big)
        var body = WireBytes()
        for value: UInt32 in [0x1A2B_3C4D, 0x0001_0002, .max, .max] { body.u32(value) }
        body.raw(file.option(1, Array("a slow day".utf8)))
        body.raw(file.option(2, Array("a phone".utf8)))
        body.raw(file.option(3, Array("an OS".utf8)))
        body.raw(file.option(4, Array("a sniffer".utf8)))
        file.block(0x0A0D_0D0A, body.bytes)
        body = WireBytes()
        body.u32(0x0071_0000)
        body.u32(96)
        body.raw(file.option(1, Array("noisy".utf8)))
        body.raw(file.option(2, Array("any".utf8)))
        body.raw(file.option(3, Array("all of them".utf8)))
        body.raw(file.option(13, [32]))
        file.block(1, body.bytes)
        let found = try notes(file.bytes).notes
        #expect(found.hardware == "a phone")
        #expect(found.system == "an OS")
        #expect(found.application == "a sniffer")
        #expect(found.comments.map(\.text) == ["a slow day", "noisy"])
        #expect(found.comments.map(\.subject) == [.section(1), .interface])
        #expect(found.interfaces.map(\.name) == ["any"])
        #expect(found.interfaces.map(\.about) == ["all of them"])
        #expect(found.interfaces.map(\.checkSequenceBits) == [32])
        #expect(found.interfaces.map(\.link) == [.linuxSLL])
        #expect(found.interfaces.map(\.snapLength) == [96])
    }

    @Test("a block of secrets without secrets counts, one without room for its head does not", arguments: [4, 8])
    func noSecrets(_ length: Int) throws {
        var file = PcapngFile()
        file.section()
        file.block(10, [0x4B, 0x53, 0x4C, 0x54, 0, 0, 0, 0].prefix(length) + [])
        var reader = try CaptureInput.file(file.writer.bytes)
        var keyLogs: [[UInt8]] = []
        while let block = try reader.next() { keyLogs += block.keyLogs }
        #expect(reader.notes.secretBlocks == (length == 8 ? 1 : 0))
        #expect(keyLogs == (length == 8 ? [[]] : []))
    }

    @Test("key logs come out whole, other secrets are counted", arguments: ByteOrder.allCases)
    func secrets(_ order: ByteOrder) throws {
        var file = PcapngFile(order)
        file.section()
        for (type, text): (UInt32, String) in [(0x544C_534B, "CLIENT_RANDOM 00 11\n"), (0x5747_4B4C, "wireguard")] {
            var body = WireBytes(order: order)
            body.u32(type)
            body.u32(UInt32(text.utf8.count))
            body.raw(Array(text.utf8))
            file.block(10, body.bytes)
        }
        var reader = try CaptureInput.file(file.bytes)
        var keyLogs: [[UInt8]] = []
        while let block = try reader.next() { keyLogs += block.keyLogs }
        #expect(keyLogs == [Array("CLIENT_RANDOM 00 11\n".utf8)])
        #expect(reader.notes.secretBlocks == 2)
    }

    @Test("blocks without packets that are numbered elsewhere are numbered here", arguments: ByteOrder.allCases)
    func numberedBlocks(_ order: ByteOrder) throws {
        var file = PcapngFile(order)
        file.section()
        file.block(0xBAD, [0, 0, 0x7E, 0xD9, 1, 2, 3, 4])
        file.interface()
        file.packet([1])
        file.block(0x4000_0BAD, [0xD9, 0x7E, 0, 0])
        file.block(9, Array("__REALTIME_TIMESTAMP=0\n".utf8))
        file.block(0x0000_0999, [1, 2, 3, 4])
        file.packet([2])
        let contents = try CaptureContents(file.bytes)
        #expect(contents.bytes == [[], [1], [], [], [2]])
        #expect(contents.entries.map(\.packet.number) == [1, 2, 3, 4, 5])
        #expect(contents.entries.map(\.packet.isOtherRecord) == [true, false, true, true, false])
        let counts = try Reassembly(file.bytes).counts
        #expect(counts.packets == 5)
        #expect(counts.otherRecords == 3)
        #expect(try notes(file.bytes).notes.otherRecords == 3)
    }

    @Test("what a section says about its own length does not matter", arguments: [UInt64.max, 0, 4, 100, 1 << 40])
    func sectionLength(_ length: UInt64) throws {
        var file = PcapngFile()
        for _ in 0..<2 {
            var body = WireBytes(order: .little)
            body.u32(0x1A2B_3C4D)
            body.u16(1)
            body.u16(0)
            body.u64(length)
            file.block(0x0A0D_0D0A, body.bytes)
            file.interface()
            file.packet([5])
        }
        let contents = try CaptureContents(file.bytes)
        #expect(contents.bytes == [[5], [5]])
        #expect(contents.damage == nil)
    }

    @Test("notes are bounded, and counted beyond their bounds")
    func bounds() throws {
        var limits = CaptureLimits()
        limits.notes = 3
        var file = PcapngFile()
        file.section()
        for _ in 0..<5 {
            file.interface()
            packet(&file, [(1, [65]), (1, [66])])
        }
        var body = WireBytes(order: .little)
        for index: UInt8 in 0..<5 { body.raw(file.option(1, [10, 0, 0, index, 65, 0])) }
        file.block(4, body.bytes)
        let (found, count) = try notes(file.bytes, limits: limits)
        #expect(count == 5)
        #expect((found.interfaces.count, found.interfaceCount) == (3, 5))
        #expect((found.comments.count, found.commentCount) == (3, 10))
        #expect((found.names.count, found.nameCount) == (3, 5))
    }

    @Test("a block of no use is passed over unread, however long, and its end is where it says", arguments: [1, 3, 4])
    func longBlocks(_ mebibytes: Int) throws {
        var limits = CaptureLimits()
        limits.packetBytes = 1 << 20
        let large = [UInt8](repeating: 6, count: mebibytes << 20)
        for type: UInt32 in [0x0000_0999, 4, 10] {
            var file = PcapngFile()
            file.section()
            file.interface()
            file.packet([1])
            let start = file.bytes.count
            file.block(type, large)
            let end = file.bytes.count
            file.packet([2])
            let contents = try CaptureContents(file.bytes, limits: limits)
            #expect(contents.bytes == [[1], [2]])
            #expect(contents.damage == nil)
            let (found, _) = try notes(file.bytes, limits: limits)
            #expect(found.oversizedBlocks == (type == 0x999 ? 0 : 1))
            for cut in [start + 13, start + 1 << 20, end - 1] where cut < end {
                let contents = try CaptureContents(Array(file.bytes[..<cut]), limits: limits)
                #expect(contents.bytes == [[1]])
                #expect(contents.damage?.offset == start)
            }
        }
    }

    @Test("a long block of no use through a pipe is passed over as well")
    func longBlockInPipe() throws {
        var file = PcapngFile(.big)
        file.section()
        file.interface()
        file.block(0x0000_0999, [UInt8](repeating: 6, count: 3 << 20))
        file.packet([2])
        let contents = try CaptureContents(CaptureInput.pipe(file.bytes, chunks: [100_000, 7]))
        #expect(contents.bytes == [[2]])
        #expect(contents.damage == nil)
    }
}
