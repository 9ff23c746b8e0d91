import Transport

/// A request without an answer so far; it is a class, because it is passed around and never changes.
final class PendingHTTPRequest: Sendable {
    let message: HTTPMessage
    let method: String
    /// The parts of the request that systems check for a claim.
    let head: RequestHead
    let packets: HTTPPackets
    /// The time of the last packet.
    let time: Int64
    /// The claims of systems on the request.
    let claims: Claims
    /// Whether the answer arrived before the request was complete.
    let isAnsweredEarly: Bool
    /// The fingerprint of a body that was not kept.
    private let fingerprintOfBody: UInt64?

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
        fingerprintOfBody = other.isPolling ? other.bodyFingerprint : nil
    }

    /// The memory for the request, in bytes: about the size of its head and of the kept part of its body.
    var cost: Int { message.length - message.bodyLength + message.body.count + Self.ownCost }
    /// The memory that a request takes in addition, in bytes.
    private static let ownCost = 512

    var claim: Claim? { claims.sure }
    var target: HTTPTarget { head.target }
    var isUpgrade: Bool { head.isUpgrade }

    /// Parses the target of the request.
    ///
    /// - Parameter forced: the system that the user assigned to the connection.
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
        fingerprintOfBody = nil
    }

    /// The claim of a system that the body or the answer's body holds units; several systems are possible until the
    /// first units identify one.
    var polling: Claim? { claim ?? claims.possible.first { $0.isPolling } }
    /// The fingerprint of the body of a request that carries units.
    var bodyFingerprint: UInt64 {
        if let fingerprintOfBody { return fingerprintOfBody }
        let body = message.body
        return body.span.fingerprint
    }
    /// Whether the request has a form that carries units.
    var isPolling: Bool { polling?.isPolling == true }
}
