import Capture

/// The type-erased interface of a worker's consumer, with one call per event.
///
/// The code from packets to events is therefore compiled once, and not for every consumer.
protocol EventReceiver: AnyObject {
    /// The decoding depth that the consumer needs.
    var depth: DecodingDepth { get }
    /// Whether the consumer needs the events in the order of the capture and with their numbers.
    var needsOrder: Bool { get }
    /// Whether a large part of the output may be spilled to a file before its event is complete.
    var mayLeave: Bool { get }
    /// Whether the consumer can read contents from the event's JSON tape.
    var readsTapes: Bool { get }
    /// Whether the consumer wants the transport units of the connections.
    var watchesTransport: Bool { get }
    /// Receives a transport unit of a connection.
    func take(_ unit: TransportUnit)
    /// Whether the consumer wants the bytes of the TCP streams.
    var watchesStreams: Bool { get }
    /// Receives the next bytes of a TCP stream.
    func take(stream bytes: Span<UInt8>, ofFlow flow: Int, side: FlowSide)
    /// Processes an event that passed the filter.
    func consume(
        _ event: inout Event,
        _ bytes: Span<UInt8>,
        _ systems: SystemDecoders,
        into output: inout JSONFieldSink
    )
    /// Returns the event values that were made since the last call, in their order, and forgets them.
    func takeEvents() -> MadeEvents
    /// Receives the end of a connection.
    func end(_ connection: FlowEnd)
    /// Receives that the server no longer has a session of long polling.
    func end(pollingSession key: PollingSessionKey, at time: Int64)
}

/// Holds a worker's consumer.
final class ConsumerBox<Consumer: EventConsumer>: EventReceiver {
    @exclusivity(unchecked) private(set) var consumer: Consumer

    init(_ consumer: Consumer) { self.consumer = consumer }

    var depth: DecodingDepth { consumer.depth }
    var needsOrder: Bool { consumer.needsOrder }
    var mayLeave: Bool { consumer.mayLeave }
    var readsTapes: Bool { consumer.readsTapes }
    var watchesTransport: Bool { consumer.watchesTransport }

    var watchesStreams: Bool { consumer.watchesStreams }

    func take(_ unit: TransportUnit) { consumer.take(unit) }

    func take(stream bytes: Span<UInt8>, ofFlow flow: Int, side: FlowSide) {
        consumer.take(stream: bytes, ofFlow: flow, side: side)
    }

    func consume(
        _ event: inout Event,
        _ bytes: Span<UInt8>,
        _ systems: SystemDecoders,
        into output: inout JSONFieldSink
    ) {
        consumer.consume(&event, bytes, systems, into: &output)
    }

    func takeEvents() -> MadeEvents { consumer.takeEvents() }

    func end(_ connection: FlowEnd) { consumer.end(connection) }

    func end(pollingSession key: PollingSessionKey, at time: Int64) { consumer.end(pollingSession: key, at: time) }
}
