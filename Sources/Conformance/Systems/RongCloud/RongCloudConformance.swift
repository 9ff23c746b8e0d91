import Inspection
import RongCloud
import WireFormat
import WireJSON
import WireProtobuf

/// RongCloud's part of conformance.
enum RongCloudConformance: ConformingSystem {
    static let system = MessagingSystem.rongCloud

    static let operations: [LibraryAdapter.Operation] = [
        .decodeFrame, .encodeFrame, .decodePayload, .encodePayload, .decodeMessage, .encodeMessage, .listNames,
        .decodeUID, .encodeUID, .explainCode,
    ]

    static func value(_ operation: LibraryAdapter.Operation, _ input: AdapterInput) throws(WireError) -> JSONValue? {
        switch operation {
        case .decodeFrame:
            let object = try FrameObject.decode(
                try input.bytes("hex"),
                form: try input.frameForm(),
                sender: try input.sender(),
                topic: try input.optionalText("topic"),
                key: try input.key(),
                protocolVersion: try input.protocolVersion()
            )
            return try JSONValue(parsing: object)
        case .encodeFrame:
            let bytes = try FrameObject.encode(
                try input.value("frame").minified,
                form: try input.frameForm(),
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
            let content = try checked(try input.value("content"), as: try input.text("objectName"))
            return ["hex": JSONValue(Hex.encode(content.minified))]
        case .listNames: return listedNames
        case .decodeUID:
            let uid = try MessageUID(try input.text("uid"))
            var object = uid.json
            object["time"] = JSONValue(uid.timestamp)
            return object
        case .encodeUID: return ["uid": JSONValue(try input.uid().description)]
        case .explainCode: return try explanation(input)
        default: return nil
        }
    }

    static func checked(_ content: JSONValue, as objectName: String) throws(WireError) -> JSONValue {
        try DocumentedContent(objectName: objectName, content.minified).value
    }

    static func recording(key: [UInt8]?) -> any UnitRecording { RongCloudRecording(key: key) }

    // MARK: Catalogue

    private static var listedNames: JSONValue {
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

    private static func explanation(_ input: AdapterInput) throws(WireError) -> JSONValue {
        guard let code = try input.value("code").int64.flatMap({ Int(exactly: $0) }) else {
            throw WireError(.value, at: 0, path: ["code"], expected: "an integer")
        }
        let meanings = CodeMeaning.all(of: code)
        guard let first = meanings.first else {
            throw WireError(.value, at: 0, path: ["code"], expected: "a known code")
        }
        var object = first.json
        // If there are only names of platforms, the first one is used.
        if first.name == nil, let name = first.platformNames.first?.names.first { object["name"] = JSONValue(name) }
        object["meanings"] = .array(meanings.map(\.json))
        return object
    }

    static func meanings(of code: Int) -> [CodeCard.Meaning] {
        CodeMeaning.all(of: code).map { meaning in
            var facts = [CodeCard.Fact(label: "meaning", text: meaning.meaning)]
            if let name = meaning.name { facts.append(CodeCard.Fact(label: "name", text: name)) }
            facts += meaning.platformNames.map {
                CodeCard.Fact(label: $0.platform, text: $0.names.joined(separator: ", "))
            }
            if let isTransient = meaning.isTransient {
                facts.append(CodeCard.Fact(label: "transient", is: isTransient))
            }
            if let handling = meaning.handling {
                facts.append(CodeCard.Fact(label: "what to do", text: handling.advice))
            }
            return CodeCard.Meaning(
                system: system.name.description,
                title: "RongCloud: \(meaning.scope.title)",
                facts: facts,
                members: meaning.json
            )
        }
    }

    static func codes(named name: String) -> [Int] { ErrorCode(constant: name).map { [$0.rawValue] } ?? [] }

    static var catalogueMembers: [JSONMember] {
        [
            JSONMember("sources", MessageCatalogue.shared.sourcesJSON),
            JSONMember("differences", .array(MessageCatalogue.shared.differencesJSON)),
        ]
    }

    // MARK: Names

    static func isName(_ text: String) -> Bool { MessageCatalogue.shared.entry(text) != nil }
}

extension LibraryAdapter.Operation {
    /// Lists the object names with their flags.
    package static let listNames = LibraryAdapter.Operation(named: "names.list")
    /// Decodes a message UID to its parts.
    package static let decodeUID = LibraryAdapter.Operation(named: "uid.decode")
    /// Encodes the parts of a message UID.
    package static let encodeUID = LibraryAdapter.Operation(named: "uid.encode")
    /// Explains the meanings of a code.
    package static let explainCode = LibraryAdapter.Operation(named: "code.explain")
}
