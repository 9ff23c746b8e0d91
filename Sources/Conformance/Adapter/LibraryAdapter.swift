import Inspection
import RongCloud
import WireFormat
import WireJSON
import WireProtobuf

/// The adapter of this library itself.
package struct LibraryAdapter: Sendable {
    /// The name that the library has in the handshake.
    package static let name = "imwire"

    /// What the library can be asked.
    package enum Operation: String, CaseIterable, Sendable {
        /// A frame's bytes to its frame object.
        case decodeFrame = "frame.decode"
        /// A frame object to the frame's bytes.
        case encodeFrame = "frame.encode"
        /// A payload's bytes to protobuf's JSON mapping.
        case decodePayload = "payload.decode"
        /// The JSON mapping to a payload's bytes.
        case encodePayload = "payload.encode"
        /// A content's bytes to its documented form.
        case decodeMessage = "message.decode"
        /// A content to its bytes.
        case encodeMessage = "message.encode"
        /// The object names with their flags.
        case listNames = "names.list"
        /// A message UID to its parts.
        case decodeUID = "uid.decode"
        /// The parts to a message UID.
        case encodeUID = "uid.encode"
        /// What a code stands for.
        case explainCode = "code.explain"
    }

    /// The version in the handshake.
    package var version: String

    /// Makes the adapter.
    ///
    /// - Parameter version: what it says of its version in the handshake.
    package init(version: String) { self.version = version }

    /// The handshake.
    package var greeting: AdapterGreeting {
        AdapterGreeting(
            sdk: Self.name,
            version: version,
            operations: Operation.allCases.map(\.rawValue),
            systems: MessagingSystem.allCases.map { "\($0.name)" }
        )
    }

    /// Answers a request.
    package func reply(to request: AdapterRequest) -> AdapterReply {
        if request.operation == "hello" {
            let operations = JSONValue.array(Operation.allCases.map { JSONValue($0.rawValue) })
            let systems = JSONValue.array(MessagingSystem.allCases.map { JSONValue("\($0.name)") })
            return .value([
                "sdk": JSONValue(Self.name), "version": JSONValue(version), "operations": operations,
                "systems": systems,
            ])
        }
        guard let operation = Operation(rawValue: request.operation) else { return .unsupported }
        do throws(WireError) {
            let input = AdapterInput(request.input ?? .null)
            guard let name = try input.optionalText("system"), name != "rongcloud" else {
                return .value(try value(operation, input))
            }
            guard let system = MessagingSystem(name: name),
                let value = try value(operation, input, of: system)
            else { return .unsupported }
            return .value(value)
        } catch {
            return .error(class: error.code.rawValue, text: error.description)
        }
    }

    /// Answers a request's line with a reply's line, the line feed included.
    package func reply(line: [UInt8]) -> [UInt8] {
        do throws(WireError) {
            let request = try AdapterRequest(parsing: line)
            return reply(to: request).line(id: request.id)
        } catch {
            let reply: JSONValue = [
                "id": .null, "ok": false,
                "error": ["class": JSONValue(error.code.rawValue), "text": JSONValue("request: \(error)")],
            ]
            return reply.minified + [UInt8(ascii: "\n")]
        }
    }

    private func value(_ operation: Operation, _ input: AdapterInput) throws(WireError) -> JSONValue {
        switch operation {
        case .decodeFrame:
            let object = try FrameObject.decode(
                try input.bytes("hex"),
                form: try input.form(),
                sender: try input.sender(),
                topic: try input.optionalText("topic"),
                key: try input.key(),
                protocolVersion: try input.protocolVersion()
            )
            return try JSONValue(parsing: object)
        case .encodeFrame:
            let bytes = try FrameObject.encode(
                try input.value("frame").minified,
                form: try input.form(),
                sender: try input.sender(),
                key: try input.key()
            )
            return ["hex": JSONValue(Hex.encode(bytes))]
        case .decodePayload:
            let schema = RongCloudSchema.shared
            let bytes = try input.bytes("hex")
            var tape = ProtobufTape()
            try tape.decode(bytes.span, in: 0..<bytes.count, as: try input.payload(schema), schema: schema)
            if let missing = tape.missingRequired(schema: schema).first {
                throw WireError(.required, at: missing.offset, path: missing.path + [missing.field])
            }
            var writer = ByteWriter()
            writer.append(protobufJSON: tape, bytes: bytes.span, schema: schema)
            return try JSONValue(parsing: writer.array)
        case .encodePayload:
            let schema = RongCloudSchema.shared
            var writer = ByteWriter()
            try writer.append(protobuf: try input.value("value"), as: try input.payload(schema), schema: schema)
            return ["hex": JSONValue(Hex.encode(writer.span))]
        case .decodeMessage:
            return try DocumentedContent(objectName: try input.text("objectName"), try input.bytes("hex")).value
        case .encodeMessage:
            let content = try input.value("content").minified
            let documented = try DocumentedContent(objectName: try input.text("objectName"), content)
            return ["hex": JSONValue(Hex.encode(documented.value.minified))]
        case .listNames: return names
        case .decodeUID:
            let uid = try MessageUID(try input.text("uid"))
            var object = uid.json
            object["time"] = JSONValue(uid.timestamp)
            return object
        case .encodeUID: return ["uid": JSONValue(try input.uid().description)]
        case .explainCode: return try code(input)
        }
    }

    private var names: JSONValue {
        let catalogue = MessageCatalogue.shared
        let rows = catalogue.indices.map { index -> JSONValue in
            let details = catalogue.details(at: index)
            let flags = details.entry.flags
            var row: JSONValue = [
                "objectName": JSONValue(details.entry.objectName), "persisted": .bool(flags.contains(.persisted)),
                "counted": .bool(flags.contains(.counted)),
            ]
            if let type = MessageRegistry.builtIn[details.entry.objectName] {
                row["class"] = JSONValue(String(describing: type))
            }
            if flags.contains(.status) { row["status"] = true }
            return row
        }
        return .array(rows)
    }

    private func code(_ input: AdapterInput) throws(WireError) -> JSONValue {
        guard let code = try input.value("code").int64.flatMap({ Int(exactly: $0) }) else {
            throw WireError(.value, at: 0, path: ["code"], expected: "an integer")
        }
        let meanings = CodeMeaning.all(of: code)
        guard let first = meanings.first else {
            throw WireError(.value, at: 0, path: ["code"], expected: "a known code")
        }
        var object = first.json
        // Where there are only the platforms' names, the first one stands for all.
        if first.name == nil, let name = first.platformNames.first?.names.first { object["name"] = JSONValue(name) }
        object["meanings"] = .array(meanings.map(\.json))
        return object
    }
}
