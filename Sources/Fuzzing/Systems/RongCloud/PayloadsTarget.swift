import Conformance
package import FuzzInputs
package import Fuzzer
import LayerFuzzing
import RongCloud
import WireFormat
import WireJSON
import WireProtobuf

/// Protobuf payloads of every message of the schema.
///
/// The first two bytes of an input choose the message; the rest is its bytes.
package struct PayloadsTarget: FuzzTarget, AdapterSubject {
    /// `payloads`.
    package let name = "payloads"
    /// The purpose of the target, for lists of targets.
    package let summary = "protobuf payloads of every message, their trees and their JSON mapping"
    /// The shorter object names, group tags, and varints.
    package var words: [[UInt8]] {
        RongCloudSamples.objectNames.filter { $0.count < 14 } + [[0x0B], [0x0C], [0x7F], [0x80, 1]]
    }
    /// An independent decoder.
    private let other: FuzzEntry.PayloadDecoder?

    /// Makes the target.
    ///
    /// - Parameter other: an independent decoder that must agree.
    package init(other: FuzzEntry.PayloadDecoder? = nil) {
        self.other = other
    }

    private static let schema = RongCloudSchema.shared
    private static let messages = schema.messageIndices

    private static func message(_ input: [UInt8]) -> MessageIndex {
        messages[(Int(input[0]) << 8 | Int(input[1])) % messages.count]
    }

    /// Returns the first bytes of an input for a message.
    static func selector(_ message: MessageIndex) -> [UInt8] { Framing.bigEndian(UInt64(message.rawValue), 2) }

    /// Runs one message.
    package func run(_ input: [UInt8], _ features: inout Features) throws(Violation) {
        guard input.count >= 2 else { return }
        let message = Self.message(input)
        let bytes = Array(input.dropFirst(2))
        let schema = Self.schema
        let tree = FieldTree()
        let shown = attempt { () throws(WireError) in
            try tree.append(protobuf: bytes.span, in: 0..<bytes.count, as: message, schema: schema)
        }
        features.reach("payload", tree)
        features.reach("payload.message", Int(message.rawValue))
        try Oracles.coverage(tree, of: 0..<bytes.count, "payload")
        try Oracles.cost(tree.nodes.count, of: bytes.count, factor: 4, "payload")
        let deepest = tree.nodes.reduce(0) { max($0, $1.depth) }
        features.reach("payload.depth", Features.bucket(deepest))
        // A level of the message takes at most two levels of the tree.
        guard deepest <= 2 * ProtobufLimits().depth + 2 else {
            throw Violation(.limit, "\(deepest) levels were entered")
        }
        var tape = ProtobufTape()
        let taped = attempt { () throws(WireError) in
            try tape.decode(bytes.span, in: 0..<bytes.count, as: message, schema: schema)
        }
        switch (shown, taped) {
        case (.failure(let one), .failure(let two)):
            features.reach("payload", one)
            try Oracles.same(one, two, .disagreement, "the tree says \(one), the tape \(two)")
            try Oracles.place(one, in: bytes.count, "payload")
            try compareRefusal(one, schema.fullName(of: message), bytes)
        case (.success, .success):
            features.reach("payload.oddities", tape.hasUnknown ? 1 : 0, tape.hasInvalidUTF8 ? 1 : 0)
            try accepted(bytes, message, tape)
        default: throw Violation(.disagreement, "the tree says \(shown), the tape \(taped)")
        }
    }

    private func accepted(_ bytes: [UInt8], _ message: MessageIndex, _ tape: ProtobufTape) throws(Violation) {
        let schema = Self.schema
        let value = ProtobufMessage(tape, 0, bytes.span, schema)
        try Oracles.same(
            value.encoded(),
            bytes,
            .roundtrip,
            "\(Oracles.hex(bytes)) became \(Oracles.hex(value.encoded()))"
        )
        let json = Self.json(tape, bytes)
        do throws(WireError) {
            try JSONValidator.validate(json)
        } catch {
            throw Violation(.json, "the JSON mapping is not JSON: \(error)")
        }
        let isMissing = !tape.missingRequired(schema: schema).isEmpty
        if !isMissing { try mapping(json, message) }
        guard let other else { return }
        switch other(schema.fullName(of: message), bytes) {
        case .unknown: break
        case .refused where isMissing || tape.hasInvalidUTF8: break
        case .refused: throw Violation(.disagreement, "\(Oracles.hex(bytes)) is read here and refused elsewhere")
        case .read(let written):
            var again = ProtobufTape()
            guard
                (try? again.decode(written.span, in: 0..<written.count, as: message, schema: schema)) != nil
            else {
                throw Violation(.disagreement, "\(Oracles.hex(written)) is refused here and was written elsewhere")
            }
            // The other decoder moves unknown enumeration values after all other values, so they become the last ones.
            guard !Self.hasUnknownValue(tape, bytes.span) else { return }
            let theirs = Self.json(again, written)
            try Oracles.same(
                Oracles.sorted(theirs),
                Oracles.sorted(json),
                .disagreement,
                "\(Oracles.hex(bytes)): \(String(decoding: json.prefix(400), as: UTF8.self)) here,"
                    + " \(String(decoding: theirs.prefix(400), as: UTF8.self)) elsewhere"
            )
        }
    }

    /// Whether an enumeration field has a value that the schema lacks, at any depth.
    private static func hasUnknownValue(_ tape: ProtobufTape, _ bytes: Span<UInt8>) -> Bool {
        tape.nodes.indices.contains { index in
            let node = tape.nodes[index]
            guard node.field.isKnown, schema[node.field].kind == .enumeration else { return false }
            let number = Int32(truncatingIfNeeded: node.bits(in: bytes))
            return schema.valueName(number, in: schema[node.field].enumeration) == nil
        }
    }

    private func compareRefusal(_ error: WireError, _ name: String, _ bytes: [UInt8]) throws(Violation) {
        // The depth limit is each decoder's own choice. swift-protobuf also refuses padded tags, but not inside unknown
        // groups.
        let isPaddedTag = error.code == .varint && error.expected?.hasPrefix("a tag") ?? false
        guard let other, error.code != .limit, !isPaddedTag, case .read = other(name, bytes) else { return }
        throw Violation(.disagreement, "\(Oracles.hex(bytes)) is refused here (\(error)) and read elsewhere")
    }

    /// Checks that encoding the JSON mapping gives a message with the same mapping.
    private func mapping(_ json: [UInt8], _ message: MessageIndex) throws(Violation) {
        let schema = Self.schema
        var writer = ByteWriter()
        do throws(WireError) {
            try writer.append(protobuf: JSONValue(parsing: json), as: message, schema: schema)
        } catch {
            throw Violation(.roundtrip, "the JSON mapping cannot be encoded: \(error)")
        }
        let encoded = writer.array
        var tape = ProtobufTape()
        guard (try? tape.decode(encoded.span, in: 0..<encoded.count, as: message, schema: schema)) != nil else {
            throw Violation(.roundtrip, "\(Oracles.hex(encoded)), encoded from JSON, cannot be decoded")
        }
        let again = Self.json(tape, encoded)
        // Members are in the order of the bytes; newly encoded ones are in the order of their field numbers.
        try Oracles.same(
            Oracles.sorted(again),
            Oracles.sorted(json),
            .roundtrip,
            "\(String(decoding: json.prefix(400), as: UTF8.self)) became \(String(decoding: again.prefix(400), as: UTF8.self))"
        )
    }

    private static func json(_ tape: ProtobufTape, _ bytes: [UInt8]) -> [UInt8] {
        var writer = ByteWriter()
        writer.append(protobufJSON: tape, bytes: bytes.span, schema: schema)
        return writer.array
    }

    /// Returns a question that decodes the payload.
    package func question(of input: [UInt8]) -> AdapterQuestion? {
        guard input.count >= 2 else { return nil }
        let name = Self.schema.name(of: Self.message(input))
        return AdapterQuestion(.decodePayload, Array(input.dropFirst(2)), ["message": JSONValue(name)])
    }

    /// Returns the message with its fields.
    package func shape(of input: [UInt8]) -> Shape? {
        guard input.count >= 2 else { return nil }
        return ProtobufShape.message(Array(input.dropFirst(2)), as: Self.message(input), Self.schema).map {
            Shape("input", [Shape("selector", .token, input.prefix(2)), $0])
        }
    }

    /// Returns every message with random values.
    package func seeds(_ random: inout FuzzRandom) -> [[UInt8]] {
        Self.messages.map { message in
            Self.selector(message) + ProtobufShape.sample(message, Self.schema, &random).encoded()
        }
    }
}
