/// The meanings of a name in the catalogues of several systems.
public struct CatalogueLookup: Sendable {
    /// The meaning of the name in one system.
    public struct Match: Sendable {
        /// The system.
        public var system: MessagingSystem
        /// The entries; more than one if an id has several meanings.
        public var entries: [CatalogueEntry]
    }

    /// The meanings in the systems that know the name; empty if none does.
    public let matches: [Match]

    /// Looks up a name; if it matches exactly in one system, loose matches in other systems do not count.
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

    /// Returns the known names most like an unknown name, with their systems.
    public static func nearest(
        to name: String,
        in systems: [MessagingSystem] = MessagingSystem.allCases
    ) -> [(system: MessagingSystem, name: String)] {
        systems.flatMap { system in system.catalogue.nearest(to: name).map { (system: system, name: $0) } }
    }
}
