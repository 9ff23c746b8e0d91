public import WireFormat

/// A message's bytes with the nodes that were decoded from them.
///
/// Encoding returns the bytes unchanged. Two documents are equal if their types and bytes are equal.
public struct ProtobufDocument: Hashable, Sendable {
    /// The message's bytes.
    public let bytes: [UInt8]
    /// The type of the message.
    public let message: MessageIndex
    /// The schema that the message was decoded with.
    public let schema: ProtobufSchema
    /// The decoded nodes.
    public let tape: ProtobufTape

    /// Decodes a message; throws the errors of ``ProtobufParser``.
    public init(
        _ bytes: [UInt8],
        as message: MessageIndex,
        schema: ProtobufSchema,
        limits: ProtobufLimits = ProtobufLimits()
    ) throws(WireError) {
        var tape = ProtobufTape()
        try tape.decode(bytes.span, in: 0..<bytes.count, as: message, schema: schema, limits: limits)
        self.bytes = bytes
        self.message = message
        self.schema = schema
        self.tape = tape
    }

    /// An editable message with the same content.
    public var value: ProtobufMessage { ProtobufMessage(tape, 0, bytes.span, schema) }

    /// The message as protobuf's JSON mapping.
    public var json: String {
        var writer = ByteWriter()
        writer.append(protobufJSON: tape, bytes: bytes.span, schema: schema)
        return String(decodingUTF8: writer.span)
    }

    /// Appends the message's own bytes.
    public func encode(into writer: inout ByteWriter) { writer.append(bytes) }

    /// Returns whether type and bytes are equal.
    public static func == (one: ProtobufDocument, other: ProtobufDocument) -> Bool {
        one.message == other.message && one.bytes == other.bytes
    }

    /// Feeds type and bytes to the hasher.
    public func hash(into hasher: inout Hasher) {
        hasher.combine(message)
        hasher.combine(bytes)
    }
}
