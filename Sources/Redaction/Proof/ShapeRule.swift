/// The rules for a member's value when the shape of an event is read.
struct ShapeRule: Sendable {
    /// The part of an event that a value belongs to.
    enum Region: Int, CaseIterable {
        case event, frame, reply, message, diagnostic, free
    }

    /// A hash of the key.
    var hash: UInt64
    /// The bit sets of regions: those in which the member is not compared, and those in which its value stays equal.
    var skipped: UInt8 = 0
    var exact: UInt8 = 0
    /// Whether a protocol knows the key, so that it stays among the keys of contents.
    var isKnown = false
    var names: Value = .other
    /// Whether the value is an id, and whether it is a message id.
    var isID = false
    var isMessageUID = false
    var inner: Region = .free

    enum Value: UInt64 { case objectName, topic, command, other }

    /// The members that are not compared, since they follow from lengths or from numbers of other events.
    private static let skipped: [Region: Set<String>] = [
        .event: ["bytes", "undecoded", "undecodedBytes", "hex"],
        .frame: ["offset", "length", "data", "raw", "trailing", "text"],
        .reply: ["n"],
        .diagnostic: ["offset", "text", "path"],
    ]

    /// The members whose values are equal in both captures.
    private static let exact: [Region: Set<String>] = [
        .event: ["packets"],
        .frame: [
            "type", "qos", "dup", "retain", "topic", "messageId", "status", "flag", "flags", "method", "cmd", "op", "i",
            "sid", "cid", "ser", "code", "command", "retCode", "protocolVersion", "keepAlive", "date", "millisecond",
        ],
        .reply: ["topic", "latency"],
        .message: ["objectName", "conversation", "flags", "message", "sentTime"],
        .diagnostic: ["severity", "code"],
    ]

    private static let regions: [String: Region] = [
        "frame": .frame, "inReplyTo": .reply, "payload": .message, "messages": .message, "diagnostics": .diagnostic,
    ]

    init(hash: UInt64) { self.hash = hash }

    /// - Parameters:
    ///   - name: the key.
    ///   - hash: a hash of the key.
    init(_ name: String, _ hash: UInt64) {
        self.init(hash: hash)
        for region in Region.allCases {
            if Self.skipped[region]?.contains(name) == true { skipped |= 1 << region.rawValue }
            if Self.exact[region]?.contains(name) == true { exact |= 1 << region.rawValue }
        }
        isKnown = Vocabulary.isKey(name)
        inner = Self.regions[name] ?? .free
        isMessageUID = name == "uid" || RongCloudLeaves.messageUIDs.contains(name)
        isID =
            isMessageUID || name == "target" || name == "sender" || RongCloudLeaves.users.contains(name)
        switch name {
        case "objectName": names = .objectName
        case "topic": names = .topic
        case "cmd", "op": names = .command
        default: break
        }
    }
}
