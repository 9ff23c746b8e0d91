import Inspection
import LeanCloud
import WireFormat
import WireJSON
import WireProtobuf

/// LeanCloud's part of conformance.
enum LeanCloudConformance: ConformingSystem {
    static let system = MessagingSystem.leanCloud

    static let operations: [LibraryAdapter.Operation] = [
        .decodeFrame, .encodeFrame, .decodePayload, .encodePayload, .decodeMessage, .encodeMessage,
    ]

    static func value(_ operation: LibraryAdapter.Operation, _ input: AdapterInput) throws(WireError) -> JSONValue? {
        switch operation {
        case .decodePayload:
            let bytes = try input.bytes("hex")
            let document = try ProtobufDocument(bytes, as: try message(input), schema: LeanCloudSchema.shared)
            return try JSONValue(parsing: document.json)
        case .encodePayload:
            var writer = ByteWriter()
            let message = try message(input)
            try writer.append(protobuf: try input.value("value"), as: message, schema: LeanCloudSchema.shared)
            return ["hex": JSONValue(Hex.encode(writer.span))]
        default: return try usualValue(operation, input)
        }
    }

    /// Returns the message type of the current schema named by `message`.
    private static func message(_ input: AdapterInput) throws(WireError) -> MessageIndex {
        let name = try input.text("message")
        guard let message = LeanCloudSchema.shared.message(named: "push_server.messages2.\(name)") else {
            throw WireError(.unsupported, at: 0, path: ["message"], expected: "a message of the schema, not \(name)")
        }
        return message
    }

    static func checked(_ content: JSONValue, as objectName: String) throws(WireError) -> JSONValue {
        guard let type = Int64(objectName) else { throw unknownType(objectName) }
        try demandObject(content)
        guard content["_lctype"]?.int64 == type else { throw anotherType("_lctype", than: type) }
        return content
    }

    static func recording(key: [UInt8]?) -> any UnitRecording { LeanCloudRecording() }

    static func meanings(of code: Int) -> [CodeCard.Meaning] {
        guard let known = LeanCloudCode.find(Int64(code)) else { return [] }
        let place =
            switch known.scope {
            case .server where known.mayCloseConnection: "code of the server's answers and of WebSocket close frames"
            case .server: "code of the server's answers"
            case .close: "code of WebSocket close frames"
            case .local: "code of the SDKs, never on the wire"
            }
        return [
            CodeCard.Meaning(
                of: system,
                "LeanCloud: \(place)",
                scope: known.scope.rawValue,
                code,
                known.name,
                known.meaning,
                ("fatal", known.isFatal)
            )
        ]
    }

    static func codes(named name: String) -> [Int] {
        LeanCloudCode.all.filter { $0.name == name }.map { Int($0.code) }
    }
}
