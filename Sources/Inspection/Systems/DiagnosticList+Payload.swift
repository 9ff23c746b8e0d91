import WireProtobuf

extension DiagnosticList {
    /// Says what is odd about a protobuf payload: fields that are missing, unknown, of another type, or no text.
    mutating func describe(_ tape: borrowing ProtobufTape, _ schema: borrowing ProtobufSchema) {
        if tape.mayMissRequired {
            for missing in tape.missingRequired(schema: schema) {
                append(.warning) {
                    Diagnostic(
                        severity: .warning,
                        code: "payload-required",
                        path: (missing.path + [missing.field]).joined(separator: "."),
                        offset: missing.offset,
                        text: "a required field is missing"
                    )
                }
            }
        }
        guard tape.hasUnknown || tape.hasInvalidUTF8 else { return }
        for index in tape.nodes.indices {
            let node = tape.nodes[index]
            if node.flags.contains(.wrongWireType) {
                append(.note) {
                    Diagnostic(
                        severity: .note,
                        code: "payload-wire-type",
                        path: "#\(node.number)",
                        offset: node.tagStart,
                        text: "field \(node.number) has another wire type than the schema's"
                    )
                }
            } else if node.isUnknown {
                append(.note) {
                    Diagnostic(
                        severity: .note,
                        code: "payload-unknown-field",
                        path: "#\(node.number)",
                        offset: node.tagStart,
                        text: "field \(node.number) is not in the schema"
                    )
                }
            } else if node.flags.contains(.invalidUTF8) {
                let name = schema.name(of: node.field)
                append(.warning) {
                    Diagnostic(
                        severity: .warning,
                        code: "payload-string",
                        path: name,
                        offset: node.valueRange.lowerBound,
                        text: "text that is not UTF-8, shown with U+FFFD"
                    )
                }
            }
        }
    }
}
