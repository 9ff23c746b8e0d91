public import WireFormat
public import WireJSON
import WireProtobuf

extension LeanCloudFrame {
    /// The frame object: `cmd`, `op` and the other fields of the envelope, the body's `code`, and `data` (hex of the
    /// `GenericCommand`, or of MessagePack) or `text` (the JSON).
    ///
    /// Names missing from the enums are numbers, or in the JSON form the text itself. `raw.data` is the hex of a base64
    /// text that this library's writer would spell differently. The schema's generation is not included.
    public var object: JSONValue {
        var object: JSONValue = [:]
        object["cmd"] =
            envelope.cmd.map { $0.name.map { JSONValue($0) } ?? JSONValue($0.rawValue) }
            ?? envelope.unknownCmd.map { JSONValue($0) }
        object["op"] =
            envelope.op.map { $0.name.map { JSONValue($0) } ?? JSONValue($0.rawValue) }
            ?? envelope.unknownOp.map { JSONValue($0) }
        object["appId"] = envelope.appId.map { JSONValue($0) }
        object["peerId"] = envelope.peerId.map { JSONValue($0) }
        object["i"] = envelope.i.map { JSONValue($0) }
        object["installationId"] = envelope.installationId.map { JSONValue($0) }
        object["priority"] = envelope.priority.map { JSONValue($0) }
        object["service"] = envelope.service.map { JSONValue($0) }
        object["serverTs"] = envelope.serverTs.map { JSONValue($0) }
        object["clientTs"] = envelope.clientTs.map { JSONValue($0) }
        object["notificationType"] = envelope.notificationType.map { JSONValue($0) }
        object["code"] = envelope.code.map { JSONValue($0) }
        switch content {
        case .command(let command):
            object["data"] = JSONValue(Hex.encode(command.encoded()))
            if let spelling { object["raw"] = ["data": JSONValue(Hex.encode(spelling))] }
        case .opaque(let bytes): object["data"] = JSONValue(Hex.encode(bytes))
        case .json(let document): object["text"] = JSONValue(String(decoding: document.bytes, as: UTF8.self))
        }
        return object
    }

    /// The payload of the protobuf forms: `message` and `value`, protobuf's JSON mapping; `nil` for other forms.
    public var payload: JSONValue? {
        guard case .command(let command) = content else { return nil }
        let bytes = command.encoded()
        guard
            let document = try? ProtobufDocument(
                bytes,
                as: LeanCloudSchema.genericCommand(generation),
                schema: LeanCloudSchema.shared
            ), let value = try? JSONValue(parsing: document.json)
        else { return nil }
        return ["message": "GenericCommand", "value": value]
    }

    /// Makes a frame from its frame object.
    ///
    /// `data` or `text` is the command; without them the command is encoded. The protobuf forms are encoded from
    /// `payload.value`, if present, completed with the fields of the envelope; the JSON form from the envelope and
    /// `payload.value`. `code` only repeats a value of the body, and is ignored.
    /// - Parameters:
    ///   - object: the frame object.
    ///   - form: the form in the WebSocket message; by default JSON when there is `text`, base64 when there is
    ///     `raw.data`, otherwise protobuf.
    ///   - generation: the schema of the protobuf forms; field 100 in `data` tells it, too, and takes precedence.
    /// - Throws: `value` and `required` with the member's name as path, and the errors of decoding.
    public init(
        object: JSONValue,
        form: LeanCloudForm? = nil,
        generation: LeanCloudGeneration = .current
    ) throws(WireError) {
        let raw = try Self.hex(object["raw"]?["data"], "raw")
        let form = form ?? (object["text"] != nil ? .json : raw != nil ? .protobufBase64 : .protobuf)
        if form == .json {
            self = try Self.json(object)
            return
        }
        let given = try Self.hex(object["data"], "data")
        if given == nil, form == .messagePack { throw WireError(.required, at: 0, path: ["data"]) }
        let data = if let given { given } else { try Self.encode(object, generation) }
        if form == .messagePack {
            self.init(opaque: data)
            return
        }
        let frame = try LeanCloudFrame(decoding: data.span, form: .protobuf, generation: generation)
        guard case .command(let command) = frame.content else { throw WireError(.value, at: 0, path: ["data"]) }
        let wanted = try LeanCloudFrame(command, form: form, generation: generation)
        // The given base64 text is kept only if it decodes to the same bytes.
        var spelling: [UInt8]?
        if form == .protobufBase64, let raw, Base64.decode(raw.span) == data { spelling = raw }
        self.init(wanted, spelling: spelling)
    }

    private static func hex(_ value: JSONValue?, _ name: String) throws(WireError) -> [UInt8]? {
        guard let value, !value.isNull else { return nil }
        guard let text = value.string else { throw WireError(.value, at: 0, path: [name], expected: "hex") }
        do throws(WireError) {
            return try Hex.decode(text)
        } catch {
            throw error.inside(name)
        }
    }

    /// The members of the envelope, in field order.
    private static let members = [
        "cmd", "op", "appId", "peerId", "i", "installationId", "priority", "service", "serverTs", "clientTs",
        "notificationType",
    ]

    private static func json(_ object: JSONValue) throws(WireError) -> LeanCloudFrame {
        if let text = object["text"], !text.isNull {
            guard let string = text.string else { throw WireError(.value, at: 0, path: ["text"], expected: "a string") }
            do throws(WireError) {
                return try LeanCloudFrame(json: JSONDocument(string))
            } catch {
                throw error.inside("text")
            }
        }
        let body = object["payload"]?["value"] ?? [:]
        var flat: [JSONMember] = []
        for name in members where body[name] == nil {
            guard let value = object[name], !value.isNull else { continue }
            let text = name == "op" ? value.string.flatMap { LeanCloudOp(name: $0)?.textName } : nil
            flat.append(JSONMember(JSONString(name), text.map { JSONValue($0) } ?? value))
        }
        flat += body.members ?? []
        return try LeanCloudFrame(json: JSONDocument(JSONValue.object(flat).minified))
    }

    private static func encode(_ object: JSONValue, _ generation: LeanCloudGeneration) throws(WireError) -> [UInt8] {
        var value = object["payload"]?["value"] ?? [:]
        guard value.members != nil else {
            throw WireError(.value, at: 0, path: ["payload", "value"], expected: "an object")
        }
        for name in members where value[name] == nil {
            if let member = object[name], !member.isNull { value[name] = member }
        }
        var writer = ByteWriter()
        try writer.append(
            protobuf: value,
            as: LeanCloudSchema.genericCommand(generation),
            schema: LeanCloudSchema.shared
        )
        return writer.array
    }
}
