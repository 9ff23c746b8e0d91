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
    /// What is to be said of it, the worst first.
    var remarks: [Remark] = []

    /// A diagnostic of severity warning or error, or a finding of the check.
    struct Remark: Sendable {
        var severity: Diagnostic.Severity
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
    /// How its units came.
    var transport = "http"
    var rows: [LadderRow] = []
    /// Its heading.
    var title: String { "\(name) \(transport)" }
}
