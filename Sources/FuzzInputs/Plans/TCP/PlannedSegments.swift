/// The packets of one TCP connection, added one after another.
///
/// Byte n of a stream always has the same value.
///
/// Times are in microseconds, and a packet takes one.
struct PlannedSegments: Sendable {
    private(set) var packets: [WirePacket] = []
    /// The total time spent waiting for input before each packet, in nanoseconds.
    private(set) var waiting: [Int64] = []
    var time: UInt64 = 1_795_000_000_000_000
    /// The total time spent waiting for input, in nanoseconds.
    var waited: Int64 = 0
    private let starts: [UInt32] = [0xFFFF_FF00, 0x7FFF_FF80]

    /// Adds a packet; offset -1 is the sequence number of the SYN.
    mutating func add(_ side: Int, at offset: Int, _ bytes: [UInt8], _ flags: UInt8, saw other: Int) {
        packets.append(
            WirePacket(
                time: time,
                fromClient: side == 0,
                port: 50001,
                sequence: starts[side] &+ UInt32(truncatingIfNeeded: offset),
                acknowledgment: flags & 0x10 == 0 ? 0 : starts[1 - side] &+ UInt32(truncatingIfNeeded: other),
                flags: flags,
                payload: bytes
            )
        )
        waiting.append(waited)
        time += 1
    }

    mutating func open() {
        add(0, at: -1, [], 2, saw: 0)
        add(1, at: -1, [], 0x12, saw: 0)
        add(0, at: 0, [], 0x10, saw: 0)
    }

    mutating func data(_ side: Int, _ range: Range<Int>, saw other: Int = 0) {
        add(side, at: range.lowerBound, Self.bytes(range), 0x18, saw: other)
    }

    mutating func close(_ first: Int, _ second: Int) {
        add(0, at: first, [], 0x11, saw: second)
        add(1, at: second, [], 0x11, saw: first + 1)
    }

    /// Returns the bytes of a stream in a range.
    static func bytes(_ range: Range<Int>) -> [UInt8] { range.map { UInt8(truncatingIfNeeded: $0 &* 7 >> 1) } }
}
