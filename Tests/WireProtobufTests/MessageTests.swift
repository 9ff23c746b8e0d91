import Testing
import WireFormat
import WireProtobuf

@Suite("An editable message")
struct MessageTests {
    private func message(_ hex: String) throws -> ProtobufMessage {
        let bytes = TestSchema.bytes(hex)
        return try ProtobufMessage(decoding: bytes.span, as: TestSchema.kinds, schema: TestSchema.schema)
    }

    @Test(
        "encodes to the bytes it was read from, however they are spelt",
        arguments: [
            "1801", "9800 01", "18 8100", "988000 8180808080808080 8000", "72 8100 61", "7200", "9381 00 0805 9481 00",
            "8a01 8400 18 8500 18", "aa01 8300 018200", "aa0103 018200", "b20104 01000000", "c33e 0801 c43e",
            "c03e 8000", "20 ffffffffffffffffff7f", "1a0161", "cd0101000000", "8a0100 1801 8a0100",
        ]
    )
    func exact(_ hex: String) throws {
        let bytes = TestSchema.bytes(hex.replacing("18 8500 18", with: "18858018"))
        guard let message = try? ProtobufMessage(decoding: bytes.span, as: TestSchema.kinds, schema: TestSchema.schema)
        else { return }
        #expect(message.encoded() == bytes)
    }

    @Test("of protoc's making encodes to protoc's bytes", arguments: ProtocVector.all)
    func vectors(_ vector: ProtocVector) throws {
        let bytes = TestSchema.bytes(vector.hex)
        let type = TestSchema.message(vector.message)
        let document = try ProtobufDocument(bytes, as: type, schema: TestSchema.schema)
        #expect(document.value.encoded() == bytes)
        var writer = ByteWriter()
        document.encode(into: &writer)
        #expect(writer.array == bytes)
    }

    @Test("edited keeps the odd spelling of what was not edited")
    func editing() throws {
        var edited = try message("18 8100 20 8200 72 8100 61")
        edited[3] = [.varint(9)]
        #expect(Hex.encode(edited.encoded()) == "1809" + "208200" + "72810061")
        edited.fields[2].value = .string("abc")
        #expect(Hex.encode(edited.encoded()) == "1809" + "208200" + "7203616263")
        edited.fields[1].value = .varint(3)
        #expect(Hex.encode(edited.encoded()) == "1809" + "2003" + "7203616263")
        edited[4] = []
        #expect(Hex.encode(edited.encoded()) == "1809" + "7203616263")
        edited[5] = [.varint(1), .varint(2)]
        #expect(Hex.encode(edited.encoded()) == "1809" + "7203616263" + "2801" + "2802")
    }

    @Test("made by hand is written in the shortest form")
    func made() {
        let made = ProtobufMessage([
            .init(7, .zigzag(-1)), .init(1, .double(0.5)), .init(2, .float(0.5)), .init(14, .string("é")),
            .init(17, .message(ProtobufMessage([.init(3, .varint(300))]))),
            .init(18, .group(ProtobufMessage([.init(1, .varint(5))]))), .init(22, .packed(.fixed32, [1, 2])),
            .init(21, .packed(.varint, [1, 300])), .init(15, .bytes([])),
        ])
        #expect(
            Hex.encode(made.encoded())
                == "3801" + "09000000000000e03f" + "150000003f" + "7202c3a9"
                + "8a010318ac02" + "930108059401" + "b2010801000000" + "02000000" + "aa010301ac02" + "7a00"
        )
    }

    @Test("is equal to one with the same fields, and not to one spelt differently")
    func equality() throws {
        #expect(try message("1801") == ProtobufMessage([.init(3, .varint(1))]))
        #expect(try message("188100") != message("1801"))
        #expect(try message("1801")[3] == [.varint(1)])
    }
}
