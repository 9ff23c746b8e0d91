import WireFormat

/// A condition on events.
struct EventFilter: Sendable {
    /// How deep events must be decoded to judge them.
    var depth: DecodingDepth { [] }

    /// Whether an event passes.
    func matches(_ event: borrowing Event, _ bytes: Span<UInt8>) -> Bool { true }
}
