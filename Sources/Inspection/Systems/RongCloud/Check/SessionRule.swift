import Reporting

/// One rule, or a family of rules over the same state, in one session.
protocol SessionRule: Sendable {
    /// The findings that the rule can report.
    static var rules: [FindingRule] { get }
    /// Creates the state of a new session.
    init(limits: CheckLimits)
    /// Judges an event of the session: a whole, decoded frame.
    mutating func observe(
        _ event: borrowing Event,
        _ bytes: Span<UInt8>,
        _ session: SessionFacts,
        _ log: inout FindingLog
    )
    /// Handles the switch to WebSocket.
    mutating func begin(_ event: borrowing Event, _ exchange: HTTPExchange)
    /// Handles an event whose frame could not be read.
    mutating func observeUnreadable(
        _ event: borrowing Event,
        _ bytes: Span<UInt8>,
        _ session: SessionFacts,
        _ log: inout FindingLog
    )
    /// Forgets the state that cannot be judged, because frames are missing from the capture.
    mutating func loseFrames()
    /// Judges nothing of what waits by its time from before an interruption of the connection, which is over now.
    mutating func resume(at time: Int64)
    /// Judges what is still open when no more events arrive.
    mutating func finish(_ session: SessionFacts, _ log: inout FindingLog)
}

// Empty defaults for the functions that most rules do not need.
extension SessionRule {
    mutating func begin(_ event: borrowing Event, _ exchange: HTTPExchange) {}
    mutating func observeUnreadable(
        _ event: borrowing Event,
        _ bytes: Span<UInt8>,
        _ session: SessionFacts,
        _ log: inout FindingLog
    ) {}
    mutating func loseFrames() {}
    mutating func resume(at time: Int64) {}
    mutating func finish(_ session: SessionFacts, _ log: inout FindingLog) {}
}
