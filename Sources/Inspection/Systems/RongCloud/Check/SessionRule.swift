import Reporting
import WireFormat

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
    /// Takes the switch to WebSocket in.
    mutating func begin(_ event: borrowing Event, _ exchange: HTTPExchange)
    /// Takes an event in of which the frame could not be read.
    mutating func observeUnreadable(
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

// What most rules have no use for.
extension SessionRule {
    mutating func begin(_ event: borrowing Event, _ exchange: HTTPExchange) {}
    mutating func observeUnreadable(
        _ event: borrowing Event,
        _ bytes: Span<UInt8>,
        _ session: SessionFacts,
        _ log: inout FindingLog
    ) {}
    mutating func loseFrames() {}
    mutating func finish(_ session: SessionFacts, _ log: inout FindingLog) {}
}
