import Parley
import WireFormat

extension FieldKey {
    fileprivate static var version: FieldKey { FieldKey(",\"version\":") }
    fileprivate static var user: FieldKey { FieldKey(",\"user\":") }
    fileprivate static var token: FieldKey { FieldKey(",\"token\":") }
    fileprivate static var number: FieldKey { FieldKey(",\"number\":") }
    fileprivate static var room: FieldKey { FieldKey(",\"room\":") }
    fileprivate static var author: FieldKey { FieldKey(",\"author\":") }
}

// The description of a frame: its fields, its message, its line of text and its tree.
extension ParleyDecoder {
    /// The fields of Parley's events.
    static let fields: [EventField] =
        [
            EventField("frame.type", .name(typeNames), "what the frame is", example: "SAY"),
            EventField("frame.version", .integer, "the version that the client speaks", example: "1"),
            EventField("frame.user", .text, "who logs in", example: "\"lin_mei\""),
            EventField("frame.token", .text, "the client's token, shortened", example: "\"tk-7…\""),
            EventField("frame.number", .integer, "pairs an answer with its message", example: "1"),
            EventField("frame.room", .text, "where the message goes", example: "\"hall\""),
            EventField("frame.author", .text, "who wrote the message, when the server sends it", example: "\"ada\""),
            EventField("frame.status", .integer, "the result, 0 for success", example: "0"),
        ]
        + EventField.messages(
            objectName: "text",
            conversation: .name(["room"]),
            example: "room",
            target: "\"hall\""
        ) + [.messageText]

    func describeFrame<Sink: FieldSink & ~Copyable>(
        _ event: inout Event,
        _ bytes: Span<UInt8>,
        to sink: inout Sink
    ) {
        guard let frame = event.units.parley.frame else { return sink.word(.type, "UNDECODED") }
        sink.word(.type, frame.kind.name)
        switch frame {
        case .hello(let version, let user, let token):
            sink.number(.version, Int64(version))
            sink.text(.user, user)
            sink.text(.token, showsSecrets ? token : Secrets.shortened(token))
        case .say(let number, let room, let author, _):
            sink.number(.number, Int64(number))
            sink.text(.room, room)
            if !author.isEmpty { sink.text(.author, author) }
        case .ack(let number, _): sink.number(.number, Int64(number))
        case .welcome, .ping, .pong: break
        }
        if let status = frame.status { sink.number(.status, Int64(status)) }
    }

    func appendPayload(_ event: inout Event, _ bytes: Span<UInt8>, to writer: inout ByteWriter) -> Bool { false }

    func messageCount(_ event: borrowing Event) -> Int { event.units.parley.frame?.kind == .say ? 1 : 0 }

    func describeMessages<Sink: FieldSink & ~Copyable>(
        _ event: inout Event,
        _ bytes: Span<UInt8>,
        to sink: inout Sink
    ) {
        guard case .say(_, let room, let author, let text) = event.units.parley.frame else { return }
        sink.beginMessage(contentBytes: text.utf8.count)
        sink.word(.objectName, "text")
        sink.text(.text, showsSecrets ? text : Secrets.masked(text))
        sink.word(.conversation, "room")
        sink.text(.target, room)
        if let sender = author.isEmpty ? event.units.parley.user : author { sink.text(.sender, sender) }
        sink.endMessage()
    }

    func summarize(_ event: borrowing Event, _ bytes: Span<UInt8>, into summary: inout EventSummary) {
        guard let frame = event.units.parley.frame else {
            summary.set(.type, "UNDECODED")
            return
        }
        summary.set(.type, frame.kind.name)
        if let status = frame.status { summary.set(.status, ParleyStatus.meaning(of: status) ?? "\(status)") }
        switch frame {
        case .hello(let version, let user, _): summary.add("\(user) with version \(version)")
        case .say(_, let room, let author, let text):
            summary.set(.target, room)
            summary.set(.objectName, "text")
            summary.add((author.isEmpty ? "" : "\(author): ") + (showsSecrets ? text : Secrets.masked(text)))
        case .welcome, .ack, .ping, .pong: break
        }
    }

    func tree(of event: borrowing Event, _ bytes: Span<UInt8>) -> EventTree {
        let fields = FieldTree()
        try? fields.append(parley: bytes)
        // The names of fields tell which one is secret; the rest of a broken frame may hold the token.
        return EventTree(fields: fields, hidden: HiddenFields(names: ["undecoded"])) { field, node, words in
            guard field == "type", case .integer(let value) = node.value,
                let kind = UInt8(exactly: value).flatMap(ParleyFrame.Kind.init)
            else { return false }
            words.append(kind.name)
            return true
        }
    }

    /// Hides all bytes, because the place of the token in an unreadable frame is not known.
    func shownUndecoded(_ range: Range<Int>, _ bytes: Span<UInt8>, _ event: borrowing Event) -> [UInt8] {
        Array(repeating: Secrets.hiddenByte, count: range.count)
    }
}
