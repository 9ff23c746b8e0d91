/// The kind of a message.
public enum MessageKind: String, CaseIterable, Sendable {
    /// What users send each other.
    case content
    /// A notice shown in the conversation.
    case notification
    /// An instruction to the other client.
    case command
    /// A passing state, such as typing or reading.
    case status
    /// Dealings with a customer service.
    case customerService
    /// Signalling of a call.
    case call
    /// Anything else.
    case other
}

/// What is known of a message by its object name.
public struct MessageEntry: Hashable, Sendable {
    /// The name on the wire, such as `RC:TxtMsg`.
    public let objectName: String
    /// The kind of message.
    public let kind: MessageKind
    /// Whether it is stored.
    public let isPersisted: Bool
    /// Whether it counts as unread.
    public let isCounted: Bool
    /// Whether it goes only to devices that are online.
    public let isStatus: Bool
    /// The name in words.
    public let title: String
    /// Other spellings of the object name that are on the wire.
    public let aliases: [String]
}

/// Every known message, looked up by the bytes of its object name on the wire.
public struct MessageCatalogue: RandomAccessCollection, Sendable {
    /// The catalogue.
    public static let shared = MessageCatalogue()

    /// One reference, so that copying the catalogue is cheap.
    private let storage: Storage

    private init() {
        storage = Storage()
    }

    /// The index of the message with this object name or alias, or `nil` if there is none.
    ///
    /// Letter case counts.
    public func index(of objectName: Span<UInt8>) -> Int? {
        storage.names.value(of: objectName)
    }

    /// The message with this object name or alias, likewise.
    public func entry(_ objectName: String) -> MessageEntry? {
        index(of: Array(objectName.utf8).span).map { storage.entries[$0] }
    }

    /// The message at an index.
    public subscript(index: Int) -> MessageEntry {
        storage.entries[index]
    }

    /// The first message's index, 0.
    public var startIndex: Int { 0 }

    /// The index after the last message's.
    public var endIndex: Int { storage.entries.count }
}

extension MessageCatalogue {
    private final class Storage: Sendable {
        let entries: [MessageEntry]
        let names: NameIndex

        init() {
            entries = TableText.rows(CatalogueData.objectNames, columns: 7).map { cells in
                guard let kind = MessageKind(rawValue: cells[1]) else {
                    preconditionFailure("message kind \(cells[1])")
                }
                return MessageEntry(
                    objectName: cells[0],
                    kind: kind,
                    isPersisted: cells[2] == "1",
                    isCounted: cells[3] == "1",
                    isStatus: cells[4] == "1",
                    title: cells[5],
                    aliases: TableText.list(cells[6]).map(String.init)
                )
            }
            let objectNames = entries.enumerated().map { (name: $1.objectName, value: $0) }
            let aliases = entries.enumerated().flatMap { index, entry in
                entry.aliases.map { (name: $0, value: index) }
            }
            names = NameIndex(objectNames + aliases)
        }
    }
}
