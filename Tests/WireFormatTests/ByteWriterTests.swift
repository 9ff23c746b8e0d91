import Testing
import WireFormat

@Suite("ByteWriter")
struct ByteWriterTests {
    @Test("keeps every byte while it grows, whatever room it began with", arguments: [0, 1, 16, 17, 100_000])
    func growth(_ capacity: Int) {
        var writer = ByteWriter(capacity: capacity)
        var expected: [UInt8] = []
        let block = [UInt8](0...250)
        for step in 0..<200 {
            switch step % 4 {
            case 0:
                writer.append(UInt8(step))
                expected.append(UInt8(step))
            case 1:
                writer.append(block)
                expected += block
            case 2:
                writer.append("frame")
                expected += Array("frame".utf8)
            default:
                writer.append(bigEndian: UInt32(step))
                expected += [0, 0, 0, UInt8(step)]
            }
            #expect(writer.count == expected.count)
        }
        #expect(writer.array == expected)
        #expect(Array(copying: writer.span) == expected)
    }

    @Test("appends pieces of any length behind one another")
    func pieces() {
        var writer = ByteWriter(capacity: 0)
        var expected: [UInt8] = []
        for count in 0...70 {
            let piece = (0..<count).map { UInt8(truncatingIfNeeded: $0 + count) }
            writer.append(piece.span)
            expected += piece
        }
        #expect(writer.array == expected)
    }

    @Test("grows in one step for a block larger than all it holds")
    func largeBlock() {
        let block = (0..<100_000).map { UInt8(truncatingIfNeeded: $0 * 7) }
        var writer = ByteWriter(capacity: 16)
        writer.append(1)
        writer.append(block.span)
        #expect(writer.array == [1] + block)
    }

    @Test("begins again after removeAll, and takes back what truncate says")
    func takingBack() {
        var writer = ByteWriter()
        writer.append("abcdef")
        writer.truncate(to: 6)
        writer.truncate(to: 2)
        writer.append("xy")
        #expect(writer.array == Array("abxy".utf8))
        writer.removeAll()
        #expect(writer.count == 0)
        #expect(writer.array == [])
        writer.append(7)
        #expect(writer.array == [7])
    }

    @Test("writes integers big-endian at any alignment", arguments: 0..<9)
    func bigEndian(_ shift: Int) throws {
        var writer = ByteWriter(capacity: 16)
        for _ in 0..<shift { writer.append(0xEE) }
        writer.append(bigEndian: UInt8(0x81))
        writer.append(bigEndian: UInt16(0x8182))
        writer.append(bigEndian: Int32(-2_138_996_093))
        writer.append(bigEndian: Int64(1_700_000_000_000))
        writer.append(bigEndian: UInt64.max - 1)
        let expected = "81 8182 80818283 0000018bcfe56800 fffffffffffffffe"
        #expect(writer.array == (try Hex.decode(String(repeating: "ee", count: shift) + expected)))
    }

    @Test("writes text as UTF-8, a part of another writer, and one byte over an old one")
    func otherAppends() {
        var other = ByteWriter()
        other.append("0123456789")
        var writer = ByteWriter()
        writer.append(text: "é😀")
        writer.append(3..<6, of: other)
        writer.append(2..<2, of: other)
        writer.append([UInt8]())
        writer.replaceByte(at: 0, with: 0x41)
        writer.replaceByte(at: writer.count - 1, with: 0x42)
        #expect(writer.array == [0x41, 0xA9, 0xF0, 0x9F, 0x98, 0x80, 0x33, 0x34, 0x42])
    }

    @Test("lets a C library write in place, and counts what it wrote", arguments: [0, 1, 999, 1000])
    func filling(_ count: Int) {
        var writer = ByteWriter(capacity: 16)
        writer.append(9)
        writer.append(upTo: 1000) { memory in
            for index in 0..<count { memory[index] = UInt8(truncatingIfNeeded: index) }
            return memory.count == 1000 ? count : -1
        }
        writer.append(8)
        #expect(writer.array == [9] + (0..<count).map { UInt8(truncatingIfNeeded: $0) } + [8])
    }

    @Test("puts the length in two bytes before what is written", arguments: [0, 1, 255, 256, 65_534, 65_535])
    func lengthPrefix(_ length: Int) throws {
        let body = [UInt8](repeating: 0x61, count: length)
        var writer = ByteWriter(capacity: 16)
        writer.append(0xAA)
        try writer.lengthPrefixed16("body") { writer in writer.append(body) }
        writer.append(0xBB)
        #expect(writer.array == [0xAA, UInt8(length / 256), UInt8(length % 256)] + body + [0xBB])
    }

    @Test("refuses what is too long for a length of two bytes", arguments: [65_536, 65_537, 131_072])
    func tooLong(_ length: Int) {
        #expect(throws: WireError(.length, at: 1, path: ["body"], needed: length, available: 65_535)) {
            var writer = ByteWriter()
            writer.append(0xAA)
            try writer.lengthPrefixed16("body") { writer in writer.append([UInt8](repeating: 0, count: length)) }
        }
    }

    @Test("leaves the largest length where writing was given up, so that it cannot pass for a short text")
    func halfWritten() {
        var writer = ByteWriter()
        do throws(WireError) {
            try writer.lengthPrefixed16("body") { writer throws(WireError) in
                writer.append("abc")
                throw WireError(.value, at: 0)
            }
            Issue.record("the error got lost")
        } catch {
            #expect(error == WireError(.value, at: 0))
        }
        #expect(writer.array == [0xFF, 0xFF] + Array("abc".utf8))
    }

    @Test("nests lengths")
    func nestedLengths() throws {
        var writer = ByteWriter()
        try writer.lengthPrefixed16("outer") { writer throws(WireError) in
            writer.append(1)
            try writer.lengthPrefixed16("inner") { writer in writer.append("ab") }
            writer.append(2)
        }
        #expect(writer.array == [0, 6, 1, 0, 2, 0x61, 0x62, 2])
    }

    @Test("masks as RFC 6455 says: byte i with mask byte i modulo 4, at any length and alignment", arguments: 0...70)
    func masking(_ length: Int) {
        let maskBytes: [UInt8] = [0x37, 0xFA, 0x21, 0x3D]
        let mask = maskBytes.span.loadUnaligned(at: 0, as: UInt32.self)
        let source = (0..<80).map { UInt8(truncatingIfNeeded: $0 * 37 + 11) }
        for sourceShift in 0..<8 {
            for targetShift in 0..<8 {
                let body = source.span.extracting(sourceShift..<sourceShift + length)
                var writer = ByteWriter(capacity: 16)
                for _ in 0..<targetShift { writer.append(0xEE) }
                writer.append(body, masked: mask)
                writer.append(0xDD)
                var expected = [UInt8](repeating: 0xEE, count: targetShift)
                for index in 0..<length { expected.append(source[sourceShift + index] ^ maskBytes[index % 4]) }
                expected.append(0xDD)
                #expect(writer.array == expected, "source \(sourceShift), target \(targetShift)")
            }
        }
    }

    @Test("masks the RFC's own example: Hello with 37fa213d")
    func maskingExample() throws {
        let mask = try Hex.decode("37fa213d")
        let hello = Array("Hello".utf8)
        var writer = ByteWriter()
        writer.append(hello.span, masked: mask.span.loadUnaligned(at: 0, as: UInt32.self))
        #expect(writer.array == (try Hex.decode("7f9f4d5158")))
    }
}
