import Capture
import Testing
import WireFormat

/// Times of packets, in nanoseconds since 1970.
@Suite struct CaptureTimeTests {
    @Test("pcap counts micro- or nanoseconds beside seconds", arguments: ByteOrder.allCases)
    func pcap(_ order: ByteOrder) throws {
        for (nanoseconds, expected) in [(false, 1_700_000_000_123_456_000), (true, 1_700_000_000_000_123_456)] {
            var file = PcapFile(order, nanoseconds: nanoseconds)
            file.add([0], seconds: 1_700_000_000, fraction: 123_456)
            #expect(try CaptureContents(file.bytes).entries.map(\.packet.time) == [Int64(expected)])
        }
    }

    @Test("the seconds of pcap have no sign: it counts until 2106")
    func lastSecond() throws {
        var file = PcapFile()
        file.add([0], seconds: .max, fraction: 999_999)
        #expect(try CaptureContents(file.bytes).entries.map(\.packet.time) == [4_294_967_295_999_999_000])
    }

    /// `if_tsresol`, `if_tsoffset`, ticks, nanoseconds, finer than a microsecond.
    struct Clock: Sendable {
        var resolution: UInt8?
        var offset: Int64?
        var ticks: UInt64
        var nanoseconds: Int64
        var isFine = false
    }

    static let clocks = [
        Clock(ticks: 1_700_000_000_123_456, nanoseconds: 1_700_000_000_123_456_000),
        Clock(resolution: 0, ticks: 1_700_000_000, nanoseconds: 1_700_000_000_000_000_000),
        Clock(resolution: 1, ticks: 17_000_000_001, nanoseconds: 1_700_000_000_100_000_000),
        Clock(resolution: 3, ticks: 1_700_000_000_123, nanoseconds: 1_700_000_000_123_000_000),
        Clock(resolution: 6, ticks: 1_700_000_000_123_456, nanoseconds: 1_700_000_000_123_456_000),
        Clock(resolution: 7, ticks: 17_000_000_001_234_567, nanoseconds: 1_700_000_000_123_456_700, isFine: true),
        Clock(resolution: 9, ticks: 1_700_000_000_123_456_789, nanoseconds: 1_700_000_000_123_456_789, isFine: true),
        Clock(resolution: 10, ticks: 17_000_000_001_234_567_891, nanoseconds: 1_700_000_000_123_456_789, isFine: true),
        Clock(resolution: 12, ticks: 1_700_000_123_456_789_012, nanoseconds: 1_700_000_123_456_789, isFine: true),
        Clock(resolution: 18, ticks: 1_234_567_890_000_000_000, nanoseconds: 1_234_567_890, isFine: true),
        Clock(resolution: 27, ticks: .max, nanoseconds: 18, isFine: true),
        Clock(resolution: 28, ticks: .max, nanoseconds: 1, isFine: true),
        Clock(resolution: 29, ticks: .max, nanoseconds: 0, isFine: true),
        Clock(resolution: 127, ticks: .max, nanoseconds: 0, isFine: true),
        Clock(resolution: 0x80, ticks: 1_700_000_000, nanoseconds: 1_700_000_000_000_000_000),
        Clock(resolution: 0x80 | 1, ticks: 3, nanoseconds: 1_500_000_000),
        Clock(resolution: 0x80 | 10, ticks: 1025, nanoseconds: 1_000_976_562),
        // Of powers of two, the 19th is the last that is longer than a microsecond.
        Clock(resolution: 0x80 | 19, ticks: 3 << 18, nanoseconds: 1_500_000_000),
        Clock(resolution: 0x80 | 20, ticks: 3 << 19, nanoseconds: 1_500_000_000, isFine: true),
        Clock(resolution: 0x80 | 32, ticks: 5 << 30, nanoseconds: 1_250_000_000, isFine: true),
        Clock(resolution: 0x80 | 63, ticks: 3 << 62, nanoseconds: 1_500_000_000, isFine: true),
        Clock(resolution: 0x80 | 64, ticks: 1 << 63, nanoseconds: 500_000_000, isFine: true),
        Clock(resolution: 0xFF, ticks: .max, nanoseconds: 0, isFine: true),
        Clock(offset: 1_000_000_000, ticks: 5, nanoseconds: 1_000_000_000_000_005_000),
        Clock(resolution: 9, offset: -2, ticks: 5_000_000_001, nanoseconds: 3_000_000_001, isFine: true),
        Clock(resolution: 0x80 | 1, offset: 10, ticks: 1, nanoseconds: 10_500_000_000),
        // What 64 bits of nanoseconds cannot hold stays at their ends.
        Clock(resolution: 0, ticks: .max, nanoseconds: .max),
        Clock(offset: .max, ticks: .max, nanoseconds: .max),
        Clock(offset: .min, ticks: 1, nanoseconds: 0),
    ]

    @Test("pcapng says unit and start of its clock for each interface", arguments: clocks, ByteOrder.allCases)
    func pcapng(_ clock: Clock, _ order: ByteOrder) throws {
        var file = PcapngFile(order)
        file.section()
        file.interface(resolution: 3)
        file.interface(resolution: clock.resolution, offset: clock.offset)
        file.packet([1], interface: 1, ticks: clock.ticks)
        file.packet([2], interface: 0, ticks: 7)
        let packets = try CaptureContents(file.bytes).entries.map(\.packet)
        #expect(packets.map(\.time) == [clock.nanoseconds, 7_000_000])
        #expect(packets.map(\.hasNanoseconds) == [clock.isFine, false])
    }

    @Test("packets whose times cannot be told are counted, and have the nearest")
    func clamped() throws {
        var file = PcapngFile()
        file.section()
        file.interface()
        file.interface(resolution: 9)
        file.interface(offset: -1_800_000_000)
        // Nanoseconds where the file says microseconds, and what is right at the ends.
        let last = UInt64(Int64.max)
        for ticks in [1_795_231_112_540_991_000, last / 1000, last / 1000 + 1] { file.packet([1], ticks: ticks) }
        for ticks in [last, last + 1, .max] { file.packet([2], interface: 1, ticks: ticks) }
        for ticks: UInt64 in [0, 1_799_999_999_999_999, 1_800_000_000_000_000] {
            file.packet([3], interface: 2, ticks: ticks)
        }
        var reader = try CaptureInput.file(file.bytes)
        var times: [Int64] = []
        while let block = try reader.next() { times += block.packets.map(\.time) }
        #expect(times == [.max, Int64(last / 1000 * 1000), .max, .max, .max, .max, 0, 0, 0])
        #expect(reader.notes.clampedTimes == 6)
    }

    @Test("no unit, start and number of ticks traps")
    func everyClock() throws {
        var file = PcapngFile()
        file.section()
        let offsets: [Int64] = [.min, -1, 0, 1, .max]
        for resolution: UInt8 in 0...255 {
            for offset in offsets { file.interface(resolution: resolution, offset: offset) }
        }
        for interface in 0..<256 * offsets.count {
            for ticks: UInt64 in [0, 1, .max] { file.packet([1], interface: UInt32(interface), ticks: ticks) }
        }
        let times = try CaptureContents(file.bytes).entries.map(\.packet.time)
        #expect(times.count == 256 * offsets.count * 3)
        #expect(times.allSatisfy { $0 >= 0 })
    }

    @Test("times as far apart as a file can say do not disturb reassembly")
    func extremes() throws {
        let talk = Talk()
        var file = PcapngFile()
        file.section()
        file.interface(offset: .min)
        file.interface(offset: .max)
        file.packet(talk.syn.ethernet, interface: 0)
        file.packet(talk.request(10, "later").ethernet, interface: 0)
        file.packet(talk.request(15, "!").ethernet, interface: 1, ticks: .max)
        file.packet(talk.request(16, "?").ethernet, interface: 0)
        let connection = try Reassembly(file.bytes).only
        #expect(connection?.text(side: .first) == "later!?")
        #expect(connection?.gaps == [.gap(offset: 0, length: 10, side: .first)])
    }
}
