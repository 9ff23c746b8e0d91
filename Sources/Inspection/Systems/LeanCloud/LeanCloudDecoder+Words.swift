import LeanCloud
import Reporting
import WireFormat
import WireJSON

// The summary and the tree of a command.
extension LeanCloudDecoder {
    func summarize(_ event: borrowing Event, _ bytes: Span<UInt8>, into summary: inout EventSummary) {
        let layout = event.units.leanCloud.layout
        let header = layout.header
        summary.set(
            .type,
            header.cmd.map { $0.name ?? "\($0.rawValue)" } ?? header.cmdText.map { layout.string($0, of: bytes) }
                ?? (layout.isKeepAlive ? "{}" : layout.form == .messagePack ? "msgpack" : "")
        )
        summary.set(
            .topic,
            header.op.map { $0.name ?? "\($0.rawValue)" } ?? header.opText.map { layout.string($0, of: bytes) } ?? ""
        )
        summary.set(
            .target,
            (layout.messages.first?.conversation ?? header.peerId).map { layout.string($0, of: bytes) } ?? ""
        )
        if let type = event.units.leanCloud.messages.first?.type { summary.set(.objectName, "\(type)") }
        if let status = self.status(event, bytes) {
            summary.set(.status, "\(status.code) \(Self.meaning(of: status) ?? "not in the table")")
        }
        if header.cmd == .session, header.op?.name == "open" { summary.add(opening(event, bytes)) }
        for (index, message) in event.units.leanCloud.messages.enumerated() {
            let text = digest(message, event)
            let name = message.type.map { "\($0) " } ?? ""
            summary.add(index == 0 ? text : name + text)
        }
        if layout.messages.isEmpty, !event.units.leanCloud.isBroken { summary.add(payload(bytes, event)) }
    }

    func isPing(_ event: borrowing Event) -> Bool {
        guard event.units.leanCloud.layout.isKeepAlive else { return false }
        // An echo that answers another command does not keep the connection alive.
        guard let topic = event.reply?.topic else { return true }
        return topic >> 8 == Int(LeanCloudCommand.echo.rawValue)
    }

    /// Returns the user, the app and the SDK that open a session, in words.
    private func opening(_ event: borrowing Event, _ bytes: Span<UInt8>) -> String {
        let layout = event.units.leanCloud.layout
        var facts = event.flow.facts
        facts.user = layout.header.peerId.map { layout.string($0, of: bytes) } ?? facts.user
        facts.appKey = layout.header.appId.map { layout.string($0, of: bytes) } ?? facts.appKey
        return facts.words
    }

    private func digest(_ message: LeanCloudUnit.Message, _ event: borrowing Event) -> String {
        switch message.content {
        case .json(let range):
            var tape = JSONTape()
            guard let root = try? tape.parse(event.units.leanCloud.contents.span, in: range) else { return "" }
            let words = LeanCloudContents.digest(root)
            return words.isEmpty ? String(decodingUTF8: root.spelling) : words
        case .text(let range): return String(decodingUTF8: event.units.leanCloud.contents.span.extracting(range))
        case .bytes(let data): return "[\(Count.of("byte", data.count))]"
        case .absent: return ""
        }
    }

    func status(_ event: borrowing Event, _ bytes: Span<UInt8>) -> UnitStatus? {
        // At the regular end of a session, some servers write 0, which is no refusal and not in the table.
        let layout = event.units.leanCloud.layout
        guard let code = layout.code(in: bytes), code != 0 || layout.header.cmd != .session else { return nil }
        return UnitStatus(code: code)
    }

    static func meaning(of status: UnitStatus) -> String? {
        LeanCloudCode.find(status.code)?.meaning
    }

    func replyKind(_ event: borrowing Event) -> ReplyKind? {
        guard let topic = event.reply?.topic, topic >= 0 else { return .query }
        switch LeanCloudCommand(rawValue: Int32(truncatingIfNeeded: topic >> 8)) {
        case .direct: return .publish
        case .echo: return .ping
        default: return .query
        }
    }

    /// Returns the body as JSON, without the envelope.
    private func payload(_ bytes: Span<UInt8>, _ event: borrowing Event) -> String {
        let layout = event.units.leanCloud.layout
        guard layout.form != .messagePack, let cmd = layout.header.cmd?.name else { return "" }
        var writer = ByteWriter()
        if layout.form == .json {
            try? writer.append(minifiedJSON: bytes, in: 0..<bytes.count, limits: limits.leanCloud.json)
        } else {
            append(layout, bytes, to: &writer)
        }
        if !showsSecrets { maskSecrets(from: 0, in: &writer) }
        if let body = JSONSteps.member("\(cmd)Message", writer.span, in: 0..<writer.count) {
            return String(decodingUTF8: writer.span.extracting(body))
        }
        var rest = ByteWriter(capacity: writer.count)
        appendObject(
            writer.span,
            in: 0..<writer.count,
            without: { name, _ in Self.envelope.contains(name) },
            to: &rest,
            { _, _, _ in false }
        )
        return rest.count > 2 ? String(decodingUTF8: rest.span) : ""
    }

    /// The members that all commands share.
    private static let envelope: Set<String> = [
        "cmd", "op", "appId", "peerId", "i", "installationId", "priority", "service", "serverTs", "clientTs",
        "notificationType",
    ]

    func tree(of event: borrowing Event, _ bytes: Span<UInt8>) -> EventTree {
        let tree = shell(of: event, bytes)
        addFields(of: event, bytes, to: tree.fields)
        return tree
    }

    func emptyTree(of event: borrowing Event, _ bytes: Span<UInt8>) -> EventTree? { shell(of: event, bytes) }

    func addFields(of event: borrowing Event, _ bytes: Span<UInt8>, to fields: FieldTree) {
        let form = event.units.leanCloud.layout.form
        let generation = event.units.leanCloud.layout.generation
        try? fields.append(leanCloud: bytes, form: form, generation: generation, limits: limits.leanCloud)
    }

    /// Returns the tree without its fields.
    private func shell(of event: borrowing Event, _ bytes: Span<UInt8>) -> EventTree {
        let status = self.status(event, bytes)
        return EventTree(fields: FieldTree(), hidden: hiddenFields(event, bytes)) { field, node, words in
            guard field == "code", let status, case .integer(status.code) = node.value else {
                return EventTree.appendMoment(field, node, to: &words)
            }
            EventTree.append(status: status.code, Self.meaning(of: status), to: &words)
            return true
        }
    }
}
