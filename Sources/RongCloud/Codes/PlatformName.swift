import WireFormat

/// The names of a constant in the SDKs of a platform.
public struct PlatformName: Hashable, Sendable {
    /// The platform, such as `android` or `web 4`.
    public let platform: String
    /// The constant's names; several if the platform renamed it or has it twice.
    public let names: [String]

    /// Returns the names in a table's cells, one cell per platform; an empty cell is a platform without a name.
    static func list(_ platforms: [String], _ cells: some Sequence<String>) -> [PlatformName] {
        zip(platforms, cells).compactMap { platform, cell in
            cell.isEmpty ? nil : PlatformName(platform: platform, names: TableText.list(cell).map(String.init))
        }
    }
}
