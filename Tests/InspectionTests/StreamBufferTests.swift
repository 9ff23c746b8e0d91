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

    @Test("what is copied of them counts where it is")
    func copies() {
        var marks = PacketMarks()
        for index in 0..<4 { marks.append(index * 10, packet: index, time: 0, packets: [index, index + 1]) }
        var copy = PacketMarks()
        copy.append(0, 10..<30, of: marks)
        #expect(copy.cost * 2 == marks.cost)
        copy.removeAll(keepingCapacity: true)
        #expect(copy.cost == 0)
    }
}
