import Testing
import WireFormat

@Suite("Spans of bytes")
struct SpanTests {
    @Test("give big-endian numbers at any offset", arguments: 0..<9)
    func loading(_ shift: Int) {
        let bytes = [UInt8](repeating: 0xEE, count: shift) + [0x81, 0x82, 0x83, 0x84, 0x85, 0x86, 0x87, 0x88]
        let (two, four, eight) =
            (bytes.span.uint16(at: shift), bytes.span.uint32(at: shift), bytes.span.uint64(at: shift))
        #expect(two == 0x8182)
        #expect(four == 0x8182_8384)
        #expect(eight == 0x8182_8384_8586_8788)
    }

    @Test("are compared byte by byte, with a literal and with one another")
    func comparing() {
        let bytes = Array("s_msg".utf8)
        let span = bytes.span
        let same = span.equals("s_msg")
        #expect(same)
        let others = [
            span.equals(""), span.equals("s_ms"), span.equals("s_msgs"), span.equals("s_msG"), span.equals("S_msg"),
        ]
        #expect(others == [false, false, false, false, false])
        let none: [UInt8] = []
        let (empty, emptyLiteral) = (none.span.equals(none.span), none.span.equals(""))
        #expect(empty && emptyLiteral)
        for index in bytes.indices {
            var changed = bytes
            changed[index] ^= 0x20
            let (equal, shorter) = (span.equals(changed.span), span.equals(bytes.span.extracting(0..<index)))
            #expect(!equal && !shorter)
        }
        let copy = Array("s_msg".utf8)
        let equal = span.equals(copy.span)
        #expect(equal)
    }

    @Test("are copied, and read as UTF-8 with U+FFFD for what is none")
    func copying() {
        let bytes: [UInt8] = [0x61, 0xE4, 0xB8, 0xAD, 0xFF, 0x62]
        let (copy, part) = ([UInt8](copying: bytes.span), [UInt8](copying: bytes.span.extracting(2..<2)))
        #expect(copy == bytes)
        #expect(part == [])
        let text = String(decodingUTF8: bytes.span)
        #expect(text == "a中\u{FFFD}b")
    }
}
