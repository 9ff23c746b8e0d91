import TestSupport
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
        for count in 1..<20 {
            let bytes = (0..<UInt8(count)).map { $0 &* 37 }
            let copy = bytes.map { $0 }
            let equal = bytes.span.equals(copy.span)
            #expect(equal)
            for place in bytes.indices {
                var changed = bytes
                changed[place] ^= 0x80
                let differs = !bytes.span.equals(changed.span)
                #expect(differs)
            }
        }
    }

    @Test("are searched for a byte, like a list", arguments: 0..<20)
    func searching(_ seed: UInt64) {
        var random = SplitMix64(seed: seed)
        // Neighbours of the byte that is looked for, and its own high bit, are what a search by words mixes up.
        let near: [UInt8] = [10, 9, 11, 138, 0, 0xFF, 0x80, 1]
        let bytes = (0..<Int(seed * 3)).map { _ in near.randomElement(using: &random) ?? 0 }
        for start in 0...bytes.count + 1 {
            let found = bytes.span.firstIndex(of: 10, from: start)
            #expect(found == bytes.indices.first { $0 >= start && bytes[$0] == 10 })
        }
    }

    @Test(
        "are searched for one of two bytes, like a list",
        arguments: Array(0..<20) + [31, 32, 33, 63, 64, 65, 127, 130]
    )
    func searchingTwo(_ count: Int) {
        for fill: UInt8 in [0x3C, 0xBD, 0x24, 0xA5, 0, 0xFF] {
            var bytes = [UInt8](repeating: fill, count: count)
            let isThere = bytes.span.contains(0x3D, or: 0x25)
            #expect(!isThere)
            for place in 0..<count {
                for wanted: UInt8 in [0x3D, 0x25] {
                    bytes[place] = wanted
                    let isFound = bytes.span.contains(0x3D, or: 0x25)
                    #expect(isFound)
                }
                bytes[place] = fill
            }
        }
    }

    @Test("are ASCII without NUL where every byte is from 0x01 to 0x7F", arguments: 0..<20)
    func plainASCII(_ count: Int) {
        for fill: UInt8 in [0x01, 0x7F] {
            let plain = [UInt8](repeating: fill, count: count)
            let isPlain = plain.span.isASCIIWithoutNUL
            #expect(isPlain)
            for place in 0..<count {
                for byte: UInt8 in 0...255 {
                    var bytes = plain
                    bytes[place] = byte
                    let found = bytes.span.isASCIIWithoutNUL
                    #expect(found == (1...0x7F).contains(byte))
                }
            }
        }
    }

    @Test("are ASCII where no byte is above 0x7F")
    func ascii() {
        let none: [UInt8] = []
        let isASCII = none.span.isASCII
        #expect(isASCII)
        for count in 0..<40 {
            for place in 0..<count {
                var bytes = [UInt8](repeating: 0x7F, count: count)
                let before = bytes.span.isASCII
                bytes[place] = 0x80
                let after = bytes.span.isASCII
                #expect(before && !after)
            }
        }
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
