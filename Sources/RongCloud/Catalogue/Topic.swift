import WireFormat

/// The kind of frame that carries a topic.
public enum TopicKind: String, CaseIterable, Sendable {
    /// PUBLISH, answered with a PUBACK.
    case publish
    /// QUERY, answered with a QUERYACK.
    case query
    /// PUBLISH from the server only.
    case push
}

/// A topic of PUBLISH or QUERY, with the messages of the request and of the answer.
public struct Topic: Hashable, Sendable {
    /// The senders of a topic.
    public enum Sender: String, CaseIterable, Sendable {
        /// Only clients.
        case client
        /// Only the server.
        case server
        /// Clients, and the server, with `dup` set, for copies to the account's other devices.
        case both
    }

    /// A frame that carries a payload.
    public enum Part: Sendable {
        /// The PUBLISH or QUERY.
        case request
        /// The QUERYACK.
        case response
    }

    /// A message of a topic, and the SDK generations that use it.
    public struct Message: Hashable, Sendable {
        /// The generations that use this message.
        public var generations: GenerationSet
        /// The message's name in the protobuf schema.
        public var name: String
    }

    /// The index of the topic in its table.
    public let index: Int
    /// The text on the wire.
    public let name: String
    /// The kind of frame that carries the topic.
    public let kind: TopicKind
    /// The senders of the topic.
    public let sender: Sender
    /// The conversation types of the topic, the usual one first; empty if the topic is for any type or for none.
    public let conversationTypes: [ConversationType]
    /// The messages of the request, the likeliest first.
    ///
    /// If the generation is not known, assume the first. Empty if no request has been seen.
    public let requests: [Message]
    /// The messages of the answer, the likeliest first.
    ///
    /// Also empty if the answer has no payload.
    public let responses: [Message]
    /// The generations whose SDKs have the topic.
    public let generations: GenerationSet
    /// Remarks; may be empty.
    public let note: String

    /// The conversation type of the topic, if there is only one.
    public var conversationType: ConversationType? {
        conversationTypes.count == 1 ? conversationTypes.first : nil
    }

    /// Returns the names of the messages that the request or answer may carry, the likeliest first.
    ///
    /// Returns one message if the table knows the generation for the topic, otherwise all alternatives.
    public func candidates(for part: Part, generation: SDKGeneration?) -> [String] {
        let messages =
            switch part {
            case .request: requests
            case .response: responses
            }
        if let generation, let match = messages.first(where: { $0.generations.contains(generation) }) {
            return [match.name]
        }
        return messages.map(\.name)
    }
}

extension Topic {
    /// Parses a row of `CatalogueData.topics`; `nil` if the row is malformed.
    init?(index: Int, cells: [String]) {
        guard let kind = TopicKind(rawValue: cells[1]), let sender = Sender(rawValue: cells[2]),
            let generations = GenerationSet(tableText: cells[6]),
            let requests = Self.messages(cells[4], of: generations),
            let responses = Self.messages(cells[5], of: generations)
        else { return nil }
        self.index = index
        self.name = cells[0]
        self.kind = kind
        self.sender = sender
        self.conversationTypes = TableText.list(cells[3]).compactMap { Int32($0).map(ConversationType.init) }
        self.requests = requests
        self.responses = responses
        self.generations = generations
        self.note = cells[7]
    }

    /// Parses the messages of a cell such as `v2-v5:HistoryMsgInput;v1:HistoryMessageInput`.
    private static func messages(_ cell: String, of generations: GenerationSet) -> [Message]? {
        if cell == "none" || cell == "unknown" { return [] }
        // Most topics have one message for all their generations.
        let isList = cell.utf8.contains { $0 == UInt8(ascii: ";") || $0 == UInt8(ascii: ":") }
        guard isList else { return cell.isEmpty ? [] : [Message(generations: generations, name: cell)] }
        var messages: [Message] = []
        for alternative in TableText.list(cell, separator: ";") {
            let parts = TableText.list(String(alternative), separator: ":")
            guard let name = parts.last, parts.count <= 2 else { return nil }
            let part = parts.count == 1 ? generations : GenerationSet(tableText: parts[0])
            guard let part else { return nil }
            messages.append(Message(generations: part, name: String(name)))
        }
        return messages
    }
}
