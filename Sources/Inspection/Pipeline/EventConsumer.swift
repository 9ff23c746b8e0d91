import Capture

/// Processes the events of a worker: writes them in some format, or counts them.
///
/// Every worker has its own consumer; at the end the consumers are merged in the order of the workers.
protocol EventConsumer: Sendable {
    /// The decoding depth that the consumer needs.
    var depth: DecodingDepth { get }
    /// Whether the consumer needs the events in the order of the capture and with their numbers; one worker then does
    /// all the work.
    var needsOrder: Bool { get }
    /// Whether a large part of the output may be spilled to a file before its event is complete.
    var mayLeave: Bool { get }
    /// Whether the consumer can read a content from the event's JSON tape, so that it need not be written as JSON
    /// again.
    var readsTapes: Bool { get }
    /// Whether the consumer wants the transport units of the connections.
    var watchesTransport: Bool { get }
    /// Receives a transport unit of a connection.
    mutating func take(_ unit: TransportUnit)
    /// Whether the consumer wants the bytes of the TCP streams.
    var watchesStreams: Bool { get }
    /// Receives the next bytes of a TCP stream, whether or not they are decoded.
    ///
    /// - Parameter flow: the number of the connection.
    mutating func take(stream bytes: Span<UInt8>, ofFlow flow: Int, side: FlowSide)
    /// Prepares the consumer to work as one of several; workers are numbered from 0.
    mutating func begin(worker: Int)
    /// Processes an event that passed the filter; the bytes that it appends to `output` are the event's output.
    ///
    /// - Parameters:
    ///   - bytes: the bytes of the unit.
    ///   - systems: the decoders, which describe the unit.
    mutating func consume(
        _ event: inout Event,
        _ bytes: Span<UInt8>,
        _ systems: SystemDecoders,
        into output: inout JSONFieldSink
    )
    /// Returns the event values that were made since the last call, in their order, and forgets them.
    mutating func takeEvents() -> MadeEvents
    /// Receives the end of a connection after its last event, even if the connection had no events.
    mutating func end(_ connection: FlowEnd)
    /// Receives that the server no longer has a session of long polling: it refused a request of the session.
    mutating func end(pollingSession key: PollingSessionKey, at time: Int64)
    /// Whether the consumer needs to know at the end which event numbers a worker's own counts stand for
    /// (``EventNumbers``).
    var wantsNumbers: Bool { get }
    /// Merges the result of another worker's consumer into this one.
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
    mutating func end(pollingSession key: PollingSessionKey, at time: Int64) {}
    mutating func merge(_ other: Self) {}
}

/// Totals over a capture, for the summary line at the end.
public struct DecodingSummary: Hashable, Sendable {
    /// The number of packets read.
    public var packets = 0
    /// The number of connections.
    public var flows = 0
    /// The number of events.
    public var events = 0
    /// The number of events that passed the filter.
    public var passed = 0
    /// The number of diagnostics of severity note.
    public var notes = 0
    /// The number of diagnostics of severity warning.
    public var warnings = 0
    /// The number of diagnostics of severity error.
    public var errors = 0
    /// The number of bytes in the streams of followed systems that were not decoded.
    public var undecodedBytes = 0
    /// The number of bytes in streams that belong to no followed system.
    public var otherBytes = 0
    /// The number of TCP segments whose payload was captured in part only (a short snap length).
    public var cutSegments = 0
    /// The number of payload bytes of such segments that were not captured.
    public var cutBytes = 0

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
        cutSegments += other.cutSegments
        cutBytes += other.cutBytes
    }
}
