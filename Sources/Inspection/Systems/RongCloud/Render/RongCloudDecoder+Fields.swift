import RongCloud
import Transport
import WireFormat
import WireJSON
import WireProtobuf

extension FieldKey {
    @inline(__always) fileprivate static var qos: FieldKey { FieldKey(",\"qos\":") }
    @inline(__always) fileprivate static var dup: FieldKey { FieldKey(",\"dup\":") }
    @inline(__always) fileprivate static var retain: FieldKey { FieldKey(",\"retain\":") }
    @inline(__always) fileprivate static var trailing: FieldKey { FieldKey(",\"trailing\":") }
    @inline(__always) fileprivate static var signature: FieldKey { FieldKey(",\"signature\":") }
    @inline(__always) fileprivate static var targetId: FieldKey { FieldKey(",\"targetId\":") }
    @inline(__always) fileprivate static var date: FieldKey { FieldKey(",\"date\":") }
    @inline(__always) fileprivate static var millisecond: FieldKey { FieldKey(",\"millisecond\":") }
    @inline(__always) fileprivate static var messageUId: FieldKey { FieldKey(",\"messageUId\":") }
    @inline(__always) fileprivate static var sessionId: FieldKey { FieldKey(",\"sessionId\":") }
    @inline(__always) fileprivate static var timestamp: FieldKey { FieldKey(",\"timestamp\":") }
    fileprivate static var protocolId: FieldKey { FieldKey(",\"protocolId\":") }
    fileprivate static var protocolVersion: FieldKey { FieldKey(",\"protocolVersion\":") }
    fileprivate static var flag: FieldKey { FieldKey(",\"flag\":") }
    fileprivate static var connectFlags: FieldKey { FieldKey(",\"flags\":") }
    fileprivate static var keepAlive: FieldKey { FieldKey(",\"keepAlive\":") }
    fileprivate static var clientId: FieldKey { FieldKey(",\"clientId\":") }
    fileprivate static var clientIp: FieldKey { FieldKey(",\"clientIp\":") }
    fileprivate static var willTopic: FieldKey { FieldKey(",\"willTopic\":") }
    fileprivate static var will: FieldKey { FieldKey(",\"will\":") }
    fileprivate static var appId: FieldKey { FieldKey(",\"appId\":") }
    fileprivate static var token: FieldKey { FieldKey(",\"token\":") }
    fileprivate static var userId: FieldKey { FieldKey(",\"userId\":") }
}

// The frame object: the header and the fields of a frame by their names on the wire.
extension RongCloudDecoder {
    // The event is `inout`, though nothing in it changes: to borrow it costs a copy.
    @inline(__always)
    func describeFrame<Sink: FieldSink & ~Copyable>(
        _ event: inout Event,
        _ bytes: Span<UInt8>,
        to sink: inout Sink
    ) {
        if let name = event.units.rongCloud.typeName {
            sink.word(.type, name)
            text(.sessionId, event.units.rongCloud.layout.sessionId, bytes, &sink)
        } else {
            describe(&event.units.rongCloud.layout, event.transport.form, bytes, to: &sink)
        }
        if !event.units.rongCloud.extra.isEmpty { describe(event.units.rongCloud.extra, to: &sink) }
    }

    /// Describes the fields of a frame.
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
        switch header.type {
        case .publish, .query, .puback, .queryack, .querycon: describeMessage(&layout, form, bytes, to: &sink)
        case .pingreq, .pingresp: break
        default: describeSession(&layout, bytes, to: &sink)
        }
        guard let trailing = layout.trailing else { return }
        // What follows a token that is shorter than it should be is the rest of it.
        if header.type == .connect, !showsSecrets {
            sink.hex(.trailing, Array(repeating: Secrets.hiddenByte, count: trailing.count).span)
        } else {
            sink.hex(.trailing, bytes.extracting(trailing))
        }
    }

    @inline(__always)
    private func describeMessage<Sink: FieldSink & ~Copyable>(
        _ layout: inout FrameLayout,
        _ form: FrameForm,
        _ bytes: Span<UInt8>,
        to sink: inout Sink
    ) {
        if let signature = layout.signature {
            sink.json(.signature) { writer in
                writer.append(UInt8(ascii: "\""))
                writer.append(hex: signature)
                writer.append(UInt8(ascii: "\""))
            }
        }
        text(.topic, layout.topic, bytes, &sink)
        text(.targetId, layout.targetId, bytes, &sink)
        number(.messageId, layout.messageId, &sink)
        number(.date, layout.date, &sink)
        number(.status, layout.status, &sink)
        number(.millisecond, layout.millisecond, &sink)
        text(.messageUId, layout.messageUId, bytes, &sink)
        guard form == .polling else { return }
        text(.sessionId, layout.sessionId, bytes, &sink)
        number(.timestamp, layout.timestamp, &sink)
    }

    private func describeSession<Sink: FieldSink & ~Copyable>(
        _ layout: inout FrameLayout,
        _ bytes: Span<UInt8>,
        to sink: inout Sink
    ) {
        text(.protocolId, layout.protocolId, bytes, &sink)
        number(.protocolVersion, layout.protocolVersion, &sink)
        number(.flag, layout.flag, &sink)
        number(.status, layout.status, &sink)
        number(.connectFlags, layout.flags, &sink)
        number(.keepAlive, layout.keepAlive, &sink)
        text(.clientId, layout.clientId, bytes, &sink)
        secret(.clientIp, layout.clientIp, isHidden: layout.mayMisplaceToken, bytes, &sink)
        secret(.willTopic, layout.willTopic, isHidden: layout.mayMisplaceToken, bytes, &sink)
        secret(.will, layout.will, isHidden: layout.mayMisplaceToken, bytes, &sink)
        secret(.appId, layout.appId, isHidden: layout.mayMisplaceToken, bytes, &sink)
        secret(.token, layout.token, isHidden: true, bytes, &sink)
        text(.userId, layout.userId, bytes, &sink)
        text(.sessionId, layout.sessionId, bytes, &sink)
        number(.timestamp, layout.timestamp, &sink)
        number(.messageId, layout.messageId, &sink)
    }

    /// Describes what a polling URL or answer says besides the fields of a frame.
    private func describe<Sink: FieldSink & ~Copyable>(_ extra: [HTTPTarget.Parameter], to sink: inout Sink) {
        for parameter in extra {
            // A message id beyond 16 bits, for which a frame has no room: a number as the others.
            if parameter.name == "messageId", let number = Int64(parameter.value) {
                sink.number(.messageId, number)
                continue
            }
            let shown = showsSecrets ? parameter : Secrets.masked(parameter)
            sink.named(shown.name) { $0.append(jsonString: shown.value) }
        }
    }

    private func secret<Sink: FieldSink & ~Copyable>(
        _ key: FieldKey,
        _ range: Range<Int>?,
        isHidden: Bool,
        _ bytes: Span<UInt8>,
        _ sink: inout Sink
    ) {
        guard let range, sink.wants(key) else { return }
        let plain = WireString.decode(bytes.extracting(range)).text
        sink.text(key, isHidden && !showsSecrets ? Secrets.shortened(plain) : plain)
    }

    @inline(__always)
    private func number<Sink: FieldSink & ~Copyable>(
        _ key: FieldKey,
        _ value: (some BinaryInteger)?,
        _ sink: inout Sink
    ) {
        if let value { sink.number(key, Int64(truncatingIfNeeded: value)) }
    }

    @inline(__always)
    private func text<Sink: FieldSink & ~Copyable>(
        _ key: FieldKey,
        _ range: Range<Int>?,
        _ bytes: Span<UInt8>,
        _ sink: inout Sink
    ) {
        if let range, sink.wants(key) { wireText(key, bytes.extracting(range), &sink) }
    }

    /// Hands on a string of a frame, whose encoding is Java's.
    @inline(__always)
    func wireText<Sink: FieldSink & ~Copyable>(_ key: FieldKey, _ bytes: Span<UInt8>, _ sink: inout Sink) {
        if bytes.isASCII { sink.text(key, bytes) } else { sink.text(key, WireString.decode(bytes).text) }
    }
}
