import FuzzInputs
import WireProtobuf

// The schema of the messages, built by hand.
extension ProtobufPlanTarget {
    static func varint(_ value: UInt64) -> [UInt8] { Framing.varint(value) }

    static func field(_ number: Int, _ value: Int) -> [UInt8] {
        varint(UInt64(number << 3)) + varint(UInt64(value))
    }
    static func field(_ number: Int, _ body: [UInt8]) -> [UInt8] {
        varint(UInt64(number << 3 | 2)) + varint(UInt64(body.count)) + body
    }
    static func field(_ number: Int, _ text: String) -> [UInt8] { field(number, Array(text.utf8)) }

    static func declared(
        _ name: String,
        _ number: Int,
        label: Int,
        type: Int,
        packed: Bool? = nil,
        of target: String? = nil
    )
        -> [UInt8]
    {
        var body = field(1, name) + field(3, number) + field(4, label) + field(5, type)
        if let target { body += field(6, target) }
        if let packed { body += field(8, field(2, packed ? 1 : 0)) }
        return field(2, body)
    }

    static func names(_ kind: Int) -> String? { kind == 11 ? ".t.All" : kind == 14 ? ".t.Kind" : nil }

    /// The descriptor of a message with all fields, the map's entry type, and an enumeration with four values.
    static let descriptor: [UInt8] = {
        var all = field(1, "All")
        for (place, kind) in kinds.enumerated() {
            let target = names(kind.type)
            all += declared("s_\(kind.name)", single + place + 1, label: 1, type: kind.type, of: target)
            all += declared(
                "r_\(kind.name)",
                repeated + place + 1,
                label: 3,
                type: kind.type,
                packed: false,
                of: target
            )
            guard kind.wire != 2 else { continue }
            all += declared("p_\(kind.name)", packed + place + 1, label: 3, type: kind.type, packed: true, of: target)
        }
        all += declared("m", map, label: 3, type: 11, of: ".t.All.MEntry")
        let entry =
            field(1, "MEntry") + declared("key", 1, label: 1, type: 9) + declared("value", 2, label: 1, type: 5)
            + field(7, field(7, 1))
        all += field(3, entry)
        let values = [("ZERO", 0), ("ONE", 1), ("BIG", 1000), ("LAST", 2_147_483_647)].flatMap { name, number in
            field(2, field(1, name) + field(2, number))
        }
        let file =
            field(1, "t.proto") + field(2, "t") + field(4, all) + field(5, field(1, "Kind") + values)
            + field(12, "proto2")
        return field(1, file)
    }()

    static let schema: ProtobufSchema? = try? ProtobufSchema(descriptorSet: descriptor.span)
}
