import Testing
import WireFormat
import WireProtobuf

/// Bytes that are not a message, and what is to be said of them.
struct BrokenMessage: Sendable, CustomTestStringConvertible {
    let name: String
    let hex: String
    let error: WireError

    init(_ name: String, _ hex: String, _ error: WireError) {
        self.name = name
        self.hex = hex
        self.error = error
    }

    var testDescription: String { name }

    static let number = "a field number from 1 to 536870911"
    static let all: [BrokenMessage] = [
        .init("a tag cut off", "1801 80", WireError(.truncated, at: 2, path: ["Kinds"], expected: "a varint")),
        .init("no value", "18", WireError(.truncated, at: 1, path: ["Kinds", "an_int32"], expected: "a varint")),
        .init(
            "a varint cut off",
            "18ffff",
            WireError(.truncated, at: 1, path: ["Kinds", "an_int32"], expected: "a varint")
        ),
        .init(
            "a varint of eleven bytes",
            "1801 20ffffffffffffffffffff01",
            WireError(.varint, at: 3, path: ["Kinds", "an_int64"], expected: "at most ten bytes")
        ),
        .init(
            "a tag of eleven bytes",
            "8080808080808080808001",
            WireError(.varint, at: 0, path: ["Kinds"], expected: "at most ten bytes")
        ),
        .init(
            "a tag padded to six bytes",
            "9880808080 00 01",
            WireError(.varint, at: 0, path: ["Kinds"], expected: "a tag of at most five bytes")
        ),
        .init(
            "a length of eleven bytes",
            "728080808080808080808000",
            WireError(.varint, at: 1, path: ["Kinds", "a_string"], expected: "at most ten bytes")
        ),
        .init("tag zero", "1801 00", WireError(.wireType, at: 2, path: ["Kinds"], expected: number)),
        .init("field number zero", "07", WireError(.wireType, at: 0, path: ["Kinds"], expected: number)),
        .init("wire type 6", "1e", WireError(.wireType, at: 0, path: ["Kinds"], expected: "a wire type from 0 to 5")),
        .init("wire type 7", "1f", WireError(.wireType, at: 0, path: ["Kinds"], expected: "a wire type from 0 to 5")),
        .init("field number 2^29", "8080808010 00", WireError(.value, at: 0, path: ["Kinds"], expected: number)),
        .init(
            "a tag of 64 bits",
            "ffffffffffffffffff01",
            WireError(.value, at: 0, path: ["Kinds"], expected: number)
        ),
        .init("end of no group", "1c", WireError(.wireType, at: 0, path: ["Kinds"], expected: "a group to end")),
        .init(
            "end of another group",
            "9301 0805 9c01",
            WireError(.wireType, at: 4, path: ["Kinds", "box"], expected: "a group to end")
        ),
        .init(
            "a group without an end",
            "9301 0805",
            WireError(.truncated, at: 4, path: ["Kinds", "box"], expected: "the end of a group")
        ),
        .init(
            "an unknown group without an end",
            "c33e",
            WireError(.truncated, at: 2, path: ["Kinds", "#1000"], expected: "the end of a group")
        ),
        .init(
            "a string cut off",
            "7205 6162",
            WireError(.truncated, at: 2, path: ["Kinds", "a_string"], needed: 5, available: 2)
        ),
        .init(
            "a length beyond 2^31",
            "72 ffffffff0f 61",
            WireError(.length, at: 1, path: ["Kinds", "a_string"], needed: 4_294_967_295, available: 1)
        ),
        .init(
            "a length of 64 bits",
            "72 ffffffffffffffffff01",
            WireError(.length, at: 1, path: ["Kinds", "a_string"], needed: .max, available: 0)
        ),
        .init(
            "fixed32 cut off",
            "4d 010203",
            WireError(.truncated, at: 1, path: ["Kinds", "a_fixed32"], needed: 4, available: 3)
        ),
        .init(
            "fixed64 cut off",
            "09 01",
            WireError(.truncated, at: 1, path: ["Kinds", "a_double"], needed: 8, available: 1)
        ),
        .init(
            "an unknown field cut off",
            "c23e05 61",
            WireError(.truncated, at: 3, path: ["Kinds", "#1000"], needed: 5, available: 1)
        ),
        .init(
            "a length beyond its message",
            "8a0104 7205 6162 1801",
            WireError(.length, at: 4, path: ["Kinds", "child", "a_string"], needed: 5, available: 2)
        ),
        .init(
            "a varint beyond its message",
            "8a0102 18ff 01",
            WireError(.truncated, at: 4, path: ["Kinds", "child", "an_int32"], expected: "a varint")
        ),
        .init(
            "a length beyond a group in the outermost message",
            "9301 1205 61",
            WireError(.truncated, at: 4, path: ["Kinds", "box", "label[0]"], needed: 5, available: 1)
        ),
        .init(
            "inside the third child",
            "d20100 d2010472026162 d20105 7204 616263",
            WireError(.length, at: 14, path: ["Kinds", "children[2]", "a_string"], needed: 4, available: 3)
        ),
        .init(
            "a repeated field among others",
            "a00101 1801 a00102 a001ff",
            WireError(.truncated, at: 10, path: ["Kinds", "plain[2]"], expected: "a varint")
        ),
        .init(
            "the third packed value, after one that is not packed",
            "a80101 aa0103 0102ff",
            WireError(.truncated, at: 8, path: ["Kinds", "tight[3]"], expected: "a varint")
        ),
        .init(
            "packed fixed32 of six bytes",
            "b20106 010000000200",
            WireError(.truncated, at: 7, path: ["Kinds", "words[1]"], needed: 4, available: 2)
        ),
    ]
}

@Suite("A message that is broken")
struct DecodingErrorTests {
    @Test("is refused with class, offset and path", arguments: BrokenMessage.all)
    func errors(_ broken: BrokenMessage) {
        let (_, error) = TestSchema.decode(TestSchema.bytes(broken.hex), as: TestSchema.kinds)
        #expect(error == broken.error)
    }

    @Test("has its path in the words of the schema, counted in the field's own repetitions")
    func path() {
        // DownList { list { fromUserId: "a" } list { fromUserId: "b" } list { fromUserId: "c" content: <cut> } }
        let bytes = TestSchema.bytes("0a030a0161 0a030a0162 1005 0a060a0163 2a0561")
        let (tape, error) = TestSchema.decode(bytes, as: TestSchema.down)
        #expect(error?.path == ["DownList", "list[2]", "content"])
        #expect(error?.description == "DownList.list[2].content: length, needs 5 bytes, 1 left, at offset 18")
        #expect(tape.children(1).count == 3)
        #expect(tape.nodes[0].flags.contains(.incomplete))
    }

    @Test("counts offsets from the start of the bytes, not of the message")
    func absoluteOffsets() {
        let bytes = TestSchema.bytes("ffffff 1801 7205 6162 ffff")
        var tape = ProtobufTape()
        #expect(throws: WireError(.truncated, at: 7, path: ["Kinds", "a_string"], needed: 5, available: 2)) {
            try tape.decode(bytes.span, in: 3..<9, as: TestSchema.kinds, schema: TestSchema.schema)
        }
        #expect(tape.nodes[1].tagRange == 3..<4)
        #expect(tape.nodes[1].valueRange == 4..<5)
    }

    @Test("keeps what was decoded before the error")
    func partial() {
        let bytes = TestSchema.bytes("1805 8a0105 2007 720961")
        let (tape, error) = TestSchema.decode(bytes, as: TestSchema.kinds)
        #expect(error != nil)
        #expect(TestSchema.json(tape, bytes) == #"{"an_int32":5,"child":{"an_int64":"7"}}"#)
    }

    @Test(
        "has no field that goes on after the message that it is in",
        arguments: [
            // A group that does not end, in a message that does; in another group, and with a field before it.
            "8a0101 63 00", "8a0102 6363 00", "8a0104 2007 63 63 1801", "63 8a0101 63 00", "63 63 00",
        ],
        [false, true]
    )
    func boundaries(_ hex: String, _ joinsFields: Bool) {
        let bytes = TestSchema.bytes(hex)
        var tape = ProtobufTape()
        var limits = ProtobufLimits()
        limits.compactBeyond = 0
        #expect(throws: WireError.self) {
            try tape.decode(
                bytes.span,
                in: 0..<bytes.count,
                as: TestSchema.kinds,
                schema: TestSchema.schema,
                limits: limits,
                joinsFields: joinsFields
            )
        }
        #expect(tape.nodes.count > 1)
        for parent in tape.nodes.indices {
            for child in parent + 1..<Int(tape.nodes[parent].next) {
                #expect(tape.nodes[child].end <= tape.nodes[parent].end, "node \(child) in node \(parent)")
            }
        }
    }

    @Test("100 nested messages are read, 101 are not", arguments: [100, 101])
    func depth(_ levels: Int) {
        var bytes: [UInt8] = []
        for _ in 0..<levels {
            var outer = ByteWriter()
            outer.append(protobufTag: 17, .lengthDelimited)
            outer.append(varint: UInt64(bytes.count))
            outer.append(bytes)
            bytes = outer.array
        }
        let (tape, error) = TestSchema.decode(bytes, as: TestSchema.kinds)
        if levels == 100 {
            #expect(error == nil)
            #expect(tape.count == 101)
        } else {
            #expect(error?.code == .limit)
            #expect(error?.path.count == 102)
            #expect(error?.offset == tape.nodes[tape.count - 1].valueRange.lowerBound)
        }
    }

    @Test("100 nested groups are read, 101 are not, known or unknown", arguments: [100, 101])
    func groupDepth(_ levels: Int) {
        let bytes =
            Array(repeating: [0xC3, 0x3E] as [UInt8], count: levels).flatMap { $0 }
            + Array(repeating: [0xC4, 0x3E] as [UInt8], count: levels).flatMap { $0 }
        let (_, error) = TestSchema.decode(bytes, as: TestSchema.kinds)
        #expect(error?.code == (levels == 100 ? nil : .limit))
        #expect(levels == 100 || error?.offset == 200)
    }

    @Test("a lower limit counts, and the highest is 1000")
    func otherDepths() {
        var limits = ProtobufLimits()
        limits.depth = 1
        let two = TestSchema.bytes("8a0103 8a0100")
        #expect(TestSchema.decode(two, as: TestSchema.kinds, limits: limits).1?.code == .limit)
        limits.depth = .max
        let many = Array(repeating: 0x0B as UInt8, count: 5000)
        let error = TestSchema.decode(many, as: .none, limits: limits).1
        #expect(error?.code == .limit)
        #expect(error?.offset == 1000)
    }
}
