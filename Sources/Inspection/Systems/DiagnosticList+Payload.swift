import WireFormat
import WireProtobuf

extension DiagnosticList {
    /// Reports the oddities of a protobuf payload: fields that are missing, unknown, of another type, or no text.
    mutating func describe(
        _ tape: borrowing ProtobufTape,
        _ bytes: Span<UInt8>,
        _ schema: borrowing ProtobufSchema
    ) {
        tape.forEachMissing(schema: schema) { missing in
            append(.warning) {
                let missing = missing()
                return Diagnostic(
                    severity: .warning,
                    code: "payload-required",
                    path: (missing.path + [missing.field]).joined(separator: "."),
                    offset: missing.offset,
                    text: "a required field is missing"
                )
            }
        }
        guard tape.hasUnknown || tape.hasInvalidUTF8 else { return }
        guard !tape.isCompact else {
            var visitor = PayloadOddities(schema: copy schema)
            swap(&visitor.diagnostics, &self)
            Self.read(tape, bytes, schema, &visitor)
            swap(&visitor.diagnostics, &self)
            return
        }
        for index in tape.nodes.indices {
            let node = tape.nodes[index]
            if node.flags.contains(.wrongWireType) {
                append(wrongWireType: node.number, at: node.tagStart)
            } else if node.isRun {
                describe(unknownIn: node.valueRange, of: bytes, schema)
            } else if node.isUnknown {
                append(unknown: node.number, at: node.tagStart)
            } else if node.flags.contains(.invalidUTF8) {
                append(brokenText: schema.name(of: node.field), at: node.valueRange.lowerBound)
            }
        }
    }

    /// Parses the payload of a tape again.
    static func read<Visitor: ProtobufVisitor>(
        _ tape: borrowing ProtobufTape,
        _ bytes: Span<UInt8>,
        _ schema: borrowing ProtobufSchema,
        _ visitor: inout Visitor
    ) {
        // The payload was parsed within the limits before.
        var limits = ProtobufLimits()
        limits.depth = ProtobufParser.largestDepth
        try? ProtobufParser.parse(
            bytes,
            in: tape.nodes[0].valueRange,
            as: tape.message,
            schema: schema,
            limits: limits,
            visitor: &visitor
        )
    }

    mutating func append(wrongWireType number: UInt32, at offset: Int) {
        append(.note) {
            Diagnostic(
                severity: .note,
                code: "payload-wire-type",
                path: "#\(number)",
                offset: offset,
                text: "field \(number) has another wire type than the schema's"
            )
        }
    }

    mutating func append(brokenText name: String, at offset: Int) {
        append(.warning) {
            Diagnostic(
                severity: .warning,
                code: "payload-string",
                path: name,
                offset: offset,
                text: "text that is not UTF-8, shown with U+FFFD"
            )
        }
    }

    mutating func append(unknown number: UInt32, at offset: Int) {
        append(.note) {
            Diagnostic(
                severity: .note,
                code: "payload-unknown-field",
                path: "#\(number)",
                offset: offset,
                text: "field \(number) is not in the schema"
            )
        }
    }

    /// Reports the unknown fields that the tape has joined.
    private mutating func describe(
        unknownIn range: Range<Int>,
        of bytes: Span<UInt8>,
        _ schema: borrowing ProtobufSchema
    ) {
        var visitor = UnknownFields()
        swap(&visitor.diagnostics, &self)
        try? ProtobufParser.parse(bytes, in: range, as: .none, schema: schema, visitor: &visitor)
        swap(&visitor.diagnostics, &self)
    }

    /// Adds a diagnostic for each field.
    private struct UnknownFields: ProtobufVisitor {
        var diagnostics = DiagnosticList()

        mutating func field(_ field: FieldIndex, number: UInt32, at tagStart: Int) {
            diagnostics.append(unknown: number, at: tagStart)
        }
    }
}
