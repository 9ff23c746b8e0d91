import LeanCloud
import WireFormat

// What rules ask of a command's header, by the table of operations.
extension LeanCloudHeader {
    /// The value of `service` for instant messaging; others are push and live queries.
    private static let instantMessaging: Int32 = 2

    /// Whether the command needs an open client; commands of push and live queries need none.
    var needsOpening: Bool {
        guard let cmd, service.map({ $0 == Self.instantMessaging }) ?? true else { return false }
        return cmd == .conv || cmd == .direct || cmd == .logs || cmd == .read || cmd == .patch || cmd == .room
            || cmd == .blacklist
    }

    /// Returns whether the table says that the server's command cannot answer another one.
    func cannotAnswer(_ asked: LeanCloudOperation.Name) -> Bool {
        guard let cmd, LeanCloudOperation.isKnown(cmd, op, from: .server),
            let operation = LeanCloudOperation.find(asked.cmd, asked.op, from: .client),
            operation.certainty == .source, !operation.answers.isEmpty
        else { return false }
        return !operation.isAnswered(by: cmd, op)
    }

    /// Command and op in words, such as `session/open`.
    var title: String {
        let cmd = cmd.map { $0.name ?? "\($0.rawValue)" } ?? "a command"
        return cmd + (op.map { "/" + ($0.name ?? "\($0.rawValue)") } ?? "")
    }
}
