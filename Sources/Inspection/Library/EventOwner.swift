import WireFormat

/// Makes independent values of events, which a worker reuses.
struct EventOwner: Sendable {
    /// The capture's name, if there are several captures.
    var file: String?
    /// Whether the units' bytes are kept.
    var keepsBytes = false
    /// Whether tokens are kept in full.
    var showsSecrets = false
    var limits = Limits()

    /// Returns the event as a value, without its number, and the approximate memory that it takes, in bytes.
    func own(
        _ event: inout Event,
        _ bytes: Span<UInt8>,
        _ systems: SystemDecoders
    ) -> (event: CaptureEvent, weight: Int) {
        var owned = outline(event, bytes, systems)
        var sink = OwnedFieldSink(limits: limits)
        switch event.kind {
        case .frame:
            systems.describeFrame(&event, bytes, to: &sink)
            systems.describeMessages(&event, bytes, to: &sink)
            var writer = ByteWriter(capacity: 256)
            if appendPayload(&event, bytes, systems, to: &writer) { sink.parts.take(payload: writer.span) }
            owned.take(sink.parts)
        case .http(let exchange):
            var writer = ByteWriter(capacity: 256)
            guard case .http(var http) = owned.unit, appendReply(exchange, to: &writer) else { break }
            http.reply = sink.parts.parse(writer.span)
            owned.unit = .http(http)
        case .gap, .undecoded: break
        }
        if keepsBytes, event.hasUnit { owned.bytes = event.wire.isEmpty ? Array(copying: bytes) : event.wire }
        owned.undecoded = shownUndecoded(event, bytes, systems)
        let weight = sink.parts.weight + owned.undecoded.count + (owned.bytes?.count ?? 0)
        return (owned, weight + Self.weight(ofOutline: owned))
    }

    /// Appends the parts of the event that may be large (``DeferredPart``); returns the rest as a value, and the
    /// approximate memory that this takes, in bytes.
    func record(
        _ event: inout Event,
        _ bytes: Span<UInt8>,
        _ systems: SystemDecoders,
        to writer: inout ByteWriter
    ) -> (event: CaptureEvent, weight: Int) {
        let owned = outline(event, bytes, systems)
        switch event.kind {
        case .frame:
            var sink = DeferringFieldSink(ByteWriter(capacity: 0))
            swap(&sink.writer, &writer)
            systems.describeFrame(&event, bytes, to: &sink)
            systems.describeMessages(&event, bytes, to: &sink)
            swap(&sink.writer, &writer)
            let mark = writer.count
            var isThere = false
            DeferredPart.payload.append(to: &writer) { isThere = appendPayload(&event, bytes, systems, to: &$0) }
            if !isThere { writer.truncate(to: mark) }
        case .http(let exchange):
            let mark = writer.count
            var isThere = false
            DeferredPart.reply.append(to: &writer) { isThere = appendReply(exchange, to: &$0) }
            if !isThere { writer.truncate(to: mark) }
        case .gap, .undecoded: break
        }
        if keepsBytes, event.hasUnit {
            DeferredPart.unit.append(to: &writer) { writer in
                if event.wire.isEmpty { writer.append(bytes) } else { writer.append(event.wire) }
            }
        }
        let undecoded = shownUndecoded(event, bytes, systems)
        if !undecoded.isEmpty { DeferredPart.undecoded.append(to: &writer) { $0.append(undecoded) } }
        return (owned, Self.weight(ofOutline: owned))
    }

    /// Returns the parts of an event that are always small.
    private func outline(
        _ event: borrowing Event,
        _ bytes: Span<UInt8>,
        _ systems: SystemDecoders
    ) -> CaptureEvent {
        var owned = CaptureEvent(
            time: event.time,
            flow: event.flow,
            sender: event.sender,
            transport: event.transport,
            isTLS: event.isTLS,
            system: event.system,
            unit: .undecoded,
            packets: event.packets,
            byteCount: event.wire.isEmpty ? bytes.count : event.wire.count
        )
        owned.file = file
        switch event.kind {
        case .frame: owned.unit = .frame(CaptureEvent.Frame())
        case .gap(let offset, let length): owned.unit = .gap(CaptureEvent.Gap(offset: offset, length: length))
        case .http(let exchange):
            owned.unit = .http(CaptureEvent.HTTP(exchange, showsSecrets: showsSecrets))
            owned.byteCount = exchange.length
        case .undecoded: break
        }
        if let reply = event.reply {
            owned.inReplyTo = CaptureEvent.Request(
                topic: reply.topic >= 0 ? systems.replyTopic(reply.topic, of: event.system) : nil,
                latency: .nanoseconds(reply.latency)
            )
        }
        owned.diagnostics = event.diagnostics.indices.map { event.diagnostics[$0] }
        owned.undecodedByteCount = event.undecoded?.count ?? 0
        return owned
    }

    private static func weight(ofOutline event: CaptureEvent) -> Int {
        MemoryLayout<CaptureEvent>.stride + event.packets.count * MemoryLayout<Int>.stride
            + event.diagnostics.count * 2 * MemoryLayout<Diagnostic>.stride
    }

    /// Appends the payload as a JSON object; returns `false` if there is none.
    private func appendPayload(
        _ event: inout Event,
        _ bytes: Span<UInt8>,
        _ systems: SystemDecoders,
        to writer: inout ByteWriter
    ) -> Bool {
        writer.append(UInt8(ascii: "{"))
        guard systems.appendPayload(&event, bytes, to: &writer) else { return false }
        writer.append(UInt8(ascii: "}"))
        return true
    }

    private func appendReply(_ exchange: HTTPExchange, to writer: inout ByteWriter) -> Bool {
        exchange.appendReply(to: &writer, showsSecrets: showsSecrets, limits: limits)
    }

    private func shownUndecoded(
        _ event: borrowing Event,
        _ bytes: Span<UInt8>,
        _ systems: SystemDecoders
    ) -> [UInt8] {
        guard let undecoded = event.undecoded, !undecoded.isEmpty else { return [] }
        let shown = undecoded.prefix(limits.undecodedBytesShown)
        let range = shown.startIndex..<shown.endIndex
        return showsSecrets
            ? Array(copying: bytes.extracting(range)) : systems.shownUndecoded(range, bytes, event)
    }
}

extension Event {
    /// Whether the event has a unit whose bytes are in the capture, other than an HTTP exchange.
    fileprivate var hasUnit: Bool {
        switch kind {
        case .frame, .undecoded: true
        case .gap, .http: false
        }
    }
}

extension CaptureEvent {
    /// Sets the parts of a frame event.
    mutating func take(_ parts: borrowing EventParts) {
        unit = .frame(parts.frame)
        messages = parts.messages
        payload = parts.payload
    }
}
