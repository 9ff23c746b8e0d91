import WireFormat
import WireJSON
import WireProtobuf

// Diagnostics of fields that are there more than once although only one value counts.
extension DiagnosticList {
    private static var compared: Int { 64 }

    /// Reports the fields of a payload that are there twice although they are not repeated fields.
    mutating func describeDoubled(
        _ tape: borrowing ProtobufTape,
        _ payload: Span<UInt8>,
        _ schema: borrowing ProtobufSchema
    ) {
        guard !tape.isCompact else {
            var visitor = DoubledFields(schema: copy schema)
            swap(&visitor.diagnostics, &self)
            Self.read(tape, payload, schema, &visitor)
            swap(&visitor.diagnostics, &self)
            return
        }
        for index in tape.nodes.indices where tape.nodes[index].flags.contains(.unordered) {
            var seen: Set<UInt32> = []
            var child = index + 1
            let end = Int(tape.nodes[index].next)
            while child < end {
                let node = tape.nodes[child]
                child = Int(node.next)
                guard node.field.isKnown, !schema[node.field].isRepeated, !seen.insert(node.number).inserted else {
                    continue
                }
                append(doubled: schema.name(of: node.field), isMessage: node.isStructure, at: node.tagStart)
            }
        }
    }

    mutating func append(doubled name: String, isMessage: Bool, at offset: Int) {
        append(.note) {
            Diagnostic(
                severity: .note,
                code: "payload-field-doubled",
                path: name,
                offset: offset,
                text: "\(name) stands more than once; \(isMessage ? "the parts are merged" : "the last counts")"
            )
        }
    }

    /// Reports the members of a command's object that are there twice.
    mutating func describeDoubled(_ object: JSONView) {
        // The keys of a small object are compared pair by pair first; for a large object that would take too long.
        guard object.count > Self.compared || object.hasRepeatedKeys else { return }
        var seen: Set<String> = []
        var members = object.members
        while let member = members.next() {
            guard let name = member.key.string, !seen.insert(name).inserted else { continue }
            append(
                Diagnostic(
                    severity: .note,
                    code: "payload-field-doubled",
                    path: name,
                    offset: member.key.range.lowerBound,
                    text: "\(name) stands more than once; the last counts"
                )
            )
        }
    }
}
