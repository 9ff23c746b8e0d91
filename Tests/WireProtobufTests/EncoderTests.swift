import Testing
import WireFormat
import WireJSON
import WireProtobuf

@Suite("Encoding from JSON")
struct EncoderTests {
    private func encode(_ json: String, _ message: MessageIndex) throws -> [UInt8] {
        var writer = ByteWriter()
        try writer.append(protobuf: JSONValue(parsing: json), as: message, schema: TestSchema.schema)
        return writer.array
    }

    @Test("gives protoc's bytes for protoc's messages", arguments: ProtocVector.all.filter { $0.text != nil })
    func oracle(_ vector: ProtocVector) throws {
        let bytes = try encode(vector.json, TestSchema.message(vector.message))
        guard !vector.name.contains("map") else {
            // The entries of a map have no order.
            let (tape, _) = TestSchema.decode(bytes, as: TestSchema.message(vector.message))
            let same = meansSame(
                try JSONValue(parsing: TestSchema.json(tape, bytes)),
                try JSONValue(parsing: vector.json)
            )
            #expect(same && bytes.count == vector.hex.count / 2)
            return
        }
        #expect(Hex.encode(bytes) == vector.hex)
    }

    @Test("writes the fields in the order of their numbers, whatever the order of the keys")
    func order() throws {
        #expect(
            Hex.encode(try encode(#"{"a_string":"a","an_int32":1,"far":"","plain":[1]}"#, TestSchema.kinds))
                == "1801720161a00101faffffff0f00"
        )
    }

    @Test(
        "accepts every spelling of a value",
        arguments: [
            (#"{"an_int64":"7"}"#, "2007"), (#"{"an_int64":7}"#, "2007"), (#"{"anInt64":7}"#, "2007"),
            (#"{"an_int32":"7"}"#, "1807"), (#"{"an_int32":7.0}"#, "1807"), (#"{"an_int32":7e0}"#, "1807"),
            (#"{"an_int32":null}"#, ""), (#"{"colour":"GREEN"}"#, "800102"), (#"{"colour":2}"#, "800102"),
            (#"{"colour":77}"#, "80014d"), (#"{"some_bytes":"+/8="}"#, "7a02fbff"),
            (#"{"some_bytes":"-_8"}"#, "7a02fbff"),
            (#"{"a_double":"0.5"}"#, "09000000000000e03f"), (#"{"a_float":"NaN"}"#, "150000c07f"),
            (#"{"other":"r"}"#, "8a020172"), (#"{"plain":[]}"#, ""), (#"{"box":{"width":1}}"#, "930108019401"),
            (#"{"word":null,"count":1}"#, "f80101"),
        ]
    )
    func spellings(_ json: String, _ hex: String) throws {
        #expect(Hex.encode(try encode(json, TestSchema.kinds)) == hex)
    }

    @Test(
        "refuses what a field cannot hold, with its path",
        arguments: [
            (#"{"an_int32":2147483648}"#, "an_int32"), (#"{"an_int32":-2147483649}"#, "an_int32"),
            (#"{"an_int32":1.5}"#, "an_int32"), (#"{"an_int32":"x"}"#, "an_int32"), (#"{"an_int32":true}"#, "an_int32"),
            (#"{"a_uint32":-1}"#, "a_uint32"), (#"{"an_int64":"9223372036854775808"}"#, "an_int64"),
            (#"{"a_uint64":18446744073709551616}"#, "a_uint64"), (#"{"a_uint64":-1}"#, "a_uint64"),
            (#"{"a_float":1e39}"#, "a_float"), (#"{"a_double":1e309}"#, "a_double"), (#"{"a_bool":1}"#, "a_bool"),
            (#"{"a_string":1}"#, "a_string"), (#"{"some_bytes":"*"}"#, "some_bytes"), (#"{"colour":"PINK"}"#, "colour"),
            (#"{"child":[]}"#, "child"), (#"{"plain":1}"#, "plain"), (#"{"plain":[1,"x"]}"#, "plain[1]"),
            (#"{"plain":[null]}"#, "plain[0]"), (#"{"nothing":1}"#, "nothing"),
            (#"{"child":{"child":{"nothing":1}}}"#, "child.child.nothing"),
            (#"{"children":[{},{"an_int32":"x"}]}"#, "children[1].an_int32"),
            (#"{"an_int32":1,"anInt32":2}"#, "anInt32"), (#"{"word":"w","count":1}"#, "count"),
        ]
    )
    func refusals(_ json: String, _ path: String) {
        let error = #expect(throws: WireError.self) { try encode(json, TestSchema.kinds) }
        #expect(error?.code == .value)
        #expect(error?.path.joined(separator: ".") == "Kinds." + path)
    }

    @Test("refuses a message without a required field, wherever it is")
    func required() {
        let down = #"{"fromUserId":"u","type":1,"classname":"c","content":"","dataTime":1}"#
        let error = #expect(throws: WireError.self) {
            try encode(#"{"syncTime":1,"list":["# + down + "]}", TestSchema.down)
        }
        #expect(error == WireError(.required, path: ["DownList", "list[0]", "status"]))
    }

    @Test("refuses an unknown key in a map's message, with the map's key in the path")
    func mapPath() {
        let error = #expect(throws: WireError.self) {
            try encode(#"{"by_id":{"7":{"nothing":1}}}"#, TestSchema.threes)
        }
        #expect(error?.path == ["Three", #"by_id["7"]"#, "nothing"])
    }

    @Test("leaves the writer as it was after an error")
    func untouched() {
        var writer = ByteWriter()
        writer.append("before")
        do throws(WireError) {
            try writer.append(
                protobuf: ["an_int32": 1, "a_bool": 5],
                as: TestSchema.kinds,
                schema: TestSchema.schema
            )
            Issue.record("no error")
        } catch {
            #expect(error.path == ["Kinds", "a_bool"])
        }
        #expect(String(decodingUTF8: writer.span) == "before")
    }

    @Test("nests as deep as decoding does", arguments: [100, 101])
    func depth(_ levels: Int) {
        var json: JSONValue = [:]
        for _ in 0..<levels { json = ["child": json] }
        var writer = ByteWriter()
        let code: WireError.Code?
        do throws(WireError) {
            try writer.append(protobuf: json, as: TestSchema.kinds, schema: TestSchema.schema)
            code = nil
        } catch {
            code = error.code
        }
        #expect(code == (levels == 100 ? nil : .limit))
    }
}
