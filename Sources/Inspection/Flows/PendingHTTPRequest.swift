import Transport

/// A request whose answer has not come; a reference, for it is handed about and never changes.
final class PendingHTTPRequest: Sendable {
    let message: HTTPMessage
    let method: String
    /// What it says to those who may claim it.
    let head: RequestHead
    let packets: HTTPPackets
    /// When the last of them passed.
    let time: Int64
    /// Whose it is, and what it is for.
    let claims: Claims
    /// Whether its answer came before it was whole.
    let isAnsweredEarly: Bool

    /// The same without its body.
    var withoutBody: PendingHTTPRequest { PendingHTTPRequest(withoutBody: self) }

    private init(withoutBody other: PendingHTTPRequest) {
        var message = other.message
        message.body = []
        self.message = message
        method = other.method
        head = other.head
        packets = other.packets
        time = other.time
        claims = other.claims
        isAnsweredEarly = other.isAnsweredEarly
    }

    /// Memory for it, in bytes: about what its head and the kept part of its body took in the stream.
    var cost: Int { message.length - message.bodyLength + message.body.count + Self.ownCost }
    /// Bytes that a request takes besides.
    private static let ownCost = 512

    /// Whose it is for sure.
    var claim: Claim? { claims.sure }
    /// The path and the parameters.
    var target: HTTPTarget { head.target }
    /// Whether it asks for the switch to WebSocket.
    var isUpgrade: Bool { head.isUpgrade }

    /// Takes the request's target apart.
    ///
    /// - Parameter forced: the system that the user wants the connection to be taken for.
    init(
        _ message: HTTPMessage,
        method: String,
        target: String,
        packets: HTTPPackets,
        time: Int64,
        as forced: MessagingSystem?,
        isAnsweredEarly: Bool = false
    ) {
        self.message = message
        self.method = method
        head = RequestHead(message, target: target)
        self.packets = packets
        self.time = time
        claims = MessagingSystem.claims(head, as: forced)
        self.isAnsweredEarly = isAnsweredEarly
    }

    /// Who claims that units lie in its body or in that of its answer; whose packets they are, the first of them may tell.
    var polling: Claim? { claim ?? claims.possible.first { $0.isPolling } }
    /// Whether this is a request of a form that carries units.
    var isPolling: Bool { polling?.isPolling == true }
}
