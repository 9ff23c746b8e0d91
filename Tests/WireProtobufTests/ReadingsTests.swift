import Testing
import WireFormat
import WireProtobuf

@Suite("The readings of an unknown value")
struct ReadingsTests {
    @Test(
        "of a varint are unsigned, signed, zigzag and bool",
        arguments: [
            (0, ["0", "zigzag 0", "false"]), (1, ["1", "zigzag -1", "true"]), (300, ["300", "zigzag 150"]),
            (.max, ["18446744073709551615", "signed -1", "zigzag -9223372036854775808"]),
        ] as [(UInt64, [String])]
    )
    func varints(_ bits: UInt64, _ readings: [String]) {
        #expect(ProtobufReadings.varint(bits) == readings)
    }

    @Test("of fixed fields are integers and floating-point numbers")
    func fixed() {
        #expect(ProtobufReadings.fixed32(0x3F80_0000) == ["1065353216", "float 1.0"])
        #expect(ProtobufReadings.fixed32(.max) == ["4294967295", "signed -1", "float nan"])
        #expect(ProtobufReadings.fixed64(0x3FF0_0000_0000_0000) == ["4607182418800017408", "double 1.0"])
    }

    @Test(
        "of bytes are message, text and packed varints, else hex",
        arguments: [
            ("", ["empty"]), ("ff", ["bytes ff"]),
            ("68656c6c6f", ["text \"hello\"", "packed [104, 101, 108, 108, 111]"]),
            ("0805", ["message {#1: 5}", "packed [8, 5]"]),
            (
                "0a0568656c6c6f1001",
                ["message {#1: \"hello\", #2: 1}", "packed [10, 5, 104, 101, 108, 108, 111, 16, 1]"]
            ),
            ("0b08050c", ["message {#1: {#1: 5}}", "packed [11, 8, 5, 12]"]),
            ("ac02", ["packed [300]"]), ("e4b896", ["text \"世\""]), ("00ff", ["bytes 00ff"]),
        ]
    )
    func bytes(_ hex: String, _ readings: [String]) {
        #expect(ProtobufReadings.bytes(TestSchema.bytes(hex).span) == readings)
    }

    @Test("of long bytes are cut")
    func long() {
        let text = Array(repeating: UInt8(ascii: "z"), count: 100_000)
        let readings = ProtobufReadings.bytes(text.span)
        #expect(readings.allSatisfy { $0.count < 200 })
    }
}
