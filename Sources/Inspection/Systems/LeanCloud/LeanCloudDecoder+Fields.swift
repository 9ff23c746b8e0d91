import LeanCloud
import WireFormat
import WireJSON
import WireProtobuf

extension FieldKey {
    @inline(__always) fileprivate static var cmd: FieldKey { FieldKey(",\"cmd\":", .command) }
    @inline(__always) fileprivate static var op: FieldKey { FieldKey(",\"op\":") }
    fileprivate static var appId: FieldKey { FieldKey(",\"appId\":") }
    fileprivate static var peerId: FieldKey { FieldKey(",\"peerId\":") }
    @inline(__always) fileprivate static var i: FieldKey { FieldKey(",\"i\":") }
    fileprivate static var installationId: FieldKey { FieldKey(",\"installationId\":") }
    fileprivate static var priority: FieldKey { FieldKey(",\"priority\":") }
    fileprivate static var service: FieldKey { FieldKey(",\"service\":") }
    fileprivate static var serverTs: FieldKey { FieldKey(",\"serverTs\":") }
    fileprivate static var clientTs: FieldKey { FieldKey(",\"clientTs\":") }
    fileprivate static var notificationType: FieldKey { FieldKey(",\"notificationType\":") }
    @inline(__always) fileprivate static var code: FieldKey { FieldKey(",\"code\":") }
}

// The frame object, the payload and the chat messages.
extension LeanCloudDecoder {
    @inline(__always)
    func describeFrame<Sink: FieldSink & ~Copyable>(
        _ event: inout Event,
        _ bytes: Span<UInt8>,
        to sink: inout Sink
    ) {
        let header = event.units.leanCloud.layout.header
        if let cmd = header.cmd {
            let number = Int(cmd.rawValue)
            if Self.commandNames.indices.contains(number) {
                sink.word(.cmd, Self.commandNames[number])
            } else {
                sink.number(.cmd, Int64(number))
                sink.unstatedType("…")
            }
        } else if let text = header.cmdText {
            sink.text(.cmd, event.units.leanCloud.layout.string(text, of: bytes))
            sink.unstatedType("…")
        } else {
            sink.unstatedType(event.units.leanCloud.layout.isKeepAlive ? "{}" : "…")
        }
        if let op = header.op {
            let number = Int(op.rawValue)
            if op == .error {
                sink.word(.op, "error")
            } else if Self.opNames.indices.contains(number), !Self.opNames[number].isEmpty {
                let name = Self.opNames[number]
                sink.text(.op, name.span)
            } else {
                sink.number(.op, Int64(number))
            }
        } else if let text = header.opText {
            sink.text(.op, event.units.leanCloud.layout.string(text, of: bytes))
        }
        text(.appId, header.appId, event.units.leanCloud.layout, bytes, &sink)
        text(.peerId, header.peerId, event.units.leanCloud.layout, bytes, &sink)
        if let i = header.i { sink.number(.i, Int64(i)) }
        text(.installationId, header.installationId, event.units.leanCloud.layout, bytes, &sink)
        if let priority = header.priority { sink.number(.priority, Int64(priority)) }
        if let service = header.service { sink.number(.service, Int64(service)) }
        if let time = header.serverTs { sink.number(.serverTs, time) }
        if let time = header.clientTs { sink.number(.clientTs, time) }
        if let type = header.notificationType { sink.number(.notificationType, Int64(type)) }
        if let code = event.units.leanCloud.layout.code(in: bytes) { sink.number(.code, code) }
    }

    @inline(__always)
    private func text<Sink: FieldSink & ~Copyable>(
        _ key: FieldKey,
        _ text: LeanCloudText?,
        _ layout: borrowing LeanCloudLayout,
        _ bytes: Span<UInt8>,
        _ sink: inout Sink
    ) {
        guard let text else { return }
        if text.isEscaped || text.isBase64 {
            sink.text(key, layout.string(text, of: bytes))
        } else {
            let payload = layout.payload(bytes)
            sink.text(key, payload.extracting(text.range))
        }
    }

    private func conversationKind(
        _ message: LeanCloudMessageLayout,
        _ layout: borrowing LeanCloudLayout,
        _ bytes: Span<UInt8>
    ) -> StaticString? {
        let payload = layout.payload(bytes)
        return message.conversationKind(in: payload)
    }

    func messageCount(_ event: borrowing Event) -> Int { event.units.leanCloud.layout.messages.count }

    @inline(__always)
    func describeMessages<Sink: FieldSink & ~Copyable>(
        _ event: inout Event,
        _ bytes: Span<UInt8>,
        to sink: inout Sink
    ) {
        for (index, message) in event.units.leanCloud.layout.messages.enumerated() {
            sink.beginMessage(contentBytes: (message.binary ?? message.text)?.range.count ?? 0)
            describe(message, index, &event, bytes, to: &sink)
            sink.endMessage()
        }
    }

    @inline(__always)
    private func describe<Sink: FieldSink & ~Copyable>(
        _ message: LeanCloudMessageLayout,
        _ index: Int,
        _ event: inout Event,
        _ bytes: Span<UInt8>,
        to sink: inout Sink
    ) {
        if event.units.leanCloud.messages.indices.contains(index) {
            let content = event.units.leanCloud.messages[index]
            if let type = content.type { sink.text(.objectName, "\(type)") }
            switch content.content {
            case .json(let range):
                sink.json(.content) { $0.append(event.units.leanCloud.contents.span.extracting(range)) }
            case .text(let range): sink.text(.text, event.units.leanCloud.contents.span.extracting(range))
            case .bytes(let data):
                sink.json(.contentBytes) { writer in
                    writer.append(UInt8(ascii: "\""))
                    let shown = showsSecrets ? data : Secrets.masked(data.span)
                    writer.append(base64: shown.span)
                    writer.append(UInt8(ascii: "\""))
                }
            case .absent: break
            }
        }
        if let kind = conversationKind(message, event.units.leanCloud.layout, bytes) {
            sink.word(.conversation, kind)
        }
        text(.target, message.conversation, event.units.leanCloud.layout, bytes, &sink)
        if let sender = message.sender {
            text(.sender, sender, event.units.leanCloud.layout, bytes, &sink)
        } else if event.sender == .client, message.place == .direct {
            // The sender of a client's message is the client itself.
            if let own = event.units.leanCloud.layout.header.peerId {
                text(.sender, own, event.units.leanCloud.layout, bytes, &sink)
            } else if !event.units.leanCloud.ownPeer.isEmpty {
                sink.text(.sender, event.units.leanCloud.ownPeer.span)
            }
        }
        text(.uid, message.id, event.units.leanCloud.layout, bytes, &sink)
        if let time = message.timestamp, SentTime.isShown(time) { sink.time(.sentTime, milliseconds: time) }
    }

    func appendPayload(_ event: inout Event, _ bytes: Span<UInt8>, to writer: inout ByteWriter) -> Bool {
        guard !event.units.leanCloud.isBroken else { return false }
        switch event.units.leanCloud.layout.form {
        case .messagePack: return false
        case .protobuf, .protobufBase64:
            writer.append("\"message\":\"GenericCommand\",\"value\":")
            let start = writer.count
            append(event.units.leanCloud.layout, bytes, to: &writer)
            if !showsSecrets, holdsSecrets(event) { maskSecrets(from: start, in: &writer) }
        case .json:
            guard event.units.leanCloud.layout.json.root(in: bytes).count > 0 else { return false }
            writer.append("\"message\":\"GenericCommand\",\"value\":")
            let start = writer.count
            appendCommand(event, bytes, to: &writer)
            if !showsSecrets { maskSecrets(from: start, in: &writer) }
        }
        return true
    }

    /// Appends protobuf's JSON mapping of a command.
    func append(_ layout: borrowing LeanCloudLayout, _ bytes: Span<UInt8>, to writer: inout ByteWriter) {
        let payload = layout.payload(bytes)
        writer.append(protobufJSON: layout.tape, bytes: payload, schema: LeanCloudSchema.shared)
    }

    /// Appends a command of the JSON form without the contents that are shown among the messages.
    private func appendCommand(_ event: borrowing Event, _ bytes: Span<UInt8>, to writer: inout ByteWriter) {
        guard !event.units.leanCloud.messages.isEmpty else {
            try? writer.append(minifiedJSON: bytes, in: 0..<bytes.count, limits: limits.leanCloud.json)
            return
        }
        // Contents and members are both in the order of the bytes.
        let messages = event.units.leanCloud.layout.messages
        var next = 0
        func isContent(_ value: Range<Int>) -> Bool {
            while next < messages.count {
                let message = messages[next]
                if let content = message.binary ?? message.text, content.range.lowerBound > value.lowerBound {
                    // A content begins after its quote.
                    return content.range.lowerBound == value.lowerBound + 1
                }
                next += 1
            }
            return false
        }
        appendObject(bytes, in: 0..<bytes.count, without: { _, value in isContent(value) }, to: &writer) {
            name,
            value,
            writer in
            guard Self.lists.contains(name), JSONSteps.isArray(bytes, in: value) else { return false }
            writer.append(UInt8(ascii: "["))
            var isFirst = true
            var steps = JSONSteps(bytes, in: value)
            while let (_, element) = steps.next() {
                if !isFirst { writer.append(UInt8(ascii: ",")) }
                isFirst = false
                if JSONSteps.isObject(bytes, in: element) {
                    appendObject(bytes, in: element, without: { _, value in isContent(value) }, to: &writer) {
                        _,
                        _,
                        _ in false
                    }
                } else {
                    try? writer.append(minifiedJSON: bytes, in: element, limits: limits.leanCloud.json)
                }
            }
            writer.append(UInt8(ascii: "]"))
            return true
        }
    }

    /// The members that are lists of messages.
    private static let lists: Set<String> = ["logs", "convs", "patches"]

    /// Appends an object without some members.
    ///
    /// - Parameters:
    ///   - isLeftOut: whether a member is left out.
    ///   - append: appends a member's value in another way; returns `false` to have the value appended as it is.
    func appendObject(
        _ bytes: Span<UInt8>,
        in range: Range<Int>,
        without isLeftOut: (_ name: String, _ value: Range<Int>) -> Bool,
        to writer: inout ByteWriter,
        _ append: (_ name: String, _ value: Range<Int>, _ writer: inout ByteWriter) -> Bool
    ) {
        writer.append(UInt8(ascii: "{"))
        var isFirst = true
        var steps = JSONSteps(bytes, in: range)
        while let (key, value) = steps.next() {
            guard let key, let name = JSONSteps.text(bytes, in: key) else { break }
            guard !isLeftOut(name, value) else { continue }
            if !isFirst { writer.append(UInt8(ascii: ",")) }
            isFirst = false
            writer.append(bytes.extracting(key))
            writer.append(UInt8(ascii: ":"))
            guard !append(name, value, &writer) else { continue }
            try? writer.append(minifiedJSON: bytes, in: value, limits: limits.leanCloud.json)
        }
        writer.append(UInt8(ascii: "}"))
    }
}
