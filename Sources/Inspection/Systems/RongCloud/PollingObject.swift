import RongCloud
import Transport
import WireFormat
import WireJSON

/// The frame object of a unit of the long-polling form.
///
/// A server's unit is a JSON object of an answer. A client's unit is a request target, or the JSON body of a request; a
/// body needs its topic as an argument. `data` is the payload's JSON text; `raw.unit` holds the unit itself if the
/// encoder would write it otherwise.
enum PollingObject {
    /// Decodes a unit to its object as JSON text.
    static func decode(_ bytes: [UInt8], sender: FrameSender, topic: String?) throws(WireError) -> String {
        var unit: PollingUnit
        var data: [UInt8]?
        if sender == .server {
            var tape = JSONTape()
            let object = try tape.parse(bytes)
            guard let answer = try PollingUnit(answer: object) else { throw PollingAnswer.failure(of: object) }
            unit = answer
            if let payload = try object["data"]?.value() {
                data = payload.string.map { Array($0.utf8) } ?? payload.minified
            }
        } else if bytes.first == UInt8(ascii: "/") {
            unit = PollingUnit(request: "GET", HTTPTarget(String(decoding: bytes, as: UTF8.self)), body: [])
        } else {
            guard let topic else {
                throw WireError(.required, path: ["topic"], expected: "the topic of a request's body")
            }
            let kind = TopicTable.shared.topic(topic, kind: .query)?.kind ?? .query
            let header = FrameHeader(kind == .query ? .query : .publish)
            var target = HTTPTarget("/websocket?header=\(header.rawValue)")
            target.query.append(HTTPTarget.Parameter(name: "topic", value: topic))
            unit = PollingUnit(request: "POST", target, body: bytes)
            data = bytes
        }
        if let failure = unit.failure { throw failure }
        return try write(unit, data, bytes, sender: sender, topic: topic)
    }

    /// Returns the end that wrote a unit: only a server's unit has its type under `headerCode`.
    static func sender(of bytes: [UInt8]) -> FrameSender {
        (try? JSONValue(parsing: bytes))?["headerCode"] == nil ? .client : .server
    }

    private static func write(
        _ unit: PollingUnit,
        _ data: [UInt8]?,
        _ bytes: [UInt8],
        sender: FrameSender,
        topic: String?
    ) throws(WireError) -> String {
        let decoder = RongCloudDecoder(DecodingOptions(showsSecrets: true), guessesPayloads: false)
        var session = RongCloudSession()
        var slots = SlotPool()
        if let topic, let messageId = unit.layout.messageId, unit.layout.header.type == .queryack {
            session.expect(answerTo: topic, messageId, decoder.map.topics)
        }
        var event = Event(flow: .nobody)
        event.sender = sender
        let decoded = decoder.decode(unit, session: &session, slots: &slots, into: &event)
        event.reply = nil
        var sink = JSONFieldSink()
        sink.writer.append(UInt8(ascii: "{"))
        decoder.describeFrame(&event, decoded.span, to: &sink)
        if let data {
            sink.writer.append(",\"data\":\"")
            sink.writer.append(hex: data.span)
            sink.writer.append(UInt8(ascii: "\""))
        }
        let fields = sink.writer.count
        sink.writer.append(UInt8(ascii: "}"))
        if try encode(JSONValue(parsing: sink.writer.array), sender: sender) != bytes {
            sink.writer.truncate(to: fields)
            sink.writer.append(",\"raw\":{\"unit\":\"")
            sink.writer.append(hex: bytes.span)
            sink.writer.append("\"}}")
        }
        sink.writer.truncate(to: sink.writer.count - 1)
        sink.appendPayload(of: &event, decoded.span, decoder)
        sink.writer.append(UInt8(ascii: "}"))
        return String(decodingUTF8: sink.writer.span)
    }

    /// Encodes a frame object: the JSON object of an answer, a request target, or a request's body.
    static func encode(_ object: JSONValue, sender: FrameSender) throws(WireError) -> [UInt8] {
        if let raw = object["raw"]?["unit"]?.string {
            do throws(WireError) {
                return try Hex.decode(raw)
            } catch {
                throw error.inside("raw.unit")
            }
        }
        guard let name = object["type"]?.string else { throw WireError(.required, path: ["type"]) }
        let data = try object["data"]?.string.map { text throws(WireError) in try Hex.decode(text) }
        if sender == .client {
            if let data { return data }
            return Array(target(object, name).utf8)
        }
        guard let type = FrameType(name: name) else { throw WireError(.value, path: ["type"]) }
        let header = FrameHeader(
            type,
            qos: UInt8(clamping: object["qos"]?.int64 ?? 0),
            dup: object["dup"]?.bool ?? false,
            retain: object["retain"]?.bool ?? false
        )
        return answer(object, header, data).minified
    }

    /// Returns the members of an answer in the order in which servers write them.
    private static func answer(_ object: JSONValue, _ header: FrameHeader, _ data: [UInt8]?) -> JSONValue {
        let code = JSONMember("headerCode", JSONValue(Int8(bitPattern: header.rawValue)))
        var members: [JSONMember] = header.type == .connack ? [] : [code]
        func add(_ name: JSONString, as wireName: JSONString? = nil) {
            if let value = object[name.text] { members.append(JSONMember(wireName ?? name, value)) }
        }
        if header.type == .connack {
            add("status")
            add("userId")
            members.append(code)
            add("messageId")
            add("sessionId", as: "sessionid")
            add("timestamp")
            return .object(members)
        }
        if header.type == .disconnect {
            add("status")
            add("messageId")
            return .object(members)
        }
        add("topic")
        add("targetId")
        add("messageId")
        add("date")
        add("status")
        add("millisecond")
        add("timestamp")
        add("messageUId")
        if let data { members.append(JSONMember("data", JSONValue(String(decoding: data, as: UTF8.self)))) }
        return .object(members)
    }

    /// The members of a frame object that are no parameters of a request target.
    private static let noParameters: Set<String> = ["type", "qos", "dup", "retain", "raw", "payload", "messages"]

    /// The parameters whose names differ from the members'.
    private static let spellings = ["messageId": "messageid", "sessionId": "sessionid", "targetId": "targetid"]

    /// Returns the request target: path and parameters in the order in which the SDKs write them, then all other
    /// members.
    private static func target(_ object: JSONValue, _ name: String) -> String {
        func encoded(_ text: String) -> String {
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
        var left = (object.members ?? []).map(\.key.text).filter { !noParameters.contains($0) }
        func text(_ key: String) -> String? {
            left.removeAll { $0 == key }
            return object[key].map { $0.string ?? $0.description }
        }
        var parameters: [(String, String?)]
        var path = "/websocket"
        switch name {
        case "POLL":
            path = "/pullmsg.js"
            parameters = [
                ("sessionid", text("sessionId")), ("timestrap", text("timestrap")), ("timestamp", text("timestamp")),
            ]
        case "CONNECT":
            parameters = [
                ("appId", text("appId")), ("token", text("token")), ("sdkVer", text("sdkVer")),
                ("apiVer", text("apiVer")),
            ]
        default:
            let header = FrameType(name: name).map { type in
                FrameHeader(type, qos: UInt8(clamping: object["qos"]?.int64 ?? 0)).rawValue
            }
            parameters = [
                ("messageid", text("messageId")), ("header", header.map { String($0) }),
                ("sessionid", text("sessionId")), ("topic", text("topic")), ("targetid", text("targetId")),
            ]
        }
        for name in left { parameters.append((encoded(spellings[name] ?? name), text(name))) }
        return path + "?"
            + parameters.compactMap { pair in pair.1.map { pair.0 + "=" + encoded($0) } }.joined(separator: "&")
    }
}
