import FuzzInputs
package import Fuzzer
import WireFormat
import WireJSON
import WireProtobuf

/// Protobuf messages with a field of every type, whose JSON in protobuf's own mapping is known.
///
/// The schema is a descriptor set built by hand. A plan lists the fields, two bytes for each.
package struct ProtobufPlanTarget: PlanTarget {
    package let name = "protobuf-plan"
    package let summary =
        "protobuf messages made of a plan: every type, packed lists, merged parts, maps, unknown fields"
    package static let headBytes = 0
    package static let stepBytes = 2

    package init() {}

    /// The types of descriptor.proto: number, wire type, name.
    static let kinds: [(type: Int, wire: Int, name: String)] = [
        (1, 1, "double"), (2, 5, "float"), (3, 0, "int64"), (4, 0, "uint64"), (5, 0, "int32"), (6, 1, "fixed64"),
        (7, 5, "fixed32"), (8, 0, "bool"), (9, 2, "string"), (11, 2, "message"), (12, 2, "bytes"), (13, 0, "uint32"),
        (14, 0, "enum"), (15, 5, "sfixed32"), (16, 1, "sfixed64"), (17, 0, "sint32"), (18, 0, "sint64"),
    ]
    /// The offsets of field numbers: 1 to 17 are singular, 101 to 117 repeated, 201 to 217 repeated and packed.
    static let single = 0, repeated = 100, packed = 200
    /// A map from texts to numbers.
    static let map = 300

    // MARK: Making

    /// A message: the values of each field, with the fields in order of first occurrence.
    struct Message {
        var order: [Int] = []
        var values: [Int: [Item]] = [:]
        var bytes: [UInt8] = []
        /// The names of the fields in a tree, in wire order; repeated fields count from 0 in each message.
        var titles: [String] = []
        /// The values in a tree, in the same order; `nil` if several readings are shown.
        var leaves: [FieldTree.Value?] = []

        mutating func add(_ number: Int, _ items: [Item], _ encoded: [UInt8], isList: Bool = false) {
            if values[number] == nil { order.append(number) }
            let before = values[number]?.count ?? 0
            let name = ProtobufPlanTarget.name(of: number)
            if isList {
                titles.append(name)
                for place in items.indices { titles.append("[\(before + place)]") }
            } else {
                titles.append(number > repeated ? "\(name)[\(before)]" : name)
            }
            values[number, default: []] += items
            leaves += items.flatMap { ProtobufPlanTarget.leaves(of: $0, number) }
            bytes += encoded
        }
    }

    static func name(of number: Int) -> String {
        number == map ? "m" : ["s_", "r_", "p_"][number / 100] + kinds[number % 100 - 1].name
    }

    /// A value.
    indirect enum Item {
        /// A value in its JSON spelling.
        case json(String)
        case real(Double)
        case single(Float)
        case message(Message)
        case entry(String, Int)
    }

    private static let doubles: [Double] = [
        0, 1, -1.5, 0.1, 1e300, .leastNonzeroMagnitude, .infinity, -.infinity, 1e16, 123_456_789,
    ]
    private static let floats: [Float] = [
        0, 1, -1.5, 0.1, 3e38, .leastNonzeroMagnitude, .infinity, -.infinity, 1e7, 16_777_216,
    ]
    static let signed: [Int64] = [
        0, 1, -1, 127, 128, -128, 16383, 16384, 2_147_483_647, -2_147_483_648, 2_147_483_648, -2_147_483_649, .max,
        .min,
    ]
    static let unsigned: [UInt64] = [0, 1, 127, 128, 4_294_967_295, 4_294_967_296, 0x7FFF_FFFF_FFFF_FFFF, .max]

    /// Returns a varint with more bytes than necessary, which readers accept.
    private static func padded(_ varint: [UInt8], _ count: Int) -> [UInt8] {
        guard count > 0, let last = varint.last else { return varint }
        return varint.dropLast() + [last | 0x80] + [UInt8](repeating: 0x80, count: count - 1) + [0]
    }

    private static func little(_ value: UInt64, _ width: Int) -> [UInt8] {
        (0..<width).map { UInt8(truncatingIfNeeded: value >> UInt64(8 * $0)) }
    }

    /// Returns a value of a type, with its bytes without tag and length.
    private static func value(_ type: Int, _ choice: Int) -> (item: Item, bytes: [UInt8]) {
        let number = signed[choice % signed.count]
        let short = Int32(truncatingIfNeeded: number)
        let large = unsigned[choice % unsigned.count]
        let low = UInt32(truncatingIfNeeded: large)
        switch type {
        case 1:
            let real = doubles[choice % doubles.count]
            return (.real(real), little(real.bitPattern, 8))
        case 2:
            let real = floats[choice % floats.count]
            return (.single(real), little(UInt64(real.bitPattern), 4))
        case 3: return (.json("\"\(number)\""), varint(UInt64(bitPattern: number)))
        case 4: return (.json("\"\(large)\""), varint(large))
        // A negative 32-bit number takes ten bytes, sign-extended. Some writers omit the extension, and some write
        // other high bits, which are ignored.
        case 5:
            let bits = UInt64(bitPattern: Int64(short))
            return (.json("\(short)"), varint([bits, bits, bits & 0xFFFF_FFFF, bits ^ 0xAB << 32][choice >> 4 & 3]))
        case 6: return (.json("\"\(large)\""), little(large, 8))
        case 7: return (.json("\(low)"), little(UInt64(low), 4))
        // Any value except 0 is true.
        case 8:
            let bits: UInt64 = choice & 1 == 0 ? 0 : [1, 1, 2, 128, 1 << 32, 1 << 63][choice >> 1 % 6]
            return (.json(choice & 1 == 0 ? "false" : "true"), varint(bits))
        case 12:
            let bytes = planBytes(choice, choice % 7)
            return (.json("\"\(base64(bytes))\""), bytes)
        case 13: return (.json("\(low)"), varint(UInt64(low) | (choice & 16 == 0 ? 0 : 0xAB << 32)))
        case 14:
            let (name, kind) = [
                ("\"ZERO\"", 0), ("\"ONE\"", 1), ("\"BIG\"", 1000), ("\"LAST\"", 2_147_483_647), ("7", 7),
            ][choice % 5]
            return (.json(name), padded(varint(UInt64(kind)), choice >> 5 & 3))
        case 15: return (.json("\(short)"), little(UInt64(UInt32(bitPattern: short)), 4))
        case 16: return (.json("\"\(number)\""), little(UInt64(bitPattern: number), 8))
        case 17:
            // Zigzag: 0, -1, 1, -2 are 0, 1, 2, 3.
            let bits = short < 0 ? UInt64(-(Int64(short) + 1)) * 2 + 1 : UInt64(short) * 2
            return (.json("\(short)"), varint(bits))
        case 18:
            let bits = number < 0 ? UInt64(-(number + 1)) &* 2 &+ 1 : UInt64(number) &* 2
            return (.json("\"\(number)\""), varint(bits))
        default:
            let text = PlanText.text(choice, choice % 9)
            return (.json(PlanText.json(text)), Array(text.utf8))
        }
    }

    /// Returns bytes in base64 (RFC 4648 section 4).
    private static func base64(_ bytes: [UInt8]) -> String {
        let letters = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/")
        var text = ""
        for start in stride(from: 0, to: bytes.count, by: 3) {
            let part = bytes[start..<min(start + 3, bytes.count)]
            let bits = part.reduce(0) { $0 << 8 | Int($1) } << (8 * (3 - part.count))
            for place in 0..<4 { text.append(place <= part.count ? letters[bits >> (18 - 6 * place) & 63] : "=") }
        }
        return text
    }

    private static func fill(_ message: inout Message, _ reader: inout PlanReader, depth: Int) {
        while !reader.isAtEnd {
            let choice = reader.byte()
            let which = reader.byte()
            if depth > 0, choice >= 250 { return }
            let place = choice % 17
            let kind = kinds[place]
            func tag(_ number: Int, _ wire: Int) -> [UInt8] { varint(UInt64(number << 3 | wire)) }
            func framed(_ body: [UInt8]) -> [UInt8] {
                kind.wire == 2 ? padded(varint(UInt64(body.count)), which >> 6 & 1) + body : body
            }
            switch choice / 17 {
            case 12:
                let (key, number) = (["a", "b", ""][which % 3], which / 3 - 20)
                let body = field(1, key) + [16] + varint(UInt64(bitPattern: Int64(number)))
                message.add(map, [.entry(key, number)], field(map, body))
                message.titles += ["key", "value"]
            case 13:
                // A field of each wire type that the schema lacks.
                let bodies: [[UInt8]] = [
                    varint(UInt64(which)), little(UInt64(which), 8), varint(1) + [7], little(1, 4),
                ]
                let wire = [0, 1, 2, 5][which & 3]
                // Or a field of the schema with another wire type.
                let isKnown = which & 4 != 0 && kind.wire != wire
                let number = isKnown ? single + place + 1 : 1000 + which
                message.titles.append("#\(number)")
                message.leaves.append(nil)
                message.bytes += tag(number, wire) + bodies[which & 3]
            case 14 where which & 7 == 0:
                // A group that the schema lacks, with a number and another group in it.
                let inner = tag(7, 0) + varint(UInt64(which)) + tag(9, 3) + tag(9, 4)
                message.titles += ["#\(1000 + which)", "#7", "#9"]
                message.leaves.append(nil)
                message.bytes += tag(1000 + which, 3) + inner + tag(1000 + which, 4)
            case let group where kind.type == 11:
                guard depth < 4 else { break }
                var inner = Message()
                fill(&inner, &reader, depth: depth + 1)
                let number = (group & 1 == 0 ? single : repeated) + place + 1
                message.add(number, [.message(inner)], tag(number, 2) + framed(inner.bytes))
                message.titles += inner.titles
                message.leaves += inner.leaves
            case 5...8 where kind.wire != 2, 9...11 where kind.wire != 2:
                // Readers accept packed and single values, whatever the schema declares.
                let number = (choice / 17 % 2 == 0 ? packed : repeated) + place + 1
                let values = (0...which % 3).map { value(kind.type, which &+ $0 * 5) }
                if choice / 17 < 9 {
                    let body = values.flatMap(\.bytes)
                    let encoded = tag(number, 2) + varint(UInt64(body.count)) + body
                    message.add(number, values.map(\.item), encoded, isList: true)
                } else {
                    for one in values { message.add(number, [one.item], tag(number, kind.wire) + one.bytes) }
                }
            case let group:
                let (item, body) = value(kind.type, which)
                let number = (group < 3 ? single : repeated) + place + 1
                message.add(number, [item], tag(number, kind.wire) + framed(body))
            }
        }
    }

    // MARK: Comparing

    /// Runs one plan.
    package func run(_ input: [UInt8], _ features: inout Features) throws(Violation) {
        guard let schema = Self.schema, let type = schema.message(named: "t.All") else {
            throw Violation(.meaning, "the schema is refused")
        }
        var reader = PlanReader(input)
        var message = Message()
        Self.fill(&message, &reader, depth: 0)
        for number in message.order { features.reach("protobuf-plan", number, message.values[number]?.count ?? 0) }
        let bytes = message.bytes
        var tape = ProtobufTape()
        do throws(WireError) {
            try tape.decode(bytes.span, in: 0..<bytes.count, as: type, schema: schema)
        } catch {
            throw Violation(.meaning, "a message is refused: \(Oracles.hex(bytes)): \(error)")
        }
        var writer = ByteWriter()
        writer.append(protobufJSON: tape, bytes: bytes.span, schema: schema)
        guard let found = try? JSONValue(parsing: writer.array) else {
            throw Violation(.json, "the mapping is not JSON")
        }
        try Self.compare(found, [message], "")
        // The JSON is encoded again, and must give the same JSON.
        var encoded = ByteWriter()
        do throws(WireError) {
            try encoded.append(protobuf: found, as: type, schema: schema)
        } catch {
            throw Violation(.meaning, "the mapping is not taken back: \(error): \(Oracles.hex(bytes))")
        }
        let again = encoded.array
        var copy = ProtobufTape()
        try? copy.decode(again.span, in: 0..<again.count, as: type, schema: schema)
        var second = ByteWriter()
        second.append(protobufJSON: copy, bytes: again.span, schema: schema)
        guard Oracles.sorted(second.array) == Oracles.sorted(writer.array) else {
            throw Violation(.meaning, "what was read and written again says something else: \(Oracles.hex(bytes))")
        }
        try Self.tree(message, type, schema)
        try Self.broken(input.count % 5, type, schema)
        try Self.refuse(bytes, input.reduce(0) { ($0 * 31 + Int($1)) % 9973 }, type, schema)
        for (place, byte) in input.prefix(6).enumerated() { try Self.readings(Int(byte), place) }
    }
}
