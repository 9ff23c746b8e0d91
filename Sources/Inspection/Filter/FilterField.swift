/// A field of an event, by its JSON path.
///
/// `message.x` means any of `messages`, `content.x` any of their contents, `latency` is `inReplyTo.latency`.
struct FilterField: Hashable, Sendable {
    /// Fields that are judged without writing the event as JSON.
    enum Direct: Hashable, Sendable {
        case n
        case flow
        case sender
        case frame(FieldKey.Role)
        case message(FieldKey.Role)
    }

    /// The path's names; `messages` and `content` are as in an event, whatever was written.
    var path: [String]
    /// The quick way to it, if there is one.
    var direct: Direct?

    /// Takes a path as written; `nil` when no event has such a field.
    init?(_ text: String) {
        var names = text.split(separator: ".", omittingEmptySubsequences: false).map(String.init)
        guard !names.contains("") else { return nil }
        switch names[0] {
        case "message": names[0] = "messages"
        case "content": names = ["messages"] + names
        case "latency" where names.count == 1: names = ["inReplyTo", "latency"]
        default: break
        }
        guard Self.isKnown(names) else { return nil }
        path = names
        direct = Self.directFields[names.joined(separator: ".")]
    }

    private static let directFields: [String: Direct] = [
        "n": .n, "flow": .flow, "sender": .sender, "frame.type": .frame(.type), "frame.topic": .frame(.topic),
        "frame.messageId": .frame(.messageId), "frame.status": .frame(.status),
        "messages.objectName": .message(.objectName),
    ]

    /// The members of an event; those with a list have these members only, those with `nil` any.
    private static let members: [String: [String]?] = [
        "n": [], "file": [], "time": [], "flow": [], "client": [], "server": [], "sender": [], "transport": [],
        "tls": [], "system": [], "frame": nil, "inReplyTo": ["n", "topic", "latency"], "payload": ["message", "value"],
        "messages": [
            "objectName", "content", "contentBytes", "conversation", "target", "sender", "flags", "uid", "sentTime",
        ],
        "diagnostics": ["severity", "code", "path", "offset", "text"], "packets": [], "bytes": [], "undecoded": [],
        "undecodedBytes": [],
    ]

    private static func isKnown(_ names: [String]) -> Bool {
        guard let inner = members[names[0]] else { return false }
        guard let inner, names.count > 1 else { return true }
        guard inner.contains(names[1]) else { return false }
        return names.count == 2 || (names[0] == "messages" && names[1] == "content")
            || (names[0] == "payload" && names[1] == "value")
    }
}
