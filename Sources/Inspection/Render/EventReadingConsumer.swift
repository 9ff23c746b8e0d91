package import Capture
import Transport
package import WireFormat
package import WireJSON
package import WireProtobuf

/// The facts of an event that precede its frame, without the addresses.
package struct EventHead: Hashable, Sendable {
    /// The number of the connection, from 1.
    package var flow: Int
    /// Nanoseconds since 1970.
    package var time: Int64
    /// The end that wrote the unit.
    package var sender: FrameSender
    /// The transport of the unit; `http` for an exchange over HTTP.
    package var transport: EventTransport
    /// The system of the unit.
    package var system: MessagingSystem
    /// Whether the unit was decrypted, so that its packets are those of its TLS records.
    package var isTLS = false
}

/// The parsed parts of a unit, to be read in place.
package struct EventTapes: ~Escapable {
    /// The bytes of the unit.
    package let unit: Span<UInt8>
    /// The content of the unit's only message, or of its last one.
    package internal(set) var content: JSONTape
    /// The payload of the unit.
    package internal(set) var payload: ProtobufTape

    @_lifetime(copy unit)
    package init(unit: Span<UInt8>, content: JSONTape = JSONTape(), payload: ProtobufTape = ProtobufTape()) {
        self.unit = unit
        self.content = content
        self.payload = payload
    }
}

/// Reads events where they are decoded; each worker reads the events of its own connections.
package protocol EventReader: Sendable {
    /// Reads an event.
    ///
    /// All events of one connection go to one reader, in their order.
    ///
    /// - Parameters:
    ///   - records: the fields of the event (``EventRecord``).
    ///   - tapes: the parts of the event's unit that records refer to.
    mutating func read(_ records: Span<UInt8>, after head: EventHead, _ tapes: borrowing EventTapes)
    /// Whether the reader also reads the bytes of connections.
    var readsBytes: Bool { get }
    /// Reads the next bytes of a TCP stream.
    ///
    /// - Parameter flow: the number of the connection.
    mutating func read(stream bytes: Span<UInt8>, ofFlow flow: Int, side: FlowSide)
    /// Reads bytes that differ from those of the stream because of masks, fragments, chunks, compression or
    /// obfuscation: a unit, the payload of a control frame, or the body of an HTTP message.
    ///
    /// - Parameter flow: the number of a unit's connection; `nil` for other contents.
    mutating func read(content bytes: Span<UInt8>, ofFlow flow: Int?)
    /// Ends a connection.
    mutating func end(flow: Int)
    /// Merges the reader of another worker.
    mutating func merge(_ other: Self)
}

/// Passes the fields of each event to a reader, and keeps nothing.
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
    // A reader needs the whole event in memory.
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
            // A plain unit was already read as bytes of the stream.
            if !event.isPlain { reader.read(content: bytes, ofFlow: event.flow.number) }
            // The text that encodes the unit's bytes on the wire.
            if !event.wire.isEmpty { reader.read(content: event.wire.span, ofFlow: event.flow.number) }
        }
        // The output's buffer is reused for the records.
        var sink = EventRecordSink(capacity: 0)
        swap(&sink.writer, &output.writer)
        let start = sink.writer.count
        sink.describe(&event, bytes, systems, view)
        let head = EventHead(
            flow: event.flow.number,
            time: event.time,
            sender: event.sender,
            transport: event.transport,
            system: event.system,
            isTLS: event.isTLS
        )
        // The tapes are lent, since a copy would take time.
        var tapes = EventTapes(unit: bytes)
        systems.exchangeTapes(of: &event, &tapes.content, &tapes.payload)
        reader.read(sink.writer.span.extracting(start..<sink.writer.count), after: head, tapes)
        systems.exchangeTapes(of: &event, &tapes.content, &tapes.payload)
        sink.writer.truncate(to: start)
        swap(&sink.writer, &output.writer)
    }

    mutating func merge(_ other: EventReadingConsumer) { reader.merge(other.reader) }
}

extension CaptureDecoder {
    /// Decodes a capture, and passes its events to a reader instead of writing them.
    package func read<Reader: EventReader>(
        _ capture: consuming sending CaptureReader,
        by reader: Reader
    ) async throws(CaptureError) -> (reader: Reader, outcome: CaptureOutcome) {
        let options = options.pipeline
        let consumer = EventReadingConsumer(reader, options.view)
        let result = await CapturePipeline(consumer: consumer, options: options).run(capture)
        return (result.consumer.reader, try result.outcome())
    }
}

extension CaptureProbe {
    /// Decodes a capture, and passes its events to a reader.
    package func read<Reader: EventReader>(
        _ capture: consuming CaptureReader,
        by reader: Reader
    ) throws(CaptureError) -> (reader: Reader, outcome: CaptureOutcome) {
        let run = try run(capture, EventReadingConsumer(reader, options.pipeline.view))
        return (run.gathered.consumer.reader, run.outcome.capture)
    }
}

extension EventRecordSink {
    /// Describes an event with the same fields as its line of JSON.
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
                // The line's sink writes the same object into this writer.
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
