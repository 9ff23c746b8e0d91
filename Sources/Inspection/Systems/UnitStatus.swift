import WireFormat

/// The result that an answer carries.
struct UnitStatus: Hashable, Sendable {
    /// What the unit is that carries it.
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
    /// Whether it answers the one topic whose answers have this code, where there is such a topic.
    var isOfItsRequest = false
}

/// What an answer is to.
enum ReplyKind: Int, CaseIterable, Sendable {
    /// A message that was sent.
    case publish
    /// A message that the server sent.
    case push
    /// Any other request.
    case query
    /// An answer that is confirmed.
    case answer
    /// A ping.
    case ping

    /// The words for it.
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

/// A step on the way of messages that a client is told of and then fetches.
enum DeliveryStep: Sendable {
    /// The server says that there is something.
    case notice
    /// The client asks for it.
    case pull
}
