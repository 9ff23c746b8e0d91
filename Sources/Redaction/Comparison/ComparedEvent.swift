import Inspection
import WireFormat
import WireJSON

/// An event as `diff` reads it: its meaning, and its fields without the values that differ in every session.
///
/// Texts, kinds and fields are numbers of ``ComparisonTables``.
struct ComparedEvent {
    /// The event's number.
    let number: Int
    /// The number of the connection, and its system and transport.
    let flow: Int
    let transport: Int32
    /// The address and port of the server.
    let server: Int32
    /// What the event has in common with others.
    let kind: Int32
    /// For an answer, the number of the request's event.
    let request: Int?
    /// The fields by path; for users, tokens, times and the like only their presence.
    let fields: Int32
    /// Seconds since the request.
    let latency: Double?

    /// Reads a JSON line; returns `nil` for a line that is not an event.
    init?(_ event: JSONView, _ tables: inout ComparisonTables) {
        guard let frame = event.member(exactly: "frame") else { return nil }
        (number, flow) = Self.place(of: event)
        transport = tables.transport(of: event)
        server = tables.number(ofText: event.member(exactly: "server"))
        let reply = event.member(exactly: "inReplyTo")
        request = (reply?.member(exactly: "n")?.int64).map { Int($0) }
        latency = reply?.member(exactly: "latency")?.double
        let hash = Self.hash(ofKind: event, frame)
        if let known = tables.kind(hash) {
            kind = known
        } else {
            kind = tables.add(Self.kind(of: event, frame, &tables), hash)
        }
        var fields: [UInt64] = []
        fields.reserveCapacity(Self.usualFields)
        for part in Self.parts {
            guard let value = event.member(exactly: part) else { continue }
            Self.append(value, tables.root(part, of: event), &tables, to: &fields)
        }
        self.fields = tables.list(fields)
    }

    /// The parts of an event whose fields are compared.
    private static let parts: [StaticString] = ["frame", "payload", "messages", "diagnostics"]
    /// The room for the fields of an event; most have fewer.
    private static let usualFields = 64

    /// Returns the numbers of an event and of its connection.
    static func place(of event: JSONView) -> (number: Int, flow: Int) {
        (Int(event.member(exactly: "n")?.int64 ?? 0), Int(event.member(exactly: "flow")?.int64 ?? 0))
    }

    // MARK: Kind

    /// The members of a frame that decide what the event means.
    private static let meaningful: [StaticString] = ["type", "topic", "method", "path", "cmd", "op", "command"]

    /// Returns a hash of all members that decide the kind of an event, as they are spelt.
    private static func hash(ofKind event: JSONView, _ frame: JSONView) -> UInt64 {
        var hash = ComparisonTables.hash(of: event.member(exactly: "sender"), 0)
        hash = ComparisonTables.hash(of: event.member(exactly: "system"), hash)
        for key in meaningful { hash = ComparisonTables.hash(of: frame.member(exactly: key), hash) }
        hash = ComparisonTables.hash(of: event.member(exactly: "inReplyTo")?.member(exactly: "topic"), hash)
        guard let messages = event.member(exactly: "messages") else { return hash }
        var count: UInt64 = 0
        var elements = messages.elements
        while let message = elements.next() {
            hash = ComparisonTables.hash(of: message.member(exactly: "objectName"), hash)
            hash = ComparisonTables.hash(of: message.member(exactly: "conversation"), hash)
            count &+= 1
        }
        return Fingerprint.shared.step(hash, count)
    }

    private static func kind(of event: JSONView, _ frame: JSONView, _ tables: inout ComparisonTables) -> EventKind {
        let type = frame["type"]?.string ?? ""
        let words = words(of: event, frame, type, event["system"]?.string ?? "")
        return EventKind(
            sender: event["sender"]?.string == "client" ? .client : .server,
            type: tables.number(type),
            meaning: tables.number(words.map(\.text).joined(separator: " ")),
            action: tables.number(words.filter { !$0.isTopic }.map(\.text).joined(separator: " ")),
            conversations: conversations(of: event).map { tables.number($0) } ?? -1
        )
    }

    /// Returns the kinds of the conversations of the event's messages.
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

    private static let leanCloud = "\(MessagingSystem.leanCloud.name)"

    /// Returns the words of the event's meaning: protocol words that a redacted copy keeps.
    private static func words(
        of event: JSONView,
        _ frame: JSONView,
        _ type: String,
        _ system: String
    ) -> [(text: String, isTopic: Bool)] {
        func word(_ text: String, _ stays: (String) -> Bool) -> String { text.isEmpty || stays(text) ? text : "…" }
        var words = [(type, false)]
        if let topic = frame["topic"]?.string { words.append((word(topic, Vocabulary.isTopic), true)) }
        if let method = frame["method"]?.string { words.append((word(method, HTTPWords.methods.contains), false)) }
        let segments = frame["path"]?.string?.split(separator: "/").map { word(String($0), HTTPWords.isSegment) } ?? []
        words.append((segments.joined(separator: "/"), false))
        for key in ["cmd", "op", "command"] {
            if let name = frame[key]?.string { words.append((word(name, Vocabulary.isCommand), false)) }
        }
        if let topic = event["inReplyTo"]?["topic"]?.string {
            // LeanCloud's requests have no topic of their own: the event names their command and operation.
            let stays = system == leanCloud ? Vocabulary.isOperation : Vocabulary.isTopic
            words.append(("to " + word(topic, stays), true))
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

    // MARK: Fields

    /// The names of members that differ in each session, or that follow from other fields.
    static let counters: Set<String> = [
        "messageId", "date", "millisecond", "timestamp", "i", "ser", "offset", "text", "sid", "time", "sentTime", "raw",
        "data", "uid", "hex", "length", "path", "bytes",
    ]

    /// The member names that this program itself gives to frames and messages.
    static let keys: Set<String> = [
        // Frames of RongCloud.
        "type", "qos", "dup", "retain", "messageId", "topic", "targetId", "date", "status", "millisecond", "messageUId",
        "userId", "sessionId", "timestamp", "protocolId", "protocolVersion", "keepAlive", "clientId", "clientIp",
        "willTopic", "will", "appId", "token", "signature", "flag", "flags", "trailing", "pid", "sdkVer", "apiVer",
        "timestrap",
        // Frames of the other systems, HTTP and holes.
        "cmd", "op", "i", "peerId", "service", "installationId", "notificationType", "priority", "clientTs", "serverTs",
        "sid", "cid", "ser", "code", "command", "body", "retCode", "method", "path", "query", "reply", "offset",
        "length",
        // Messages.
        "objectName", "content", "contentBytes", "text", "conversation", "target", "sender", "uid", "sentTime",
    ]

    private static func append(
        _ value: JSONView,
        _ path: Int32,
        _ tables: inout ComparisonTables,
        to fields: inout [UInt64]
    ) {
        let shown: Int32
        switch value.kind {
        case .object:
            if appendMembers(of: value, path, &tables, to: &fields) { return }
            shown = tables.number(ComparedValues.emptyObject)
        case .array where tables.isListOfWords(path):
            var elements = value.elements
            while let element = elements.next() {
                fields.append(ComparisonTables.field(path, tables.number(ofWord: element)))
            }
            return
        case .array:
            if appendElements(of: value, path, &tables, to: &fields) { return }
            shown = tables.number(ComparedValues.emptyList)
        case .string, .number, .bool, .null: shown = tables.number(of: value, at: path)
        }
        fields.append(ComparisonTables.field(path, shown))
    }

    /// Appends the members of an object; returns whether it has any.
    private static func appendMembers(
        of value: JSONView,
        _ path: Int32,
        _ tables: inout ComparisonTables,
        to fields: inout [UInt64]
    ) -> Bool {
        let isMessage = tables.isMessage(path)
        var isEmpty = true
        var members = value.members
        while members.moveOn() {
            isEmpty = false
            if isMessage, members.key.equals("content") {
                let content = tables.content(value.member(exactly: "objectName"), of: path)
                append(members.value, content, &tables, to: &fields)
            } else if let inner = tables.member(members.key, of: path) {
                append(members.value, inner, &tables, to: &fields)
            }
        }
        return !isEmpty
    }

    /// Appends the elements of a list; returns whether it has any.
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
}
