import Transport

/// An HTTP request and its answer, as far as they were seen.
struct HTTPExchange: Sendable {
    /// The method; empty if the request was not seen.
    let method: String
    /// The path and the parameters of the request.
    let target: HTTPTarget
    /// The status; `nil` if the answer was not seen.
    let status: Int?
    /// Whether this is the upgrade to WebSocket.
    let isUpgrade: Bool
    /// The number of bytes of both messages.
    let length: Int
    /// The body of the answer, up to the limit.
    var body: [UInt8]
    /// The claim with the system and the purpose of the exchange; `nil` if no system claims it.
    var claim: Claim?
    /// Whether the answer arrived before the request was complete.
    var isAnsweredEarly = false
    /// Whether a header field of either message has blanks before its colon.
    var hasSpacedNames = false

    init(
        method: String,
        target: HTTPTarget,
        status: Int?,
        isUpgrade: Bool,
        length: Int,
        body: [UInt8],
        claim: Claim?
    ) {
        self.method = method
        self.target = target
        self.status = status
        self.isUpgrade = isUpgrade
        self.length = length
        self.body = body
        self.claim = claim
    }

    /// Creates the exchange that an answer completes.
    ///
    /// - Parameters:
    ///   - request: the request; `nil` if it was not seen.
    ///   - isUpgrade: whether the answer agrees to the upgrade to WebSocket.
    init(
        _ request: PendingHTTPRequest?,
        answeredBy response: HTTPMessage,
        _ status: Int,
        isUpgrade: Bool,
        claim: Claim?
    ) {
        self.init(
            method: request?.method ?? "",
            target: request?.target ?? HTTPTarget(""),
            status: status,
            isUpgrade: isUpgrade || request?.isUpgrade == true,
            length: (request?.message.length ?? 0) + response.length,
            body: response.body,
            claim: claim
        )
        isAnsweredEarly = request?.isAnsweredEarly == true
        hasSpacedNames = response.hasSpacedNames || request?.message.hasSpacedNames == true
    }

    /// Creates the exchange of a request whose answer was not seen.
    init(unanswered request: PendingHTTPRequest) {
        self.init(
            method: request.method,
            target: request.target,
            status: nil,
            isUpgrade: request.isUpgrade,
            length: request.message.length,
            body: [],
            claim: request.claim
        )
    }

    /// The range of the answer's JSON in ``body``: from the first brace to the last, without a JSONP wrapper.
    ///
    /// Source: engine v5 of RongCloud takes it the same way (read).
    var replyRange: Range<Int>? {
        guard let first = body.firstIndex(of: UInt8(ascii: "{")), let last = body.lastIndex(of: UInt8(ascii: "}")),
            first < last
        else { return nil }
        return first..<last + 1
    }
}
