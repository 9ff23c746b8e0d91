import Capture
import WireFormat

/// What is done with each event: written in some format, or counted.
///
/// Every worker has a consumer of its own; at the end they are merged in the order of the workers.
protocol EventConsumer: Sendable {
    /// How deep events must be decoded for it.
    var depth: DecodingDepth { get }
    /// Whether it needs the events in the order of the capture and with their numbers: one worker then does all.
    var needsOrder: Bool { get }
    /// Whether a large part of what it writes may be left elsewhere before its event is finished.
    var mayLeave: Bool { get }
    /// Whether it reads a content from the event's tape where it is there, so that it need not be written anew.
    var readsTapes: Bool { get }
    /// Whether it looks at what connections carry below the systems.
    var watchesTransport: Bool { get }
    /// Takes what a connection carries below the systems.
    mutating func take(_ unit: TransportUnit)
    /// Whether it looks at the bytes of the connections' streams.
    var watchesStreams: Bool { get }
    /// Takes bytes that come next in a stream of TCP, whatever is made of them.
    ///
    /// - Parameter flow: the connection's number.
    mutating func take(stream bytes: Span<UInt8>, ofFlow flow: Int, side: FlowSide)
    /// Begins to take events in, as one of several; workers count from 0.
    mutating func begin(worker: Int)
    /// Takes an event that passed the filter; what it appends to `output` is the event's part of the output.
    ///
    /// - Parameters:
    ///   - bytes: the unit.
    ///   - systems: what describes it.
    mutating func consume(
        _ event: inout Event,
        _ bytes: Span<UInt8>,
        _ systems: SystemDecoders,
        into output: inout JSONFieldSink
    )
    /// Hands out the events that it has made values of since the last call, in their order.
    mutating func takeEvents() -> MadeEvents
    /// Takes the end of a connection in, after its last event; also of one that has no events.
    mutating func end(_ connection: FlowEnd)
    /// Whether it wants to know at the end which events a worker's own count stands for (``EventNumbers``).
    var wantsNumbers: Bool { get }
    /// Takes in what another worker's consumer has gathered.
    mutating func merge(_ other: Self)
}

extension EventConsumer {
    var needsOrder: Bool { false }
    var mayLeave: Bool { true }
    var readsTapes: Bool { false }
    var watchesTransport: Bool { false }
    mutating func take(_ unit: TransportUnit) {}
    var watchesStreams: Bool { false }
    mutating func take(stream bytes: Span<UInt8>, ofFlow flow: Int, side: FlowSide) {}
    mutating func begin(worker: Int) {}
    mutating func takeEvents() -> MadeEvents { MadeEvents() }
    var wantsNumbers: Bool { false }
    mutating func end(_ connection: FlowEnd) {}
    mutating func merge(_ other: Self) {}
}

/// Figures about a whole capture, for the line at the end.
public struct DecodingSummary: Hashable, Sendable {
    /// Packets read.
    public var packets = 0
    /// Connections seen.
    public var flows = 0
    /// Events.
    public var events = 0
    /// Events that passed the filter.
    public var passed = 0
    /// Diagnostics of severity note.
    public var notes = 0
    /// Diagnostics of severity warning.
    public var warnings = 0
    /// Diagnostics of severity error.
    public var errors = 0
    /// Bytes of the followed systems' streams that were not decoded.
    public var undecodedBytes = 0
    /// Bytes of streams that belong to no followed system.
    public var otherBytes = 0

    mutating func add(_ other: DecodingSummary) {
        packets += other.packets
        flows += other.flows
        events += other.events
        passed += other.passed
        notes += other.notes
        warnings += other.warnings
        errors += other.errors
        undecodedBytes += other.undecodedBytes
        otherBytes += other.otherBytes
    }
}
