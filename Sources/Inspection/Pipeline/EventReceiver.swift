import Capture
import WireFormat

/// What an emitter knows of a worker's consumer: one call for each event, so that the way from packets to events is
/// compiled once and not for every consumer.
protocol EventReceiver: AnyObject {
    /// How deep events must be decoded.
    var depth: DecodingDepth { get }
    /// Whether it needs the events in the order of the capture and with their numbers.
    var needsOrder: Bool { get }
    /// Whether a large part of what it writes may be left elsewhere before its event is finished.
    var mayLeave: Bool { get }
    /// Whether it reads contents from the event's tape.
    var readsTapes: Bool { get }
    /// Whether it looks at what connections carry below the systems.
    var watchesTransport: Bool { get }
    /// Takes what a connection carries below the systems.
    func take(_ unit: TransportUnit)
    /// Whether it looks at the bytes of the connections' streams.
    var watchesStreams: Bool { get }
    /// Takes bytes that come next in a stream of TCP.
    func take(stream bytes: Span<UInt8>, ofFlow flow: Int, side: FlowSide)
    /// Takes an event that passed the filter.
    func consume(
        _ event: inout Event,
        _ bytes: Span<UInt8>,
        _ systems: SystemDecoders,
        into output: inout JSONFieldSink
    )
    /// Hands out the events that were made values of since the last call, in their order.
    func takeEvents() -> MadeEvents
    /// Takes the end of a connection in.
    func end(_ connection: FlowEnd)
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
}
