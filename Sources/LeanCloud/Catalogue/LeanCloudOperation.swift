import WireFormat

/// A command with its op as one side sends it, and what answers it.
///
/// Source: the table `leancloud-commands.csv`.
public struct LeanCloudOperation: Hashable, Sendable {
    /// Which side sends it.
    public enum Sender: String, Hashable, Sendable, CaseIterable {
        /// The SDK.
        case client
        /// LeanCloud.
        case server
    }

    /// What it is in a conversation of requests and answers.
    public enum Role: String, Hashable, Sendable, CaseIterable {
        /// Of a client, with `i`: the server answers.
        case request
        /// Of a client, without `i`: nobody answers.
        case notice
        /// Of the server, with the `i` of its request.
        case reply
        /// Of the server, without `i`.
        case push
    }

    /// How far it is known.
    public enum Certainty: String, Hashable, Sendable, CaseIterable {
        /// Read in source code.
        case source
        /// Follows from what source code does.
        case inferred
        /// Not settled by public sources.
        case unknown
    }

    /// A command and its op.
    public struct Name: Hashable, Sendable {
        /// What it is about.
        public let cmd: LeanCloudCommand
        /// What it does; `nil` of commands that have no op.
        public let op: LeanCloudOp?

        /// Makes a name.
        public init(_ cmd: LeanCloudCommand, _ op: LeanCloudOp? = nil) {
            self.cmd = cmd
            self.op = op
        }
    }

    /// The command and its op.
    public let name: Name
    /// Which side sends it so.
    public let sender: Sender
    /// What it can be; never empty.
    public let roles: [Role]
    /// What may answer a request; empty where that is not known.
    public let answers: [Name]
    /// How far it is known.
    public let certainty: Certainty
    /// Remarks, perhaps empty.
    public let note: String

    /// All operations in the order of the table.
    public static let all: [LeanCloudOperation] = TableText.rows(CatalogueData.commands, columns: 7).map { cells in
        guard let name = Name(cells[0], cells[1]), let sender = Sender(rawValue: cells[2]),
            let certainty = Certainty(rawValue: cells[5])
        else { preconditionFailure("command \(cells[0])/\(cells[1])") }
        return LeanCloudOperation(
            name: name,
            sender: sender,
            roles: TableText.list(cells[3]).compactMap { Role(rawValue: String($0)) },
            answers: TableText.list(cells[4]).compactMap { answer in
                let parts = answer.split(separator: "/")
                return Name(String(parts[0]), parts.count > 1 ? String(parts[1]) : "")
            },
            certainty: certainty,
            note: cells[6]
        )
    }

    /// The operation as one side sends it; `nil` where the table has none.
    ///
    /// Of commands that have no op the op does not count.
    public static func find(_ cmd: LeanCloudCommand, _ op: LeanCloudOp?, from sender: Sender) -> LeanCloudOperation? {
        place(of: cmd, op, from: sender).map { all[$0] }
    }

    /// Whether the table has the operation as one side sends it.
    public static func isKnown(_ cmd: LeanCloudCommand, _ op: LeanCloudOp?, from sender: Sender) -> Bool {
        place(of: cmd, op, from: sender) != nil
    }

    private static func place(of cmd: LeanCloudCommand, _ op: LeanCloudOp?, from sender: Sender) -> Int? {
        places[Key(name: Name(cmd, op), sender: sender)] ?? places[Key(name: Name(cmd), sender: sender)]
    }

    /// Whether a command that came from the server with the `i` of this request can be its answer.
    public func isAnswered(by cmd: LeanCloudCommand, _ op: LeanCloudOp?) -> Bool {
        if cmd == .error || op == .error { return true }
        return answers.contains { $0.cmd == cmd && ($0.op == nil || $0.op == op) }
    }

    private struct Key: Hashable {
        let name: Name
        let sender: Sender
    }

    private static let places = Dictionary(
        uniqueKeysWithValues: all.enumerated().map { (Key(name: $1.name, sender: $1.sender), $0) }
    )
}

extension LeanCloudOperation.Name {
    fileprivate init?(_ cmd: String, _ op: String) {
        guard let cmd = LeanCloudCommand(name: cmd) else { return nil }
        self.init(cmd, op.isEmpty ? nil : LeanCloudOp(name: op))
        if !op.isEmpty && self.op == nil { return nil }
    }
}
