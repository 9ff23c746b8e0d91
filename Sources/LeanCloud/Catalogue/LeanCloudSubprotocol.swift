import WireFormat

/// What a name in `Sec-WebSocket-Protocol` says: which form commands have, and which features are in use.
///
/// Source: the table `leancloud-subprotocols.csv`.
public struct LeanCloudSubprotocol: Hashable, Sendable {
    /// The name, such as `lc.protobuf2.3`.
    public let name: String
    /// How commands lie in WebSocket messages.
    public let form: LeanCloudForm
    /// The schema of the protobuf forms; `nil` of others.
    public let generation: LeanCloudGeneration?
    /// 1: offline messages are delivered one by one; 2: counts of unread messages instead; 3: with last message,
    /// watermarks and edits as well.
    public let version: Int
    /// The SDKs that name it.
    public let seenIn: String

    /// All that are known.
    public static let all = TableText.rows(CatalogueData.subprotocols, columns: 6).map { cells in
        guard let form = LeanCloudForm(rawValue: cells[1]), let version = Int(cells[4]),
            form.isText == (cells[2] == "text")
        else { preconditionFailure("sub-protocol \(cells[0])") }
        return LeanCloudSubprotocol(
            name: cells[0],
            form: form,
            generation: LeanCloudGeneration(rawValue: cells[3]),
            version: version,
            seenIn: cells[5]
        )
    }

    /// The sub-protocol with this name; `nil` if it is none of LeanCloud's.
    public static func named(_ name: String) -> LeanCloudSubprotocol? {
        byName[name]
    }

    private static let byName = Dictionary(uniqueKeysWithValues: all.map { ($0.name, $0) })
}
