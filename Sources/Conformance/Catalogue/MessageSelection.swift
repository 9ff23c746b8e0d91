public import RongCloud
public import WireJSON

/// Which messages of the catalogue a list shows.
public struct MessageSelection: Sendable {
    /// A flag to choose by.
    public enum Flag: String, CaseIterable, Sendable {
        /// Stored.
        case persisted
        /// Counted as unread.
        case counted
        /// Only for devices that are online.
        case status
        /// None of these.
        case none

        func matches(_ flags: MessageFlags) -> Bool {
            switch self {
            case .persisted: flags.contains(.persisted)
            case .counted: flags.contains(.counted)
            case .status: flags.contains(.status)
            case .none: flags.isEmpty
            }
        }
    }

    /// Messages of these kinds; of any when empty.
    public var kinds: [MessageKind] = []
    /// Messages that one of these platforms has a class for; all when empty.
    public var platforms: [SDKPlatform] = []
    /// Messages that have all these flags.
    public var flags: [Flag] = []

    /// Selects every message.
    public init() {}

    /// The places of the messages in the catalogue, in its order.
    public var indices: [Int] {
        let catalogue = MessageCatalogue.shared
        return catalogue.indices.filter { index in
            let details = catalogue.details(at: index)
            return (kinds.isEmpty || kinds.contains(details.entry.kind))
                && (platforms.isEmpty || platforms.contains { details.classes[$0] != nil })
                && flags.allSatisfy { $0.matches(details.entry.flags) }
        }
    }

    /// The messages as a table.
    public var table: TextTable {
        var table = TextTable(["Object name", "Kind", "Flags", "Standing", "Confidence", "Title"])
        for index in indices {
            let entry = MessageCatalogue.shared[index]
            table.append([
                entry.objectName, entry.kind.rawValue, entry.flags.words, entry.standing.rawValue,
                entry.confidence.rawValue, entry.title,
            ])
        }
        return table
    }

    /// The messages in the form of the catalogue's file, schema `imwire-catalogue/2`.
    public var json: JSONValue {
        let messages = indices.map(MessageCatalogue.shared.json(at:))
        return [
            "schema": "imwire-catalogue/2", "system": "rongcloud", "count": JSONValue(messages.count),
            "sources": MessageCatalogue.shared.sourcesJSON,
            "differences": .array(MessageCatalogue.shared.differencesJSON), "messages": .array(messages),
        ]
    }
}
