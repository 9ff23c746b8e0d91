import RongCloud
import Testing
import WireFormat

@Suite("The envelope of the TCP form")
struct FrameTCPEnvelopeTests {
    /// Body length, and header, checksum and length bytes by the layout: the checksum is the XOR of the others.
    static let prefixes: [(Int, String)] = [
        (0, "323200"), (1, "323301"), (127, "324d7f"), (128, "32b38001"), (16383, "32b2ff7f"),
        (16384, "3233808001"), (2_097_151, "324dffff7f"),
    ]

    @Test("has one to three length bytes, low group first, both ways", arguments: prefixes)
    func lengths(_ bodyLength: Int, _ hex: String) throws {
        var writer = ByteWriter()
        try TCPEnvelope(FrameHeader(.publish, qos: 1), bodyLength: bodyLength).encode(into: &writer)
        #expect(Hex.encode(writer.array) == hex)
        let bytes = try Hex.decode(hex)
        let envelope = try TCPEnvelope(bytes.span, at: 0)
        #expect(envelope?.bodyLength == bodyLength)
        #expect(envelope?.totalLength == bytes.count + bodyLength)
    }

    @Test("holds no body beyond three length bytes")
    func tooLong() {
        #expect(throws: WireError.self) { try TCPEnvelope(FrameHeader(.publish), bodyLength: 2_097_152) }
    }

    @Test(
        "refuses a fourth length byte and a wrong checksum",
        arguments: [
            ("3232ffffff01", "length", "length: expected at most 3 length bytes, at offset 2"),
            ("320001", "checksum", "checksum: expected the header byte XOR each length byte, at offset 1"),
        ]
    )
    func refuses(_ hex: String, _ code: String, _ text: String) throws {
        let bytes = try Hex.decode(hex)
        let error = #expect(throws: WireError.self) { _ = try TCPEnvelope(bytes.span, at: 0) }
        #expect(error?.code.rawValue == code)
        #expect(error?.description == text)
    }
}
