import RongCloud
import WireFormat
import WireJSON
import WireProtobuf

extension TestConnection {
    /// Sends a message of RongCloud with a text.
    mutating func publish(_ objectName: String, text: String, _ network: inout TestNetwork) throws {
        try publish(objectName, content: ["content": .string(JSONString(text))], &network)
    }

    /// Sends a message of RongCloud.
    mutating func publish(
        _ objectName: String,
        content: JSONValue,
        to target: WireString = "bob",
        _ network: inout TestNetwork
    ) throws {
        try publish(objectName, bytes: content.minified, to: target, &network)
    }

    /// Sends a message of RongCloud whose content need not be JSON.
    mutating func publish(
        _ objectName: String,
        bytes content: [UInt8],
        to target: WireString = "bob",
        _ network: inout TestNetwork
    ) throws {
        let payload = ProtobufMessage([
            ProtobufMessage.Field(1, .varint(3)), ProtobufMessage.Field(2, .bytes(Array(objectName.utf8))),
            ProtobufMessage.Field(3, .bytes(content)),
        ])
        let publish = Publish(topic: "ppMsgP", targetId: target, messageId: 1, data: payload.encoded())
        message(.client, try Frame(.publish(publish), qos: 1).encoded(sender: .client), &network)
    }
}

extension RedactionTests {
    /// The texts of a capture's messages.
    static func texts(_ capture: [UInt8]) async throws -> [String] {
        try await events(capture).compactMap { $0["messages"]?.elements?.first?["content"]?["content"]?.string }
    }
}
