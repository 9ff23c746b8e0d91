import TestSupport
import Testing
import WireFormat
import WireProtobuf

/// Makes messages of a schema: known and unknown fields, odd spellings, wrong wire types.
struct MessageGenerator {
    var random: SplitMix64

    mutating func message(_ type: MessageIndex, depth: Int = 0) -> [UInt8] {
        var writer = ByteWriter()
        let schema = TestSchema.schema
        let fields = schema.fieldIndices(of: type)
        for _ in 0..<Int.random(in: 0...8, using: &random) {
            if let field = fields.randomElement(using: &random), Int.random(in: 0..<8, using: &random) > 0 {
                append(schema[field], depth, &writer)
            } else {
                let wireTypes: [ProtobufWireType] = [.varint, .fixed32, .fixed64, .lengthDelimited]
                let wireType = wireTypes.randomElement(using: &random) ?? .varint
                // A length-delimited field of a known number would have to be a message or packed values.
                let unknown: UInt32 = wireType == .lengthDelimited ? 600 : 0
                append(tag: unknown + UInt32.random(in: 1...600, using: &random), wireType, &writer)
                append(wireType, &writer)
            }
        }
        return writer.array
    }

    private mutating func append(_ field: ProtobufField, _ depth: Int, _ writer: inout ByteWriter) {
        let packs = field.isRepeated && field.kind.isPackable && Bool.random(using: &random)
        append(tag: field.number, packs ? .lengthDelimited : field.wireType, &writer)
        if packs {
            var body = ByteWriter()
            for _ in 0..<Int.random(in: 0...5, using: &random) { append(field.wireType, &body) }
            append(varint: UInt64(body.count), &writer)
            writer.append(body.span)
        } else if field.kind == .message || field.kind == .group {
            let body = depth < 4 ? message(field.message, depth: depth + 1) : []
            if field.kind == .message { append(varint: UInt64(body.count), &writer) }
            writer.append(body)
            if field.kind == .group { append(tag: field.number, .endGroup, &writer) }
        } else {
            append(field.wireType, &writer)
        }
    }

    private mutating func append(_ wireType: ProtobufWireType, _ writer: inout ByteWriter) {
        switch wireType {
        case .varint: append(varint: random.next() >> UInt64.random(in: 0...63, using: &random), &writer)
        case .fixed32: writer.append(littleEndian: UInt32(truncatingIfNeeded: random.next()))
        case .fixed64: writer.append(littleEndian: random.next())
        default:
            let count = Int.random(in: 0...20, using: &random)
            append(varint: UInt64(count), &writer)
            for _ in 0..<count { writer.append(UInt8(truncatingIfNeeded: random.next() & 0x9F)) }
        }
    }

    private mutating func append(tag number: UInt32, _ wireType: ProtobufWireType, _ writer: inout ByteWriter) {
        append(varint: UInt64(number) << 3 | UInt64(wireType.rawValue), longest: 5, &writer)
    }

    /// Sometimes longer than it need be.
    private mutating func append(varint value: UInt64, longest: Int = 9, _ writer: inout ByteWriter) {
        var shortest = ByteWriter()
        shortest.append(varint: value)
        guard shortest.count < longest, Int.random(in: 0..<8, using: &random) == 0 else {
            writer.append(shortest.span)
            return
        }
        let bytes = shortest.array
        for byte in bytes { writer.append(byte | 0x80) }
        writer.append(0)
    }
}

@Suite("Any message")
struct PropertyTests {
    private func check(_ bytes: [UInt8], _ type: MessageIndex) {
        let (tape, error) = TestSchema.decode(bytes, as: type)
        _ = TestSchema.json(tape, bytes)
        _ = tape.missingRequired(schema: TestSchema.schema)
        let tree = FieldTree()
        do throws(WireError) {
            try tree.append(protobuf: bytes.span, in: 0..<bytes.count, as: type, schema: TestSchema.schema)
            #expect(error == nil)
        } catch let treeError {
            #expect(error == treeError)
        }
        expectCoverage(tree, bytes.count)
        if let error {
            #expect(error.offset >= 0 && error.offset <= bytes.count)
        } else {
            #expect(ProtobufMessage(tape, 0, bytes.span, TestSchema.schema).encoded() == bytes)
        }
    }

    @Test("at random re-encodes to its bytes and has every byte in one leaf", arguments: 0..<400 as Range<UInt64>)
    func random(_ seed: UInt64) {
        var generator = MessageGenerator(random: SplitMix64(seed: seed))
        for type in [TestSchema.kinds, TestSchema.threes] {
            let bytes = generator.message(type)
            let (_, error) = TestSchema.decode(bytes, as: type)
            #expect(error == nil)
            check(bytes, type)
        }
    }

    @Test("cut anywhere fails at an offset inside, or is a message", arguments: ProtocVector.all)
    func truncation(_ vector: ProtocVector) {
        let bytes = TestSchema.bytes(vector.hex)
        for count in bytes.indices {
            let part = Array(bytes[..<count])
            check(part, TestSchema.message(vector.message))
            if let error = TestSchema.decode(part, as: TestSchema.message(vector.message)).1 {
                #expect(error.code == .truncated)
            }
        }
    }

    @Test("with one byte changed never traps", arguments: ProtocVector.all)
    func mutation(_ vector: ProtocVector) {
        let bytes = TestSchema.bytes(vector.hex)
        for index in bytes.indices {
            for value in [0x00, 0x01, 0x07, 0x0B, 0x0C, 0x7F, 0x80, 0xFF, bytes[index] ^ 1, bytes[index] ^ 0x80]
                as [UInt8]
            {
                var changed = bytes
                changed[index] = value
                check(changed, TestSchema.message(vector.message))
            }
        }
    }
}
