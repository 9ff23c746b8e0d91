/// What a name stands for in the catalogues of several systems.
public struct CatalogueLookup: Sendable {
    /// What it stands for in one system.
    public struct Match: Sendable {
        /// The system.
        public var system: MessagingSystem
        /// The entries, more than one where an id has several meanings.
        public var entries: [CatalogueEntry]
    }

    /// The systems in which it stands for something; empty when it is not known.
    public let matches: [Match]

    /// Looks a name up; where it fits exactly in one system, what it might mean loosely in others does not count.
    public init(_ name: String, in systems: [MessagingSystem] = MessagingSystem.allCases) {
        var matches: [Match] = []
        for match in CatalogueMatch.allCases where matches.isEmpty {
            for system in systems {
                let catalogue = system.catalogue
                let entries = catalogue.entries
                let places = catalogue.places(of: name, match)
                if !places.isEmpty { matches.append(Match(system: system, entries: places.map { entries[$0] })) }
            }
        }
        self.matches = matches
    }

    /// The names that are most like one that is not known, with their systems.
    public static func nearest(
        to name: String,
        in systems: [MessagingSystem] = MessagingSystem.allCases
    ) -> [(system: MessagingSystem, name: String)] {
        systems.flatMap { system in system.catalogue.nearest(to: name).map { (system: system, name: $0) } }
    }
}
