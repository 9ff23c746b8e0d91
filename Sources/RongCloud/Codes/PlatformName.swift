import WireFormat

/// What SDKs of a platform call a constant.
public struct PlatformName: Hashable, Sendable {
    /// The platform, such as `android` or `web 4`.
    public let platform: String
    /// The constant's names; more than one where the platform renamed it or has it twice.
    public let names: [String]

    /// The names in cells of a table, one cell a platform; an empty cell is a platform without a name.
    static func list(_ platforms: [String], _ cells: some Sequence<String>) -> [PlatformName] {
        zip(platforms, cells).compactMap { platform, cell in
            cell.isEmpty ? nil : PlatformName(platform: platform, names: TableText.list(cell).map(String.init))
        }
    }
}
