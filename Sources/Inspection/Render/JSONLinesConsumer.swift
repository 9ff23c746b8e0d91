import RongCloud
import Transport
import WireFormat
import WireJSON
import WireProtobuf

/// Writes each event as one line of JSON (schema `imwire-event/1`), but for its number, which the sequencer puts first.
struct JSONLinesConsumer: EventConsumer {
    var map = PayloadMap.shared
    /// The capture's name, with several of them, as a JSON member with its comma.
    var file: [UInt8] = []
    /// Whether the frame's bytes are added.
    var showsRaw = false
    /// Whether tokens are shown in full.
    var showsSecrets = false
    var limits = Limits()
    private var timestamps = TimestampWriter()
    private var sentTimes = TimestampWriter()

    init(file: String?, showsRaw: Bool, showsSecrets: Bool, limits: Limits) {
        self.showsRaw = showsRaw
        self.showsSecrets = showsSecrets
        self.limits = limits
        if let file {
            var writer = ByteWriter()
            writer.append(",\"file\":")
            writer.append(jsonString: file)
            self.file = writer.array
        }
    }

    var depth: DecodingDepth { .all }

    // The parts take the event as `inout`, though they change nothing: to borrow it costs a copy of its 800 bytes.
    mutating func consume(_ event: inout Event, _ bytes: Span<UInt8>, into writer: inout ByteWriter) {
        let start = writer.count
        if !file.isEmpty { writer.append(file) }
        writer.append(",\"time\":\"")
        timestamps.append(event.time, digits: event.hasNanoseconds ? 9 : 6, to: &writer)
        writer.append("\",")
        writer.append(event.flow.prefix)
        writer.append(event.sender == .client ? "\"client\"" : "\"server\"")
        switch event.kind {
        case .frame:
            append(event.form, isTLS: event.isTLS, to: &writer)
            appendFrame(&event, bytes, to: &writer)
        case .gap(let offset, let length):
            append(event.form, isTLS: event.isTLS, to: &writer)
            writer.append("\"type\":\"GAP\",\"offset\":")
            writer.append(decimal: offset)
            writer.append(",\"length\":")
            writer.append(decimal: length)
        case .http(let exchange):
            writer.append(",\"transport\":\"http\"")
            if event.isTLS { writer.append(",\"tls\":true") }
            writer.append(",\"system\":\"rongcloud\",\"frame\":{")
            append(exchange, to: &writer)
        case .undecoded:
            append(event.form, isTLS: event.isTLS, to: &writer)
            writer.append("\"type\":\"UNDECODED\"")
        }
        writer.append(UInt8(ascii: "}"))
        if let reply = event.reply { append(reply, &event, to: &writer) }
        appendPayload(&event, bytes, to: &writer)
        if !event.diagnostics.isEmpty { appendDiagnostics(&event, to: &writer) }
        appendPackets(&event, to: &writer)
        writer.append(",\"bytes\":")
        if case .http(let exchange) = event.kind {
            writer.append(decimal: exchange.length)
        } else {
            writer.append(decimal: event.wire.isEmpty ? bytes.count : event.wire.count)
        }
        if showsRaw { appendRaw(event, bytes, to: &writer) }
        if let undecoded = event.undecoded, !undecoded.isEmpty {
            writer.append(",\"undecoded\":\"")
            let shown = undecoded.prefix(limits.undecodedBytesShown)
            if showsSecrets {
                writer.append(hex: bytes.extracting(shown.startIndex..<shown.endIndex))
            } else {
                writer.append(hex: Secrets.shownUndecoded(shown, bytes, event).span)
            }
            writer.append("\",\"undecodedBytes\":")
            writer.append(decimal: undecoded.count)
        }
        writer.append("}\n")
        escape(from: start, &event, in: &writer)
    }

    /// Escapes what must not reach a terminal; the place for the request's number goes along.
    @inline(__always)
    private func escape(from start: Int, _ event: inout Event, in writer: inout ByteWriter) {
        guard event.replyNumberPosition >= 0 else { return writer.escapeFormatCharacters(from: start) }
        let length = writer.count
        writer.escapeFormatCharacters(from: event.replyNumberPosition)
        let after = writer.count - length
        writer.escapeFormatCharacters(from: start)
        event.replyNumberPosition += writer.count - length - after
    }

    /// Appends the members of the frame object, without the braces around them.
    @inline(__always)
    func appendFrame(_ event: inout Event, _ bytes: Span<UInt8>, to writer: inout ByteWriter) {
        let fields = FrameFieldsWriter(form: event.form, showsSecrets: showsSecrets)
        if let name = event.typeName {
            writer.append("\"type\":\"")
            writer.append(name)
            writer.append(UInt8(ascii: "\""))
            if let sessionId = event.layout.sessionId {
                writer.append(",\"sessionId\":")
                writer.append(jsonWireText: bytes.extracting(sessionId))
            }
        } else {
            fields.append(&event.layout, bytes, to: &writer)
        }
        if !event.extra.isEmpty { fields.append(extra: event.extra, to: &writer) }
    }

    @inline(__always)
    private func append(_ form: FrameForm, isTLS: Bool, to writer: inout ByteWriter) {
        switch form {
        case .websocket: writer.append(",\"transport\":\"websocket\"")
        case .tcp: writer.append(",\"transport\":\"tcp\"")
        case .polling: writer.append(",\"transport\":\"polling\"")
        }
        if isTLS { writer.append(",\"tls\":true") }
        writer.append(",\"system\":\"rongcloud\",\"frame\":{")
    }

    /// Appends the members `payload` and `messages`, each with a comma before it, where there are any.
    @inline(__always)
    mutating func appendPayload(_ event: inout Event, _ bytes: Span<UInt8>, to writer: inout ByteWriter) {
        if event.payload != .none {
            writer.append(",\"payload\":{\"message\":\"")
            map.appendName(of: event.payload, to: &writer)
            writer.append("\",\"value\":")
            let start = writer.count
            writer.append(protobufJSON: event.tape, bytes: bytes, schema: map.schema)
            if !showsSecrets, PayloadSecrets.shared.mayHold(event.payload) {
                Secrets.maskJSON(from: start, in: &writer, limits: limits)
            }
            writer.append(UInt8(ascii: "}"))
        }
        if !event.messages.isEmpty { appendMessages(&event, bytes, to: &writer) }
    }

    private func append(_ exchange: HTTPExchange, to writer: inout ByteWriter) {
        writer.append("\"type\":\"HTTP\"")
        if !exchange.method.isEmpty {
            writer.append(",\"method\":")
            writer.append(jsonString: exchange.method)
            writer.append(",\"path\":")
            writer.append(jsonString: showsSecrets ? exchange.target.path : Secrets.masked(exchange.target.path))
            writer.append(",\"query\":{")
            for (index, parameter) in exchange.target.query.enumerated() {
                if index > 0 { writer.append(UInt8(ascii: ",")) }
                let shown = showsSecrets ? parameter : Secrets.masked(parameter)
                writer.append(jsonString: shown.name)
                writer.append(UInt8(ascii: ":"))
                writer.append(jsonString: shown.value)
            }
            writer.append(UInt8(ascii: "}"))
        }
        if let status = exchange.status {
            writer.append(",\"status\":")
            writer.append(decimal: status)
        }
        if exchange.purpose == .navigation, let range = exchange.replyRange {
            let mark = writer.count
            writer.append(",\"reply\":")
            do throws(WireError) {
                let start = writer.count
                try writer.append(minifiedJSON: exchange.body.span, in: range, limits: limits)
                if !showsSecrets { Secrets.maskJSON(from: start, in: &writer, limits: limits) }
            } catch {
                writer.truncate(to: mark)
            }
        }
    }

    @inline(__always)
    private func append(_ reply: Event.Reply, _ event: inout Event, to writer: inout ByteWriter) {
        writer.append(",\"inReplyTo\":{\"n\":")
        event.replyNumberPosition = writer.count
        if reply.topic >= 0 {
            writer.append(",\"topic\":")
            writer.append(jsonString: map.topics[reply.topic].name)
        }
        writer.append(",\"latency\":")
        writer.append(seconds: reply.latency)
        writer.append(UInt8(ascii: "}"))
    }

    @inline(__always)
    private mutating func appendMessages(
        _ event: inout Event,
        _ bytes: Span<UInt8>,
        to writer: inout ByteWriter
    ) {
        writer.append(",\"messages\":[")
        for index in event.messages.indices {
            if index > 0 { writer.append(UInt8(ascii: ",")) }
            append(event.messages[index], &event, bytes, to: &writer)
        }
        writer.append(UInt8(ascii: "]"))
    }

    @inline(__always)
    private mutating func append(
        _ message: EventMessage,
        _ event: inout Event,
        _ bytes: Span<UInt8>,
        to writer: inout ByteWriter
    ) {
        writer.append("{\"objectName\":")
        if let name = message.objectName {
            writer.append(jsonString: bytes.extracting(name))
        } else {
            writer.append("null")
        }
        switch message.content {
        case .json(let range):
            writer.append(",\"content\":")
            writer.append(event.contents.span.extracting(range))
        case .bytes:
            if let range = message.contentRange {
                writer.append(",\"contentBytes\":\"")
                if showsSecrets {
                    writer.append(base64: bytes.extracting(range))
                } else {
                    writer.append(base64: Secrets.masked(bytes.extracting(range)).span)
                }
                writer.append(UInt8(ascii: "\""))
            }
        case .absent: break
        }
        if let conversation = message.conversation {
            if let name = conversation.name {
                writer.append(",\"conversation\":\"")
                writer.append(text: name)
                writer.append(UInt8(ascii: "\""))
            } else {
                writer.append(",\"conversation\":")
                writer.append(decimal: Int64(conversation.rawValue))
            }
        }
        append(",\"target\":", message.target, &event, bytes, to: &writer)
        append(",\"sender\":", message.sender, &event, bytes, to: &writer)
        if let flags = message.flags { append(flags, to: &writer) }
        if let uid = message.uid {
            writer.append(",\"uid\":")
            writer.append(jsonString: bytes.extracting(uid))
        }
        if let milliseconds = message.sentTime {
            writer.append(",\"sentTime\":\"")
            sentTimes.append(milliseconds.multipliedSaturated(by: 1_000_000), digits: 3, to: &writer)
            writer.append(UInt8(ascii: "\""))
        }
        writer.append(UInt8(ascii: "}"))
    }

    @inline(__always)
    private func append(_ flags: EventMessage.Flags, to writer: inout ByteWriter) {
        writer.append(",\"flags\":[")
        let start = writer.count
        if flags.contains(.persisted) { writer.append("\"persisted\",") }
        if flags.contains(.counted) { writer.append("\"counted\",") }
        if flags.contains(.mentioned) { writer.append("\"mentioned\",") }
        if flags.contains(.noNotification) { writer.append("\"noNotification\",") }
        if flags.contains(.expansion) { writer.append("\"expansion\",") }
        if flags.contains(.fetched) { writer.append("\"fetched\",") }
        if writer.count > start { writer.truncate(to: writer.count - 1) }
        writer.append(UInt8(ascii: "]"))
    }

    @inline(__always)
    private func append(
        _ key: StaticString,
        _ text: EventMessage.Text,
        _ event: inout Event,
        _ bytes: Span<UInt8>,
        to writer: inout ByteWriter
    ) {
        switch text {
        case .absent: return
        case .payload(let range):
            writer.append(key)
            writer.append(jsonString: bytes.extracting(range))
        case .frame(let range):
            writer.append(key)
            writer.append(jsonWireText: bytes.extracting(range))
        case .ownUser:
            writer.append(key)
            writer.append(jsonString: event.ownUser.span)
        }
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

    private func appendRaw(_ event: borrowing Event, _ bytes: Span<UInt8>, to writer: inout ByteWriter) {
        switch event.kind {
        case .frame, .undecoded:
            writer.append(",\"hex\":\"")
            writer.append(hex: event.wire.isEmpty ? bytes : event.wire.span)
            writer.append(UInt8(ascii: "\""))
        case .gap, .http: break
        }
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
