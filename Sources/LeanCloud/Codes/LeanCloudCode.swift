import WireFormat

/// A code of `error`, of a refused message or session, or of a WebSocket close frame.
///
/// Source: the table `leancloud-codes.csv`.
public struct LeanCloudCode: Hashable, Sendable {
    /// The origin of a code.
    public enum Scope: String, Hashable, Sendable, CaseIterable {
        /// The server: in `error`, `ack` and `session`/`closed`, and 4100…4200 as close codes too.
        case server
        /// WebSocket close frames only.
        case close
        /// An SDK itself; never on the wire.
        case local
    }

    /// The number, as in ``LeanCloudEnvelope/code``.
    public let code: Int64
    /// A short name; `nil` if none is known.
    public let name: String?
    /// The origin of the code.
    public let scope: Scope
    /// Whether SDKs give up for good after it.
    public let isFatal: Bool
    /// The meaning in words.
    public let meaning: String

    /// Whether the WebSocket may be closed with this code.
    public var mayCloseConnection: Bool { scope == .close || scope == .server && (4100...4200).contains(code) }

    /// All codes in the order of their numbers.
    public static let all: [LeanCloudCode] = TableText.rows(CatalogueData.codes, columns: 5).map { cells in
        guard let code = Int64(cells[0]), let scope = Scope(rawValue: cells[2]) else {
            preconditionFailure("code \(cells[0])")
        }
        return LeanCloudCode(
            code: code,
            name: cells[1].isEmpty ? nil : cells[1],
            scope: scope,
            isFatal: cells[3] == "yes",
            meaning: cells[4]
        )
    }

    /// Finds the code with a number; `nil` when it is unknown.
    public static func find(_ code: Int64) -> LeanCloudCode? { byCode[code] }

    private static let byCode = Dictionary(uniqueKeysWithValues: all.map { ($0.code, $0) })
}
