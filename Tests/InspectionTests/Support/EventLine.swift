import Foundation
import Inspection
import WireFormat
import WireJSON

extension Bundled {
    /// The names of all captures of the repository that need no key log.
    static func names() throws -> [String] {
        try FileManager.default.contentsOfDirectory(at: directory, includingPropertiesForKeys: nil)
            .filter { ["pcap", "pcapng"].contains($0.pathExtension) }
            .map(\.lastPathComponent)
            .sorted()
    }
}

extension CaptureEvent {
    /// What the line of JSON of this event holds, with `--raw`: put together here from the event's parts alone.
    var asLine: JSONValue {
        var members: [JSONMember] = [
            JSONMember("n", JSONValue(number)), JSONMember("time", JSONValue(timestamp)),
            JSONMember("flow", JSONValue(flow.number)), JSONMember("client", JSONValue(flow.client)),
            JSONMember("server", JSONValue(flow.server)), JSONMember("sender", JSONValue(sender.rawValue)),
            JSONMember("transport", JSONValue(transport.name.description)),
        ]
        if isTLS { members.append(JSONMember("tls", true)) }
        members.append(JSONMember("system", JSONValue(system.name.description)))
        members.append(JSONMember("frame", frameObject))
        if let inReplyTo { members.append(JSONMember("inReplyTo", inReplyTo.asLine)) }
        if let payload {
            members.append(JSONMember("payload", ["message": JSONValue(payload.message), "value": payload.value]))
        }
        if !messages.isEmpty { members.append(JSONMember("messages", .array(messages.map(\.asLine)))) }
        if !diagnostics.isEmpty { members.append(JSONMember("diagnostics", .array(diagnostics.map(\.asLine)))) }
        members.append(JSONMember("packets", .array(packets.map { JSONValue($0) })))
        members.append(JSONMember("bytes", JSONValue(byteCount)))
        if let bytes { members.append(JSONMember("hex", JSONValue(Hex.encode(bytes)))) }
        if undecodedByteCount > 0 {
            members.append(JSONMember("undecoded", JSONValue(Hex.encode(undecoded))))
            members.append(JSONMember("undecodedBytes", JSONValue(undecodedByteCount)))
        }
        return .object(members)
    }

    /// RFC 3339 in UTC with six digits, by Foundation.
    private var timestamp: String {
        let date = Date(timeIntervalSince1970: TimeInterval(time / 1_000_000_000))
        let seconds = date.formatted(.iso8601.year().month().day().time(includingFractionalSeconds: false))
        let micros = String(time % 1_000_000_000 / 1000)
        return seconds + "." + String(repeating: "0", count: 6 - micros.count) + micros + "Z"
    }

    private var frameObject: JSONValue {
        switch unit {
        case .frame(let frame): .object(frame.fields.map { JSONMember(JSONString($0.name), $0.value.asLine) })
        case .gap(let gap): ["type": "GAP", "offset": JSONValue(gap.offset), "length": JSONValue(gap.length)]
        case .undecoded: ["type": "UNDECODED"]
        case .http(let exchange): exchange.asLine
        }
    }
}

extension CaptureEvent.HTTP {
    fileprivate var asLine: JSONValue {
        var members = [JSONMember("type", "HTTP")]
        if let method, let path {
            members.append(JSONMember("method", JSONValue(method)))
            members.append(JSONMember("path", JSONValue(path)))
            let parameters = query.map { JSONMember(JSONString($0.name), JSONValue($0.value)) }
            members.append(JSONMember("query", .object(parameters)))
        }
        if let status { members.append(JSONMember("status", JSONValue(status))) }
        if let reply { members.append(JSONMember("reply", reply)) }
        return .object(members)
    }
}

extension CaptureEvent.Request {
    fileprivate var asLine: JSONValue {
        var members = [JSONMember("n", JSONValue(number))]
        if let topic { members.append(JSONMember("topic", JSONValue(topic))) }
        let micros = latency.components.seconds * 1_000_000 + latency.components.attoseconds / 1_000_000_000_000
        let digits = String(micros.magnitude % 1_000_000)
        let text =
            "\(micros < 0 ? "-" : "")\(micros.magnitude / 1_000_000)."
            + String(repeating: "0", count: 6 - digits.count) + digits
        members.append(JSONMember("latency", (try? JSONValue(parsing: text)) ?? .null))
        return .object(members)
    }
}

extension CaptureEvent.ChatMessage {
    fileprivate var asLine: JSONValue {
        var members: [JSONMember] = []
        if let objectName { members.append(JSONMember("objectName", JSONValue(objectName))) }
        if let content { members.append(JSONMember("content", content)) }
        if let contentBytes {
            members.append(JSONMember("contentBytes", JSONValue(Data(contentBytes).base64EncodedString())))
        }
        if let text { members.append(JSONMember("text", JSONValue(text))) }
        if let conversation {
            let number = Int64(conversation).map { JSONValue($0) }
            members.append(JSONMember("conversation", number ?? JSONValue(conversation)))
        }
        if let target { members.append(JSONMember("target", JSONValue(target))) }
        if let sender { members.append(JSONMember("sender", JSONValue(sender))) }
        if let flags { members.append(JSONMember("flags", .array(flags.map { JSONValue($0) }))) }
        if let uid { members.append(JSONMember("uid", JSONValue(uid))) }
        if let sentTime { members.append(JSONMember("sentTime", JSONValue(Self.moment(sentTime)))) }
        return .object(members)
    }

    private static func moment(_ milliseconds: Int64) -> String {
        let date = Date(timeIntervalSince1970: TimeInterval(milliseconds / 1000))
        let seconds = date.formatted(.iso8601.year().month().day().time(includingFractionalSeconds: false))
        let digits = String(milliseconds % 1000)
        return seconds + "." + String(repeating: "0", count: 3 - digits.count) + digits + "Z"
    }
}

extension Diagnostic {
    fileprivate var asLine: JSONValue {
        [
            "severity": JSONValue(severity.rawValue), "code": JSONValue(code), "path": JSONValue(path),
            "offset": JSONValue(offset), "text": JSONValue(text),
        ]
    }
}

extension CaptureEvent.FieldValue {
    fileprivate var asLine: JSONValue {
        switch self {
        case .text(let text): JSONValue(text)
        case .number(let number), .time(let number): JSONValue(number)
        case .truth(let truth): .bool(truth)
        case .json(let value): value
        }
    }
}
