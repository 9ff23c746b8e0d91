public import WireFormat

/// A command and op of one side, with the commands that may answer it.
///
/// Source: the table `leancloud-commands.csv`.
public struct LeanCloudOperation: Hashable, Sendable {
    /// The role of a command among requests and responses.
    public enum Role: String, Hashable, Sendable, CaseIterable {
        /// From a client, with `i`: the server answers.
        case request
        /// From a client, without `i`: not answered.
        case notice
        /// From the server, with the `i` of its request.
        case reply
        /// From the server, without `i`.
        case push
    }

    /// The certainty of an operation.
    public enum Certainty: String, Hashable, Sendable, CaseIterable {
        /// Found in source code.
        case source
        /// Inferred from the behaviour of source code.
        case inferred
        /// Not settled by public sources.
        case unknown
    }

    /// A command and its op.
    public struct Name: Hashable, Sendable {
        /// The subject.
        public let cmd: LeanCloudCommand
        /// The action; `nil` for commands without an op.
        public let op: LeanCloudOp?

        /// Makes a name.
        public init(_ cmd: LeanCloudCommand, _ op: LeanCloudOp? = nil) {
            self.cmd = cmd
            self.op = op
        }
    }

    /// The command and its op.
    public let name: Name
    /// The side that sends this operation.
    public let sender: FrameSender
    /// The possible roles; never empty.
    public let roles: [Role]
    /// The possible answers to a request; empty if unknown.
    public let answers: [Name]
    /// The certainty of the operation.
    public let certainty: Certainty
    /// Remarks, perhaps empty.
    public let note: String

    /// All operations in the order of the table.
    public static let all: [LeanCloudOperation] = TableText.rows(CatalogueData.commands, columns: 7).map { cells in
        guard let name = Name(cells[0], cells[1]), let sender = FrameSender(rawValue: cells[2]),
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

    /// Finds the operation of one side; `nil` when the table has none.
    ///
    /// The op is ignored for commands that have none in the table.
    public static func find(
        _ cmd: LeanCloudCommand,
        _ op: LeanCloudOp?,
        from sender: FrameSender
    ) -> LeanCloudOperation? {
        place(of: cmd, op, from: sender).map { all[$0] }
    }

    /// Whether the table has the operation of one side.
    public static func isKnown(_ cmd: LeanCloudCommand, _ op: LeanCloudOp?, from sender: FrameSender) -> Bool {
        place(of: cmd, op, from: sender) != nil
    }

    private static func place(of cmd: LeanCloudCommand, _ op: LeanCloudOp?, from sender: FrameSender) -> Int? {
        let isFromClient = sender == .client
        return places[Key(name: Name(cmd, op), isFromClient: isFromClient)]
            ?? places[Key(name: Name(cmd), isFromClient: isFromClient)]
    }

    /// Whether a command from the server with the `i` of this request can be its answer.
    public func isAnswered(by cmd: LeanCloudCommand, _ op: LeanCloudOp?) -> Bool {
        if cmd == .error || op == .error { return true }
        return answers.contains { $0.cmd == cmd && ($0.op == nil || $0.op == op) }
    }

    private struct Key: Hashable {
        let name: Name
        let isFromClient: Bool
    }

    private static let places = Dictionary(
        uniqueKeysWithValues: all.enumerated().map { (Key(name: $1.name, isFromClient: $1.sender == .client), $0) }
    )
}

extension LeanCloudOperation.Name {
    fileprivate init?(_ cmd: String, _ op: String) {
        guard let cmd = LeanCloudCommand(name: cmd) else { return nil }
        self.init(cmd, op.isEmpty ? nil : LeanCloudOp(name: op))
        if !op.isEmpty && self.op == nil { return nil }
    }
}
