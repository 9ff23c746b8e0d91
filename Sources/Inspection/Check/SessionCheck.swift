import WireFormat

/// All rules of a system over one session.
protocol SessionCheck: Sendable {
    /// A session that begins with an event.
    init(_ event: borrowing Event, limits: CheckLimits)
    /// The number of the latest event.
    var lastNumber: Int { get }
    /// Takes an event of the session in.
    mutating func observe(_ event: borrowing Event, _ bytes: Span<UInt8>, _ log: inout FindingLog)
    /// Judges what is left at the end.
    mutating func finish(_ log: inout FindingLog)
}

/// Rules of a system over all connections of a capture.
protocol CaptureRules: Sendable {
    /// What they can find.
    static var rules: [FindingRule] { get }
    /// Makes the state of a capture that begins.
    init(limits: CheckLimits)
    /// Takes any event of the system in.
    mutating func observe(_ event: borrowing Event, _ bytes: Span<UInt8>, _ log: inout FindingLog)
    /// Judges what is left at the end.
    mutating func finish(_ log: inout FindingLog)
}
