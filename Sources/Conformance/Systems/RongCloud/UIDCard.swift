import Reporting
public import RongCloud
public import WireJSON

/// The parts of a message UID, for people to read.
public struct UIDCard: Sendable {
    /// The UID.
    public let uid: MessageUID
    /// The target id to compare the hash with.
    public let target: String?

    /// Makes the card of a UID.
    public init(_ uid: MessageUID, target: String? = nil) {
        self.uid = uid
        self.target = target
    }

    /// Whether the UID's hash fits the target; `nil` without a target.
    public var targetMatches: Bool? { target.map(uid.matches) }

    /// The hash in hexadecimal, as `imwire uid --hash` takes it.
    private var hash: String { String(uid.hash, radix: 16) }

    /// The card as plain text.
    public var lines: [String] {
        var lines = [
            "uid       \(uid)", "layout    \(uid.layout.rawValue)", "time      \(uid.timestamp)  (\(uid.time) ms)",
        ]
        if let sequence = uid.sequence { lines.append("sequence  \(sequence)") }
        lines.append("type      \(uid.type.rawValue)" + (uid.type.title.map { "  (\($0))" } ?? ""))
        lines.append("hash      \(hash)")
        if let targetMatches, let target {
            lines.append("target    \(SafeText.terminal(target)) \(targetMatches ? "fits" : "does not fit")")
        }
        return lines
    }

    /// The card as a JSON object of the schema `imwire-uid/1`.
    public var json: JSONValue {
        var object: JSONValue = ["schema": "imwire-uid/1", "uid": JSONValue(uid.description)]
        for member in uid.json.members ?? [] { object[member.key.text] = member.value }
        object["hashHex"] = JSONValue(hash)
        object["timestamp"] = JSONValue(uid.timestamp)
        if let targetMatches { object["targetMatches"] = .bool(targetMatches) }
        return object
    }
}
