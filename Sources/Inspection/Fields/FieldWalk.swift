import WireFormat
import WireJSON

/// Finds a field of an event and passes its values to a visitor.
///
/// Fields of frames and messages come from the system's description, other fields from the event. Only JSON is
/// rendered: payloads, contents and HTTP answers, each only if the path leads there.
struct FieldWalk<Visitor: ValueVisitor & ~Copyable>: ~Copyable {
    /// The visitor that receives the values.
    var visitor: Visitor
    /// The fields that can be visited.
    let paths: [FieldPath]
    let view: EventRendition
    var current = 0
    /// The role of the current field.
    var role = FieldKey.Role.other
    /// The rendered JSON or text.
    var scratch = JSONFieldSink()
    private var tape = JSONTape()

    init(_ visitor: consuming Visitor, paths: [FieldPath], view: EventRendition) {
        self.visitor = visitor
        self.paths = paths
        self.view = view
    }

    /// Visits the field at an index in ``paths``.
    @inline(__always)
    mutating func visit(_ index: Int, _ event: inout Event, _ bytes: Span<UInt8>, _ systems: SystemDecoders) {
        current = index
        switch paths[index].source {
        case .frameField: visitFrame(&event, bytes, systems)
        case .messageField: visitMessages(&event, bytes, systems)
        case let source: visit(source, &event, bytes, systems)
        }
    }

    @inline(never)
    private mutating func visitFrame(_ event: inout Event, _ bytes: Span<UInt8>, _ systems: SystemDecoders) {
        role = paths[current].role
        guard case .frame = event.kind else { return event.describeOtherUnit(view, to: &self) }
        systems.describeFrame(&event, bytes, to: &self)
    }

    @inline(never)
    private mutating func visitMessages(_ event: inout Event, _ bytes: Span<UInt8>, _ systems: SystemDecoders) {
        guard case .frame = event.kind else { return }
        role = paths[current].role
        systems.describeMessages(&event, bytes, to: &self)
    }

    @inline(never)
    private mutating func visit(
        _ source: FieldPath.Source,
        _ event: inout Event,
        _ bytes: Span<UInt8>,
        _ systems: SystemDecoders
    ) {
        switch source {
        case .frameField, .messageField: break
        case .n: number(event.number)
        case .file: if let file = view.file { text(file) }
        case .time:
            let unit: Int64 = event.hasNanoseconds ? 1 : 1000
            visitor.found()
            visitor.time(event.time / unit * unit, digits: event.hasNanoseconds ? 9 : 6)
        case .flow: number(event.flow.number)
        case .client: text(event.flow.client)
        case .server: text(event.flow.server)
        case .sender: word(event.sender == .client ? "client" : "server")
        case .transport: if case .http = event.kind { word("http") } else { word(event.transport.name) }
        case .tls:
            guard event.isTLS else { return }
            visitor.found()
            visitor.truth(true)
        case .system: word(event.system.name)
        case .frame: visitor.found()
        case .reply: if event.reply != nil { visitor.found() }
        case .replyNumber: if event.reply != nil { number(event.requestNumber) }
        case .replyTopic:
            guard let reply = event.reply, reply.topic >= 0 else { return }
            text(systems.replyTopic(reply.topic, of: event.system))
        case .replyLatency:
            guard let reply = event.reply else { return }
            visitor.found()
            // A line shows the latency in whole microseconds.
            visitor.seconds(microseconds: reply.latency / 1000)
        case .payload: visitPayload(&event, bytes, systems)
        case .messages:
            if case .frame = event.kind, systems.messageCount(event) > 0 { visitor.found() }
        case .diagnostics: if !event.diagnostics.isEmpty { visitor.found() }
        case .diagnosticField: visitDiagnostics(&event)
        case .packets:
            visitor.found()
            for index in event.packets.indices { visitor.number(Int64(event.packets[index])) }
        case .bytes: number(event.shownLength(bytes))
        case .hex: visitHex(&event, bytes)
        case .undecoded: visitUndecoded(&event, bytes, systems)
        case .undecodedBytes: if let undecoded = event.undecoded, !undecoded.isEmpty { number(undecoded.count) }
        }
    }

    private mutating func visitPayload(_ event: inout Event, _ bytes: Span<UInt8>, _ systems: SystemDecoders) {
        guard case .frame = event.kind else { return }
        scratch.writer.removeAll()
        scratch.writer.append("{")
        guard systems.appendPayload(&event, bytes, to: &scratch.writer) else { return }
        scratch.writer.append("}")
        follow(firstStep: nil)
    }

    private mutating func visitDiagnostics(_ event: inout Event) {
        let name = paths[current].name
        for index in event.diagnostics.indices {
            let diagnostic = event.diagnostics[index]
            visitor.found()
            switch name {
            case "severity": text(diagnostic.severity.rawValue)
            case "code": text(diagnostic.code)
            case "offset": number(diagnostic.offset)
            default:
                scratch.writer.removeAll()
                if name == "path" {
                    diagnostic.appendPath(to: &scratch.writer)
                } else {
                    diagnostic.appendText(to: &scratch.writer)
                }
                Self.handText(scratch.writer, to: &visitor)
            }
        }
    }

    private mutating func visitHex(_ event: inout Event, _ bytes: Span<UInt8>) {
        guard view.showsRaw else { return }
        switch event.kind {
        case .gap, .http: return
        case .frame, .undecoded: break
        }
        scratch.writer.removeAll()
        if event.wire.isEmpty {
            scratch.writer.append(hex: bytes)
        } else {
            scratch.writer.append(hex: event.wire.span)
        }
        visitor.found()
        Self.handText(scratch.writer, to: &visitor)
    }

    private mutating func visitUndecoded(_ event: inout Event, _ bytes: Span<UInt8>, _ systems: SystemDecoders) {
        scratch.writer.removeAll()
        guard event.appendUndecoded(bytes, systems, view, to: &scratch.writer) else { return }
        visitor.found()
        Self.handText(scratch.writer, to: &visitor)
    }

    // MARK: Values

    /// Passes the rendered bytes on as a text.
    static func handText(_ rendered: borrowing ByteWriter, to visitor: inout Visitor) { visitor.text(rendered.span) }

    mutating func word(_ word: StaticString) {
        visitor.found()
        visitor.word(word)
    }

    mutating func number(_ value: Int) {
        visitor.found()
        visitor.number(Int64(value))
    }

    mutating func text(_ text: String) {
        visitor.found()
        var text = text
        text.withUTF8 { unsafe visitor.text(Span(_unsafeElements: $0)) }
    }

    // MARK: JSON

    /// Follows the rest of the path through the rendered JSON.
    ///
    /// - Parameter firstStep: a name to follow before the rest of the path.
    mutating func follow(firstStep: String?) {
        var fresh = JSONTape()
        swap(&fresh, &tape)
        let isJSON =
            (try? fresh.parse(scratch.writer.span, in: 0..<scratch.writer.count, limits: view.limits.json)) != nil
        swap(&fresh, &tape)
        guard isJSON else { return }
        Self.follow(paths[current].rest, firstStep: firstStep, tape, scratch.writer, &visitor)
    }

    /// Follows a path from the root of the rendered JSON.
    private static func follow(
        _ path: [String],
        firstStep: String?,
        _ tape: borrowing JSONTape,
        _ rendered: borrowing ByteWriter,
        _ visitor: inout Visitor
    ) {
        let root = tape.root(in: rendered.span)
        guard let firstStep else { return follow(path, 0, root, &visitor) }
        if let inner = root[firstStep] { follow(path, 0, inner, &visitor) }
    }

    /// Follows a path from the name at `place` on; lists are followed into each element.
    static func follow(_ path: [String], _ place: Int, _ view: JSONView, _ visitor: inout Visitor) {
        if view.kind == .array {
            if place == path.count { visitor.found() }
            var elements = view.elements
            while let element = elements.next() { follow(path, place, element, &visitor) }
            return
        }
        guard place < path.count else {
            visitor.found()
            visitor.json(view)
            return
        }
        guard let inner = view[path[place]] else { return }
        follow(path, place + 1, inner, &visitor)
    }
}
