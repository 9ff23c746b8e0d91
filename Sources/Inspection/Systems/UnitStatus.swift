/// The result that an answer carries.
struct UnitStatus: Hashable, Sendable {
    /// The kind of unit that carries a result.
    enum Scope: String, Hashable, Sendable {
        /// An answer to a request.
        case answer
        /// The answer to a connection's first request.
        case connack
        /// The end of a session.
        case disconnect
    }

    var scope = Scope.answer
    var code: Int64
    /// Whether this code belongs to the answers of one topic, and the unit answers that topic.
    var isOfItsRequest = false
}

/// The kind of request that an answer belongs to.
enum ReplyKind: Int, CaseIterable, Sendable {
    /// A message that was sent.
    case publish
    /// A message that the server sent.
    case push
    /// Any other request.
    case query
    /// An answer that is confirmed.
    case answer
    case ping

    /// The name in statistics.
    var name: String {
        switch self {
        case .publish: "publish to ack"
        case .push: "push to ack"
        case .query: "query to answer"
        case .answer: "answer to confirmation"
        case .ping: "ping to pong"
        }
    }
}

/// A step in the delivery of messages that clients fetch after a notice.
enum DeliveryStep: Sendable {
    /// The server announces messages of the inbox, or of a chat room, given by the fingerprint of its id.
    case notice(room: UInt64?)
    /// The client asks for messages of the inbox, or of a chat room.
    case pull(room: UInt64?)
}
