import WireFormat
public import WireProtobuf

/// The protobuf messages of RongCloud: the union of the messages of all SDK generations.
///
/// Source of the messages: `rongcloud.proto` next to this file.
public enum RongCloudSchema {
    /// The schema, made once from the embedded descriptor set.
    public static let shared: ProtobufSchema = {
        let text = Array(SchemaData.descriptorSetBase64.description.utf8)
        let bytes = Base64.decode(text.span, ignoringWhitespace: true) ?? []
        do throws(WireError) {
            return try ProtobufSchema(descriptorSet: bytes.span)
        } catch {
            preconditionFailure("the embedded descriptor set is damaged: \(error)")
        }
    }()
}
