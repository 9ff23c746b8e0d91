package import Inspection
package import Names
package import Reporting
import WireFormat
package import WireJSON

/// Which messages of the catalogues a list shows.
package struct MessageSelection: Sendable {
    /// A flag to choose by.
    package enum Flag: String, CaseIterable, Sendable {
        /// Stored.
        case persisted
        /// Counted as unread.
        case counted
        /// Only for devices that are online.
        case status
        /// None of these.
        case none

        func matches(_ flags: [String]) -> Bool { self == .none ? flags.isEmpty : flags.contains(rawValue) }
    }

    /// Messages of these systems.
    package var systems: [MessagingSystem] = MessagingSystem.allCases
    /// Messages of these kinds; of any when empty.
    package var kinds: [String] = []
    /// Messages that one of these platforms has a class for; all when empty.
    package var platforms: [SourcePlatform] = []
    /// Messages that have all these flags; without one, also those of systems that have no flags.
    package var flags: [Flag] = []

    /// Selects every message.
    package init() {}

    /// The kinds that the systems' messages have.
    package static var knownKinds: [String] {
        Set(MessagingSystem.allCases.flatMap { $0.catalogue.entries.map(\.kind) }).sorted()
    }

    /// The messages, system by system in the order of its catalogue.
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
            // By whom it was superseded stands on its card.
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
