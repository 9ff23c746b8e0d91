import Inspection
import LeanCloud
import WireFormat
import WireJSON
import WireProtobuf

// What requests with another `system` than RongCloud ask.
extension LibraryAdapter {
    /// The answer to a request; `nil` for an operation that the system does not have.
    func value(
        _ operation: Operation,
        _ input: AdapterInput,
        of system: MessagingSystem
    ) throws(WireError) -> JSONValue? {
        switch (operation, system) {
        case (.decodeFrame, _):
            let bytes = try input.bytes("hex")
            return try JSONValue(parsing: try system.frameObject(of: bytes, try input.frameOptions()))
        case (.encodeFrame, _):
            let object = try input.value("frame").minified
            return ["hex": JSONValue(Hex.encode(try system.frameBytes(of: object, try input.frameOptions())))]
        case (.decodePayload, .leanCloud):
            let bytes = try input.bytes("hex")
            let document = try ProtobufDocument(
                bytes,
                as: try input.leanCloudMessage(),
                schema: LeanCloudSchema.shared
            )
            return try JSONValue(parsing: document.json)
        case (.encodePayload, .leanCloud):
            var writer = ByteWriter()
            let message = try input.leanCloudMessage()
            try writer.append(protobuf: try input.value("value"), as: message, schema: LeanCloudSchema.shared)
            return ["hex": JSONValue(Hex.encode(writer.span))]
        case (.decodeMessage, _):
            let content = SystemContent(system, try input.text("objectName"))
            return try content.checked(try JSONValue(parsing: try input.bytes("hex")))
        case (.encodeMessage, _):
            let content = SystemContent(system, try input.text("objectName"))
            return ["hex": JSONValue(Hex.encode(try content.checked(try input.value("content")).minified))]
        default: return nil
        }
    }
}

extension AdapterInput {
    /// What is said of a single unit beside its bytes.
    fileprivate func frameOptions() throws(WireError) -> FrameObjectOptions {
        let form = try form()
        var options = FrameObjectOptions(
            sender: try sender(),
            subprotocol: try optionalText("subprotocol"),
            scope: try optionalText("scope")
        )
        options.rongCloud.form = form
        return options
    }

    /// The message type of LeanCloud's current schema that `message` names.
    fileprivate func leanCloudMessage() throws(WireError) -> MessageIndex {
        let name = try text("message")
        guard let message = LeanCloudSchema.shared.message(named: "push_server.messages2.\(name)") else {
            throw WireError(.unsupported, at: 0, path: ["message"], expected: "a message of the schema, not \(name)")
        }
        return message
    }
}
