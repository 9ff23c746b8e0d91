import Capture
import Testing

/// Files of pcapng with every mixture of blocks, in both byte orders.
@Suite struct PcapngFileTests {
    /// A block of a file.
    enum Block: Sendable {
        /// A section header; `true` for the byte order that the file did not begin with.
        case section(isOther: Bool = false)
        case interface(link: UInt16 = 1, snapLength: UInt32 = 0, resolution: UInt8? = nil, offset: Int64? = nil)
        /// An enhanced packet: of an interface, of so many bytes.
        case packet(interface: UInt32 = 0, count: Int = 20)
        case simple(count: Int = 20, original: Int? = nil)
        /// The obsolete packet block.
        case obsolete(interface: UInt16 = 0, count: Int = 20)
        case names
        case statistics(interface: UInt32 = 0)
        case custom(mayBeCopied: Bool = true)
        case secrets
        /// A block of a type that is not known.
        case unknown
    }

    /// What a packet of a file is to be.
    struct Expected: Hashable, Sendable {
        var link: UInt16 = 1
        var count = 20
        var time: Int64 = 0
    }

    /// A file, and what must come out.
    struct File: Sendable, CustomTestStringConvertible {
        var name: String
        var blocks: [Block]
        var packets: [Expected]
        /// Records that are numbered and hold no packet.
        var otherRecords = 0

        var testDescription: String { name }

        /// The bytes, and where each block ends.
        func bytes(_ order: ByteOrder) -> (bytes: [UInt8], ends: [Int]) {
            var file = PcapngFile(order)
            var ends: [Int] = []
            for block in blocks {
                file.add(block, begunWith: order)
                ends.append(file.bytes.count)
            }
            return (file.bytes, ends)
        }
    }

    /// The clock of all packets: units of the interface.
    static let ticks: UInt64 = 1_700_000_000_123_456

    private static let timed = Expected(time: Int64(ticks) * 1000)

    static let files = [
        File(name: "packets only", blocks: [.section(), .interface()] + four(.packet()), packets: four(timed)),
        File(name: "a section alone", blocks: [.section()], packets: []),
        File(name: "an interface alone", blocks: [.section(), .interface()], packets: []),
        File(
            name: "interfaces with other snap lengths",
            blocks: [.section(), .interface(snapLength: 96), .interface(snapLength: 128)]
                + [.packet(interface: 1), .packet(), .packet(interface: 1), .packet()],
            packets: four(timed)
        ),
        File(
            name: "an interface between packets",
            blocks: [.section(), .interface(), .packet(), .interface(link: 101), .packet(interface: 1), .packet()],
            packets: [timed, Expected(link: 101, time: timed.time), timed]
        ),
        File(
            name: "interfaces of other link types",
            blocks: [.section(), .interface(), .interface(link: 113), .packet(interface: 1), .packet()],
            packets: [Expected(link: 113, time: timed.time), timed]
        ),
        File(
            name: "clocks of other units and starts",
            blocks: [.section(), .interface(resolution: 9), .interface(resolution: 7), .interface(offset: 1000)]
                + [.packet(interface: 2), .packet(interface: 1), .packet(), .obsolete(interface: 2)],
            packets: [
                Expected(time: timed.time + 1_000_000_000_000), Expected(time: Int64(ticks) * 100),
                Expected(time: Int64(ticks)), Expected(time: timed.time + 1_000_000_000_000),
            ]
        ),
        File(
            name: "simple packets",
            blocks: [.section(), .interface()] + (1...4).map { .simple(count: $0) },
            packets: (1...4).map { Expected(count: $0) }
        ),
        File(
            name: "simple and enhanced packets",
            blocks: [.section(), .interface(), .simple(), .packet(), .simple(), .packet()],
            packets: [Expected(), timed, Expected(), timed]
        ),
        File(
            name: "simple packets cut by the snap length",
            blocks: [.section(), .interface(snapLength: 16)]
                + [.simple(count: 16, original: 900), .simple(count: 7), .packet(count: 16), .packet(count: 3)],
            packets: [
                Expected(count: 16), Expected(count: 7), Expected(count: 16, time: timed.time),
                Expected(count: 3, time: timed.time),
            ]
        ),
        File(
            name: "obsolete packet blocks",
            blocks: [.section(), .interface(), .interface(link: 101), .obsolete(interface: 1), .obsolete(), .packet()],
            packets: [Expected(link: 101, time: timed.time), timed, timed]
        ),
        File(name: "statistics alone", blocks: [.section(), .interface(), .statistics()], packets: []),
        File(
            name: "statistics among packets, also of interfaces that are not there",
            blocks: [.section(), .statistics(), .interface(), .packet(), .statistics(), .statistics()]
                + [.statistics(interface: 7), .simple(), .statistics(), .packet()],
            packets: [timed, Expected(), timed]
        ),
        File(name: "names alone", blocks: [.section(), .interface(), .names], packets: []),
        File(
            name: "names among packets",
            blocks: [.section(), .names, .interface(), .simple(), .names, .names, .packet(), .names],
            packets: [Expected(), timed]
        ),
        File(
            name: "custom blocks among packets",
            blocks: [.section(), .custom(), .interface(), .packet(), .custom(mayBeCopied: false), .simple()],
            packets: [timed, Expected()],
            otherRecords: 2
        ),
        File(
            name: "unknown blocks and secrets among packets",
            blocks: [.section(), .unknown, .interface(), .secrets, .packet(), .unknown, .simple(), .secrets],
            packets: [timed, Expected()]
        ),
        File(
            name: "sections without packets",
            blocks: [.section(), .interface(), .section(), .interface(), .section(), .interface()],
            packets: []
        ),
        File(
            name: "sections with interfaces of their own",
            blocks: [.section(), .interface(link: 101), .interface(), .packet(interface: 1), .statistics()]
                + [.section(), .interface(), .packet(), .simple(), .section(), .interface(link: 113), .packet()],
            packets: [timed, timed, Expected(), Expected(link: 113, time: timed.time)]
        ),
        File(
            name: "sections of either byte order with every kind of block",
            blocks: (0..<4).flatMap { index -> [Block] in
                [.section(isOther: index % 2 == 1), .interface(), .names, .custom(), .packet(), .statistics()]
                    + [.interface(link: 113, resolution: 9), .simple(), .secrets, .unknown, .packet(interface: 1)]
                    + [.obsolete(interface: 1, count: 5), .custom(mayBeCopied: false)]
            },
            packets: (0..<4).flatMap { _ in
                let fine = Int64(ticks)
                return [
                    timed, Expected(), Expected(link: 113, time: fine), Expected(link: 113, count: 5, time: fine),
                ]
            },
            otherRecords: 8
        ),
    ]

    private static func four<Item>(_ item: Item) -> [Item] { Array(repeating: item, count: 4) }

    @Test("all packets come out, with link type, length and time", arguments: files, ByteOrder.allCases)
    func contents(_ file: File, _ order: ByteOrder) throws {
        let contents = try CaptureContents(file.bytes(order).bytes)
        #expect(contents.damage == nil)
        #expect(contents.expected == file.packets)
        #expect(contents.entries.filter(\.packet.isOtherRecord).count == file.otherRecords)
        #expect(contents.entries.map(\.packet.number) == Array(1..<1 + file.packets.count + file.otherRecords))
    }

    @Test("a file that was cut gives what its whole blocks hold", arguments: files, ByteOrder.allCases)
    func truncated(_ file: File, _ order: ByteOrder) throws {
        let (bytes, ends) = file.bytes(order)
        for (whole, end) in zip([0] + ends, ends) {
            let before = whole == 0 ? [] : try CaptureContents(Array(bytes[..<whole])).expected
            for cut in max(whole, 12)..<end {
                let contents = try CaptureContents(Array(bytes[..<cut]))
                #expect(contents.expected == before, "cut at \(cut)")
                #expect(contents.damage?.offset == (whole == cut ? nil : whole), "cut at \(cut)")
            }
        }
    }

    @Test(
        "tshark finds the same packets",
        .enabled(if: Tshark.path != nil, "tshark is not installed"),
        // Each in one order: it takes a while to start.
        arguments: files.filter { !$0.packets.isEmpty }.enumerated().map { index, file in
            (file, index % 2 == 0 ? ByteOrder.big : .little)
        }
    )
    func tshark(_ file: File, _ order: ByteOrder) throws {
        let bytes = file.bytes(order).bytes
        let lines = try Tshark.run(["-T", "fields", "-e", "frame.number", "-e", "frame.cap_len"], on: bytes)
        let theirs = lines.split(separator: "\n").map { line in line.split(separator: "\t").map { Int($0) ?? -1 } }
        let ours = try CaptureContents(bytes).entries.map(\.packet)
        #expect(theirs.map { $0[0] } == ours.map(\.number))
        // What the length of a record without a packet is, is a matter of taste.
        for (their, our) in zip(theirs, ours) where !our.isOtherRecord {
            #expect(their[1] == our.capturedLength, "packet \(our.number)")
        }
    }
}

extension CaptureContents {
    /// The packets, without other records.
    fileprivate var expected: [PcapngFileTests.Expected] {
        entries.filter { !$0.packet.isOtherRecord }.map { entry in
            PcapngFileTests.Expected(
                link: entry.packet.link.rawValue,
                count: entry.bytes.count,
                time: entry.packet.time
            )
        }
    }
}

extension PcapngFile {
    /// Adds a block to a file whose first section had that byte order.
    fileprivate mutating func add(_ block: PcapngFileTests.Block, begunWith order: ByteOrder) {
        func bytes(_ count: Int) -> [UInt8] { (0..<count).map { UInt8(truncatingIfNeeded: $0) } }
        var body = WireBytes(order: writer.order)
        switch block {
        case .section(let isOther): section(isOther ? (order == .big ? .little : .big) : order)
        case .interface(let link, let snapLength, let resolution, let offset):
            interface(link: link, snapLength: snapLength, resolution: resolution, offset: offset)
        case .packet(let interface, let count):
            packet(bytes(count), interface: interface, ticks: PcapngFileTests.ticks)
        case .simple(let count, let original): simplePacket(bytes(count), original: original)
        case .obsolete(let interface, let count):
            oldPacket(bytes(count), interface: interface, ticks: PcapngFileTests.ticks)
        case .names:
            body.raw(option(1, [10, 0, 0, 1] + Array("a.example\0".utf8)))
            body.raw(option(0, []))
            self.block(4, body.bytes)
        case .statistics(let interface):
            body.u32(interface)
            body.u64(0)
            self.block(5, body.bytes)
        case .custom(let mayBeCopied):
            body.u32(32473)
            body.raw(bytes(8))
            self.block(mayBeCopied ? 0xBAD : 0x4000_0BAD, body.bytes)
        case .secrets:
            body.u32(0x544C_534B)
            body.u32(4)
            body.raw(Array("# x\n".utf8))
            self.block(10, body.bytes)
        case .unknown: self.block(0x0000_0999, bytes(12))
        }
    }
}
