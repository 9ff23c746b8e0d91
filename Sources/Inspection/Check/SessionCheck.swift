import Reporting
import WireFormat

/// All rules of a system over one session.
///
/// Several workers share the connections of a capture, so an event's number is the worker's own count until the end:
/// findings name events by `events`, never in their text.
protocol SessionCheck: Sendable {
    /// What they can find.
    static var rules: [FindingRule] { get }
    /// A session that begins with an event.
    init(_ event: borrowing Event, limits: CheckLimits)
    /// Takes an event of the session in.
    mutating func observe(_ event: borrowing Event, _ bytes: Span<UInt8>, _ log: inout FindingLog)
    /// Takes in that nothing more came up to a time: what is due by then is missing.
    mutating func pass(to time: Int64, _ log: inout FindingLog)
    /// Judges what is left at the end.
    mutating func finish(_ log: inout FindingLog)
}

extension SessionCheck {
    mutating func pass(to time: Int64, _ log: inout FindingLog) {}
}

/// Rules of a system over all connections of a capture.
///
/// Each worker takes in the events of its connections and keeps what counts; at the end the workers' states are merged
/// and judged.
protocol CaptureRules: Sendable {
    /// What they can find.
    static var rules: [FindingRule] { get }
    /// Makes the state of a capture that begins.
    init(limits: CheckLimits)
    /// Takes any event of the system in.
    mutating func observe(_ event: borrowing Event, _ bytes: Span<UInt8>, _ log: inout FindingLog)
    /// Takes in what another worker has kept.
    ///
    /// - Parameter number: leads from the other worker's count of events to their numbers.
    mutating func merge(_ other: any CaptureRules, number: (Int) -> Int)
    /// Judges what is left at the end.
    mutating func finish(_ log: inout FindingLog)
}

extension CaptureRules {
    mutating func merge(_ other: any CaptureRules, number: (Int) -> Int) {}
}
