import Testing

/// A message in three forms: protobuf's text, its bytes, and its JSON.
///
/// Source: text to bytes by `protoc --encode` 3.21.12; bytes to JSON by Python's `google.protobuf` 7.36.2,
/// `json_format.MessageToJson(preserving_proto_field_name=True)`. Rows without text are bytes made by hand.
struct ProtocVector: Sendable, CustomTestStringConvertible {
    let name: String
    let message: String
    let text: String?
    let hex: String
    let json: String

    init(_ name: String, _ message: String, _ text: String?, _ hex: String, _ json: String) {
        self.name = name
        self.message = message
        self.text = text
        self.hex = hex
        self.json = json
    }

    var testDescription: String { name }

    static let all: [ProtocVector] = [
        ProtocVector(
            "empty",
            "test.two.Kinds",
            #""#,
            "",
            #"{}"#
        ),
        ProtocVector(
            "double",
            "test.two.Kinds",
            #"a_double: 0.1"#,
            "099a9999999999b93f",
            #"{"a_double":0.1}"#
        ),
        ProtocVector(
            "double large",
            "test.two.Kinds",
            #"a_double: 1e300"#,
            "099c7500883ce4377e",
            #"{"a_double":1e+300}"#
        ),
        ProtocVector(
            "double tiny",
            "test.two.Kinds",
            #"a_double: 5e-324"#,
            "090100000000000000",
            #"{"a_double":5e-324}"#
        ),
        ProtocVector(
            "double whole",
            "test.two.Kinds",
            #"a_double: 3"#,
            "090000000000000840",
            #"{"a_double":3.0}"#
        ),
        ProtocVector(
            "double nan",
            "test.two.Kinds",
            #"a_double: nan"#,
            "09000000000000f87f",
            #"{"a_double":"NaN"}"#
        ),
        ProtocVector(
            "double inf",
            "test.two.Kinds",
            #"a_double: inf"#,
            "09000000000000f07f",
            #"{"a_double":"Infinity"}"#
        ),
        ProtocVector(
            "double -inf",
            "test.two.Kinds",
            #"a_double: -inf"#,
            "09000000000000f0ff",
            #"{"a_double":"-Infinity"}"#
        ),
        ProtocVector(
            "double -0",
            "test.two.Kinds",
            #"a_double: -0.0"#,
            "090000000000000080",
            #"{"a_double":-0.0}"#
        ),
        ProtocVector(
            "float",
            "test.two.Kinds",
            #"a_float: 0.1"#,
            "15cdcccc3d",
            #"{"a_float":0.1}"#
        ),
        ProtocVector(
            "float big",
            "test.two.Kinds",
            #"a_float: 3.4028235e38"#,
            "15ffff7f7f",
            #"{"a_float":3.4028235e+38}"#
        ),
        ProtocVector(
            "float nan",
            "test.two.Kinds",
            #"a_float: nan"#,
            "150000c07f",
            #"{"a_float":"NaN"}"#
        ),
        ProtocVector(
            "float -inf",
            "test.two.Kinds",
            #"a_float: -inf"#,
            "15000080ff",
            #"{"a_float":"-Infinity"}"#
        ),
        ProtocVector(
            "int32 max",
            "test.two.Kinds",
            #"an_int32: 2147483647"#,
            "18ffffffff07",
            #"{"an_int32":2147483647}"#
        ),
        ProtocVector(
            "int32 min",
            "test.two.Kinds",
            #"an_int32: -2147483648"#,
            "1880808080f8ffffffff01",
            #"{"an_int32":-2147483648}"#
        ),
        ProtocVector(
            "int32 -1",
            "test.two.Kinds",
            #"an_int32: -1"#,
            "18ffffffffffffffffff01",
            #"{"an_int32":-1}"#
        ),
        ProtocVector(
            "int64 max",
            "test.two.Kinds",
            #"an_int64: 9223372036854775807"#,
            "20ffffffffffffffff7f",
            #"{"an_int64":"9223372036854775807"}"#
        ),
        ProtocVector(
            "int64 min",
            "test.two.Kinds",
            #"an_int64: -9223372036854775808"#,
            "2080808080808080808001",
            #"{"an_int64":"-9223372036854775808"}"#
        ),
        ProtocVector(
            "uint32",
            "test.two.Kinds",
            #"a_uint32: 4294967295"#,
            "28ffffffff0f",
            #"{"a_uint32":4294967295}"#
        ),
        ProtocVector(
            "uint64",
            "test.two.Kinds",
            #"a_uint64: 18446744073709551615"#,
            "30ffffffffffffffffff01",
            #"{"a_uint64":"18446744073709551615"}"#
        ),
        ProtocVector(
            "sint32",
            "test.two.Kinds",
            #"a_sint32: -2147483648"#,
            "38ffffffff0f",
            #"{"a_sint32":-2147483648}"#
        ),
        ProtocVector(
            "sint32 max",
            "test.two.Kinds",
            #"a_sint32: 2147483647"#,
            "38feffffff0f",
            #"{"a_sint32":2147483647}"#
        ),
        ProtocVector(
            "sint64",
            "test.two.Kinds",
            #"a_sint64: -9223372036854775808"#,
            "40ffffffffffffffffff01",
            #"{"a_sint64":"-9223372036854775808"}"#
        ),
        ProtocVector(
            "sint64 -1",
            "test.two.Kinds",
            #"a_sint64: -1"#,
            "4001",
            #"{"a_sint64":"-1"}"#
        ),
        ProtocVector(
            "fixed32",
            "test.two.Kinds",
            #"a_fixed32: 4294967295"#,
            "4dffffffff",
            #"{"a_fixed32":4294967295}"#
        ),
        ProtocVector(
            "fixed64",
            "test.two.Kinds",
            #"a_fixed64: 18446744073709551615"#,
            "51ffffffffffffffff",
            #"{"a_fixed64":"18446744073709551615"}"#
        ),
        ProtocVector(
            "sfixed32",
            "test.two.Kinds",
            #"a_sfixed32: -2"#,
            "5dfeffffff",
            #"{"a_sfixed32":-2}"#
        ),
        ProtocVector(
            "sfixed64",
            "test.two.Kinds",
            #"a_sfixed64: -3"#,
            "61fdffffffffffffff",
            #"{"a_sfixed64":"-3"}"#
        ),
        ProtocVector(
            "bool",
            "test.two.Kinds",
            #"a_bool: true"#,
            "6801",
            #"{"a_bool":true}"#
        ),
        ProtocVector(
            "bool false",
            "test.two.Kinds",
            #"a_bool: false"#,
            "6800",
            #"{"a_bool":false}"#
        ),
        ProtocVector(
            "string",
            "test.two.Kinds",
            #"a_string: "hello \"world\" \n\t 世界 😀""#,
            "721c68656c6c6f2022776f726c6422200a0920e4b896e7958c20f09f9880",
            #"{"a_string":"hello \"world\" \n\t 世界 😀"}"#
        ),
        ProtocVector(
            "string empty",
            "test.two.Kinds",
            #"a_string: """#,
            "7200",
            #"{"a_string":""}"#
        ),
        ProtocVector(
            "bytes",
            "test.two.Kinds",
            #"some_bytes: "\000\377\376abc""#,
            "7a0600fffe616263",
            #"{"some_bytes":"AP/+YWJj"}"#
        ),
        ProtocVector(
            "bytes one",
            "test.two.Kinds",
            #"some_bytes: "a""#,
            "7a0161",
            #"{"some_bytes":"YQ=="}"#
        ),
        ProtocVector(
            "bytes two",
            "test.two.Kinds",
            #"some_bytes: "ab""#,
            "7a026162",
            #"{"some_bytes":"YWI="}"#
        ),
        ProtocVector(
            "enum",
            "test.two.Kinds",
            #"colour: GREEN"#,
            "800102",
            #"{"colour":"GREEN"}"#
        ),
        ProtocVector(
            "enum alias",
            "test.two.Kinds",
            #"colour: VERT"#,
            "800102",
            #"{"colour":"GREEN"}"#
        ),
        ProtocVector(
            "enum negative",
            "test.two.Kinds",
            #"colour: BLUE"#,
            "8001f9ffffffffffffffff01",
            #"{"colour":"BLUE"}"#
        ),
        ProtocVector(
            "enum far",
            "test.two.Kinds",
            #"colour: FAR"#,
            "8001a08d06",
            #"{"colour":"FAR"}"#
        ),
        ProtocVector(
            "nested",
            "test.two.Kinds",
            #"child { an_int32: 1 child { a_string: 'deep' child { } } }"#,
            "8a010e18018a01097204646565708a0100",
            #"{"child":{"an_int32":1,"child":{"a_string":"deep","child":{}}}}"#
        ),
        ProtocVector(
            "group",
            "test.two.Kinds",
            #"Box { width: 5 label: 'a' label: 'b' }"#,
            "930108051201611201629401",
            #"{"box":{"width":5,"label":["a","b"]}}"#
        ),
        ProtocVector(
            "group empty",
            "test.two.Kinds",
            #"Box { }"#,
            "93019401",
            #"{"box":{}}"#
        ),
        ProtocVector(
            "unpacked",
            "test.two.Kinds",
            #"plain: [1, 2, 300, -4]"#,
            "a00101a00102a001ac02a001fcffffffffffffffff01",
            #"{"plain":[1,2,300,-4]}"#
        ),
        ProtocVector(
            "packed sint64",
            "test.two.Kinds",
            #"tight: [1, -1, 300, -9223372036854775808]"#,
            "aa010e0201d804ffffffffffffffffff01",
            #"{"tight":["1","-1","300","-9223372036854775808"]}"#
        ),
        ProtocVector(
            "packed fixed32",
            "test.two.Kinds",
            #"words: [1, 4294967295]"#,
            "b2010801000000ffffffff",
            #"{"words":[1,4294967295]}"#
        ),
        ProtocVector(
            "packed double",
            "test.two.Kinds",
            #"doubles: [0.5, -2, nan]"#,
            "ba0118000000000000e03f00000000000000c0000000000000f87f",
            #"{"doubles":[0.5,-2.0,"NaN"]}"#
        ),
        ProtocVector(
            "packed enum",
            "test.two.Kinds",
            #"colours: [RED, BLUE, FAR]"#,
            "c2010e01f9ffffffffffffffff01a08d06",
            #"{"colours":["RED","BLUE","FAR"]}"#
        ),
        ProtocVector(
            "packed bool",
            "test.two.Kinds",
            #"flags: [true, false, true]"#,
            "e20103010001",
            #"{"flags":[true,false,true]}"#
        ),
        ProtocVector(
            "texts",
            "test.two.Kinds",
            #"texts: ['a', '', 'c']"#,
            "ca010161ca0100ca010163",
            #"{"texts":["a","","c"]}"#
        ),
        ProtocVector(
            "children",
            "test.two.Kinds",
            #"children { an_int32: 1 } children { } children { plain: 7 plain: 8 }"#,
            "d201021801d20100d20106a00107a00108",
            #"{"children":[{"an_int32":1},{},{"plain":[7,8]}]}"#
        ),
        ProtocVector(
            "groups",
            "test.two.Kinds",
            #"Pair { key: 'x' value: 1 } Pair { key: 'y' }"#,
            "db010a01781001dc01db010a0179dc01",
            #"{"pair":[{"key":"x","value":"1"},{"key":"y"}]}"#
        ),
        ProtocVector(
            "oneof word",
            "test.two.Kinds",
            #"word: 'w'"#,
            "f2010177",
            #"{"word":"w"}"#
        ),
        ProtocVector(
            "oneof count",
            "test.two.Kinds",
            #"count: 0"#,
            "f80100",
            #"{"count":0}"#
        ),
        ProtocVector(
            "oneof inner",
            "test.two.Kinds",
            #"inner { id: 7 name: 'n' mode: ON }"#,
            "820207080712016e1801",
            #"{"inner":{"id":7,"name":"n","mode":"ON"}}"#
        ),
        ProtocVector(
            "renamed",
            "test.two.Kinds",
            #"renamed: 'r'"#,
            "8a020172",
            #"{"renamed":"r"}"#
        ),
        ProtocVector(
            "far field",
            "test.two.Kinds",
            #"far: 'f'"#,
            "faffffff0f0166",
            #"{"far":"f"}"#
        ),
        ProtocVector(
            "field 300",
            "test.two.Kinds",
            #"strict { id: -1 mode: OFF }"#,
            "e2120d08ffffffffffffffffff011800",
            #"{"strict":{"id":-1,"mode":"OFF"}}"#
        ),
        ProtocVector(
            "many",
            "test.two.Kinds",
            #"a_double: 1.5 an_int64: 77 a_string: 'x' colour: RED Box { width: 1 } plain: 1 plain: 2 tight: 3 words: 4 texts: 't' far: 'z'"#,
            "09000000000000f83f204d720178800101930108019401a00101a00102aa010106b2010404000000ca010174faffffff0f017a",
            #"{"a_double":1.5,"an_int64":"77","a_string":"x","colour":"RED","box":{"width":1},"plain":[1,2],"tight":["3"],"words":[4],"texts":["t"],"far":"z"}"#
        ),
        ProtocVector(
            "down list",
            "test.two.DownList",
            #"list { fromUserId: 'u1' type: 1 classname: 'RC:TxtMsg' content: '{"content":"hi"}' dataTime: 1500000000012 status: 0 } list { fromUserId: 'u2' type: 3 groupId: 'g' classname: 'RC:ImgMsg' content: '{}' dataTime: 1500000000013 status: 16 } syncTime: 1500000000014"#,
            "0a2c0a0275311001220952433a5478744d73672a107b22636f6e74656e74223a226869227d308cb0def7d32b38000a210a02753210031a0167220952433a496d674d73672a027b7d308db0def7d32b3810108eb0def7d32b",
            #"{"list":[{"fromUserId":"u1","type":1,"classname":"RC:TxtMsg","content":"eyJjb250ZW50IjoiaGkifQ==","dataTime":"1500000000012","status":"0"},{"fromUserId":"u2","type":3,"groupId":"g","classname":"RC:ImgMsg","content":"e30=","dataTime":"1500000000013","status":"16"}],"syncTime":"1500000000014"}"#
        ),
        ProtocVector(
            "three empty",
            "test.three.Three",
            #""#,
            "",
            #"{}"#
        ),
        ProtocVector(
            "three number",
            "test.three.Three",
            #"number: -5"#,
            "08fbffffffffffffffff01",
            #"{"number":-5}"#
        ),
        ProtocVector(
            "three packed",
            "test.three.Three",
            #"numbers: [1, 2, 3]"#,
            "1203010203",
            #"{"numbers":[1,2,3]}"#
        ),
        ProtocVector(
            "three loose",
            "test.three.Three",
            #"loose: [1, 2, 3]"#,
            "180118021803",
            #"{"loose":[1,2,3]}"#
        ),
        ProtocVector(
            "three maybe",
            "test.three.Three",
            #"maybe: 0"#,
            "2000",
            #"{"maybe":0}"#
        ),
        ProtocVector(
            "three map",
            "test.three.Three",
            #"by_name { key: 'a' value: 1 } by_name { key: 'b' value: -2 }"#,
            "2a050a016110012a0e0a016210feffffffffffffffff01",
            #"{"by_name":{"a":1,"b":-2}}"#
        ),
        ProtocVector(
            "three map of messages",
            "test.three.Three",
            #"by_id { key: -3 value { name: 'p' tags: 't' } } by_id { key: 4 value { } }"#,
            "321308fdffffffffffffffff0112060a0170120174320408041200",
            #"{"by_id":{"4":{},"-3":{"name":"p","tags":["t"]}}}"#
        ),
        ProtocVector(
            "three map by bool",
            "test.three.Three",
            #"by_flag { key: true value: 'yes' } by_flag { key: false value: 'no' }"#,
            "3a07080112037965733a06080012026e6f",
            #"{"by_flag":{"false":"no","true":"yes"}}"#
        ),
        ProtocVector(
            "three map of enums",
            "test.three.Three",
            #"levels { key: 'l' value: LOW } levels { key: 'h' value: HIGH }"#,
            "42050a016c100042050a01681001",
            #"{"levels":{"l":"LOW","h":"HIGH"}}"#
        ),
        ProtocVector(
            "three map of bytes",
            "test.three.Three",
            #"blobs { key: 18446744073709551615 value: 'abc' }"#,
            "4a1008ffffffffffffffffff011203616263",
            #"{"blobs":{"18446744073709551615":"YWJj"}}"#
        ),
        ProtocVector(
            "three text",
            "test.three.Three",
            #"text: ''"#,
            "5200",
            #"{"text":""}"#
        ),
        ProtocVector(
            "three part",
            "test.three.Three",
            #"part { name: 'n' tags: ['a','b'] next { name: 'm' } }"#,
            "5a0e0a016e1201611201621a030a016d",
            #"{"part":{"name":"n","tags":["a","b"],"next":{"name":"m"}}}"#
        ),
        ProtocVector(
            "three level",
            "test.three.Three",
            #"level: HIGH"#,
            "6001",
            #"{"level":"HIGH"}"#
        ),
        ProtocVector(
            "last scalar wins",
            "test.two.Kinds",
            nil,
            "180118021803",
            #"{"an_int32":3}"#
        ),
        ProtocVector(
            "last string wins",
            "test.two.Kinds",
            nil,
            "720161720162",
            #"{"a_string":"b"}"#
        ),
        ProtocVector(
            "parts of a message merge",
            "test.two.Kinds",
            nil,
            "8a010218018a010220058a01021802",
            #"{"child":{"an_int32":2,"an_int64":"5"}}"#
        ),
        ProtocVector(
            "repeated fields of merged parts are joined",
            "test.two.Kinds",
            nil,
            "8a0103a001018a0103a00102",
            #"{"child":{"plain":[1,2]}}"#
        ),
        ProtocVector(
            "unpacked field sent packed",
            "test.two.Kinds",
            nil,
            "a20103010203",
            #"{"plain":[1,2,3]}"#
        ),
        ProtocVector(
            "packed field sent unpacked",
            "test.two.Kinds",
            nil,
            "a80102a80101",
            #"{"tight":["1","-1"]}"#
        ),
        ProtocVector(
            "packed and unpacked mixed",
            "test.two.Kinds",
            nil,
            "a00101a201020203a00104",
            #"{"plain":[1,2,3,4]}"#
        ),
        ProtocVector(
            "fields out of order",
            "test.two.Kinds",
            nil,
            "7201611801",
            #"{"an_int32":1,"a_string":"a"}"#
        ),
        ProtocVector(
            "repeated field in two places",
            "test.two.Kinds",
            nil,
            "a00101720161a00102",
            #"{"a_string":"a","plain":[1,2]}"#
        ),
        ProtocVector(
            "last of a oneof wins",
            "test.two.Kinds",
            nil,
            "f2010161f80105",
            #"{"count":5}"#
        ),
        ProtocVector(
            "oneof member again after another",
            "test.two.Kinds",
            nil,
            "8202020801f801058202050802120162",
            #"{"inner":{"id":2,"name":"b"}}"#
        ),
        ProtocVector(
            "oneof message parts merge",
            "test.two.Kinds",
            nil,
            "8202020801820203120162",
            #"{"inner":{"id":1,"name":"b"}}"#
        ),
        ProtocVector(
            "group parts merge",
            "test.two.Kinds",
            nil,
            "93010801940193011201789401",
            #"{"box":{"width":1,"label":["x"]}}"#
        ),
        ProtocVector(
            "int32 sent with 64 bits",
            "test.two.Kinds",
            nil,
            "18ffffffff1f",
            #"{"an_int32":-1}"#
        ),
        ProtocVector(
            "bool sent as 2",
            "test.two.Kinds",
            nil,
            "6802",
            #"{"a_bool":true}"#
        ),
        ProtocVector(
            "uint32 beyond 32 bits",
            "test.two.Kinds",
            nil,
            "288180808010",
            #"{"a_uint32":1}"#
        ),
        ProtocVector(
            "map key twice",
            "test.three.Three",
            nil,
            "2a050a016110012a050a01611002",
            #"{"by_name":{"a":2}}"#
        ),
        ProtocVector(
            "map without key",
            "test.three.Three",
            nil,
            "2a021005",
            #"{"by_name":{"":5}}"#
        ),
        ProtocVector(
            "map without value",
            "test.three.Three",
            nil,
            "2a030a0161",
            #"{"by_name":{"a":0}}"#
        ),
        ProtocVector(
            "map without message value",
            "test.three.Three",
            nil,
            "32020805",
            #"{"by_id":{"5":{}}}"#
        ),
        ProtocVector(
            "map of enums without value",
            "test.three.Three",
            nil,
            "42030a0161",
            #"{"levels":{"a":"LOW"}}"#
        ),
        ProtocVector(
            "map value before key",
            "test.three.Three",
            nil,
            "2a0510010a0161",
            #"{"by_name":{"a":1}}"#
        ),
        ProtocVector(
            "map entries apart",
            "test.three.Three",
            nil,
            "2a050a0161100108012a050a01621002",
            #"{"number":1,"by_name":{"a":1,"b":2}}"#
        ),
        ProtocVector(
            "varint of ten bytes",
            "test.two.Kinds",
            nil,
            "2081808080808080808000",
            #"{"an_int64":"1"}"#
        ),
        ProtocVector(
            "unknown fields left out",
            "test.two.Kinds",
            nil,
            "1801c03e05c23e026162c53e01020304c13e0102030405060708c33e0801c43e2001",
            #"{"an_int32":1,"an_int64":"1"}"#
        ),
        ProtocVector(
            "wrong wire type is unknown",
            "test.two.Kinds",
            nil,
            "1a01611d0100000020057001",
            #"{"an_int64":"5"}"#
        ),
        ProtocVector(
            "open enum of proto3",
            "test.three.Three",
            nil,
            "6005",
            #"{"level":5}"#
        ),
    ]
}
