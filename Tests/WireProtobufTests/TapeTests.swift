import Testing
import WireFormat
import WireProtobuf

@Suite("A tape")
struct TapeTests {
    private func varint(_ hex: String) -> (UInt64?, Range<Int>?) {
        let bytes = TestSchema.bytes(hex)
        let (tape, _) = TestSchema.decode(bytes, as: TestSchema.kinds)
        let node = tape.first(6)
        return (node.map { tape.nodes[$0].bits(in: bytes.span) }, node.map { tape.nodes[$0].valueRange })
    }

    @Test(
        "reads every varint, shortest or not",
        arguments: [
            ("00", 0), ("01", 1), ("7f", 127), ("8001", 128), ("ff7f", 16383), ("808001", 16384), ("8000", 0),
            ("80808080808080808000", 0), ("ffffffff0f", 4_294_967_295),
            ("ffffffffffffffff7f", 9_223_372_036_854_775_807),
            ("ffffffffffffffffff01", .max), ("ffffffffffffffffff7f", .max),
        ] as [(String, UInt64)]
    )
    func varints(_ hex: String, _ value: UInt64) {
        let (bits, range) = varint("30" + hex)
        #expect(bits == value)
        #expect(range == 1..<1 + hex.count / 2)
    }

    @Test("keeps as many fields as the limit allows, and not one more", arguments: [9, 10, 40, 41])
    func fieldLimit(_ count: Int) throws {
        let bytes = (0..<count).flatMap { _ in [0x30, 0x01] as [UInt8] }
        for limit in [count, count - 1] {
            var tape = ProtobufTape()
            var limits = ProtobufLimits()
            limits.fields = limit
            do {
                let schema = TestSchema.schema
                try tape.decode(bytes.span, in: 0..<bytes.count, as: TestSchema.kinds, schema: schema, limits: limits)
                #expect(limit == count)
                #expect(tape.count == count + 1)
            } catch {
                #expect(limit == count - 1)
                #expect(error.code == .limit)
                #expect(tape.count == 1)
            }
        }
    }

    @Test("refuses what lies beyond the offsets that it keeps, before it reads")
    func offsets() {
        let last = Int(UInt32.max)
        for range in [last..<last + 1, last + 1..<last + 1, 0..<Int(Int32.max)] {
            var tape = ProtobufTape()
            do {
                try tape.decode([UInt8]().span, in: range, as: TestSchema.kinds, schema: TestSchema.schema)
                Issue.record("read in \(range)")
            } catch {
                #expect(error.code == .limit && error.offset == range.lowerBound)
            }
        }
    }

    @Test("has each node's place: tag, length, value, end of group")
    func places() throws {
        let bytes = TestSchema.bytes("18ff01 7283006162 63 9381 00 0805 9401")
        let (tape, error) = TestSchema.decode(bytes, as: TestSchema.kinds)
        try #require(error == nil)
        let nodes = (0..<tape.count).map { tape.nodes[$0] }
        #expect(nodes.map(\.tagRange) == [0..<0, 0..<1, 3..<4, 9..<12, 12..<13])
        #expect(nodes.map(\.lengthRange) == [0..<0, 1..<1, 4..<6, 12..<12, 13..<13])
        #expect(nodes.map(\.valueRange) == [0..<16, 1..<3, 6..<9, 12..<14, 13..<14])
        #expect(nodes[3].endTagRange == 14..<16)
        #expect(nodes.map { Int($0.next) } == [5, 2, 3, 5, 5])
    }

    @Test("finds the first, the last and the following field of a number among the children of a node")
    func queries() throws {
        let bytes = TestSchema.bytes("a00101 8a0103 a00109 1805 a00102 a00103")
        let (tape, _) = TestSchema.decode(bytes, as: TestSchema.kinds)
        let first = try #require(tape.first(20))
        #expect(tape.nodes[first].bits(in: bytes.span) == 1)
        #expect(tape.following(first, in: 0).map { tape.nodes[$0].bits(in: bytes.span) } == 2)
        #expect(tape.last(20).map { tape.nodes[$0].bits(in: bytes.span) } == 3)
        #expect(tape.children(20).count == 3)
        let child = try #require(tape.first(17))
        #expect(tape.first(20, in: child).map { tape.nodes[$0].bits(in: bytes.span) } == 9)
        #expect(tape.first(4) == nil)
        #expect(tape.messageType(of: child, schema: TestSchema.schema) == TestSchema.kinds)
        #expect(tape.messageType(of: first, schema: TestSchema.schema) == .none)
        #expect(tape.children().count == 5)
    }

    @Test("an unknown field is kept and flagged")
    func unknown() throws {
        let bytes = TestSchema.bytes("1801 c03e05")
        let (tape, error) = TestSchema.decode(bytes, as: TestSchema.kinds)
        #expect(error == nil)
        #expect(tape.hasUnknown && !tape.hasWrongWireType)
        #expect(tape.nodes[2].number == 1000 && tape.nodes[2].bits(in: bytes.span) == 5)
        #expect(tape.nodes[2].flags == .unknown)
        #expect(tape.first(1000) == nil)
    }

    @Test(
        "a field of another wire type is unknown and flagged",
        arguments: ["1a0161", "1d01000000", "190100000000000000", "1b1c", "7005", "8b018c01", "920100", "cd0101000000"]
    )
    func wrongWireType(_ hex: String) {
        let (tape, error) = TestSchema.decode(TestSchema.bytes(hex), as: TestSchema.kinds)
        #expect(error == nil)
        #expect(tape.hasWrongWireType && tape.hasUnknown)
        #expect(tape.nodes[1].flags.isSuperset(of: [.wrongWireType, .unknown]))
        #expect(!tape.nodes[1].field.isKnown)
    }

    @Test(
        "a string that is not UTF-8 is flagged and shows U+FFFD",
        arguments: ["ff", "c080", "eda080", "f4908080", "e282", "6162636465666768c3", "f8", "80"]
    )
    func invalidUTF8(_ hex: String) {
        let text = TestSchema.bytes(hex)
        let bytes = [0x72, UInt8(text.count)] + text
        let (tape, error) = TestSchema.decode(bytes, as: TestSchema.kinds)
        #expect(error == nil)
        #expect(tape.hasInvalidUTF8)
        #expect(tape.nodes[1].flags == .invalidUTF8)
        #expect(TestSchema.json(tape, bytes).contains("\u{FFFD}"))
    }

    @Test("text of every length of UTF-8 sequence is text", arguments: ["", "a", "é", "世", "😀", "abcdefghé世😀abcdefgh"])
    func validUTF8(_ text: String) {
        let bytes = [0x72, UInt8(text.utf8.count)] + Array(text.utf8)
        let (tape, _) = TestSchema.decode(bytes, as: TestSchema.kinds)
        #expect(!tape.hasInvalidUTF8)
    }

    @Test("says which required fields are missing, and where")
    func required() {
        // DownList { list { fromUserId: "a" } list { all } }, without syncTime
        let whole = "0a0161 1001 220162 2a00 3001 3801"
        let bytes = TestSchema.bytes("0a030a0161 0a0e" + whole)
        let (tape, error) = TestSchema.decode(bytes, as: TestSchema.down)
        #expect(error == nil)
        #expect(tape.mayMissRequired)
        let missing = tape.missingRequired(schema: TestSchema.schema)
        #expect(missing.map(\.field) == ["syncTime", "type", "classname", "content", "dataTime", "status"])
        #expect(missing.map(\.path) == [["DownList"]] + Array(repeating: ["DownList", "list[0]"], count: 5))
        #expect(missing.map(\.offset) == [0, 2, 2, 2, 2, 2])
    }

    @Test("misses nothing in a complete message, nor in one whose parts complete each other")
    func notMissing() {
        let whole = TestSchema.bytes("0a0e 0a0161 1001 220162 2a00 3001 3801 1005")
        let (tape, _) = TestSchema.decode(whole, as: TestSchema.down)
        #expect(!tape.mayMissRequired)
        // strict { name: "n" } strict { id: 1 }
        let parts = TestSchema.bytes("e21203 12016e e21202 0801")
        let (merged, _) = TestSchema.decode(parts, as: TestSchema.kinds)
        #expect(merged.mayMissRequired)
        #expect(merged.missingRequired(schema: TestSchema.schema) == [])
    }

    @Test("used again, holds only the new message")
    func reuse() throws {
        var tape = ProtobufTape()
        let large = Array(repeating: [0xD2, 0x01, 0x02, 0x18, 0x05] as [UInt8], count: 5000).flatMap { $0 }
        let small = TestSchema.bytes("1801")
        try tape.decode(large.span, in: 0..<large.count, as: TestSchema.kinds, schema: TestSchema.schema)
        #expect(tape.count == 10001)
        #expect(tape.children().count == 5000)
        try tape.decode(small.span, in: 0..<2, as: TestSchema.kinds, schema: TestSchema.schema)
        #expect(tape.count == 2)
        #expect(tape.nodes.count == 2)
        #expect(tape.first(26) == nil)
    }

    @Test("grown while decoding is the same as one that was large enough")
    func growth() throws {
        let large = Array(repeating: [0xD2, 0x01, 0x02, 0x18, 0x05] as [UInt8], count: 500).flatMap { $0 }
        for count in [100, 500, large.count - 1, large.count] {
            var grown = ProtobufTape()
            var reused = ProtobufTape()
            try reused.decode(large.span, in: 0..<large.count, as: TestSchema.kinds, schema: TestSchema.schema)
            let one = Result {
                try grown.decode(large.span, in: 0..<count, as: TestSchema.kinds, schema: TestSchema.schema)
            }
            let two = Result {
                try reused.decode(large.span, in: 0..<count, as: TestSchema.kinds, schema: TestSchema.schema)
            }
            #expect((try? one.get()) == nil ? (try? two.get()) == nil : (try? two.get()) != nil)
            #expect(grown.count == reused.count)
            #expect(TestSchema.json(grown, large) == TestSchema.json(reused, large))
        }
    }

    @Test("an omitted node is left out of the JSON until it is put back")
    func omitted() throws {
        let bytes = TestSchema.bytes("1805 720161 a00101 a00102 a00103")
        var (tape, _) = TestSchema.decode(bytes, as: TestSchema.kinds)
        let text = try #require(tape.first(14))
        let plain = tape.children(20)
        tape.setOmitted(text)
        tape.setOmitted(plain[1])
        #expect(TestSchema.json(tape, bytes) == #"{"an_int32":5,"plain":[1,3]}"#)
        tape.setOmitted(text, false)
        for node in plain { tape.setOmitted(node) }
        #expect(TestSchema.json(tape, bytes) == #"{"an_int32":5,"a_string":"a"}"#)
    }

    @Test("joins fields in a row that the schema does not know, when asked to", arguments: [1, 2, 3, 5000])
    func joined(_ count: Int) throws {
        // Unknown fields, a known one, unknown ones again: of each wire type but groups.
        let unknown = TestSchema.bytes("f80701 fa070161 fd0701020304 f9070102030405060708")
        let run = (0..<count).flatMap { _ in unknown }
        let bytes = run + TestSchema.bytes("3005") + run
        var (tape, plain) = (ProtobufTape(), ProtobufTape())
        let schema = TestSchema.schema
        try tape.decode(bytes.span, in: 0..<bytes.count, as: TestSchema.kinds, schema: schema, joinsFields: true)
        try plain.decode(bytes.span, in: 0..<bytes.count, as: TestSchema.kinds, schema: schema)
        #expect(plain.count == 2 + 8 * count)
        try #require(tape.count == 4)
        #expect(tape.hasUnknown && plain.hasUnknown)
        for (node, start) in [(1, 0), (3, run.count + 2)] {
            #expect(tape.nodes[node].isRun && tape.nodes[node].isUnknown)
            #expect(tape.nodes[node].number == 127)
            #expect(tape.nodes[node].valueRange == start..<start + run.count)
        }
        #expect(tape.first(6) == 2 && tape.nodes[2].bits(in: bytes.span) == 5)
        #expect(TestSchema.json(tape, bytes) == TestSchema.json(plain, bytes))
        #expect(ProtobufMessage(tape, 0, bytes.span, schema) == ProtobufMessage(plain, 0, bytes.span, schema))
    }
}
