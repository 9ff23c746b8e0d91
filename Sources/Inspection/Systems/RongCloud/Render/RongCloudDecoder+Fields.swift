import RongCloud
import Transport
import WireFormat
import WireJSON

extension FieldKey {
    @inline(__always) fileprivate static var qos: FieldKey { FieldKey(",\"qos\":") }
    @inline(__always) fileprivate static var dup: FieldKey { FieldKey(",\"dup\":") }
    @inline(__always) fileprivate static var retain: FieldKey { FieldKey(",\"retain\":") }
    @inline(__always) fileprivate static var trailing: FieldKey { FieldKey(",\"trailing\":") }

    /// Creates the key of a field of the table.
    @inline(__always)
    fileprivate init(_ field: FrameField) {
        let role: Role =
            switch field {
            case .topic: .topic
            case .messageId: .messageId
            case .status: .status
            default: .other
            }
        self.init(field.row.spelled, role)
    }
}

// The frame object: the header and the fields of a frame by their names on the wire.
extension RongCloudDecoder {
    // The event is `inout`, though nothing in it changes, because borrowing an event costs a copy.
    @inline(__always)
    func describeFrame<Sink: FieldSink & ~Copyable>(
        _ event: inout Event,
        _ bytes: Span<UInt8>,
        to sink: inout Sink
    ) {
        if let name = event.units.rongCloud.typeName {
            sink.word(.type, name)
            if let sessionId = event.units.rongCloud.layout.sessionId {
                Self.text(.sessionId, bytes.extracting(sessionId), Hiding(secrets: !showsSecrets, texts: false), &sink)
            }
        } else {
            describe(&event.units.rongCloud.layout, event.transport.form, bytes, to: &sink)
        }
        if !event.units.rongCloud.extra.isEmpty { describe(event.units.rongCloud.extra, to: &sink) }
    }

    @inline(__always)
    func describe<Sink: FieldSink & ~Copyable>(
        _ layout: inout FrameLayout,
        _ form: FrameForm,
        _ bytes: Span<UInt8>,
        to sink: inout Sink
    ) {
        let header = layout.header
        sink.word(.type, header.type.name(in: form))
        sink.number(.qos, Int64(header.qos))
        sink.truth(.dup, header.dup)
        sink.truth(.retain, header.retain)
        // The closure captures only this value: capturing the decoder would retain it for each frame.
        let hiding = Hiding(secrets: !showsSecrets, texts: !showsSecrets && layout.mayMisplaceToken)
        layout.visit(isPolling: form == .polling) { field, value in
            switch value {
            case .number(let number): sink.number(FieldKey(field), number)
            case .text(let range): Self.text(field, bytes.extracting(range), hiding, &sink)
            case .opaque(let bits):
                sink.json(FieldKey(field)) { writer in
                    writer.append(UInt8(ascii: "\""))
                    writer.append(hex: bits)
                    writer.append(UInt8(ascii: "\""))
                }
            }
        }
        guard let trailing = layout.trailing else { return }
        // If a token's length is too small, the trailing bytes are the rest of the token.
        if header.type == .connect, !showsSecrets {
            sink.hex(.trailing, Array(repeating: Secrets.hiddenByte, count: trailing.count).span)
        } else {
            sink.hex(.trailing, bytes.extracting(trailing))
        }
    }

    /// Describes the parts of a polling URL or answer that are no field of a frame.
    private func describe<Sink: FieldSink & ~Copyable>(_ extra: [HTTPTarget.Parameter], to sink: inout Sink) {
        for parameter in extra {
            // A message id beyond 16 bits does not fit into a frame's field, but is shown as a number, too.
            if parameter.name == "messageId", let number = Int64(parameter.value) {
                sink.number(.messageId, number)
                continue
            }
            let shown = showsSecrets ? parameter : Secrets.masked(parameter)
            sink.named(shown.name) { $0.append(jsonString: shown.value) }
        }
    }

    /// The texts of a frame to shorten: secrets, and texts that may hold a misplaced secret.
    fileprivate struct Hiding {
        var secrets: Bool
        var texts: Bool
    }

    /// Passes a text of a frame to the sink, shortened if it is secret.
    @inline(__always)
    private static func text<Sink: FieldSink & ~Copyable>(
        _ field: FrameField,
        _ bytes: Span<UInt8>,
        _ hiding: Hiding,
        _ sink: inout Sink
    ) {
        let key = FieldKey(field)
        guard sink.wants(key) else { return }
        let isHidden: Bool =
            switch field.row.kind {
            case .secret: hiding.secrets
            case .misplacedSecret: hiding.texts
            default: false
            }
        if isHidden {
            sink.text(key, Secrets.shortened(WireString.decode(bytes).text))
        } else {
            wireText(key, bytes, &sink)
        }
    }

    /// Passes a string of a frame to the sink, decoded from Java's encoding.
    @inline(__always)
    static func wireText<Sink: FieldSink & ~Copyable>(_ key: FieldKey, _ bytes: Span<UInt8>, _ sink: inout Sink) {
        if bytes.isASCII { sink.text(key, bytes) } else { sink.text(key, WireString.decode(bytes).text) }
    }
}
