import Testing
import WireFormat
import WireJSON
import WireProtobuf

@Suite("The JSON mapping")
struct JSONMappingTests {
    @Test("of a message is what Google's own library says", arguments: ProtocVector.all)
    func oracle(_ vector: ProtocVector) throws {
        let bytes = TestSchema.bytes(vector.hex)
        let (tape, error) = TestSchema.decode(bytes, as: TestSchema.message(vector.message))
        #expect(error == nil)
        let json = TestSchema.json(tape, bytes)
        let same = meansSame(try JSONValue(parsing: json), try JSONValue(parsing: vector.json))
        #expect(same, "\(json) is not \(vector.json)")
    }

    @Test("has the fields in the order of their first appearance, and the names of the .proto file")
    func order() {
        let bytes = TestSchema.bytes("a00101 720161 1805 a00102 8a02026f6b")
        let (tape, _) = TestSchema.decode(bytes, as: TestSchema.kinds)
        #expect(TestSchema.json(tape, bytes) == #"{"plain":[1,2],"a_string":"a","an_int32":5,"renamed":"ok"}"#)
    }

    @Test("writes floating-point numbers with as few digits as read back the same")
    func floats() {
        let bytes = TestSchema.bytes("099a9999999999b93f 15cdcccc3d")
        let (tape, _) = TestSchema.decode(bytes, as: TestSchema.kinds)
        #expect(TestSchema.json(tape, bytes) == #"{"a_double":0.1,"a_float":0.1}"#)
    }

    @Test("of a value that the enumeration lacks is its number")
    func openEnum() {
        let bytes = TestSchema.bytes("800105 c2010201 63")
        let (tape, _) = TestSchema.decode(bytes, as: TestSchema.kinds)
        #expect(TestSchema.json(tape, bytes) == #"{"colour":5,"colours":["RED",99]}"#)
    }

    @Test("of a map has of a key that occurs twice the last value at the place of the first")
    func map() {
        let bytes = TestSchema.bytes("2a050a01611001 2a050a01621002 2a050a01611003")
        let (tape, _) = TestSchema.decode(bytes, as: TestSchema.threes)
        #expect(TestSchema.json(tape, bytes) == #"{"by_name":{"a":3,"b":2}}"#)
    }

    @Test("takes a part of a message by its node")
    func part() throws {
        let bytes = TestSchema.bytes("8a010418057200")
        let (tape, _) = TestSchema.decode(bytes, as: TestSchema.kinds)
        var writer = ByteWriter()
        writer.append(
            protobufJSON: tape,
            node: try #require(tape.first(17)),
            bytes: bytes.span,
            schema: TestSchema.schema
        )
        #expect(String(decodingUTF8: writer.span) == #"{"an_int32":5,"a_string":""}"#)
    }

    @Test("of many small messages out of order takes time in proportion to their length")
    func hostile() {
        let bytes = Array(repeating: [0x72, 0x00, 0x18, 0x01] as [UInt8], count: 50_000).flatMap { $0 }
        let (tape, error) = TestSchema.decode(bytes, as: TestSchema.kinds)
        #expect(error == nil)
        #expect(TestSchema.json(tape, bytes) == #"{"a_string":"","an_int32":1}"#)
    }
}
