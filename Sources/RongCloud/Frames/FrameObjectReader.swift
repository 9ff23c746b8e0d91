package import WireFormat
package import WireJSON
package import WireProtobuf

/// Reads the members of a frame object.
package struct FrameObjectReader {
    package let object: JSONValue
    /// The schema by which a payload in JSON is encoded.
    package let schema: ProtobufSchema

    package init(object: JSONValue, schema: ProtobufSchema) {
        self.object = object
        self.schema = schema
    }

    /// Returns whether a member is present.
    func has(_ name: String) -> Bool { object[name] != nil }

    package func required<Value>(_ name: String, _ value: (JSONValue) -> Value?) throws(WireError) -> Value {
        guard let member = object[name] else { throw WireError(.required, path: [name]) }
        guard let typed = value(member) else { throw WireError(.value, path: [name]) }
        return typed
    }

    /// Returns a required integer member.
    func number<Value: FixedWidthInteger>(_ name: String) throws(WireError) -> Value {
        guard let value = try integer(name, Value.self) else { throw WireError(.required, path: [name]) }
        return value
    }

    package func integer<Value: FixedWidthInteger>(_ name: String, _ type: Value.Type) throws(WireError) -> Value? {
        guard let member = object[name], !member.isNull else { return nil }
        guard let wide = member.int64 ?? member.string.flatMap({ Int64($0) }), let value = Value(exactly: wide) else {
            throw WireError(.value, path: [name], expected: "an integer from \(Value.min) to \(Value.max)")
        }
        return value
    }

    /// Returns the header's QoS; 0 if absent.
    package func qos() throws(WireError) -> UInt8 {
        let qos = try integer("qos", UInt8.self) ?? 0
        guard qos <= 3 else { throw WireError(.value, path: ["qos"], expected: "an integer from 0 to 3") }
        return qos
    }

    /// Returns a bit of the header; `false` if absent.
    package func flag(_ name: String) throws(WireError) -> Bool {
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
        string.raw = try raw(name)
        return string
    }

    /// Returns the bytes that `raw` holds under a name.
    package func raw(_ name: String) throws(WireError) -> [UInt8]? {
        do throws(WireError) {
            return try FrameObjectReader(object: object["raw"] ?? .null, schema: schema).hex(name)
        } catch {
            throw error.inside("raw")
        }
    }

    package func hex(_ name: String) throws(WireError) -> [UInt8]? {
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

    /// Returns the payload's bytes, or encodes its JSON.
    func data() throws(WireError) -> [UInt8] {
        if let data = try hex("data") { return data }
        return try payload()?.bytes ?? []
    }

    /// Encodes `payload`; returns its message and its bytes, `nil` if it is absent.
    package func payload() throws(WireError) -> (message: MessageIndex, bytes: [UInt8])? {
        guard let payload = object["payload"], !payload.isNull else { return nil }
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
        return (message, writer.array)
    }
}
