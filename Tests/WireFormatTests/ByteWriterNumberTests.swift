import Testing
import WireFormat

@Suite("Numbers of a ByteWriter")
struct ByteWriterNumberTests {
    /// All powers of ten and of two that fit, and their neighbours.
    static let numbers: [UInt64] = {
        var numbers: Set<UInt64> = [0, 1, 9, .max, .max - 1, UInt64(Int64.max), UInt64(Int64.max) + 1]
        var power: UInt64 = 1
        while true {
            numbers.formUnion([power &- 1, power, power + 1])
            let (next, overflow) = power.multipliedReportingOverflow(by: 10)
            if overflow { break }
            power = next
        }
        for shift in 0..<64 { numbers.formUnion([1 << UInt64(shift), (1 << UInt64(shift)) &- 1]) }
        return numbers.sorted()
    }()

    @Test("are written in decimal as the standard library writes them")
    func decimal() {
        for number in Self.numbers {
            var writer = ByteWriter(capacity: 16)
            writer.append(decimal: number)
            #expect(String(decodingUTF8: writer.span) == String(number))
            for signed in [Int64(truncatingIfNeeded: number), 0 &- Int64(truncatingIfNeeded: number)] {
                writer.removeAll()
                writer.append(decimal: signed)
                #expect(String(decodingUTF8: writer.span) == String(signed))
                writer.removeAll()
                writer.append(decimal: Int(signed))
                #expect(String(decodingUTF8: writer.span) == String(signed))
            }
        }
    }

    @Test(
        "of a fixed width have leading zeros and lose the digits beyond",
        arguments: [
            (0, 0, ""), (0, 1, "0"), (7, 3, "007"), (999, 3, "999"), (1000, 3, "000"), (123_456, 4, "3456"),
            (18_446_744_073_709_551_615, 20, "18446744073709551615"),
            (18_446_744_073_709_551_615, 22, "0018446744073709551615"),
        ] as [(UInt64, Int, String)]
    )
    func fixedWidth(_ number: UInt64, _ width: Int, _ expected: String) {
        var writer = ByteWriter(capacity: 16)
        writer.append("x")
        writer.append(decimal: number, width: width)
        #expect(String(decodingUTF8: writer.span) == "x" + expected)
    }

    @Test("are written in hex with two digits a byte")
    func hex() {
        var writer = ByteWriter()
        writer.append(hex: UInt8(0x0A))
        writer.append(" ")
        writer.append(hex: UInt16(0xAB))
        writer.append(" ")
        writer.append(hex: UInt32(0xDEAD_BEEF))
        writer.append(" ")
        writer.append(hex: UInt64(0xFF))
        writer.append(" ")
        writer.append(hex: ([0, 1, 0x7F, 0x80, 0xFF] as [UInt8]).span)
        #expect(String(decodingUTF8: writer.span) == "0a 00ab deadbeef 00000000000000ff 00017f80ff")
    }
}
