package import Inspection
package import Names
package import Reporting
package import WireJSON

/// A selection of messages from the catalogues.
package struct MessageSelection: Sendable {
    /// A flag of messages.
    package enum Flag: String, CaseIterable, Sendable {
        /// Stored.
        case persisted
        /// Counted as unread.
        case counted
        /// Sent only to devices that are online.
        case status
        /// No flag at all.
        case none

        func matches(_ flags: [String]) -> Bool { self == .none ? flags.isEmpty : flags.contains(rawValue) }
    }

    /// The systems of the messages.
    package var systems: [MessagingSystem] = MessagingSystem.allCases
    /// The kinds of the messages; all kinds if empty.
    package var kinds: [String] = []
    /// The platforms of which one must have a class for the message; no condition if empty.
    package var platforms: [SourcePlatform] = []
    /// The flags that a message must have; if empty, messages of systems without flags are included.
    package var flags: [Flag] = []

    /// Selects every message.
    package init() {}

    /// The kinds of all systems' messages.
    package static var knownKinds: [String] {
        Set(MessagingSystem.allCases.flatMap { $0.catalogue.entries.map(\.kind) }).sorted()
    }

    /// The selected messages, system by system in the order of its catalogue.
    package var entries: [CatalogueEntry] {
        systems.flatMap(\.catalogue.entries).filter { entry in
            (kinds.isEmpty || kinds.contains(entry.kind))
                && (platforms.isEmpty || platforms.contains { entry.classes[$0.rawValue] != nil })
                && flags.allSatisfy { flag in entry.flags.map(flag.matches) ?? false }
        }
    }

    /// The messages as a table.
    package var table: TextTable {
        var table = TextTable(["Object name", "System", "Kind", "Flags", "Standing", "Confidence", "Title"])
        for entry in entries {
            let flags = entry.flags.map { $0.isEmpty ? "none" : $0.joined(separator: "+") }
            // The name of the successor is on the message's card.
            let standing = entry.standing?.split(separator: " ").first.map(String.init)
            table.append([
                entry.objectName ?? "-", entry.system.name.description, entry.kind, flags ?? "-", standing ?? "-",
                entry.confidence, entry.title,
            ])
        }
        return table
    }

    /// The messages as a JSON object of the schema `imwire-catalogue/2`.
    package var json: JSONValue {
        let entries = entries
        var json: JSONValue = ["schema": "imwire-catalogue/2"]
        let systems = Set(systems)
        if systems.count == 1, let system = systems.first { json["system"] = JSONValue(system.name.description) }
        json["count"] = JSONValue(entries.count)
        for system in MessagingSystem.allCases where systems.contains(system) {
            for member in system.conformance.catalogueMembers { json[member.key.text] = member.value }
        }
        json["messages"] = .array(entries.map(\.json))
        return json
    }
}
