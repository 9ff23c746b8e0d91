import RongCloud

/// What rules ask of the message catalogue, prepared for one look-up a message.
struct RuleTables: Sendable {
    static let shared = RuleTables()

    /// By the message's place in the catalogue: how it is stored and counted.
    let flags = MessageCatalogue.shared.map(\.flags)
    /// The catalogue's spelling of each name in lower case.
    let spellings = Dictionary(
        MessageCatalogue.shared.flatMap { entry in
            ([entry.objectName] + entry.aliases).map { ($0.lowercased(), $0) }
        }
    ) { first, _ in first }
}
