import WireFormat

/// All known messages, looked up by the bytes of their object name on the wire.
///
/// The names and flags are parsed at the first use of the catalogue, fields and examples at the first use of
/// ``details(at:)``.
public struct MessageCatalogue: RandomAccessCollection, Sendable {
    /// The catalogue.
    public static let shared = MessageCatalogue()

    /// A single reference, so that copying the catalogue is cheap.
    private let storage: Storage

    private init() {
        storage = Storage()
    }

    /// Returns the index of the message with this object name or alias, or `nil` if there is none.
    ///
    /// Letter case counts.
    public func index(of objectName: Span<UInt8>) -> Int? {
        storage.names.value(of: objectName)
    }

    /// Returns the index of the message with this object name or alias, or `nil` if there is none; letter case counts.
    public func index(of objectName: String) -> Int? {
        index(of: Array(objectName.utf8).span)
    }

    /// Returns the message with this object name or alias, or `nil` if there is none; letter case counts.
    public func entry(_ objectName: String) -> MessageEntry? {
        index(of: objectName).map { storage.entries[$0] }
    }

    /// The message at an index.
    public subscript(index: Int) -> MessageEntry {
        storage.entries[index]
    }

    /// The index of the first message, 0.
    public var startIndex: Int { 0 }

    /// The index after the last message.
    public var endIndex: Int { storage.entries.count }
}

extension MessageCatalogue {
    private final class Storage: Sendable {
        let entries: [MessageEntry]
        let names: NameIndex

        init() {
            entries = TableText.rows(MessageData.names, columns: 9).map { cells in
                guard let kind = MessageKind(rawValue: cells[1]),
                    let confidence = CatalogueConfidence(rawValue: cells[6]),
                    let standing = MessageStanding(rawValue: cells[7])
                else { preconditionFailure("message \(cells[0])") }
                return MessageEntry(
                    objectName: cells[0],
                    kind: kind,
                    isPersisted: cells[2] == "1",
                    isCounted: cells[3] == "1",
                    isStatus: cells[4] == "1",
                    title: cells[5],
                    confidence: confidence,
                    standing: standing,
                    aliases: TableText.list(cells[8]).map(String.init)
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
