import WireFormat

/// A command of NIM's Web SDK: its name, and its values in order.
///
/// Source: the table `nim-commands.csv`, from data in NIM_Web_SDK_v8.5.0.js.
public struct NIMCommand: Hashable, Sendable {
    /// A value of a command.
    public struct Value: Hashable, Sendable {
        /// The type in the SDK, such as `Property`, `PropertyArray`, `long` or `String`.
        public let type: String
        /// The name.
        public let name: String
        /// The entity whose tags are the keys, for `Property` and `PropertyArray`.
        public let entity: String?
        /// Whether the value is a secret.
        public let isSecret: Bool
    }

    /// The connection on which the command is used.
    public let scope: NIMScope
    /// The service's number.
    public let sid: Int64
    /// The command's number.
    public let cid: Int64
    /// The service's name.
    public let service: String
    /// The direction of the command.
    public let direction: NIMLayout.Direction
    /// The name; empty for pushes that wrap others.
    public let name: String
    /// The values in order.
    public let values: [Value]

    /// All commands in the order of the table.
    public static let all: [NIMCommand] = TableText.rows(CatalogueData.commands, columns: 8).map { cells in
        guard let scope = NIMScope(rawValue: cells[0]), let sid = Int64(cells[1]), let cid = Int64(cells[2]),
            let direction = NIMLayout.Direction(rawValue: cells[4])
        else { preconditionFailure("command \(cells)") }
        return NIMCommand(
            scope: scope,
            sid: sid,
            cid: cid,
            service: cells[3],
            direction: direction,
            name: cells[5],
            values: TableText.list(cells[6]).map { value in
                let words = value.split(separator: " ").map(String.init)
                precondition(words.count == 2 || words.count == 4, "value \(value)")
                let isProperty = words[0] == "Property" || words[0] == "PropertyArray"
                return Value(
                    type: words[0],
                    name: words[1],
                    entity: isProperty ? words.last : nil,
                    isSecret: words[1] == cells[7]
                )
            }
        )
    }

    /// Finds the command with these numbers; `nil` when the table has none.
    ///
    /// Of several commands, the first.
    /// - Parameters:
    ///   - sid: the number of the service.
    ///   - cid: the number of the command in its service.
    ///   - direction: whether the packet is a request, or a response or push.
    ///   - scope: the connection; by default the account's, and the chat room's for commands that only chat rooms have.
    public static func find(
        sid: Int64,
        cid: Int64,
        _ direction: NIMLayout.Direction,
        in scope: NIMScope? = nil
    ) -> NIMCommand? {
        entry(sid: sid, cid: cid, direction, in: scope).map { all[$0.first] }
    }

    /// Returns the command with these numbers, and the others with the same numbers.
    ///
    /// The parameters are those of ``find(sid:cid:_:in:)``.
    static func findAll(
        sid: Int64,
        cid: Int64,
        _ direction: NIMLayout.Direction,
        in scope: NIMScope?
    ) -> (first: NIMCommand, others: [NIMCommand])? {
        guard let entry = entry(sid: sid, cid: cid, direction, in: scope) else { return nil }
        return (all[entry.first], entry.others.isEmpty ? [] : entry.others.map { all[$0] })
    }

    private static func entry(
        sid: Int64,
        cid: Int64,
        _ direction: NIMLayout.Direction,
        in scope: NIMScope?
    ) -> Entry? {
        let scopes = scope.map { [$0] } ?? [.im, .chatroom]
        for scope in scopes {
            if let entry = byNumber[Key(scope: scope, sid: sid, cid: cid, direction: direction)] { return entry }
        }
        return nil
    }

    /// Finds the command with a name; of several, the first.
    public static func named(
        _ name: String,
        _ direction: NIMLayout.Direction,
        in scope: NIMScope? = nil
    ) -> NIMCommand? {
        all.first { $0.name == name && $0.direction == direction && (scope == nil || $0.scope == scope) }
    }

    private struct Key: Hashable {
        let scope: NIMScope
        let sid: Int64
        let cid: Int64
        let direction: NIMLayout.Direction
    }

    /// The indices of the commands with the same numbers, in the order of the table.
    private struct Entry {
        let first: Int
        var others: [Int] = []
    }

    private static let byNumber: [Key: Entry] = {
        var entries: [Key: Entry] = [:]
        for (index, command) in all.enumerated() {
            let key = Key(scope: command.scope, sid: command.sid, cid: command.cid, direction: command.direction)
            if entries[key]?.others.append(index) == nil { entries[key] = Entry(first: index) }
        }
        return entries
    }()
}
