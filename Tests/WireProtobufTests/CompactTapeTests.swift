import TestSupport
import Testing
import WireFormat
import WireProtobuf

@Suite("A tape of very many fields")
struct CompactTapeTests {
    private let schema = TestSchema.schema

    /// Decodes with nodes for all, and with as few as possible.
    private func decode(_ bytes: [UInt8], as type: MessageIndex) throws -> (plain: ProtobufTape, compact: ProtobufTape)
    {
        var limits = ProtobufLimits()
        limits.compactBeyond = 0
        var (plain, compact) = (ProtobufTape(), ProtobufTape())
        try plain.decode(bytes.span, in: 0..<bytes.count, as: type, schema: schema)
        try compact.decode(
            bytes.span,
            in: 0..<bytes.count,
            as: type,
            schema: schema,
            limits: limits,
            joinsFields: true
        )
        return (plain, compact)
    }

    @Test("says the same as one with a node for each field", arguments: 0..<300 as Range<UInt64>)
    func random(_ seed: UInt64) throws {
        var generator = MessageGenerator(random: SplitMix64(seed: seed))
        for type in [TestSchema.kinds, TestSchema.threes] {
            // Messages one behind the other are one, in which fields stand again and again.
            let bytes = (0..<6).flatMap { _ in generator.message(type) }
            let (plain, compact) = try decode(bytes, as: type)
            #expect(compact.isCompact && !plain.isCompact)
            #expect(compact.count <= plain.count)
            #expect(TestSchema.json(compact, bytes) == TestSchema.json(plain, bytes))
            #expect(compact.missingRequired(schema: schema) == plain.missingRequired(schema: schema))
            #expect(compact.hasUnknown == plain.hasUnknown && compact.hasInvalidUTF8 == plain.hasInvalidUTF8)
            #expect(compact.hasWrongWireType == plain.hasWrongWireType)
            #expect(ProtobufMessage(compact, 0, bytes.span, schema) == ProtobufMessage(plain, 0, bytes.span, schema))
            for field in schema.fieldIndices(of: type) where !schema[field].isRepeated && schema[field].oneof < 0 {
                let number = schema[field].number
                let values = [plain, compact].map { tape in tape.last(number).map { tape.nodes[$0].valueRange } }
                #expect(values[0] == values[1])
            }
        }
    }

    /// Fields, and how many nodes there are at most however often they stand.
    static let rows: [(hex: String, nodes: Int)] = [
        ("1805", 2), ("1805 2007", 3), ("720161", 2), ("7201ff 1805", 3), ("f80701", 2), ("1805 f80701", 3),
        ("ca0100", 2), ("ca0100 1805", 5), ("a00101 1805 f80701", 5), ("1d01000000", 3), ("a20102 0102", 2),
    ]

    @Test("has few nodes for fields again and again", arguments: rows.indices)
    func few(_ row: Int) throws {
        let (hex, nodes) = Self.rows[row]
        let fields = TestSchema.bytes(hex)
        for count in [1, 2, 3, 1000] {
            let bytes = Array(repeatElement(fields, count: count).joined())
            let (plain, compact) = try decode(bytes, as: TestSchema.kinds)
            #expect(compact.count <= nodes)
            #expect(compact.fieldCount <= plain.count - 1)
            #expect(TestSchema.json(compact, bytes) == TestSchema.json(plain, bytes))
        }
    }

    @Test("is made from a number of fields on, and only where fields may be joined")
    func threshold() throws {
        var limits = ProtobufLimits()
        limits.compactBeyond = 100
        for (count, joins, isCompact) in [
            (99, true, false), (100, true, true), (1000, true, true), (1000, false, false),
        ] {
            let bytes = Array(repeatElement([0x18, 0x05] as [UInt8], count: count).joined())
            var tape = ProtobufTape()
            try tape.decode(
                bytes.span,
                in: 0..<bytes.count,
                as: TestSchema.kinds,
                schema: schema,
                limits: limits,
                joinsFields: joins
            )
            #expect(tape.isCompact == isCompact && tape.fieldCount == count)
        }
    }

    @Test("refuses more nodes than the bytes allow, after they were counted")
    func limit() throws {
        var limits = ProtobufLimits()
        (limits.compactBeyond, limits.compactNodes, limits.bytesPerNode) = (10, 100, 4)
        // Messages without fields have two bytes each but one node.
        for (count, isRead) in [(99, true), (100, true), (101, false), (1000, false)] {
            let bytes = Array(repeatElement([0xD2, 0x01, 0x00] as [UInt8], count: count).joined())
            var tape = ProtobufTape()
            let result = Result { () throws(WireError) in
                try tape.decode(
                    bytes.span,
                    in: 0..<bytes.count,
                    as: TestSchema.kinds,
                    schema: schema,
                    limits: limits,
                    joinsFields: true
                )
            }
            switch result {
            case .success: #expect(isRead)
            case .failure(let error): #expect(!isRead && error.code == .limit && tape.count == 1)
            }
        }
        // Of longer ones there may be more.
        let long = Array(repeatElement([0xD2, 0x01, 0x03, 0x72, 0x01, 0x61] as [UInt8], count: 1000).joined())
        limits.bytesPerNode = 2
        var tape = ProtobufTape()
        try tape.decode(
            long.span,
            in: 0..<long.count,
            as: TestSchema.kinds,
            schema: schema,
            limits: limits,
            joinsFields: true
        )
        #expect(tape.count == 2001)
    }

    @Test("keeps what was read before an error, and says where that is")
    func error() throws {
        var limits = ProtobufLimits()
        limits.compactBeyond = 10
        let bytes = Array(repeatElement([0x18, 0x05] as [UInt8], count: 100).joined()) + [0x18]
        var tape = ProtobufTape()
        #expect(throws: WireError.self) {
            try tape.decode(
                bytes.span,
                in: 0..<bytes.count,
                as: TestSchema.kinds,
                schema: schema,
                limits: limits,
                joinsFields: true
            )
        }
        #expect(TestSchema.json(tape, bytes) == #"{"an_int32":5}"#)
    }
}
