import Inspection
import WireFormat
import WireJSON

/// An event as `diff` sees it: what it means, and its fields without what is another one in every session.
struct ComparedEvent: Sendable {
    /// The event's number.
    var number: Int
    /// The connection, and what kind it is of.
    var flow: Int
    var kind: String
    /// Which end wrote it.
    var sender: FrameSender
    /// The type of its frame.
    var type: String
    /// Type, topic, object names: events that mean the same have the same.
    var meaning: String
    /// The fields by path; those that name users, tokens, times and the like only say that they are there.
    var fields: [(path: String, value: String)]
    /// Seconds since the request.
    var latency: Double?

    /// Reads a JSON line.
    init?(_ line: [UInt8]) {
        guard let event = try? JSONValue(parsing: line), let frame = event["frame"] else { return nil }
        number = Int(event["n"]?.int64 ?? 0)
        flow = Int(event["flow"]?.int64 ?? 0)
        let system = event["system"]?.string ?? ""
        kind = system + " " + (event["transport"]?.string ?? "")
        sender = event["sender"]?.string == "client" ? .client : .server
        latency = event["inReplyTo"]?["latency"]?.double
        type = frame["type"]?.string ?? ""
        var words = [type]
        for key in ["topic", "method", "path", "cmd", "op", "command"] {
            if key == "path" {
                let segments = frame[key]?.string?.split(separator: "/").map(String.init) ?? []
                words.append(segments.map { HTTPWords.isSegment($0) ? $0 : "…" }.joined(separator: "/"))
            } else if let word = frame[key]?.string {
                words.append(word)
            }
        }
        if let topic = event["inReplyTo"]?["topic"]?.string { words.append("to " + topic) }
        for message in event["messages"]?.elements ?? [] { words.append(message["objectName"]?.string ?? "?") }
        meaning = words.filter { !$0.isEmpty }.joined(separator: " ")
        fields = []
        let table = MessagingSystem.allCases.first { "\($0.name)" == system }.map(UnitTables.comparison) ?? .none
        for part in ["frame", "payload", "messages", "diagnostics"] {
            if let value = event[part] { Self.append(value, part, part, table, to: &fields) }
        }
    }

    /// Numbers of messages and the like, which count the session's events.
    private static let counters: Set<String> = [
        "messageId", "date", "millisecond", "timestamp", "i", "ser", "offset", "text", "sid", "time", "sentTime", "raw",
        "data", "uid", "hex", "length", "path", "bytes",
    ]

    private static let words: Set<String> = [
        "objectName", "conversation", "severity", "code", "message", "type", "flags", "status", "qos", "dup", "retain",
    ]

    private static func append(
        _ value: JSONValue,
        _ path: String,
        _ key: String,
        _ table: LeafTable,
        to fields: inout [(path: String, value: String)]
    ) {
        switch value {
        case .object(let members):
            for member in members where !counters.contains(member.key.text) {
                let key = Vocabulary.isKey(member.key.text) || words.contains(member.key.text) ? member.key.text : "?"
                append(member.value, path + "." + key, key, table, to: &fields)
            }
        case .array(let elements):
            for (place, element) in elements.enumerated() {
                append(element, "\(path)[\(place)]", key, table, to: &fields)
            }
        case .string(let text):
            let isContent = path.contains(".content")
            let leaf = table.leaf(key, of: "") ?? .unknown
            let stays =
                (words.contains(key) && !isContent) || (leaf == .structure && Vocabulary.isWord(text.text))
                || (leaf == .objectName && Vocabulary.isObjectName(text.text))
            fields.append((path, stays ? text.text : text.text.isEmpty ? "\"\"" : "…"))
        case .number(let number):
            let leaf = table.leaf(key, of: "") ?? .unknown
            fields.append(
                (path, words.contains(key) && !path.contains(".content") || leaf == .structure ? number.spelling : "…")
            )
        case .bool(let bool): fields.append((path, bool ? "true" : "false"))
        case .null: fields.append((path, "null"))
        }
    }
}
