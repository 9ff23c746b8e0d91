import WireFormat
import WireJSON
import YC

extension FieldKey {
    fileprivate static var retCode: FieldKey { FieldKey(",\"retCode\":") }
}

/// Decodes the answers to YC's polls into events.
struct YCDecoder: InspectedSystem {
    let limits: Limits
    let depth: DecodingDepth
    let showsSecrets: Bool

    init(_ options: DecodingOptions) {
        limits = options.limits
        depth = options.depth
        showsSecrets = options.showsSecrets
    }

    static var name: StaticString { "yc" }
    static var typeNames: [String] { ["REQUEST", "REPLY"] }

    // MARK: Claims

    /// Makes no claim: the address and parameters of a poll are not described, so only the answer tells.
    static func claim(_ head: RequestHead) -> Claim? { nil }
    static var usesAnyExchange: Bool { true }

    static func isAnswer(_ body: Span<UInt8>, sawRequest: Bool) -> Bool {
        guard !body.isEmpty, body[0] == UInt8(ascii: "{"), mayBeReply(body) else { return false }
        return (try? YCReply(decoding: body))?.isRecognisable ?? false
    }

    /// Whether a body contains the name of the code, so that most other bodies are skipped without being parsed.
    private static func mayBeReply(_ body: Span<UInt8>) -> Bool {
        let name: StaticString = "\"ret_code\""
        var index = 0
        while let quote = body.firstIndex(of: UInt8(ascii: "\""), from: index), body.count - quote >= 10 {
            if body.extracting(quote..<quote + 10).equals(name) { return true }
            index = quote + 1
        }
        return false
    }

    static func mayBe(_ first: UInt8, length: Int, isText: Bool, from sender: FrameSender) -> Bool { false }

    static func plausibility(of message: Span<UInt8>, isText: Bool, from sender: FrameSender) -> Plausibility { .none }

    static var sessionCheck: any SessionCheck.Type { YCCheck.self }

    // MARK: Sessions

    static func session(begunBy head: RequestHead?) -> YCSession { YCSession() }
    static func facts(of head: RequestHead) -> FlowFacts { FlowFacts() }
    static func facts(of session: YCSession) -> FlowFacts { FlowFacts() }
    static func forEachSlot(of session: YCSession, _ body: (Int32) -> Void) {}

    // MARK: Units

    func decode(
        binary message: Span<UInt8>,
        _ session: inout YCSession,
        _ slots: inout SlotPool,
        into event: inout Event
    ) {
        event.kind = .undecoded
        event.undecoded = 0..<message.count
    }

    func decode(
        text message: [UInt8],
        _ session: inout YCSession,
        _ slots: inout SlotPool,
        into event: inout Event
    ) -> [UInt8] {
        do throws(WireError) {
            let reply = try YCReply(keeping: message, limits: limits.yc)
            event.units.yc.reply = reply
            let isAlone = reply.elements.count == 1
            for var finding in reply.check() {
                // Paths start inside of a single element; of several elements, `result[2].content` tells which one.
                if isAlone, finding.path.hasPrefix("result[0]") {
                    finding.path = String(finding.path.dropFirst("result[0]".count).drop { $0 == "." })
                }
                event.diagnose(
                    finding.severity,
                    finding.code,
                    path: finding.path,
                    offset: finding.offset,
                    finding.text
                )
            }
        } catch {
            event.diagnose(error, stage: "polling")
            event.undecoded = 0..<message.count
        }
        return message
    }

    func decode(cut message: Span<UInt8>, into event: inout Event) {}
    func deepen(to wanted: DecodingDepth, _ bytes: Span<UInt8>, _ event: inout Event) {}

    // MARK: Descriptions

    func describeFrame<Sink: FieldSink & ~Copyable>(
        _ event: inout Event,
        _ bytes: Span<UInt8>,
        to sink: inout Sink
    ) {
        sink.word(.type, "REPLY")
        if let code = event.units.yc.reply?.retCode { sink.number(.retCode, code) }
    }

    func replyTopic(_ topic: Int) -> String { "" }

    /// Appends the answer without the contents that the messages show.
    func appendPayload(_ event: inout Event, _ bytes: Span<UInt8>, to writer: inout ByteWriter) -> Bool {
        guard let reply = event.units.yc.reply, var value = try? reply.document.root.value() else { return false }
        if let elements = value["result"]?.elements {
            value["result"] = .array(
                elements.map { element in
                    var shown = element
                    if element["content"]?.members != nil { shown["content"] = nil }
                    return shown
                }
            )
        }
        writer.append("\"message\":\"Reply\",\"value\":")
        let start = writer.count
        writer.append(value.minified)
        if !showsSecrets { Secrets.maskJSON(from: start, in: &writer, limits: limits.json) }
        return true
    }

    func messageCount(_ event: borrowing Event) -> Int {
        event.units.yc.reply?.elements.count { $0.hasContent } ?? 0
    }

    func describeMessages<Sink: FieldSink & ~Copyable>(
        _ event: inout Event,
        _ bytes: Span<UInt8>,
        to sink: inout Sink
    ) {
        guard let reply = event.units.yc.reply, let root = try? reply.document.root.value() else { return }
        let values = root["result"]?.elements ?? []
        for (element, value) in zip(reply.elements, values) where element.hasContent {
            let content = value["content"] ?? .null
            sink.beginMessage(contentBytes: content.minified.count)
            if let type = element.type { sink.text(.objectName, type) }
            sink.json(.content) { writer in
                let start = writer.count
                writer.append(content.minified)
                if !showsSecrets { Secrets.maskJSON(from: start, in: &writer, limits: limits.json) }
            }
            if let order = element.order {
                sink.word(.conversation, "order")
                sink.text(.target, order)
            }
            if let id = element.id { sink.text(.uid, id) }
            sink.endMessage()
        }
    }

    func summarize(_ event: borrowing Event, _ bytes: Span<UInt8>, into summary: inout EventSummary) {
        summary.set(.type, "REPLY")
        guard let reply = event.units.yc.reply else { return }
        summary.set(.target, reply.elements.first?.order ?? "")
        summary.set(.objectName, reply.elements.first?.type ?? "")
        summary.set(.status, reply.retCode.map { reply.isSuccess ? "ok" : "\($0)" } ?? "no code")
        for element in reply.elements {
            let order = element.order.map { " of order \($0)" } ?? ""
            summary.add("\(element.type ?? "?") (\(element.handling.rawValue))" + order)
        }
    }

    func isPing(_ event: borrowing Event) -> Bool { false }

    func status(_ event: borrowing Event, _ bytes: Span<UInt8>) -> UnitStatus? {
        event.units.yc.reply?.retCode.map { UnitStatus(code: Int64($0)) }
    }

    static func meaning(of status: UnitStatus) -> String? { status.code == 200 ? "ok" : nil }
    func replyKind(_ event: borrowing Event) -> ReplyKind? { nil }

    func tree(of event: borrowing Event, _ bytes: Span<UInt8>) -> EventTree {
        let tree = shell(of: event)
        addFields(of: event, bytes, to: tree.fields)
        return tree
    }

    func emptyTree(of event: borrowing Event, _ bytes: Span<UInt8>) -> EventTree? { shell(of: event) }

    func addFields(of event: borrowing Event, _ bytes: Span<UInt8>, to fields: FieldTree) {
        try? fields.append(ycReply: bytes, limits: limits.yc)
    }

    /// Returns the tree without its fields.
    private func shell(of event: borrowing Event) -> EventTree {
        let isSuccess = event.units.yc.reply?.isSuccess == true
        return EventTree(fields: FieldTree()) { field, node, words in
            guard field == "ret_code", node.depth == 1, case .integer(let code) = node.value else {
                return EventTree.appendMoment(field, node, to: &words)
            }
            if isSuccess { words.append(text: "\(code) ok") }
            return isSuccess
        }
    }

    func shownUndecoded(_ range: Range<Int>, _ bytes: Span<UInt8>, _ event: borrowing Event) -> [UInt8] {
        Secrets.masked(bytes.extracting(range))
    }
}
