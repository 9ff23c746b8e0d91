/// The ids that one side gave to messages of a session, to find messages that come twice.
struct NIMMessageIds: Sendable {
    /// The field of the id.
    private let field: String
    /// The most ids that are kept; further ones are not judged.
    private let limit: Int
    /// The event numbers of the messages, by the fingerprints of their ids.
    private var events: [UInt64: Int] = [:]

    init(_ field: String, limit: Int) {
        self.field = field
        self.limit = limit
    }

    /// Judges a message by its id, and keeps the id.
    mutating func note(_ id: String, _ event: borrowing Event, _ log: inout FindingLog) {
        guard !id.isEmpty else { return }
        let key = id.fingerprint
        if let first = events[key] {
            log.add(
                NIMCheck.duplicateMessage,
                flow: event.flow.number,
                events: [event.number, first],
                time: event.time,
                "a message with the \(field) \(id) came before"
            )
        } else if events.count < limit {
            events[key] = event.number
        }
    }
}
