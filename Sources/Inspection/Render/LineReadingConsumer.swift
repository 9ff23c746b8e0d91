package import Capture
import WireFormat

/// Reads the JSON lines of events where they are made, each worker those of its own connections.
package protocol EventLineReader: Sendable {
    /// Takes the line of one event, in which all numbers of events are 0.
    ///
    /// The events of one connection come in their order, and to one reader.
    mutating func read(_ line: Span<UInt8>)
    /// Takes in what another worker's reader has gathered.
    mutating func merge(_ other: Self)
}

/// Hands each line to a reader and forgets it.
struct LineReadingConsumer<Reader: EventLineReader>: EventConsumer {
    private var lines: JSONLinesConsumer
    private(set) var reader: Reader

    init(_ reader: Reader, _ view: EventRendition) {
        self.reader = reader
        lines = JSONLinesConsumer(file: nil, showsRaw: false, showsSecrets: view.showsSecrets, limits: view.limits)
        lines.isWhole = true
    }

    var depth: DecodingDepth { .all }
    // A reader wants a line as a whole.
    var mayLeave: Bool { false }

    mutating func consume(
        _ event: inout Event,
        _ bytes: Span<UInt8>,
        _ systems: SystemDecoders,
        into output: inout JSONFieldSink
    ) {
        let start = output.writer.count
        output.writer.append("{\"n\":0")
        lines.consume(&event, bytes, systems, into: &output)
        reader.read(output.writer.span.extracting(start..<output.writer.count))
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
