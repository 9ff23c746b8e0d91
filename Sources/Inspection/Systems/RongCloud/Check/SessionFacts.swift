import RongCloud

/// What the rules of a session have in common: where it is, and what is known of it.
struct SessionFacts: Sendable {
    /// The connection of the latest event.
    var flow: Int
    /// The transport.
    var form: FrameForm
    /// The SDK's generation, where it is known.
    var generation: SDKGeneration?
    /// TCP form: the heartbeat interval that CONNECT announced, in seconds.
    var keepAlive: UInt16?
    /// Number and time of the latest event.
    var lastNumber: Int
    var lastTime: Int64
    /// Until then answers may belong to requests that the capture lacks.
    var blindUntil: Int64
    /// Whether frames of the client, and of the server, are in the capture at all.
    var hearsClient = false
    var hearsServer = false

    /// Whether the capture holds both directions; of one alone, nothing can be said to be missing in the other.
    var hearsBoth: Bool { hearsClient && hearsServer }

    /// Whether requests from before this time may be missing from the capture.
    func isBlind(at time: Int64) -> Bool { time < blindUntil }
}

/// One rule, or a family of rules over the same state, in one session.
protocol SessionRule: Sendable {
    /// What it can find.
    static var rules: [FindingRule] { get }
    /// Makes the state of a session that begins.
    init(limits: CheckLimits)
    /// Takes an event of the session: a frame, whole and decoded.
    mutating func observe(
        _ event: borrowing Event,
        _ bytes: Span<UInt8>,
        _ session: SessionFacts,
        _ log: inout FindingLog
    )
    /// Forgets what can not be judged, because frames are missing from the capture.
    mutating func loseFrames()
    /// Judges what is left when no more events come.
    mutating func finish(_ session: SessionFacts, _ log: inout FindingLog)
}

extension SessionRule {
    mutating func loseFrames() {}
    mutating func finish(_ session: SessionFacts, _ log: inout FindingLog) {}
}
