public import WireFormat
import WireJSON
import WireProtobuf

extension FieldTree {
    /// Adds the fields of a command: every byte of `bytes` in exactly one leaf.
    ///
    /// Texts in protobuf that are JSON objects are shown as such. Base64 and MessagePack are one leaf each.
    /// - Throws: the errors of ``LeanCloudLayout/read(_:form:generation:limits:)``; the tree is complete even then.
    public func append(
        leanCloud bytes: Span<UInt8>,
        form: LeanCloudForm,
        generation: LeanCloudGeneration = .current,
        limits: LeanCloudLimits = LeanCloudLimits()
    ) throws(WireError) {
        switch form {
        case .json: try json("command", bytes, in: 0..<bytes.count, limits: limits.json)
        case .messagePack: leaf("messagePack", .bytes, 0..<bytes.count)
        case .protobufBase64:
            leaf("base64", .text, 0..<bytes.count)
            var layout = LeanCloudLayout()
            try layout.read(bytes, form: form, generation: generation, limits: limits)
        case .protobuf:
            // Field 100 shows the generation of the schema.
            var layout = LeanCloudLayout()
            try? layout.read(bytes, form: form, generation: generation, limits: limits)
            try append(
                protobuf: bytes,
                in: 0..<bytes.count,
                as: LeanCloudSchema.genericCommand(layout.generation),
                schema: LeanCloudSchema.shared,
                limits: limits.protobuf
            ) { bytes, _, range, tree in
                guard bytes[range.lowerBound] == UInt8(ascii: "{"),
                    JSONValidator.isValid(bytes, in: range, limits: limits.json)
                else { return false }
                tree.settle(end: range.upperBound)
                try? tree.json("content", bytes, in: range, limits: limits.json)
                return true
            }
        }
    }
}
