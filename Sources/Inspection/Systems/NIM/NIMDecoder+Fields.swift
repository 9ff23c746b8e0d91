import NIM
import WireFormat
import WireJSON

extension FieldKey {
    fileprivate static var sid: FieldKey { FieldKey(",\"sid\":") }
    fileprivate static var cid: FieldKey { FieldKey(",\"cid\":") }
    fileprivate static var ser: FieldKey { FieldKey(",\"ser\":") }
    fileprivate static var code: FieldKey { FieldKey(",\"code\":") }
    fileprivate static var command: FieldKey { FieldKey(",\"command\":") }
    fileprivate static var body: FieldKey { FieldKey(",\"body\":") }
}

// The frame object, the chat messages, and the summary.
extension NIMDecoder {
    private static let typeWords: [StaticString] = [
        "disconnect", "connect", "heartbeat", "message", "json", "event", "ack", "error", "noop",
    ]

    func describeFrame<Sink: FieldSink & ~Copyable>(
        _ event: inout Event,
        _ bytes: Span<UInt8>,
        to sink: inout Sink
    ) {
        guard let packet = event.units.nim.packet else { return sink.word(.type, "UNDECODED") }
        sink.word(.type, Self.typeWords[Int(packet.type.rawValue)])
        if let sid = packet.sid { sink.number(.sid, sid) }
        if let cid = packet.cid { sink.number(.cid, cid) }
        if let ser = packet.ser { sink.number(.ser, ser) }
        if let code = packet.code { sink.number(.code, code) }
        if let name = packet.command(in: event.units.nim.scope)?.name, !name.isEmpty { sink.text(.command, name) }
        if event.units.nim.isLarge, packet.hasValues {
            let body = NIMLargeBody(packet, event.units.nim.scope, showsSecrets: showsSecrets, limits.json)
            sink.json(.body) { body.append(to: &$0) }
        } else if let body = event.units.nim.body {
            sink.json(.body) { $0.append(body.minified) }
        }
        if sink.wants(.text), let text = shownText(event) { sink.text(.text, text) }
    }

    func appendPayload(_ event: inout Event, _ bytes: Span<UInt8>, to writer: inout ByteWriter) -> Bool { false }

    func messageCount(_ event: borrowing Event) -> Int { event.units.nim.messages.count }

    func describeMessages<Sink: FieldSink & ~Copyable>(
        _ event: inout Event,
        _ bytes: Span<UInt8>,
        to sink: inout Sink
    ) {
        for message in event.units.nim.messages {
            sink.beginMessage(contentBytes: (message.attach ?? message.body)?.utf8.count ?? 0)
            describe(message, event.sender, event.units.nim.account, to: &sink)
            sink.endMessage()
        }
    }

    private func describe<Sink: FieldSink & ~Copyable>(
        _ message: NIMMessage,
        _ sender: FrameSender,
        _ account: String?,
        to sink: inout Sink
    ) {
        let content = message.content
        if let id = content.id { sink.text(.objectName, id) }
        switch content {
        case .text(let text), .raw(let text): sink.text(.text, showsSecrets ? text : Secrets.masked(text))
        case .attachment(let document, _):
            sink.json(.content) { writer in
                let start = writer.count
                guard
                    (try? writer.append(
                        minifiedJSON: document.bytes.span,
                        in: 0..<document.bytes.count,
                        limits: limits.json
                    ))
                        != nil
                else { return writer.append("null") }
                if !showsSecrets { Secrets.maskJSON(from: start, in: &writer, limits: limits.json) }
            }
        }
        if let conversation = message.conversation { sink.text(.conversation, conversation.rawValue) }
        if let to = message.to { sink.text(.target, to) }
        if let from = message.from ?? (sender == .client ? account : nil) { sink.text(.sender, from) }
        if let uid = message.idServer ?? message.idClient { sink.text(.uid, uid) }
        if let time = message.time, SentTime.isShown(time) { sink.time(.sentTime, milliseconds: time) }
    }

    func summarize(_ event: borrowing Event, _ bytes: Span<UInt8>, into summary: inout EventSummary) {
        guard let packet = event.units.nim.packet else {
            summary.set(.type, "UNDECODED")
            return
        }
        summary.set(.type, packet.type.name)
        if let command = packet.command(in: event.units.nim.scope) {
            summary.set(.topic, command.name.isEmpty ? "\(command.sid)_\(command.cid)" : command.name)
        } else if let sid = packet.sid, let cid = packet.cid {
            summary.set(.topic, "\(sid)_\(cid)")
        }
        if let code = packet.code {
            let meaning = NIMCode.find(code)
            summary.set(.status, code == 200 ? "ok" : "\(code) \(meaning?.meaning ?? "not in the table")")
        }
        if event.sender == .client, let login = event.units.nim.body?["login"] {
            var facts = event.flow.facts
            facts.user = login["account"]?.string ?? facts.user
            facts.appKey = login["appKey"]?.string ?? facts.appKey
            facts.sdkVersion = (login["sdkVersion"]?.string ?? login["sdkHumanVersion"]?.string) ?? facts.sdkVersion
            summary.add(facts.words)
        }
        for (index, message) in event.units.nim.messages.enumerated() {
            if index == 0 {
                summary.set(.target, message.to ?? "")
                summary.set(.objectName, message.content.id ?? "")
            }
            summary.add(digest(message))
        }
        guard event.units.nim.messages.isEmpty else { return }
        if event.units.nim.isLarge, packet.hasValues {
            let body = NIMLargeBody(packet, event.units.nim.scope, showsSecrets: showsSecrets, limits.json)
            summary.add { body.append(to: &$0) }
        } else if let body = event.units.nim.body {
            summary.add(body.description)
        } else if let text = shownText(event) {
            summary.add(text)
        }
    }

    func isPing(_ event: borrowing Event) -> Bool {
        guard let packet = event.units.nim.packet else { return false }
        return packet.type == .heartbeat || packet.sid == 1 && packet.cid == 2
    }

    func status(_ event: borrowing Event, _ bytes: Span<UInt8>) -> UnitStatus? {
        event.units.nim.packet?.code.map { UnitStatus(code: $0) }
    }

    static func meaning(of status: UnitStatus) -> String? {
        status.code == 200 ? "ok" : NIMCode.find(status.code)?.meaning
    }

    func replyKind(_ event: borrowing Event) -> ReplyKind? {
        if isPing(event) { return .ping }
        // The command tells, not the answer's content: the answer to a sent message may hold only its ids, and a history
        // holds messages.
        let command = event.units.nim.packet?.command(in: event.units.nim.scope)
        return command.map { Self.sendings.contains($0.name) } == true ? .publish : .query
    }

    /// The commands that send one message each.
    private static let sendings: Set<String> = ["sendMsg", "sendTeamMsg", "sendSuperTeamMsg", "sendCustomSysMsg"]

    private func digest(_ message: NIMMessage) -> String {
        switch message.content {
        case .text(let text), .raw(let text): return showsSecrets ? text : Secrets.masked(text)
        case .attachment(let document, let shape):
            let text = String(decoding: document.bytes, as: UTF8.self)
            return (shape.map { "[\($0.name)] " } ?? "") + (showsSecrets ? text : Secrets.masked(text))
        }
    }
}
