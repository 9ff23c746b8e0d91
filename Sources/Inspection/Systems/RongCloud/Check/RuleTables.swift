import RongCloud

/// The parts of the message catalogue that rules need, prepared for one look-up per message.
struct RuleTables: Sendable {
    static let shared = RuleTables()

    /// The flags of each message (stored, counted), by its index in the catalogue.
    let flags = MessageCatalogue.shared.map(\.flags)
    /// The catalogue's spelling of each name in lower case.
    let spellings = Dictionary(
        MessageCatalogue.shared.flatMap { entry in
            ([entry.objectName] + entry.aliases).map { ($0.lowercased(), $0) }
        }
    ) { first, _ in first }
}
