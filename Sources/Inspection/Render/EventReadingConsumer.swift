package import Capture
import Transport
package import WireFormat
package import WireJSON
package import WireProtobuf

/// What an event says before its frame, but for the addresses.
package struct EventHead: Hashable, Sendable {
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
    /// Whether the unit was decrypted, so that its packets are those of its records.
    package var isTLS = false
}

/// What was parsed of a unit, to be read in place.
package struct EventTapes: ~Escapable {
    /// The unit.
    package let unit: Span<UInt8>
    /// The content of its only message, or of the last one.
    package let content: JSONTape
    /// Its payload.
    package let payload: ProtobufTape

    @_lifetime(copy unit)
    package init(unit: Span<UInt8>, content: JSONTape, payload: ProtobufTape) {
        self.unit = unit
        self.content = content
        self.payload = payload
    }
}

/// Reads events where they are made, each worker those of its own connections.
package protocol EventReader: Sendable {
    /// Takes an event.
    ///
    /// The events of one connection come in their order, and to one reader.
    /// - Parameters:
    ///   - records: the event's fields (``EventRecord``).
    ///   - tapes: what records say is on them, of the event's unit.
    mutating func read(_ records: Span<UInt8>, after head: EventHead, _ tapes: borrowing EventTapes)
    /// Whether it reads the bytes of connections beside the events.
    var readsBytes: Bool { get }
    /// Takes bytes that come next in a stream of TCP.
    ///
    /// - Parameter flow: the connection's number.
    mutating func read(stream bytes: Span<UInt8>, ofFlow flow: Int, side: FlowSide)
    /// Takes what stands for itself in a stream, as it is without masks, fragments, chunks, compression and obfuscation: a
    /// unit, what a control frame carries, a body of HTTP.
    ///
    /// - Parameter flow: the connection's number, of a unit.
    mutating func read(content bytes: Span<UInt8>, ofFlow flow: Int?)
    /// Takes the end of a connection in.
    mutating func end(flow: Int)
    /// Takes in what another worker's reader has gathered.
    mutating func merge(_ other: Self)
}

/// Hands the fields of each event to a reader and forgets them.
struct EventReadingConsumer<Reader: EventReader>: EventConsumer {
    private(set) var reader: Reader
    private let readsBytes: Bool
    private let view: EventRendition

    init(_ reader: Reader, _ view: EventRendition) {
        self.reader = reader
        readsBytes = reader.readsBytes
        self.view = view
    }

    var depth: DecodingDepth { .all }
    // A reader wants an event as a whole.
    var mayLeave: Bool { false }
    var readsTapes: Bool { true }
    var watchesTransport: Bool { readsBytes }
    var watchesStreams: Bool { readsBytes }

    mutating func take(_ unit: TransportUnit) {
        switch unit {
        case .control(_, let payload, _): reader.read(content: payload.span, ofFlow: nil)
        case .request(let message), .answer(let message, _, _):
            let body = message.decodedBody(limits: view.limits.transport).bytes
            reader.read(content: body.span, ofFlow: nil)
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
            // What lies in the stream as it is was read there.
            if !event.isPlain { reader.read(content: bytes, ofFlow: event.flow.number) }
            // Text that stands for the unit's bytes.
            if !event.wire.isEmpty { reader.read(content: event.wire.span, ofFlow: event.flow.number) }
        }
        // What the output has of memory serves for the records.
        var sink = EventRecordSink(capacity: 0)
        swap(&sink.writer, &output.writer)
        let start = sink.writer.count
        sink.describe(&event, bytes, systems, view)
        let head = EventHead(
            flow: event.flow.number,
            time: event.time / (event.hasNanoseconds ? 1 : 1000),
            sender: event.sender,
            transport: event.transport,
            system: event.system,
            isTLS: event.isTLS
        )
        let tapes = EventTapes(
            unit: bytes,
            content: systems.contentTape(of: &event),
            payload: systems.payloadTape(of: &event)
        )
        reader.read(sink.writer.span.extracting(start..<sink.writer.count), after: head, tapes)
        sink.writer.truncate(to: start)
        swap(&sink.writer, &output.writer)
    }

    mutating func merge(_ other: EventReadingConsumer) { reader.merge(other.reader) }
}

extension CaptureDecoder {
    /// Decodes one capture, and has its events read instead of written.
    package func read<Reader: EventReader>(
        _ capture: consuming sending CaptureReader,
        by reader: Reader
    ) async throws -> (reader: Reader, outcome: CaptureOutcome) {
        let options = options.pipeline
        let consumer = EventReadingConsumer(reader, options.view)
        let result = try await CapturePipeline(consumer: consumer, options: options).run(capture) { _ in }
        return (result.consumer.reader, result.capture)
    }
}

extension CaptureProbe {
    /// Works a capture through, and has its events read.
    package func read<Reader: EventReader>(
        _ capture: consuming CaptureReader,
        by reader: Reader
    ) throws(CaptureError) -> (reader: Reader, outcome: CaptureOutcome) {
        let run = try run(capture, EventReadingConsumer(reader, options.pipeline.view))
        return (run.gathered.consumer.reader, run.outcome.capture)
    }
}

extension EventRecordSink {
    /// Describes an event as its line does.
    @inline(__always)
    mutating func describe(
        _ event: inout Event,
        _ bytes: Span<UInt8>,
        _ systems: SystemDecoders,
        _ view: EventRendition
    ) {
        part = .frame
        switch event.kind {
        case .frame: systems.describeFrame(&event, bytes, to: &self)
        case .gap: word(.type, "GAP")
        case .http:
            object(.frame) { writer in
                // The object that the line has is written by the sink of lines, where this one writes.
                var members = JSONFieldSink(capacity: 0)
                swap(&members.writer, &writer)
                event.describeOtherUnit(view, to: &members)
                swap(&members.writer, &writer)
                return true
            }
        case .undecoded: word(.type, "UNDECODED")
        }
        if let reply = event.reply {
            part = .reply
            if reply.topic >= 0 { text(.topic, systems.replyTopic(reply.topic, of: event.system)) }
            number(.latency, reply.latency / 1000)
        }
        if case .frame = event.kind {
            part = .payload
            if !systems.describePlainPayload(&event, to: &self) {
                object(.payload) { systems.appendPayload(&event, bytes, to: &$0) }
            }
            systems.describeMessages(&event, bytes, to: &self)
        }
        part = .diagnostic
        for index in event.diagnostics.indices {
            let diagnostic = event.diagnostics[index]
            text(.severity, diagnostic.severity.rawValue)
            text(.code, diagnostic.code)
        }
        part = .packet
        for packet in event.packets { number(.packets, Int64(packet)) }
    }
}

extension FieldKey {
    @inline(__always) fileprivate static var latency: FieldKey { FieldKey(",\"latency\":") }
    @inline(__always) fileprivate static var severity: FieldKey { FieldKey(",\"severity\":") }
    @inline(__always) fileprivate static var code: FieldKey { FieldKey(",\"code\":") }
    @inline(__always) fileprivate static var packets: FieldKey { FieldKey(",\"packets\":") }
}
