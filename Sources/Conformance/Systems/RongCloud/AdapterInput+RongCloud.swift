import RongCloud
import WireFormat
import WireJSON
import WireProtobuf

// Members of inputs that only RongCloud's units have.
extension AdapterInput {
    func frameForm() throws(WireError) -> FrameForm {
        switch try form() {
        case .websocket: .websocket
        case .tcp: .tcp
        case .polling: .polling
        }
    }

    /// Returns the key of the TCP form's body, or none if the input has no key.
    func key() throws(WireError) -> ObfuscationKey {
        guard object["obfuscationKey"].map({ !$0.isNull }) ?? false else { return .none }
        return try ObfuscationKey(try bytes("obfuscationKey"))
    }

    /// Returns the protocol version that the client asked for; 3 by default.
    func protocolVersion() throws(WireError) -> UInt8 {
        guard let value = object["protocolVersion"], !value.isNull else { return 3 }
        guard let version = value.int64.flatMap({ UInt8(exactly: $0) }) else {
            throw WireError(.value, at: 0, path: ["protocolVersion"], expected: "an integer from 0 to 255")
        }
        return version
    }

    /// Returns the message type named by `message`.
    func payload(_ schema: ProtobufSchema) throws(WireError) -> MessageIndex {
        let name = try text("message")
        guard let message = schema.message(named: name) else {
            throw WireError(.unsupported, at: 0, path: ["message"], expected: "a message of the schema, not \(name)")
        }
        return message
    }

    /// Returns a message UID from its parts; the time is RFC 3339 text or in milliseconds.
    func uid() throws(WireError) -> MessageUID {
        var parts = object
        if let text = object["time"]?.string {
            guard let time = MessageUID.milliseconds(timestamp: text) else {
                throw WireError(.value, at: 0, path: ["time"], expected: "a time such as 2020-09-29T09:49:42.418Z")
            }
            parts["time"] = JSONValue(time)
        }
        let uid = try MessageUID(json: parts)
        if let text = object["time"]?.string, uid.timestamp != text {
            throw WireError(.value, at: 0, path: ["time"], expected: "a day that exists")
        }
        return uid
    }
}

extension MessageUID {
    /// Returns the milliseconds since 1970 of a UTC time as written by ``timestamp``; `nil` for another form.
    static func milliseconds(timestamp: String) -> Int64? {
        let bytes = Array(timestamp.utf8)
        let form = Array("0000-00-00T00:00:00.000Z".utf8)
        guard bytes.count == form.count else { return nil }
        for (byte, sign) in zip(bytes, form) {
            guard sign == UInt8(ascii: "0") ? 48...57 ~= byte : byte == sign else { return nil }
        }
        func number(_ range: Range<Int>) -> Int64 { bytes[range].reduce(0) { $0 * 10 + Int64($1 - 48) } }
        let (year, month, day) = (number(0..<4), number(5..<7), number(8..<10))
        guard 1...12 ~= month, 1...31 ~= day, number(11..<13) < 24, number(14..<16) < 60, number(17..<19) < 60 else {
            return nil
        }
        // The year is shifted to begin with March, so that the leap day is its last day.
        let shifted = month > 2 ? year : year - 1
        let dayOfYear = (153 * (month > 2 ? month - 3 : month + 9) + 2) / 5 + day - 1
        let days = 365 * shifted + shifted / 4 - shifted / 100 + shifted / 400 + dayOfYear - 719_468
        return ((days * 24 + number(11..<13)) * 60 + number(14..<16)) * 60_000 + number(17..<19) * 1000
            + number(20..<23)
    }
}
