import FuzzInputs
import Fuzzer
import WireFormat
import WireProtobuf

// Bytes that are not a message, with the places of errors.
extension ProtobufPlanTarget {
    private typealias Broken = (bytes: [UInt8], code: WireError.Code, place: Int)

    /// Broken fields, each with the error and its place.
    private static let brokenFields: [Broken] = {
        let more = { (count: Int) in [UInt8](repeating: 0xFF, count: count) }
        return [
            // Tags: without a number, with unknown wire types, cut off, too long, with too large a number.
            ([0, 0], .wireType, 0), ([2, 0], .wireType, 0), ([0x3E, 0], .wireType, 0), ([0x3F, 0], .wireType, 0),
            ([0x88], .truncated, 0), (more(5), .truncated, 0), (more(10) + [1], .varint, 0),
            ([0xB8, 0x80, 0x80, 0x80, 0x80, 0, 1], .varint, 0), ([0x80, 0x80, 0x80, 0x80, 0x10, 0], .value, 0),
            // Numbers that end too early, and one without an end.
            ([0x38], .truncated, 1), ([0x38, 0x80], .truncated, 1), ([0x38] + more(9), .truncated, 1),
            ([0x38] + more(10) + [1], .varint, 1), ([0x39, 1, 2, 3, 4, 5, 6, 7], .truncated, 1),
            ([0x3D, 1, 2, 3], .truncated, 1), ([0x3A], .truncated, 1), ([0x3A, 0x80], .truncated, 1),
            // Fewer bytes than the length announces, and a length that no input has.
            ([0x3A, 1], .truncated, 2), ([0x3A, 3, 1, 2], .truncated, 2), ([0x3A] + more(4) + [0x0F, 1], .length, 1),
            // Groups with only an end, without an end, and with another group's end.
            ([0x3C], .wireType, 0), ([0x3B], .truncated, 1), ([0x3B, 0x38, 1], .truncated, 3),
            ([0x3B, 0x44], .wireType, 1), ([0x3B, 0x43, 0x3C], .wireType, 2),
        ]
    }()

    /// Returns a list that ends in the middle of its last number.
    private static func cutList(_ choice: Int) -> Broken {
        let (name, first, rest): (String, [UInt8], [UInt8]) =
            [
                ("fixed32", [1, 2, 3, 4], [5, 6, 7]), ("double", [1, 2, 3, 4, 5, 6, 7, 8], [9]),
                ("uint64", [5], [0x80]), ("sint32", [0x81, 1], [0xFF, 0xFF]),
            ][choice & 3]
        let number = packed + (kinds.firstIndex { $0.name == name } ?? 0) + 1
        let tag = varint(UInt64(number << 3 | 2))
        let body = choice & 4 == 0 ? rest : first + rest
        return (tag + [UInt8(body.count)] + body, .truncated, tag.count + 1 + body.count - rest.count)
    }

    /// Checks errors after a valid message.
    static func refuse(
        _ before: [UInt8],
        _ choice: Int,
        _ type: MessageIndex,
        _ schema: ProtobufSchema
    ) throws(Violation) {
        let count = brokenFields.count
        let broken = choice % (count + 8) < count ? brokenFields[choice % (count + 8)] : cutList(choice)
        try compare(before + broken.bytes, ProtobufLimits(), broken.code, before.count + broken.place, type, schema)
        // Nested messages at the limit of depth, and one level more.
        var nested: [UInt8] = []
        let levels = 1 + choice % 7
        let place = (kinds.firstIndex { $0.name == "message" } ?? 0) + 1
        for _ in 0..<levels { nested = field(place, nested) }
        var limits = ProtobufLimits()
        limits.depth = levels
        try compare(nested, limits, nil, 0, type, schema)
        limits.depth = levels - 1
        // Each tag and each length takes one byte.
        try compare(nested, limits, .limit, 2 * (levels - 1), type, schema)
    }

    private static func compare(
        _ bytes: [UInt8],
        _ limits: ProtobufLimits,
        _ code: WireError.Code?,
        _ place: Int,
        _ type: MessageIndex,
        _ schema: ProtobufSchema
    ) throws(Violation) {
        var found: [WireError?] = []
        var tape = ProtobufTape()
        do throws(WireError) {
            try tape.decode(bytes.span, in: 0..<bytes.count, as: type, schema: schema, limits: limits)
            found.append(nil)
        } catch {
            found.append(error)
        }
        let tree = FieldTree()
        do throws(WireError) {
            try tree.append(protobuf: bytes.span, in: 0..<bytes.count, as: type, schema: schema, limits: limits)
            found.append(nil)
        } catch {
            found.append(error)
        }
        try Oracles.coverage(tree, of: 0..<bytes.count, "a broken message of a plan")
        for (error, reader) in zip(found, ["the tape", "the tree"]) {
            guard error?.code == code, error == nil || error?.offset == place else {
                let told = error.map { "\($0.code.rawValue) at \($0.offset)" } ?? "nothing"
                throw Violation(
                    .meaning,
                    "\(reader) says \(told) of \(Oracles.hex(bytes)), which is \(code?.rawValue ?? "right") at \(place)",
                    kind: "meaning: what is no message"
                )
            }
        }
    }
}
