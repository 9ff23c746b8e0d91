import WireFormat

/// A name in `Sec-WebSocket-Protocol`: it determines the form of commands and the features in use.
///
/// Source: the table `leancloud-subprotocols.csv`.
public struct LeanCloudSubprotocol: Hashable, Sendable {
    /// The name, such as `lc.protobuf2.3`.
    public let name: String
    /// The form of commands in WebSocket messages.
    public let form: LeanCloudForm
    /// The schema of the protobuf forms; `nil` for other forms.
    public let generation: LeanCloudGeneration?
    /// 1: offline messages are delivered one by one; 2: counts of unread messages instead; 3: also last message,
    /// watermarks and edits.
    public let version: Int
    /// The SDKs that use the name.
    public let seenIn: String

    /// All known sub-protocols.
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

    /// Returns the sub-protocol with this name; `nil` if it is not one of LeanCloud's.
    public static func named(_ name: String) -> LeanCloudSubprotocol? {
        byName[name]
    }

    private static let byName = Dictionary(uniqueKeysWithValues: all.map { ($0.name, $0) })
}
