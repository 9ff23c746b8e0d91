import WireFormat

/// A notification that NIM's messages and system messages carry.
///
/// Source: the table `nim-notifications.csv`.
public struct NIMNotification: Hashable, Sendable {
    /// The kind of message that carries a notification number.
    public enum Scope: String, Hashable, Sendable, CaseIterable {
        /// Messages of type 5 of teams, super teams and calls.
        case team
        /// Messages of type 5 of chat rooms.
        case chatroom
        /// System messages, in their `type`.
        case sysMsg
    }

    /// The kind of message that carries the number.
    public let scope: Scope
    /// The number.
    public let id: Int64
    /// A short name.
    public let name: String
    /// The meaning in words.
    public let title: String

    /// All notifications in the order of the table.
    public static let all: [NIMNotification] = TableText.rows(CatalogueData.notifications, columns: 4).map { cells in
        guard let scope = Scope(rawValue: cells[0]), let id = Int64(cells[1]) else {
            preconditionFailure("notification \(cells)")
        }
        return NIMNotification(scope: scope, id: id, name: cells[2], title: cells[3])
    }

    /// Finds the notification with a number; `nil` when the table has none.
    public static func find(_ id: Int64, in scope: Scope) -> NIMNotification? {
        all.first { $0.id == id && $0.scope == scope }
    }
}

/// The result code of a response.
///
/// Source: the table `nim-codes.csv`.
public struct NIMCode: Hashable, Sendable {
    /// The number, as in ``NIMPacket/code``.
    public let code: Int64
    /// A short name; `nil` if none is known.
    public let name: String?
    /// Whether the Web SDK treats it as success.
    public let isSuccess: Bool
    /// The meaning in words.
    public let meaning: String

    /// The code of an answer to a command that was sent too often; the first value is the number of seconds to wait.
    static let rateLimited: Int64 = 416

    /// All codes in the order of their numbers.
    public static let all: [NIMCode] = TableText.rows(CatalogueData.codes, columns: 4).map { cells in
        guard let code = Int64(cells[0]) else { preconditionFailure("code \(cells)") }
        return NIMCode(
            code: code,
            name: cells[1].isEmpty ? nil : cells[1],
            isSuccess: cells[2] == "yes",
            meaning: cells[3]
        )
    }

    /// Finds the code with a number; `nil` when it is unknown.
    public static func find(_ code: Int64) -> NIMCode? { byCode[code] }

    private static let byCode = Dictionary(uniqueKeysWithValues: all.map { ($0.code, $0) })
}
