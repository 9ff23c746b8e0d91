import RongCloud
import Transport
import WireFormat

/// Tokens over all connections of a capture: refused ones that are tried again, and such that everybody can read.
struct TokenRules: CaptureRules {
    static let retryLoop = FindingRule(
        id: "connect-retry-loop",
        severity: .error,
        title: "A client connects again and again with a token that was refused.",
        basis: "CONNACK 4, 5, 10 and 17 refuse the token itself; the application must get another one before it "
            + "connects again."
    )
    static let tokenInClear = FindingRule(
        id: "token-in-clear",
        severity: .warning,
        title: "A token crosses the network unencrypted.",
        basis: "The token alone logs a user in; wss and https keep it from those who see the packets."
    )
    static let rules = [retryLoop, tokenInClear]

    /// Refusals with one token that make a loop.
    static let refusals = 3
    /// The CONNACK statuses that refuse a token.
    static let statuses: Set<UInt16> = [4, 5, 10, 17]

    private struct Token: Sendable {
        /// Refusals in a row: number and time of their CONNACK.
        var refused: [(number: Int, time: Int64)] = []
        var isLoopSaid = false
        /// Events in which everybody can read it.
        var clear: [Int] = []
        var clearFlow = 0
        var clearTime: Int64 = 0
    }

    private let limits: CheckLimits
    /// Tokens by their hash, so that none is kept.
    private var tokens: [UInt64: Token] = [:]
    /// The token with which a connection was opened.
    private var tokenOfFlow: [Int: UInt64] = [:]

    init(limits: CheckLimits) {
        self.limits = limits
    }

    /// Takes any event in.
    mutating func observe(_ event: borrowing Event, _ bytes: Span<UInt8>, _ log: inout FindingLog) {
        if case .http(let exchange) = event.kind {
            guard let token = exchange.target["token"], !token.isEmpty else { return }
            take(Array(token.utf8), opens: exchange.isUpgrade, event)
        } else if event.frameType == .connect, let range = event.units.rongCloud.layout.token, !range.isEmpty {
            take(Array(copying: bytes.extracting(range)), opens: true, event)
        } else if event.frameType == .connack, let status = event.units.rongCloud.layout.status {
            take(status: status, event, &log)
        }
    }

    /// Says what is known at the end.
    func finish(_ log: inout FindingLog) {
        for token in tokens.values.sorted(by: { ($0.clear.first ?? 0) < ($1.clear.first ?? 0) }) {
            guard !token.clear.isEmpty else { continue }
            log.add(
                Self.tokenInClear,
                flow: token.clearFlow,
                events: token.clear,
                time: token.clearTime,
                "a token can be read by everybody who sees the packets"
            )
        }
    }

    /// Remembers a token that an event carries in the clear.
    ///
    /// - Parameter opens: whether the connection is opened with it.
    private mutating func take(_ token: [UInt8], opens: Bool, _ event: borrowing Event) {
        // FNV-1a of 64 bits; what is before the @ names the token, what follows it the navigation hosts.
        var hash: UInt64 = 0xCBF2_9CE4_8422_2325
        for byte in token {
            if byte == UInt8(ascii: "@") { break }
            hash = (hash ^ UInt64(byte)) &* 0x100_0000_01B3
        }
        if tokens[hash] == nil, tokens.count >= limits.tokens { return }
        if opens {
            if tokenOfFlow.count >= limits.sessions { tokenOfFlow = [:] }
            tokenOfFlow[event.flow.number] = hash
        }
        var entry = tokens[hash] ?? Token()
        if entry.clear.isEmpty {
            entry.clearFlow = event.flow.number
            entry.clearTime = event.time
        }
        if !event.isTLS, entry.clear.count < limits.evidence { entry.clear.append(event.number) }
        tokens[hash] = entry
    }

    private mutating func take(status: UInt16, _ event: borrowing Event, _ log: inout FindingLog) {
        guard let hash = tokenOfFlow.removeValue(forKey: event.flow.number), var token = tokens[hash] else { return }
        defer { tokens[hash] = token }
        guard Self.statuses.contains(status) else {
            if status == 0 { token.refused = [] }
            return
        }
        token.refused.removeAll { event.time.subtractingSaturated($0.time) > CheckTimes.retry }
        if token.refused.count < limits.evidence { token.refused.append((event.number, event.time)) }
        guard token.refused.count >= Self.refusals, !token.isLoopSaid else { return }
        token.isLoopSaid = true
        log.add(
            Self.retryLoop,
            flow: event.flow.number,
            events: [event.number] + token.refused.dropLast().map(\.number),
            time: event.time,
            "the same token was refused \(token.refused.count) times (CONNACK \(status))"
        )
    }
}
