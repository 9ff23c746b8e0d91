import RongCloud
import WireFormat
import WireJSON

extension PollingObject {
    /// Encodes a frame object: the JSON object of an answer, a request target, or a request's body.
    ///
    /// `raw.unit` is the unit itself. Otherwise the payload is `data`, the hex of its JSON text, or `payload`, which is
    /// encoded by the schema; a client's object with a payload is the body of a request, any other one its target. An
    /// answer has only the members that servers write for its type.
    /// - Throws: `required` and `value` with the member's name as path, `string` if the payload of an answer is no text,
    ///   and the errors of the encoder of protobuf messages for `payload`.
    static func encode(_ object: JSONValue, sender: FrameSender) throws(WireError) -> [UInt8] {
        let members = FrameObjectReader(object: object, schema: RongCloudSchema.shared)
        if let unit = try members.raw("unit") { return unit }
        let name = try members.required("type", \.string)
        let type = FrameType(name: name)
        guard type != nil || sender == .client && name == "POLL" else {
            throw WireError(.value, path: ["type"], expected: "the name of a frame type, not \(name)")
        }
        let header = FrameHeader(
            type ?? .connect,
            qos: try members.qos(),
            dup: try members.flag("dup"),
            retain: try members.flag("retain")
        )
        let payload = try payload(members)
        guard sender == .client else { return try answer(members, header, payload).minified }
        if let payload { return payload }
        return Array(try target(members, name, header).utf8)
    }

    private static func payload(_ members: FrameObjectReader) throws(WireError) -> [UInt8]? {
        if let data = try members.hex("data") { return data }
        guard let payload = try members.payload() else { return nil }
        return try PollingPayload.json(payload.bytes, as: payload.message, schema: members.schema).minified
    }

    // MARK: Answers

    /// Returns an answer, with its members in the order in which servers write them.
    private static func answer(
        _ frame: FrameObjectReader,
        _ header: FrameHeader,
        _ payload: [UInt8]?
    ) throws(WireError) -> JSONValue {
        let code = JSONMember("headerCode", JSONValue(Int8(bitPattern: header.rawValue)))
        let names: [String]
        switch header.type {
        case .connack: names = ["status", "userId", "headerCode", "messageId", "sessionId", "timestamp"]
        case .disconnect: names = ["headerCode", "status", "messageId"]
        default:
            names = [
                "headerCode", "topic", "targetId", "messageId", "date", "status", "millisecond", "timestamp",
                "messageUId", "data",
            ]
        }
        var members: [JSONMember] = []
        for name in names {
            switch name {
            case "headerCode": members.append(code)
            case "data":
                guard let payload else { continue }
                guard let text = String(validating: payload, as: UTF8.self) else {
                    throw WireError(.string, path: ["data"], expected: "hex of a text in UTF-8")
                }
                members.append(JSONMember("data", JSONValue(text)))
            default:
                guard let value = try value(of: name, frame) else { continue }
                members.append(JSONMember(JSONString(name == "sessionId" ? "sessionid" : name), value))
            }
        }
        return .object(members)
    }

    /// Returns the value of a field of an answer; `nil` if it is absent.
    private static func value(of name: String, _ frame: FrameObjectReader) throws(WireError) -> JSONValue? {
        switch name {
        case "messageId", "status", "millisecond": return try frame.integer(name, UInt16.self).map { JSONValue($0) }
        case "date": return try frame.integer(name, Int32.self).map { JSONValue($0) }
        case "timestamp": return try frame.integer(name, Int64.self).map { JSONValue($0) }
        default:
            guard let member = frame.object[name], !member.isNull else { return nil }
            guard let text = member.string else { throw WireError(.value, path: [name], expected: "a string") }
            // The spelling in the frame object is not that of the answer.
            return JSONValue(text)
        }
    }

    // MARK: Requests

    /// The members of a frame object that are no parameters of a request target.
    private static let noParameters: Set<String> = ["type", "qos", "dup", "retain", "raw", "payload", "messages"]

    /// The parameters whose names differ from the members'.
    private static let spellings = ["messageId": "messageid", "sessionId": "sessionid", "targetId": "targetid"]

    /// Returns the request target: path and parameters in the order in which the SDKs write them, then all other
    /// members.
    private static func target(
        _ frame: FrameObjectReader,
        _ type: String,
        _ header: FrameHeader
    ) throws(WireError) -> String {
        let first: [String]
        switch type {
        case "POLL": first = ["sessionId", "timestrap", "timestamp"]
        case "CONNECT": first = ["appId", "token", "sdkVer", "apiVer"]
        default: first = ["messageId", "header", "sessionId", "topic", "targetId"]
        }
        let others = (frame.object.members ?? []).map(\.key.text).filter {
            !noParameters.contains($0) && !first.contains($0)
        }
        var parameters: [String] = []
        for name in first + others {
            let value = name == "header" && first.contains(name) ? "\(header.rawValue)" : try parameter(name, frame)
            if let value { parameters.append(encoded(spellings[name] ?? name) + "=" + encoded(value)) }
        }
        return (type == "POLL" ? "/pullmsg.js?" : "/websocket?") + parameters.joined(separator: "&")
    }

    /// Returns the text of a parameter; `nil` if it is absent.
    private static func parameter(_ name: String, _ frame: FrameObjectReader) throws(WireError) -> String? {
        guard let value = frame.object[name], !value.isNull else { return nil }
        if let text = value.string { return text }
        // A target may have any text as its id, but an id that is a number has 16 bits.
        if name == "messageId" { return try frame.integer(name, UInt16.self).map { "\($0)" } }
        guard value.members == nil, value.elements == nil else {
            throw WireError(.value, path: [name], expected: "a text or a number")
        }
        return value.description
    }

    /// Returns a text as JavaScript's `encodeURIComponent` writes it.
    private static func encoded(_ text: String) -> String {
        var result = ""
        for byte in text.utf8 {
            switch byte {
            case 48...57, 65...90, 97...122, 45, 46, 95, 126, 33, 39, 40, 41, 42:
                result.unicodeScalars.append(Unicode.Scalar(byte))
            default: result += "%" + Hex.encode([byte]).uppercased()
            }
        }
        return result
    }
}
