import Testing
import WireFormat
import WireProtobuf

@Suite("A schema")
struct SchemaTests {
    let schema = TestSchema.schema

    @Test("finds a message by its full name, with or without a leading dot, and by its short name")
    func names() {
        #expect(schema.message(named: "test.two.Kinds") == TestSchema.kinds)
        #expect(schema.message(named: ".test.two.Kinds") == TestSchema.kinds)
        #expect(schema.message(named: "Kinds") == TestSchema.kinds)
        #expect(schema.message(named: "test.two.Kinds.Inner") == schema.message(named: "Inner"))
        #expect(schema.message(named: "Nothing") == nil)
        #expect(schema.fullName(of: TestSchema.kinds) == "test.two.Kinds")
        #expect(schema.name(of: TestSchema.kinds) == "Kinds")
    }

    @Test("knows each field's number, name, type and label")
    func fields() throws {
        let field = try #require(schema.field(named: "tight", in: TestSchema.kinds))
        #expect(schema[field].number == 21)
        #expect(schema[field].kind == .sint64)
        #expect(schema[field].isRepeated && schema[field].isPacked && !schema[field].isRequired)
        #expect(schema.name(of: field) == "tight")
        #expect(schema.field(21, in: TestSchema.kinds) == field)
        let down = try #require(schema.message(named: "Down"))
        #expect(schema.fieldIndices(of: down).map { schema[$0].number } == [1, 2, 3, 4, 5, 6, 7])
        #expect(
            schema.fieldIndices(of: down).map { schema[$0].isRequired } == [true, true, false, true, true, true, true]
        )
    }

    @Test("finds fields of small, large and the largest number, and none where there is none")
    func numbers() {
        for number: UInt32 in [1, 18, 33, 300, 536_870_911] {
            #expect(schema.field(number, in: TestSchema.kinds).isKnown)
        }
        for number: UInt32 in [0, 19, 34, 255, 256, 299, 301, 536_870_910] {
            #expect(!schema.field(number, in: TestSchema.kinds).isKnown)
        }
        #expect(!schema.field(1, in: .none).isKnown)
    }

    @Test("finds a field by its lowerCamel name and by its json_name")
    func jsonNames() {
        let kinds = TestSchema.kinds
        #expect(schema.field(named: "anInt32", in: kinds) == schema.field(named: "an_int32", in: kinds))
        #expect(schema.field(named: "other", in: kinds) == schema.field(named: "renamed", in: kinds))
        #expect(schema.field(named: "nothing", in: kinds) == nil)
    }

    @Test("packs repeated scalars of proto3 unless told otherwise, those of proto2 only when told")
    func packing() throws {
        func isPacked(_ name: String, _ message: MessageIndex) throws -> Bool {
            schema[try #require(schema.field(named: name, in: message))].isPacked
        }
        #expect(try isPacked("numbers", TestSchema.threes))
        #expect(try !isPacked("loose", TestSchema.threes))
        #expect(try !isPacked("plain", TestSchema.kinds))
        #expect(try isPacked("words", TestSchema.kinds))
    }

    @Test("names enum values, of aliases the first, and finds values by every name")
    func enums() throws {
        let colour = try #require(schema.enumeration(named: "Colour"))
        #expect(schema.valueName(2, in: colour) == "GREEN")
        #expect(schema.valueName(-7, in: colour) == "BLUE")
        #expect(schema.valueName(100_000, in: colour) == "FAR")
        #expect(schema.valueName(3, in: colour) == nil)
        #expect(schema.valueName(.min, in: colour) == nil)
        #expect(schema.value(named: "VERT", in: colour) == 2)
        #expect(schema.value(named: "GREEN", in: colour) == 2)
        #expect(schema.value(named: "red", in: colour) == nil)
    }

    @Test("a oneof has its index, an optional field of proto3 none, a map is a map")
    func oneofs() throws {
        func field(_ name: String, _ message: MessageIndex) throws -> ProtobufField {
            schema[try #require(schema.field(named: name, in: message))]
        }
        #expect(try field("word", TestSchema.kinds).oneof == 0)
        #expect(try field("maybe", TestSchema.threes).oneof == -1)
        #expect(try field("by_name", TestSchema.threes).isMap)
        #expect(try !field("children", TestSchema.kinds).isMap)
    }

    @Test("has as many fields as a node of a tape can name, and no more", arguments: [0, 1])
    func fieldCount(_ more: Int) throws {
        func counted(_ tag: UInt8, _ bytes: [UInt8]) -> [UInt8] {
            var writer = ByteWriter()
            writer.append(tag)
            writer.append(varint: UInt64(bytes.count))
            return writer.array + bytes
        }
        // In google.protobuf.DescriptorProto field 2 is a field: name "f", number 1, type int32. Each message has one.
        let field = counted(0x12, counted(0x0A, Array("f".utf8)) + [0x18, 0x01, 0x28, 0x05])
        let message = counted(0x22, field)
        let count = ProtobufSchema.largestFieldCount + more
        let file = Array(repeatElement(message, count: count).joined())
        let set = counted(0x0A, file)
        if more > 0 {
            let error = #expect(throws: WireError.self) { try ProtobufSchema(descriptorSet: set.span) }
            #expect(error?.code == .limit)
        } else {
            let schema = try ProtobufSchema(descriptorSet: set.span)
            let last = MessageIndex(rawValue: Int32(count - 1))
            let bytes: [UInt8] = [0x08, 0x05]
            var tape = ProtobufTape()
            try tape.decode(bytes.span, in: 0..<2, as: last, schema: schema)
            #expect(tape.nodes[1].field == schema.field(1, in: last) && tape.nodes[1].field.isKnown)
        }
    }

    @Test("a descriptor set cut short is an error or a smaller schema, never a trap")
    func truncation() {
        let whole = TestSchema.descriptorBytes
        for count in 0..<whole.count {
            let part = Array(whole[..<count])
            _ = try? ProtobufSchema(descriptorSet: part.span)
        }
    }

    @Test("a descriptor set with one byte changed never traps", arguments: [0x00, 0x01, 0x7F, 0x80, 0xFF] as [UInt8])
    func mutation(_ value: UInt8) {
        for index in TestSchema.descriptorBytes.indices {
            var bytes = TestSchema.descriptorBytes
            bytes[index] = value
            _ = try? ProtobufSchema(descriptorSet: bytes.span)
        }
    }
}
