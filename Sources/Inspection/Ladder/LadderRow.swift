import WireFormat

/// An event as an arrow of a sequence diagram.
struct LadderRow: Sendable {
    /// The kind of event that the arrow shows.
    enum Kind: Sendable {
        /// A unit or an exchange.
        case unit
        /// Bytes that are missing in the capture.
        case hole
    }

    var number: Int
    /// The time in nanoseconds since 1970.
    var time: Int64
    var isFromServer: Bool
    var kind: Kind
    var type: String
    var topic: String
    var objectName: String
    var digest: String
    /// The number of the request that the event answers; 0 if there is none, or it was not seen.
    var request: Int
    /// The time since the request in nanoseconds.
    var latency: Int64
    /// Whether the event is a request that expects an answer.
    var isRequest = false
    /// The missing half of a request and its answer, if one is missing.
    var missing: Missing?
    /// The remarks about the event, the worst first.
    var remarks: [Remark] = []

    /// The half of a pair that is missing in the capture.
    enum Missing: String, Sendable {
        case request = "no request"
        case answer = "no answer"
    }

    /// A diagnostic of severity warning or error, or a finding of the check.
    struct Remark: Sendable {
        var severity: Severity
        var text: String
        var code: String
    }

    /// The label of the arrow.
    var label: String {
        [type, topic, objectName, digest].filter { !$0.isEmpty }.joined(separator: " ")
    }
}

/// The arrows between one client and the server.
struct LadderSession: Sendable {
    var client: String
    var server: String
    /// The name of the session.
    var name: String
    /// The number of the connection with the session's first event.
    var flow: Int
    /// The system of the session.
    var system: MessagingSystem
    /// The number of the session's capture, from 1.
    var capture = 0
    /// The transport of the session's units.
    var transport = "http"
    /// The user who was logged in; empty if not known.
    var user = ""
    /// Whether the session may use several connections.
    var isSpread = false
    /// Whether the session combines the HTTP exchanges of clients.
    var isExchanges = false
    var rows: [LadderRow] = []
    /// The heading of the session.
    var title: String { [name, transport, user].filter { !$0.isEmpty }.joined(separator: " ") }
    /// The heading if there is little room: a connection's short name, or the user of a session on several connections.
    var lane: String {
        if user.isEmpty { return name }
        return isSpread ? user : "\(name) \(user)"
    }
}
