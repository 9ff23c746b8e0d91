import Reporting

/// All rules of a system over one session.
///
/// Several workers share the connections of a capture, so an event's number is the worker's own count until the end:
/// findings name events by `events`, never in their text.
protocol SessionCheck: Sendable {
    /// The rules of this check.
    static var rules: [FindingRule] { get }
    /// The fingerprint of what tells the client of a connection, such as its token; `nil` if unknown.
    var client: UInt64? { get }
    /// Creates the check of a session that begins with an event.
    init(_ event: borrowing Event, limits: CheckLimits)
    /// Notes that the session begins with its connection: the capture has the handshake of TCP, or the switch to
    /// WebSocket.
    mutating func followBeginning()
    /// Judges an event of the session.
    mutating func observe(_ event: borrowing Event, _ bytes: Span<UInt8>, _ log: inout FindingLog)
    /// Advances to a time up to which nothing more happened: everything due by then is missing.
    mutating func pass(to time: Int64, _ log: inout FindingLog)
    /// Forgets everything that waits, because the capture's clock was set back before an event of this time, or because
    /// the event's end has another clock than the other end.
    ///
    /// Times from before cannot be compared with later ones; after it, `pass(to:_:)` is not called any more.
    mutating func setClockBack(to time: Int64, _ log: inout FindingLog)
    /// Notes that the session goes on after a time in which one end could not reach the other: what waited for an answer
    /// then may have arrived late, and so may the answer.
    ///
    /// - Parameter time: the time of the first event after the interruption, in nanoseconds since 1970.
    mutating func resume(at time: Int64)
    /// Ends a session of long polling that the server no longer has: it refused a request of the session.
    mutating func endPolling(at time: Int64, _ log: inout FindingLog)
    /// Judges the remaining state at the end.
    mutating func finish(_ log: inout FindingLog)
}

extension SessionCheck {
    var client: UInt64? { nil }
    mutating func followBeginning() {}
    mutating func resume(at time: Int64) {}
    mutating func endPolling(at time: Int64, _ log: inout FindingLog) {}
    mutating func pass(to time: Int64, _ log: inout FindingLog) {}
    mutating func setClockBack(to time: Int64, _ log: inout FindingLog) {}
}

/// Rules of a system over all connections of a capture.
///
/// Each worker observes the events of its own connections and keeps the relevant ones; at the end, the workers' states
/// are merged and judged.
protocol CaptureRules: Sendable {
    /// The rules of this check.
    static var rules: [FindingRule] { get }
    /// Creates the state for a new capture.
    init(limits: CheckLimits)
    /// Observes an event of the system.
    mutating func observe(_ event: borrowing Event, _ bytes: Span<UInt8>, _ log: inout FindingLog)
    /// Merges the state of another worker.
    ///
    /// - Parameter number: maps an event count of the other worker to the event's number.
    mutating func merge(_ other: any CaptureRules, number: (Int) -> Int)
    /// Judges the remaining state at the end.
    mutating func finish(_ log: inout FindingLog)
}

extension CaptureRules {
    mutating func merge(_ other: any CaptureRules, number: (Int) -> Int) {}
}
