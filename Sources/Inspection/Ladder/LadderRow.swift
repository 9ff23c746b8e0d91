import WireFormat

/// An event as an arrow of a sequence diagram.
struct LadderRow: Sendable {
    /// What the arrow stands for.
    enum Kind: Sendable {
        /// A unit or an exchange.
        case unit
        /// Bytes that the capture does not hold.
        case hole
    }

    var number: Int
    /// Nanoseconds since 1970.
    var time: Int64
    var isFromServer: Bool
    var kind: Kind
    var type: String
    var topic: String
    var objectName: String
    var digest: String
    /// The number of the request that this answers; 0 when there is none, or it was not seen.
    var request: Int
    /// Nanoseconds since the request.
    var latency: Int64
    /// Whether an answer to this is to come.
    var isRequest = false
    /// What of a request and its answer the capture does not hold.
    var missing: Missing?
    /// What is to be said of it, the worst first.
    var remarks: [Remark] = []

    /// The other half of a pair that the capture does not hold.
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

    /// What stands on the arrow.
    var label: String {
        [type, topic, objectName, digest].filter { !$0.isEmpty }.joined(separator: " ")
    }
}

/// The arrows between one client and the server.
struct LadderSession: Sendable {
    var client: String
    var server: String
    /// What it is called.
    var name: String
    /// The number of the connection that its first event came on.
    var flow: Int
    /// The system that it speaks.
    var system: MessagingSystem
    /// Which of several captures it is in.
    var capture = 0
    /// How its units came.
    var transport = "http"
    /// Who was logged in, where that is known.
    var user = ""
    /// Whether several connections carry it.
    var isSpread = false
    /// Whether it is what clients asked on connections of their own.
    var isExchanges = false
    var rows: [LadderRow] = []
    /// Its heading.
    var title: String { [name, transport, user].filter { !$0.isEmpty }.joined(separator: " ") }
    /// Its heading where there is little room: connections by their short names, sessions on several of them by their users.
    var lane: String {
        if user.isEmpty { return name }
        return isSpread ? user : "\(name) \(user)"
    }
}
