import WireJSON

/// A chat message or a system message in a packet, with its tags resolved.
public struct NIMMessage: Hashable, Sendable {
    /// The kind of conversation of a message.
    public enum Conversation: String, Hashable, Sendable, CaseIterable {
        /// Between two accounts.
        case p2p
        /// A team.
        case team
        /// A super team.
        case superTeam
        /// A chat room.
        case chatroom
    }

    /// Whether it is a system message: a notice, or a custom one of the application.
    public var isSystem: Bool
    /// The path in the body, such as `msg` or `msgs[2]`.
    public var path: String
    /// The number of its type; for a system message, its subject.
    public var type: Int64?
    /// The kind of conversation; `nil` if not stated.
    public var conversation: Conversation?
    /// The sender; `nil` in messages from the client.
    public var from: String?
    /// The recipient: account, team or room.
    public var to: String?
    /// The visible text.
    public var body: String?
    /// The attachment: JSON, in chat rooms also the text itself.
    public var attach: String?
    /// The id assigned by the client.
    public var idClient: String?
    /// The id assigned by the server.
    public var idServer: String?
    /// The time of sending, in milliseconds since 1970.
    public var time: Int64?

    /// The content of the message.
    public var content: NIMContent {
        NIMContent(type: type, body: body, attach: attach, isSystem: isSystem, isRoom: conversation == .chatroom)
    }
}

extension NIMPacket {
    /// Returns the chat messages and system messages in the packet, in order.
    ///
    /// A response with only ids and a time does not count as a message.
    public func messages(in scope: NIMScope? = nil) -> [NIMMessage] {
        guard let command = command(in: scope), let body = body(in: scope) else { return [] }
        var found: [NIMMessage] = []
        for value in command.values {
            guard let entity = value.entity, ["msg", "sysMsg", "broadcastMsg"].contains(entity),
                let content = body[value.name]
            else { continue }
            for (position, object) in (content.elements ?? [content]).enumerated() {
                let path = content.elements == nil ? value.name : "\(value.name)[\(position)]"
                if let message = message(object, entity, command, path) { found.append(message) }
            }
        }
        return found
    }

    /// Returns the messages of a large packet, whose values are not kept; if there are too many, the first ones.
    ///
    /// - Returns: the messages, and whether there are more.
    package func largeMessages(in scope: NIMScope?, most: Int) -> (messages: [NIMMessage], isCut: Bool) {
        guard let data, let command = command(in: scope) else { return ([], false) }
        let bytes = data.span
        var found: [NIMMessage] = []
        var isCut = false
        forEachValue(in: scope) { _, place, value in
            guard let value, let entity = value.entity, ["msg", "sysMsg", "broadcastMsg"].contains(entity) else {
                return
            }
            // While a list grows, it exists twice in memory.
            var count = found.count
            Self.forEachObject(bytes, in: place) { _, _ in count += 1 }
            found.reserveCapacity(min(count, most))
            Self.forEachObject(bytes, in: place) { position, place in
                let object = Self.scalars(bytes, in: place, entity, command.scope)
                let path = position.map { "\(value.name)[\($0)]" } ?? value.name
                guard let message = message(object, entity, command, path) else { return }
                if found.count < most { found.append(message) } else { isCut = true }
            }
        }
        return (found, isCut)
    }

    /// Returns the texts and numbers of a message from an object whose keys are tags.
    private static func scalars(
        _ bytes: Span<UInt8>,
        in place: Range<Int>,
        _ entity: String,
        _ scope: NIMScope
    ) -> JSONValue {
        var object: JSONValue = [:]
        var steps = JSONSteps(bytes, in: place)
        while let (key, place) = steps.next() {
            guard let key, key.count <= NIMData.shortBytes else { continue }
            let name = tag(bytes, key: key, entity, scope).name
            guard messageKeys.contains(name) else { continue }
            let isContainer = JSONSteps.isArray(bytes, in: place) || JSONSteps.isObject(bytes, in: place)
            if let text = JSONSteps.text(bytes, in: place) {
                // The original spelling is not needed, and would be kept beside the text.
                object[name] = JSONValue(text)
            } else {
                object[name] = isContainer ? .null : try? JSONValue(parsing: bytes, in: place)
            }
        }
        return object
    }

    /// The members from which a message is read.
    private static let messageKeys: Set<String> = [
        "type", "body", "attach", "from", "fromAccid", "to", "chatroomId", "idClient", "idServer", "broadcastId",
        "time", "timestamp", "scene",
    ]

    private func message(
        _ object: JSONValue,
        _ entity: String,
        _ command: NIMCommand,
        _ path: String
    ) -> NIMMessage? {
        func text(_ key: String) -> String? { object[key].flatMap { $0.string ?? $0.int64.map(String.init) } }
        func number(_ key: String) -> Int64? { object[key].flatMap { $0.int64 ?? $0.string.flatMap { Int64($0) } } }
        var message = NIMMessage(isSystem: entity == "sysMsg", path: path)
        message.type = number("type")
        message.body = text("body")
        message.attach = text("attach")
        guard message.type != nil || message.body != nil || message.attach != nil else { return nil }
        message.from = text("from") ?? text("fromAccid")
        message.to = text("to") ?? text("chatroomId")
        message.idClient = text("idClient")
        // Messages to all users of an application use other names for these members.
        message.idServer = text("idServer") ?? text("broadcastId") ?? wrapped?.idServer
        message.time = number("time") ?? number("timestamp")
        if command.scope == .chatroom, entity == "msg" {
            message.conversation = .chatroom
        } else if message.isSystem {
            message.conversation = message.type.flatMap { [100: .p2p, 102: .p2p, 101: .team, 103: .superTeam][$0] }
        } else {
            message.conversation = number("scene").flatMap { [0: .p2p, 1: .team, 5: .superTeam][$0] }
        }
        return message
    }
}
