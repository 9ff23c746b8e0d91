public import WireFormat

extension ByteWriter {
    /// Appends a decoded message as JSON: protobuf's own mapping, with the field names of the `.proto` file.
    ///
    /// 64-bit integers are strings, bytes base64, enum values names (numbers if the schema lacks the value), maps
    /// objects. Absent, unknown and omitted fields are left out. Invalid UTF-8 becomes U+FFFD. The special forms of the
    /// well-known types (`Any`, `Timestamp`, …) are not used: these types are written as ordinary messages.
    /// - Parameters:
    ///   - tape: the decoded message.
    ///   - node: the index of the message on the tape; by default the outermost message.
    ///   - bytes: the input that `tape` was decoded from.
    ///   - schema: the schema that `tape` was decoded with.
    public mutating func append(
        protobufJSON tape: borrowing ProtobufTape,
        node: Int = 0,
        bytes: Span<UInt8>,
        schema: borrowing ProtobufSchema
    ) {
        let mapping = ProtobufJSONMapping(tape: tape, bytes: bytes, schema: schema)
        mapping.append(message: node, to: &self)
    }
}
