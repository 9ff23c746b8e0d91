import WireFormat
import WireJSON

/// Makes values of events that a worker uses again and again.
struct EventOwner: Sendable {
    /// The capture's name, with several of them.
    var file: String?
    /// Whether the units' bytes are kept.
    var keepsBytes = false
    /// Whether tokens are kept in full.
    var showsSecrets = false
    var limits = Limits()

    /// The event as a value, but for its number.
    func own(_ event: inout Event, _ bytes: Span<UInt8>, _ systems: SystemDecoders) -> CaptureEvent {
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
        case .frame: ownFrame(&event, bytes, systems, in: &owned)
        case .gap(let offset, let length): owned.unit = .gap(CaptureEvent.Gap(offset: offset, length: length))
        case .http(let exchange):
            owned.unit = .http(CaptureEvent.HTTP(exchange, showsSecrets: showsSecrets, limits: limits))
            owned.byteCount = exchange.length
        case .undecoded: owned.bytes = shownBytes(event, bytes)
        }
        if let reply = event.reply {
            owned.reply = CaptureEvent.Reply(
                topic: reply.topic >= 0 ? systems.replyTopic(reply.topic, of: event.system) : nil,
                latency: .nanoseconds(reply.latency)
            )
        }
        owned.diagnostics = event.diagnostics.indices.map { event.diagnostics[$0] }
        if let undecoded = event.undecoded, !undecoded.isEmpty {
            let shown = undecoded.prefix(limits.undecodedBytesShown)
            let range = shown.startIndex..<shown.endIndex
            owned.undecoded =
                showsSecrets
                ? Array(copying: bytes.extracting(range)) : systems.shownUndecoded(range, bytes, event)
            owned.undecodedByteCount = undecoded.count
        }
        return owned
    }

    private func ownFrame(
        _ event: inout Event,
        _ bytes: Span<UInt8>,
        _ systems: SystemDecoders,
        in owned: inout CaptureEvent
    ) {
        var sink = OwnedFieldSink(limits: limits)
        systems.describeFrame(&event, bytes, to: &sink)
        systems.describeMessages(&event, bytes, to: &sink)
        owned.unit = .frame(sink.frame)
        owned.messages = sink.messages
        var writer = ByteWriter(capacity: 256)
        writer.append(UInt8(ascii: "{"))
        if systems.appendPayload(&event, bytes, to: &writer) {
            writer.append(UInt8(ascii: "}"))
            if let payload = try? JSONValue(parsing: writer.array, limits: limits.json) {
                owned.payload = CaptureEvent.Payload(
                    message: payload["message"]?.string ?? "",
                    value: payload["value"] ?? .null
                )
            }
        }
        owned.bytes = shownBytes(event, bytes)
    }

    private func shownBytes(_ event: borrowing Event, _ bytes: Span<UInt8>) -> [UInt8]? {
        guard keepsBytes else { return nil }
        return event.wire.isEmpty ? Array(copying: bytes) : event.wire
    }
}

/// A consumer that makes values of events.
struct OwnedEventConsumer: EventConsumer {
    let owner: EventOwner
    private var made: [CaptureEvent] = []

    init(_ owner: EventOwner) { self.owner = owner }

    var depth: DecodingDepth { .all }

    mutating func consume(
        _ event: inout Event,
        _ bytes: Span<UInt8>,
        _ systems: SystemDecoders,
        into output: inout JSONFieldSink
    ) {
        made.append(owner.own(&event, bytes, systems))
    }

    mutating func takeEvents() -> [CaptureEvent] {
        defer { made = [] }
        return made
    }
}
