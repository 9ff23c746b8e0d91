package import Capture
import Transport
package import WireFormat

/// What the line of an event says before its frame, but for the addresses.
package struct EventLineHead: Hashable, Sendable {
    /// Number of the connection, from 1.
    package var flow: Int
    /// Since 1970, in nanoseconds or, where the capture keeps time no finer, microseconds.
    package var time: Int64
    /// Which end wrote the unit.
    package var sender: FrameSender
    /// How the unit came; of an exchange over HTTP, `http`.
    package var transport: EventTransport
    /// The system whose unit it is.
    package var system: MessagingSystem
}

/// Reads the JSON lines of events where they are made, each worker those of its own connections.
package protocol EventLineReader: Sendable {
    /// Takes the line of one event, in which all numbers of events are 0.
    ///
    /// The events of one connection come in their order, and to one reader.
    /// - Parameter members: what the line has from the member `frame` on, as one JSON object.
    mutating func read(_ members: Span<UInt8>, after head: EventLineHead)
    /// Whether it reads the bytes of connections beside the events.
    var readsBytes: Bool { get }
    /// Takes bytes that come next in a stream of TCP.
    ///
    /// - Parameter flow: the connection's number.
    mutating func read(stream bytes: Span<UInt8>, ofFlow flow: Int, side: FlowSide)
    /// Takes what stands for itself in a stream, as it is without masks, fragments, chunks, compression and obfuscation: a
    /// unit, what a control frame carries, a body of HTTP.
    mutating func read(content bytes: Span<UInt8>)
    /// Takes the end of a connection in.
    mutating func end(flow: Int)
    /// Takes in what another worker's reader has gathered.
    mutating func merge(_ other: Self)
}

/// Hands each line to a reader and forgets it.
struct LineReadingConsumer<Reader: EventLineReader>: EventConsumer {
    private var lines: JSONLinesConsumer
    private(set) var reader: Reader
    private let readsBytes: Bool
    private let limits: Limits

    init(_ reader: Reader, _ view: EventRendition) {
        self.reader = reader
        readsBytes = reader.readsBytes
        limits = view.limits
        lines = JSONLinesConsumer(file: nil, showsRaw: false, showsSecrets: view.showsSecrets, limits: view.limits)
        lines.isReadAtOnce = true
    }

    var depth: DecodingDepth { .all }
    // A reader wants a line as a whole.
    var mayLeave: Bool { false }
    var watchesTransport: Bool { readsBytes }
    var watchesStreams: Bool { readsBytes }

    mutating func take(_ unit: TransportUnit) {
        switch unit {
        case .control(_, let payload, _): reader.read(content: payload.span)
        case .request(let message), .answer(let message, _, _):
            let body = message.decodedBody(limits: limits.transport).bytes
            reader.read(content: body.span)
        case .message, .failure, .broken: break
        }
    }

    mutating func take(stream bytes: Span<UInt8>, ofFlow flow: Int, side: FlowSide) {
        reader.read(stream: bytes, ofFlow: flow, side: side)
    }

    mutating func end(_ connection: FlowEnd) {
        if readsBytes { reader.end(flow: connection.number) }
    }

    mutating func consume(
        _ event: inout Event,
        _ bytes: Span<UInt8>,
        _ systems: SystemDecoders,
        into output: inout JSONFieldSink
    ) {
        if readsBytes {
            reader.read(content: bytes)
            // Text that stands for the unit's bytes.
            if !event.wire.isEmpty { reader.read(content: event.wire.span) }
        }
        let start = output.writer.count
        output.writer.append(UInt8(ascii: "{"))
        lines.consumeRest(&event, bytes, systems, into: &output, from: start)
        let head = EventLineHead(
            flow: event.flow.number,
            time: event.time / (event.hasNanoseconds ? 1 : 1000),
            sender: event.sender,
            transport: event.transport,
            system: event.system
        )
        reader.read(output.writer.span.extracting(start..<output.writer.count), after: head)
        output.writer.truncate(to: start)
    }

    mutating func merge(_ other: LineReadingConsumer) { reader.merge(other.reader) }
}

extension CaptureDecoder {
    /// Decodes one capture, and has the lines of its events read instead of written.
    package func read<Reader: EventLineReader>(
        _ capture: consuming sending CaptureReader,
        by reader: Reader
    ) async throws -> (reader: Reader, outcome: CaptureOutcome) {
        let options = options.pipeline
        let consumer = LineReadingConsumer(reader, options.view)
        let result = try await CapturePipeline(consumer: consumer, options: options).run(capture) { _ in }
        return (result.consumer.reader, result.capture)
    }
}
