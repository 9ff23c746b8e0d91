import Transport

/// An HTTP request and its answer, as far as both were seen.
struct HTTPExchange: Sendable {
    /// The method; empty when the request was not seen.
    let method: String
    /// The request's path and parameters.
    let target: HTTPTarget
    /// The status; `nil` when the answer was not seen.
    let status: Int?
    /// Whether this is the switch to WebSocket.
    let isUpgrade: Bool
    /// Bytes of both messages.
    let length: Int
    /// The answer's body, up to the limit.
    var body: [UInt8]
    /// Whose it is, and what it is for; `nil` when it is nobody's.
    var claim: Claim?
    /// Whether the answer came before the request was whole.
    var isAnsweredEarly = false
    /// Whether a field of either has blanks before its colon.
    var hasSpacedNames = false

    /// Puts together what was seen.
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

    /// Where the JSON of the answer lies in ``body``: inside a JSONP wrapper, from the first brace to the last.
    ///
    /// Source: engine v5 of RongCloud takes it the same way (read).
    var replyRange: Range<Int>? {
        guard let first = body.firstIndex(of: UInt8(ascii: "{")), let last = body.lastIndex(of: UInt8(ascii: "}")),
            first < last
        else { return nil }
        return first..<last + 1
    }
}
