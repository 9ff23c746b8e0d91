import Testing

@testable import Inspection

@Suite("What a stream's waiting bytes cost")
struct StreamBufferTests {
    @Test("the lists of packets of TLS records count, and no longer once their bytes are taken")
    func packetLists() {
        var buffer = StreamBuffer()
        let list = Array(1...1000)
        let bytes: [UInt8] = [1, 2, 3, 4]
        buffer.append(bytes.span, packet: 1000, time: 1, packets: list)
        let one = buffer.cost
        #expect(one >= list.count * MemoryLayout<Int>.stride)
        buffer.append(bytes.span, packet: 2000, time: 2, packets: list)
        #expect(buffer.cost == 2 * one)
        buffer.consume(4)
        #expect(buffer.cost == one)
        buffer.consume(4)
        #expect(buffer.cost == 0)
    }

    @Test(
        "a buffer frees the memory of a long unit once the unit is read, whether or not bytes of the next one wait",
        arguments: [0, 1, 100]
    )
    func longUnit(_ rest: Int) {
        var buffer = StreamBuffer()
        let piece = [UInt8](repeating: 7, count: 10_000)
        for packet in 1...6 { buffer.append(piece.span, packet: packet, time: 1) }
        let next = (0..<rest).map { UInt8($0) }
        if rest > 0 { buffer.append(next.span, packet: 7, time: 2) }
        #expect(buffer.bytes.capacity >= 60_000)
        buffer.consume(60_000)
        #expect(buffer.bytes == next)
        #expect(buffer.end == 60_000 + rest)
        #expect(buffer.bytes.capacity <= 2 * StreamBuffer.keptCapacity)
        var packets: [Int] = []
        #expect(buffer.packets(of: 60_000..<60_000 + rest, into: &packets) == (rest > 0 ? 2 : 0))
        #expect(packets == (rest > 0 ? [7] : []))
    }

    @Test("the marks of a unit in very many packets take no memory after the unit", arguments: [0, 3])
    func manyPackets(_ rest: Int) {
        var buffer = StreamBuffer()
        let byte: [UInt8] = [7]
        for packet in 1...5000 + rest { buffer.append(byte.span, packet: packet, time: Int64(packet)) }
        #expect(buffer.marks.capacity >= 5000)
        buffer.consume(5000)
        #expect(buffer.marks.capacity <= 2 * PacketMarks.keptMarks)
        var packets: [Int] = []
        #expect(buffer.packets(of: 5000..<5000 + rest, into: &packets) == Int64(rest > 0 ? 5000 + rest : 0))
        #expect(packets == Array(5001..<5001 + rest))
    }

    @Test("a buffer with short units keeps its memory")
    func shortUnits() {
        var buffer = StreamBuffer()
        let unit = [UInt8](repeating: 7, count: 400)
        buffer.append(unit.span, packet: 1, time: 1)
        buffer.consume(400)
        #expect((400...StreamBuffer.keptCapacity).contains(buffer.bytes.capacity))
    }

    @Test("what is copied of them counts where it is")
    func copies() {
        var marks = PacketMarks()
        for index in 0..<4 { marks.append(index * 10, packet: index, time: 0, packets: [index, index + 1]) }
        var copy = PacketMarks()
        copy.append(0, 10..<30, of: marks)
        #expect(copy.cost * 2 == marks.cost)
        copy.removeAll()
        #expect(copy.cost == 0)
    }
}
