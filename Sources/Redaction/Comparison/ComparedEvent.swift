import Inspection
import WireFormat
import WireJSON

/// An event as `diff` sees it: what it means, and its fields without what is another one in every session.
///
/// Its texts and fields are numbers of ``ComparisonTables``.
struct ComparedEvent: Sendable {
    /// The event's number.
    var number: Int
    /// The connection, and what kind it is of.
    var flow: Int
    var kind: Int32
    /// Address and port of the end that the client called.
    var server: Int32
    /// Which end wrote it.
    var sender: FrameSender
    /// The type of its frame.
    var type: Int32
    /// Type, topic, object names: events that mean the same have the same.
    var meaning: Int32
    /// The same without topics, which depend on the kind of conversation.
    var action: Int32
    /// The kinds of its messages' conversations; `nil` without messages.
    var conversations: Int32?
    /// Of an answer, the number of the request's event.
    var request: Int?
    /// The fields by path; those that name users, tokens, times and the like only say that they are there.
    var fields: Int32
    /// Seconds since the request.
    var latency: Double?

    /// Reads a JSON line; `nil` for what is no event.
    init?(_ event: JSONView, _ tables: inout ComparisonTables) {
        guard let frame = event["frame"] else { return nil }
        number = Int(event["n"]?.int64 ?? 0)
        flow = Int(event["flow"]?.int64 ?? 0)
        let system = event["system"]?.string ?? ""
        kind = tables.number(system + " " + (event["transport"]?.string ?? ""))
        server = tables.number(event["server"]?.string ?? "")
        sender = event["sender"]?.string == "client" ? .client : .server
        request = (event["inReplyTo"]?["n"]?.int64).map { Int($0) }
        latency = event["inReplyTo"]?["latency"]?.double
        let typeName = frame["type"]?.string ?? ""
        type = tables.number(typeName)
        let words = Self.words(of: event, frame, typeName)
        meaning = tables.number(words.map(\.text).joined(separator: " "))
        action = tables.number(words.filter { !$0.isTopic }.map(\.text).joined(separator: " "))
        conversations = Self.conversations(of: event).map { tables.number($0) }
        let table = MessagingSystem.allCases.first { "\($0.name)" == system }.map(UnitTables.comparison) ?? .none
        var fields: [UInt64] = []
        for part in ["frame", "payload", "messages", "diagnostics"] {
            guard let value = event[part] else { continue }
            Self.append(value, tables.root(part, of: system, table), table, &tables, to: &fields)
        }
        self.fields = tables.list(fields)
    }

    /// The kinds of the conversations that its messages belong to.
    private static func conversations(of event: JSONView) -> String? {
        guard let messages = event["messages"] else { return nil }
        var kinds: [String] = []
        var elements = messages.elements
        while let message = elements.next() {
            guard let kind = message["conversation"] else {
                kinds.append("")
                continue
            }
            kinds.append(kind.string ?? String(decodingUTF8: kind.spelling))
        }
        return kinds.joined(separator: " ")
    }

    private static func words(
        of event: JSONView,
        _ frame: JSONView,
        _ type: String
    ) -> [(text: String, isTopic: Bool)] {
        var words = [(type, false)]
        for key in ["topic", "method", "path", "cmd", "op", "command"] {
            if key == "path" {
                let segments = frame[key]?.string?.split(separator: "/").map(String.init) ?? []
                words.append((segments.map { HTTPWords.isSegment($0) ? $0 : "…" }.joined(separator: "/"), false))
            } else if let word = frame[key]?.string {
                words.append((word, key == "topic"))
            }
        }
        if let topic = event["inReplyTo"]?["topic"]?.string { words.append(("to " + topic, true)) }
        if let messages = event["messages"] {
            var elements = messages.elements
            while let message = elements.next() { words.append((message["objectName"]?.string ?? "?", false)) }
        }
        return words.filter { !$0.0.isEmpty }.map { (text: $0.0, isTopic: $0.1) }
    }

    /// Numbers of messages and the like, which count the session's events.
    static let counters: Set<String> = [
        "messageId", "date", "millisecond", "timestamp", "i", "ser", "offset", "text", "sid", "time", "sentTime", "raw",
        "data", "uid", "hex", "length", "path", "bytes",
    ]

    static let words: Set<String> = [
        "objectName", "conversation", "severity", "code", "message", "type", "flags", "status", "qos", "dup", "retain",
    ]

    /// The program's own names for what frames and messages have.
    static let keys: Set<String> = [
        // Of frames of RongCloud.
        "type", "qos", "dup", "retain", "messageId", "topic", "targetId", "date", "status", "millisecond", "messageUId",
        "userId", "sessionId", "timestamp", "protocolId", "protocolVersion", "keepAlive", "clientId", "clientIp",
        "willTopic", "will", "appId", "token", "signature", "flag", "flags", "trailing", "pid", "sdkVer", "apiVer",
        "timestrap",
        // Of frames of the other systems, HTTP and holes.
        "cmd", "op", "i", "peerId", "service", "installationId", "notificationType", "priority", "clientTs", "serverTs",
        "sid", "cid", "ser", "code", "command", "body", "retCode", "method", "path", "query", "reply", "offset",
        "length",
        // Of messages.
        "objectName", "content", "contentBytes", "text", "conversation", "target", "sender", "uid", "sentTime",
    ]

    private static func append(
        _ value: JSONView,
        _ path: Int32,
        _ table: LeafTable,
        _ tables: inout ComparisonTables,
        to fields: inout [UInt64]
    ) {
        let shown: String
        switch value.kind {
        case .object:
            var members = value.members
            while let member = members.next() {
                guard let key = member.key.string, let inner = tables.member(key, of: path, table) else { continue }
                append(member.value, inner, table, &tables, to: &fields)
            }
            return
        case .array where tables[path].isSet:
            var elements = value.elements
            while let element = elements.next() {
                fields.append(ComparisonTables.field(path, tables.number(Self.word(element))))
            }
            return
        case .array:
            let inner = tables.element(of: path)
            var elements = value.elements
            var index = 0
            while let element = elements.next() {
                fields.append(ComparisonTables.place(inner, index))
                append(element, inner, table, &tables, to: &fields)
                index += 1
            }
            return
        case .string: shown = Self.shown(value.string ?? "", tables[path])
        case .number:
            let here = tables[path]
            let stays = here.hasWords && !here.isContent || here.leaf == .structure
            shown = stays ? String(decodingUTF8: value.spelling) : "…"
        case .bool: shown = value.bool == true ? "true" : "false"
        case .null: shown = "null"
        }
        fields.append(ComparisonTables.field(path, tables.number(shown)))
    }

    /// What an element of a set is called: a flag, or severity and code of a diagnostic.
    private static func word(_ element: JSONView) -> String {
        if let flag = element.string { return flag }
        return [element["severity"]?.string, element["code"]?.string].compactMap { $0 }.joined(separator: " ")
    }

    /// What is compared of a text.
    private static func shown(_ text: String, _ path: ComparisonTables.Path) -> String {
        let stays =
            (path.hasWords && !path.isContent) || (path.leaf == .structure && Vocabulary.isWord(text))
            || (path.leaf == .objectName && Vocabulary.isObjectName(text))
        return stays ? text : text.isEmpty ? "\"\"" : "…"
    }
}
