public import WireFormat
public import WireJSON

extension NIMPacket {
    /// Returns the frame object: `type`; for NIM's packets `sid`, `cid`, `ser`, `code`, `command`, `wrapped`, `body`;
    /// and `text`, the packet itself.
    ///
    /// Bytes of the text that are not UTF-8 become U+FFFD; then `raw.text` holds the packet in hex.
    public func object(in scope: NIMScope? = nil) -> JSONValue {
        var object: JSONValue = ["type": JSONValue(type.name)]
        object["sid"] = sid.map { JSONValue($0) }
        object["cid"] = cid.map { JSONValue($0) }
        object["ser"] = ser.map { JSONValue($0) }
        object["code"] = code.map { JSONValue($0) }
        if let name = command(in: scope)?.name, !name.isEmpty { object["command"] = JSONValue(name) }
        if let wrapped {
            var inner: JSONValue = ["sid": JSONValue(wrapped.sid), "cid": JSONValue(wrapped.cid)]
            inner["idServer"] = wrapped.idServer.map { JSONValue($0) }
            object["wrapped"] = inner
        }
        object["body"] = body(in: scope)
        let bytes = encoded()
        let text = String(decoding: bytes, as: UTF8.self)
        object["text"] = JSONValue(text)
        if !text.utf8.elementsEqual(bytes) { object["raw"] = ["text": JSONValue(Hex.encode(bytes))] }
        return object
    }

    /// Makes a packet from its frame object.
    ///
    /// `raw.text` or `text` is the packet. Without them the packet is built from `type`, and for a `message` from
    /// `sid`, `cid` (or `command`), `ser`, `code` and `body`: a request unless there is a `code`, with the names of the
    /// table. Requests may omit any value; responses, whose values are identified by position only, may omit the last
    /// ones. A value of a response that the table lacks is named by its position, such as `[0]`; one of a request
    /// cannot be written, since its type is not told. With `wrapped`, `sid` and `cid` are those of the push around the
    /// packet, and `body` is that of the packet.
    /// - Throws: `value` and `required` with the member's name as path.
    public init(object: JSONValue, in scope: NIMScope? = nil) throws(WireError) {
        if let bytes = try Self.bytes(object) {
            do throws(WireError) {
                try self.init(decoding: bytes.span)
            } catch {
                throw error.inside("text")
            }
            return
        }
        guard let name = object["type"]?.string else { throw WireError(.required, at: 0, path: ["type"]) }
        guard let type = NIMPacketType(name: name) else {
            throw WireError(.value, at: 0, path: ["type"], expected: "the name of a packet type, not \(name)")
        }
        guard type == .message, object["sid"] != nil || object["command"] != nil else {
            try self.init(type)
            return
        }
        if let wrapped = object["wrapped"], !wrapped.isNull {
            let values = try Self.values(object["body"], inside: wrapped, scope)
            try self.init(
                sid: Self.number("sid", object),
                cid: Self.number("cid", object),
                ser: object["ser"]?.int64 ?? 0,
                code: Self.number("code", object),
                values: values
            )
            return
        }
        let isRequest = object["code"] == nil
        let command = try Self.command(object, isRequest ? .request : .response, scope)
        let ser = object["ser"]?.int64 ?? 0
        let values = try Self.values(object["body"], command, isRequest)
        if isRequest {
            try self.init(sid: command.sid, cid: command.cid, ser: ser, arguments: values)
        } else {
            guard let code = object["code"]?.int64 else { throw WireError(.value, at: 0, path: ["code"]) }
            try self.init(sid: command.sid, cid: command.cid, ser: ser, code: code, values: values)
        }
    }

    private static func bytes(_ object: JSONValue) throws(WireError) -> [UInt8]? {
        if let hex = object["raw"]?["text"]?.string {
            do throws(WireError) {
                return try Hex.decode(hex)
            } catch {
                throw error.inside("raw")
            }
        }
        guard let text = object["text"], !text.isNull else { return nil }
        guard let string = text.string else { throw WireError(.value, at: 0, path: ["text"], expected: "a string") }
        return Array(string.utf8)
    }

    private static func command(
        _ object: JSONValue,
        _ direction: NIMLayout.Direction,
        _ scope: NIMScope?
    ) throws(WireError) -> NIMCommand {
        if let sid = object["sid"]?.int64, let cid = object["cid"]?.int64 {
            if let found = NIMCommand.findAll(sid: sid, cid: cid, direction, in: scope) {
                let name = object["command"]?.string
                return found.others.first { $0.name == name } ?? found.first
            }
            return NIMCommand(
                scope: scope ?? .im,
                sid: sid,
                cid: cid,
                service: "",
                direction: direction,
                name: "",
                values: []
            )
        }
        guard let name = object["command"]?.string else { throw WireError(.required, at: 0, path: ["cid"]) }
        guard let found = NIMCommand.named(name, direction, in: scope) else {
            throw WireError(.value, at: 0, path: ["command"], expected: "the name of a command, not \(name)")
        }
        return found
    }

    private static func number(_ name: String, _ object: JSONValue) throws(WireError) -> Int64 {
        guard let member = object[name] else { throw WireError(.required, at: 0, path: [name]) }
        guard let number = member.int64 else {
            throw WireError(.value, at: 0, path: [name], expected: "an integer")
        }
        return number
    }

    /// Returns the values of a push around a packet: the id that the server gave, and the packet with its own values.
    private static func values(
        _ body: JSONValue?,
        inside wrapped: JSONValue,
        _ scope: NIMScope?
    ) throws(WireError) -> [JSONValue] {
        let inner: NIMCommand
        do throws(WireError) {
            inner = try command(wrapped, .response, scope)
        } catch {
            throw error.inside("wrapped")
        }
        let packet: JSONValue = [
            "headerPacket": ["sid": JSONValue(inner.sid), "cid": JSONValue(inner.cid)],
            "body": .array(try values(body, inner, false) ?? []),
        ]
        return [wrapped["idServer"] ?? .null, packet]
    }

    /// Returns the positional values of a body; `nil` when there is none.
    private static func values(
        _ body: JSONValue?,
        _ command: NIMCommand,
        _ isRequest: Bool
    ) throws(WireError) -> [JSONValue]? {
        guard let body, !body.isNull else { return nil }
        guard let members = body.members else { throw WireError(.value, at: 0, path: ["body"], expected: "an object") }
        var left: [String: JSONValue] = [:]
        for member in members { left[member.key.text] = member.value }
        var values: [JSONValue] = []
        var missing: String?
        var position = 0
        while true {
            let entry = command.values.indices.contains(position) ? command.values[position] : nil
            // A value that the table lacks is named by its position. In a request it would need a type, too.
            let unnamed = isRequest ? nil : left.removeValue(forKey: "[\(position)]")
            guard entry != nil || unnamed != nil else { break }
            position += 1
            let named = unnamed == nil ? entry.flatMap { left.removeValue(forKey: $0.name) } : nil
            if unnamed == nil, named == nil {
                missing = missing ?? entry?.name
                continue
            }
            // The values of a response are identified by position only.
            if let missing, !isRequest { throw WireError(.required, at: 0, path: ["body", missing]) }
            if let unnamed { values.append(unnamed) }
            if let entry, let named { values.append(wire(named, entry, command.scope, isRequest)) }
        }
        for member in members where left[member.key.text] != nil {
            throw WireError(.value, at: 0, path: ["body", member.key.text], expected: "a value of the command")
        }
        return values.isEmpty ? nil : values
    }

    /// Returns a value of the table as it is in a packet: with the numbers of its tags, in a request with its type.
    private static func wire(
        _ content: JSONValue,
        _ value: NIMCommand.Value,
        _ scope: NIMScope,
        _ isRequest: Bool
    ) -> JSONValue {
        var plain = content
        if let entity = value.entity {
            let objects = (content.elements ?? [content]).map { NIMTags.numbered($0, of: entity, in: scope) }
            if content.elements == nil {
                plain = objects[0]
            } else {
                plain = .array(isRequest ? objects.map { ["t": "Property", "v": $0] } : objects)
            }
        }
        let type = value.type == "PropertyArray" ? "ArrayMable" : value.type
        return isRequest ? ["t": JSONValue(type), "v": plain] : plain
    }
}
