import Reporting
import WireFormat
import WireJSON

/// Writes each event as a line of JSON (schema `imwire-event/1`) without its number, which the sequencer inserts first.
struct JSONLinesConsumer: EventConsumer {
    /// The capture's name as a JSON member with its comma; empty if there is only one capture.
    private var file: [UInt8] = []
    private let view: EventRendition
    private var timestamps = TimestampWriter()

    init(_ view: EventRendition) {
        self.view = view
        guard let name = view.file else { return }
        var writer = ByteWriter()
        writer.append(",\"file\":")
        writer.append(jsonString: name)
        file = writer.array
    }

    init(file: String?, showsRaw: Bool, showsSecrets: Bool, limits: Limits) {
        self.init(EventRendition(file: file, showsRaw: showsRaw, showsSecrets: showsSecrets, limits: limits))
    }

    var depth: DecodingDepth { .all }

    // The helpers take the event as `inout`, though they change nothing: borrowing costs a copy of its 800 bytes.
    mutating func consume(
        _ event: inout Event,
        _ bytes: Span<UInt8>,
        _ systems: SystemDecoders,
        into line: inout JSONFieldSink
    ) {
        let start = line.writer.count
        if !file.isEmpty { line.writer.append(file) }
        line.writer.append(",\"time\":\"")
        timestamps.append(event.time, digits: event.hasNanoseconds ? 9 : 6, to: &line.writer)
        line.writer.append("\",")
        line.writer.append(event.flow.prefix)
        line.writer.append(event.sender == .client ? "\"client\"" : "\"server\"")
        line.writer.append(",\"transport\":\"")
        line.writer.append(event.transport.name)
        line.writer.append(UInt8(ascii: "\""))
        if event.isTLS { line.writer.append(",\"tls\":true") }
        line.writer.append(",\"system\":\"")
        line.writer.append(event.system.name)
        line.writer.append("\",")
        line.writer.append("\"frame\":{")
        if case .frame = event.kind {
            systems.describeFrame(&event, bytes, to: &line)
        } else {
            event.describeOtherUnit(view, to: &line)
        }
        line.writer.append(UInt8(ascii: "}"))
        if let reply = event.reply { append(reply, &event, systems, to: &line.writer) }
        line.markHead()
        if case .frame = event.kind { systems.appendPayload(of: &event, bytes, to: &line) }
        if !event.diagnostics.isEmpty { appendDiagnostics(&event, to: &line.writer) }
        appendPackets(&event, to: &line.writer)
        appendBytes(&event, bytes, systems, to: &line)
        line.writer.append("}\n")
        escape(from: start, &event, in: &line)
    }

    /// Appends the number of the unit's bytes, and the bytes that are shown.
    @inline(__always)
    private func appendBytes(
        _ event: inout Event,
        _ bytes: Span<UInt8>,
        _ systems: SystemDecoders,
        to line: inout JSONFieldSink
    ) {
        line.writer.append(",\"bytes\":")
        if case .http(let exchange) = event.kind {
            line.writer.append(decimal: exchange.length)
        } else {
            line.writer.append(decimal: event.wire.isEmpty ? bytes.count : event.wire.count)
        }
        if view.showsRaw { appendRaw(event, bytes, to: &line) }
        guard let undecoded = event.undecoded, !undecoded.isEmpty else { return }
        line.writer.append(",\"undecoded\":\"")
        _ = event.appendUndecoded(bytes, systems, view, to: &line.writer)
        line.writer.append("\",\"undecodedBytes\":")
        line.writer.append(decimal: undecoded.count)
    }

    /// Escapes characters that a terminal must not get, and updates the positions of the request's number and the
    /// head's end.
    @inline(__always)
    private func escape(from start: Int, _ event: inout Event, in line: inout JSONFieldSink) {
        // From the end to the start, so that inserted escapes move only bytes that were already escaped.
        line.writer.escapeFormatCharacters(from: line.headEnd)
        var length = line.writer.count
        if event.replyNumberPosition >= 0 {
            line.writer.escapeFormatCharacters(from: event.replyNumberPosition, to: line.headEnd)
            line.moveHead(by: line.writer.count - length)
            length = line.writer.count
            line.writer.escapeFormatCharacters(from: start, to: event.replyNumberPosition)
            event.replyNumberPosition += line.writer.count - length
        } else {
            line.writer.escapeFormatCharacters(from: start, to: line.headEnd)
        }
        line.moveHead(by: line.writer.count - length)
    }

    @inline(__always)
    private func append(
        _ reply: Event.Reply,
        _ event: inout Event,
        _ systems: SystemDecoders,
        to writer: inout ByteWriter
    ) {
        writer.append(",\"inReplyTo\":{\"n\":")
        event.replyNumberPosition = writer.count
        if reply.topic >= 0 {
            writer.append(",\"topic\":")
            writer.append(jsonString: systems.replyTopic(reply.topic, of: event.system))
        }
        writer.append(",\"latency\":")
        writer.append(seconds: reply.latency)
        writer.append(UInt8(ascii: "}"))
    }

    private func appendDiagnostics(_ event: inout Event, to writer: inout ByteWriter) {
        writer.append(",\"diagnostics\":[")
        let diagnostics = event.diagnostics.span
        for index in diagnostics.indices {
            if index > 0 { writer.append(UInt8(ascii: ",")) }
            append(diagnostics[index], to: &writer)
        }
        writer.append(UInt8(ascii: "]"))
    }

    private func append(_ diagnostic: borrowing Diagnostic, to writer: inout ByteWriter) {
        writer.append("{\"severity\":\"")
        writer.append(text: diagnostic.severity.rawValue)
        writer.append("\",\"code\":")
        writer.append(jsonString: diagnostic.code)
        writer.append(",\"path\":")
        writer.append(jsonStringFrom: { diagnostic.appendPath(to: &$0) })
        writer.append(",\"offset\":")
        writer.append(decimal: diagnostic.offset)
        writer.append(",\"text\":")
        writer.append(jsonStringFrom: { diagnostic.appendText(to: &$0) })
        writer.append(UInt8(ascii: "}"))
    }

    @inline(__always)
    private func appendPackets(_ event: inout Event, to writer: inout ByteWriter) {
        writer.append(",\"packets\":[")
        for index in event.packets.indices {
            if index > 0 { writer.append(UInt8(ascii: ",")) }
            writer.append(decimal: event.packets[index])
        }
        writer.append(UInt8(ascii: "]"))
    }

    private func appendRaw(_ event: borrowing Event, _ bytes: Span<UInt8>, to line: inout JSONFieldSink) {
        switch event.kind {
        case .frame, .undecoded:
            line.writer.append(",\"hex\":\"")
            append(hex: event.wire.isEmpty ? bytes : event.wire.span, to: &line)
            line.writer.append(UInt8(ascii: "\""))
        case .gap, .http: break
        }
    }

    /// Appends bytes as hex; a long text is spilled piece by piece.
    private func append(hex bytes: Span<UInt8>, to line: inout JSONFieldSink) {
        var start = 0
        while bytes.count - start > OutputSpill.piece {
            line.leaveEscaped()
            line.writer.append(hex: bytes.extracting(start..<start + OutputSpill.piece))
            start += OutputSpill.piece
        }
        line.writer.append(hex: bytes.extracting(start...))
    }
}

extension ByteWriter {
    /// Appends nanoseconds as seconds with up to six digits after the point.
    @inline(__always)
    mutating func append(seconds nanoseconds: Int64) {
        if nanoseconds < 0 { append(UInt8(ascii: "-")) }
        let micros = nanoseconds.magnitude / 1000
        append(decimal: micros / 1_000_000)
        append(UInt8(ascii: "."))
        append(decimal: micros % 1_000_000, width: 6)
    }
}
