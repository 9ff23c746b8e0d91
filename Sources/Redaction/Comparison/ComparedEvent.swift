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
        var fields: [UInt64] = []
        for part in ["frame", "payload", "messages", "diagnostics"] {
            guard let value = event[part] else { continue }
            Self.append(value, tables.root(part, of: system), &tables, to: &fields)
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

    /// What it is about: words of the protocol, as far as a redacted copy has them, too.
    private static func words(
        of event: JSONView,
        _ frame: JSONView,
        _ type: String
    ) -> [(text: String, isTopic: Bool)] {
        func word(_ text: String, _ stays: (String) -> Bool) -> String { text.isEmpty || stays(text) ? text : "…" }
        var words = [(type, false)]
        if let topic = frame["topic"]?.string { words.append((word(topic, Vocabulary.isTopic), true)) }
        if let method = frame["method"]?.string { words.append((word(method, HTTPWords.methods.contains), false)) }
        let segments = frame["path"]?.string?.split(separator: "/").map { word(String($0), HTTPWords.isSegment) } ?? []
        words.append((segments.joined(separator: "/"), false))
        for key in ["cmd", "op", "command"] {
            if let name = frame[key]?.string { words.append((word(name, Vocabulary.isWord), false)) }
        }
        if let topic = event["inReplyTo"]?["topic"]?.string {
            words.append(("to " + word(topic, Vocabulary.isTopic), true))
        }
        if let messages = event["messages"] {
            var elements = messages.elements
            while let message = elements.next() {
                words.append((word(message["objectName"]?.string ?? "?", Self.isObjectName), false))
            }
        }
        return words.filter { !$0.0.isEmpty }.map { (text: $0.0, isTopic: $0.1) }
    }

    private static func isObjectName(_ name: String) -> Bool { name == "?" || Vocabulary.isObjectName(name) }

    /// What frames and messages have that is another one in each session, or follows from other fields.
    static let counters: Set<String> = [
        "messageId", "date", "millisecond", "timestamp", "i", "ser", "offset", "text", "sid", "time", "sentTime", "raw",
        "data", "uid", "hex", "length", "path", "bytes",
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
        _ tables: inout ComparisonTables,
        to fields: inout [UInt64]
    ) {
        let shown: String
        switch value.kind {
        case .object:
            if appendMembers(of: value, path, &tables, to: &fields) { return }
            shown = ComparedValues.emptyObject
        case .array where tables[path].isListOfWords:
            var elements = value.elements
            while let element = elements.next() {
                fields.append(ComparisonTables.field(path, tables.number(Self.word(element))))
            }
            return
        case .array:
            if appendElements(of: value, path, &tables, to: &fields) { return }
            shown = ComparedValues.emptyList
        case .string: shown = tables[path].shown(value.string ?? "")
        case .number: shown = tables[path].shown(value)
        case .bool: shown = value.bool == true ? "true" : "false"
        case .null: shown = "null"
        }
        fields.append(ComparisonTables.field(path, tables.number(shown)))
    }

    /// Appends what an object holds; answers whether it has members.
    private static func appendMembers(
        of value: JSONView,
        _ path: Int32,
        _ tables: inout ComparisonTables,
        to fields: inout [UInt64]
    ) -> Bool {
        var isEmpty = true
        var members = value.members
        while let member = members.next() {
            isEmpty = false
            guard let key = member.key.string else { continue }
            if key == "content", tables[path].isMessage {
                let content = tables.content(value["objectName"]?.string, of: path)
                append(member.value, content, &tables, to: &fields)
            } else if let inner = tables.member(key, of: path) {
                append(member.value, inner, &tables, to: &fields)
            }
        }
        return !isEmpty
    }

    /// Appends what a list holds; answers whether it has elements.
    private static func appendElements(
        of value: JSONView,
        _ path: Int32,
        _ tables: inout ComparisonTables,
        to fields: inout [UInt64]
    ) -> Bool {
        let inner = tables.element(of: path)
        var elements = value.elements
        var index = 0
        while let element = elements.next() {
            fields.append(ComparisonTables.place(inner, index))
            append(element, inner, &tables, to: &fields)
            index += 1
        }
        return index > 0
    }

    /// What an element of a list of words is called: a flag, or severity and code of a diagnostic.
    private static func word(_ element: JSONView) -> String {
        if let flag = element.string { return flag }
        return [element["severity"]?.string, element["code"]?.string].compactMap { $0 }.joined(separator: " ")
    }
}
