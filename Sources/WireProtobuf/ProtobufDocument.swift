public import WireFormat

/// A message's bytes together with what was read in them.
///
/// Encoding gives the bytes back unchanged. Two documents are equal when their type and bytes are.
public struct ProtobufDocument: Hashable, Sendable {
    /// The message's bytes.
    public let bytes: [UInt8]
    /// The type of the message.
    public let message: MessageIndex
    /// The schema it was read with.
    public let schema: ProtobufSchema
    /// What was read.
    public let tape: ProtobufTape

    /// Reads a message; throws what ``ProtobufParser`` throws.
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

    /// Appends the message's bytes as they were read.
    public func encode(into writer: inout ByteWriter) { writer.append(bytes) }

    /// Whether type and bytes are the same.
    public static func == (one: ProtobufDocument, other: ProtobufDocument) -> Bool {
        one.message == other.message && one.bytes == other.bytes
    }

    /// Feeds type and bytes to the hasher.
    public func hash(into hasher: inout Hasher) {
        hasher.combine(message)
        hasher.combine(bytes)
    }
}
