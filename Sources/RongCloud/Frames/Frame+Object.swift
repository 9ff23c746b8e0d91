public import WireFormat
public import WireJSON
public import WireProtobuf

extension Frame {
    /// Makes a frame from its frame object: the JSON that `imwire frame decode` prints.
    ///
    /// `data` is the payload in hex; without it `payload` (`message` and `value`) is encoded by the schema. `raw` holds,
    /// by field, the hex of texts that our own writer would spell otherwise. `messages` and unknown members are ignored.
    /// - Throws: `required` and `value` with the member's name as path; for hex that is none `value` or `truncated`, with
    ///   the offset in the member's text.
    public init(object: JSONValue, schema: ProtobufSchema = RongCloudSchema.shared) throws(WireError) {
        let members = FrameObjectReader(object: object)
        let name = try members.required("type", \.string)
        guard let type = FrameType(name: name) else {
            throw WireError(.value, path: ["type"], expected: "the name of a frame type, not \(name)")
        }
        self.init(
            try Body(type, members, schema),
            qos: try members.qos(),
            dup: try members.flag("dup"),
            retain: try members.flag("retain"),
            trailing: try members.hex("trailing") ?? []
        )
    }
}

extension Frame.Body {
    fileprivate init(_ type: FrameType, _ members: FrameObjectReader, _ schema: ProtobufSchema) throws(WireError) {
        switch type {
        case .publish:
            self = .publish(
                Publish(
                    topic: try members.text("topic"),
                    targetId: try members.text("targetId"),
                    messageId: try members.number("messageId"),
                    data: try members.data(schema),
                    date: try members.integer("date", Int32.self),
                    signature: try members.signature()
                )
            )
        case .query:
            self = .query(
                Query(
                    topic: try members.text("topic"),
                    targetId: try members.text("targetId"),
                    messageId: try members.number("messageId"),
                    data: try members.data(schema),
                    signature: try members.signature()
                )
            )
        case .puback: self = .puback(try members.puback())
        case .queryack:
            self = .queryack(
                QueryAck(
                    messageId: try members.number("messageId"),
                    date: try members.number("date"),
                    status: try members.number("status"),
                    data: try members.data(schema)
                )
            )
        case .querycon: self = .querycon(messageId: try members.number("messageId"))
        case .pingreq: self = .pingreq
        case .pingresp: self = .pingresp
        case .connack:
            self = .connack(
                ConnAck(
                    status: try members.number("status"),
                    userId: try members.optionalText("userId"),
                    sessionId: try members.optionalText("sessionId"),
                    timestamp: try members.integer("timestamp", Int64.self),
                    messageId: try members.integer("messageId", UInt16.self),
                    flags: try members.integer("flags", UInt8.self),
                    flag: try members.integer("flag", UInt8.self) ?? 0
                )
            )
        case .disconnect:
            self = .disconnect(
                Disconnect(
                    status: try members.number("status"),
                    flag: try members.integer("flag", UInt8.self) ?? 0
                )
            )
        case .connect: self = .connect(try members.connect())
        default: self = .opaque(type, data: try members.data(schema))
        }
    }
}

/// Reads the members of a frame object.
private struct FrameObjectReader {
    let object: JSONValue

    func required<Value>(_ name: String, _ value: (JSONValue) -> Value?) throws(WireError) -> Value {
        guard let member = object[name] else { throw WireError(.required, path: [name]) }
        guard let typed = value(member) else { throw WireError(.value, path: [name]) }
        return typed
    }

    /// An integer member that must be there.
    func number<Value: FixedWidthInteger>(_ name: String) throws(WireError) -> Value {
        guard let value = try integer(name, Value.self) else { throw WireError(.required, path: [name]) }
        return value
    }

    func integer<Value: FixedWidthInteger>(_ name: String, _ type: Value.Type) throws(WireError) -> Value? {
        guard let member = object[name], !member.isNull else { return nil }
        guard let wide = member.int64 ?? member.string.flatMap({ Int64($0) }), let value = Value(exactly: wide) else {
            throw WireError(.value, path: [name], expected: "an integer from \(Value.min) to \(Value.max)")
        }
        return value
    }

    /// The header's QoS; 0 when it is absent.
    func qos() throws(WireError) -> UInt8 {
        let qos = try integer("qos", UInt8.self) ?? 0
        guard qos <= 3 else { throw WireError(.value, path: ["qos"], expected: "an integer from 0 to 3") }
        return qos
    }

    /// A bit of the header; `false` when it is absent.
    func flag(_ name: String) throws(WireError) -> Bool {
        guard let member = object[name], !member.isNull else { return false }
        guard let flag = member.bool else { throw WireError(.value, path: [name], expected: "true or false") }
        return flag
    }

    func text(_ name: String) throws(WireError) -> WireString {
        guard let text = try optionalText(name) else { throw WireError(.required, path: [name]) }
        return text
    }

    func optionalText(_ name: String) throws(WireError) -> WireString? {
        guard let member = object[name], !member.isNull else { return nil }
        guard let text = member.string else { throw WireError(.value, path: [name], expected: "a string") }
        var string = WireString(text)
        do throws(WireError) {
            string.raw = try FrameObjectReader(object: object["raw"] ?? .null).hex(name)
        } catch {
            throw error.inside("raw")
        }
        return string
    }

    func hex(_ name: String) throws(WireError) -> [UInt8]? {
        guard let member = object[name], !member.isNull else { return nil }
        guard let text = member.string else { throw WireError(.value, path: [name], expected: "hex") }
        return try decode(text, name)
    }

    private func decode(_ hex: String, _ name: String) throws(WireError) -> [UInt8] {
        do throws(WireError) {
            return try Hex.decode(hex)
        } catch {
            throw error.inside(name)
        }
    }

    func signature() throws(WireError) -> UInt64? {
        guard let bytes = try hex("signature") else { return nil }
        guard bytes.count == 8 else {
            throw WireError(.value, path: ["signature"], expected: "16 hex digits")
        }
        return bytes.reduce(0) { $0 << 8 | UInt64($1) }
    }

    /// The payload: its own bytes, or encoded from its JSON.
    func data(_ schema: ProtobufSchema) throws(WireError) -> [UInt8] {
        if let data = try hex("data") { return data }
        guard let payload = object["payload"], !payload.isNull else { return [] }
        guard let value = payload["value"] else { throw WireError(.required, path: ["payload", "value"]) }
        guard let name = payload["message"]?.string, let message = schema.message(named: name) else {
            throw WireError(.value, path: ["payload", "message"], expected: "the name of a message")
        }
        var writer = ByteWriter()
        do throws(WireError) {
            try writer.append(protobuf: value, as: message, schema: schema)
        } catch {
            throw error.inside("payload")
        }
        return writer.array
    }

    func puback() throws(WireError) -> PubAck {
        let messageId: UInt16 = try number("messageId")
        guard object["date"] != nil || object["status"] != nil else { return PubAck(messageId: messageId) }
        return PubAck(
            messageId: messageId,
            receipt: PubAck.Receipt(
                date: try number("date"),
                status: try number("status"),
                millisecond: try integer("millisecond", UInt16.self),
                messageUId: try optionalText("messageUId")
            )
        )
    }

    func connect() throws(WireError) -> Connect {
        Connect(
            protocolId: try text("protocolId"),
            protocolVersion: try number("protocolVersion"),
            flags: try number("flags"),
            keepAlive: try number("keepAlive"),
            clientId: try text("clientId"),
            clientIp: try optionalText("clientIp"),
            willTopic: try optionalText("willTopic"),
            will: try optionalText("will"),
            appId: try optionalText("appId"),
            token: try optionalText("token")
        )
    }
}
