import Testing
import WireFormat

@Suite("Hex")
struct HexTests {
    @Test(
        "reads digits of both cases, with spaces, colons and line ends between them",
        arguments: [
            ("", []), ("00", [0]), ("0aF9", [0x0A, 0xF9]), ("0x32 00", [0x32, 0]), ("0X32", [0x32]), ("0x", []),
            ("32:00:06\n", [0x32, 0, 6]), ("\t3 2\r\n", [0x32]), ("deadBEEF", [0xDE, 0xAD, 0xBE, 0xEF]),
        ] as [(String, [UInt8])]
    )
    func decoding(_ text: String, _ bytes: [UInt8]) throws {
        #expect(try Hex.decode(text) == bytes)
        #expect(try Hex.decode(Substring(text)) == bytes)
    }

    @Test(
        "names the offset of what is no hex, in bytes of the text",
        arguments: [
            ("g0", 0), ("0g", 1), ("00 zz", 3), ("0x0x", 3), ("é0", 0), ("00é", 2), ("😀", 0), ("00-", 2), ("0/", 1),
            ("0:@", 2), ("0`", 1), ("00\0", 2),
        ]
    )
    func wrongDigit(_ text: String, _ offset: Int) {
        #expect(throws: WireError(.value, at: offset, expected: "hex digits")) { try Hex.decode(text) }
    }

    @Test("refuses a digit alone", arguments: [("0", 1), ("000", 3), ("0x1", 3), ("00 1 ", 5)])
    func oddDigit(_ text: String, _ offset: Int) {
        #expect(throws: WireError(.truncated, at: offset, expected: "an even number of hex digits")) {
            try Hex.decode(text)
        }
    }

    @Test("writes every byte in two lower-case digits, and reads it back")
    func everyByte() throws {
        for byte in UInt8.min...UInt8.max {
            let digits = String(byte, radix: 16)
            let expected = digits.count == 1 ? "0" + digits : digits
            #expect(Hex.encode([byte]) == expected)
            #expect(try Hex.decode(expected.uppercased()) == [byte])
        }
        #expect(Hex.encode([]) == "")
        let all = [UInt8](0...255)
        #expect(try Hex.decode(Hex.encode(all.span)) == all)
    }
}
