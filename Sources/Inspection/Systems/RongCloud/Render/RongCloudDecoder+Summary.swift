import Reporting
import RongCloud
import WireFormat
import WireJSON
import WireProtobuf

// The line of text of a frame.
extension RongCloudDecoder {
    func summarize(_ event: borrowing Event, _ bytes: Span<UInt8>, into summary: inout EventSummary) {
        let header = event.units.rongCloud.layout.header
        summary.set(.type, event.units.rongCloud.typeName ?? header.type.name(in: event.transport.form))
        if let range = event.units.rongCloud.layout.targetId {
            summary.set(.target) { $0.append(wireText: bytes.extracting(range)) }
        }
        if let index = event.units.rongCloud.topic {
            summary.set(.topic, map.topics[index].name)
        } else if let range = event.units.rongCloud.layout.topic {
            summary.set(.topic) { $0.append(wireText: bytes.extracting(range)) }
        }
        if let name = event.units.rongCloud.messages.first?.objectName {
            summary.set(.objectName) { $0.append(bytes.extracting(name)) }
        }
        summarizeStatus(event, bytes, into: &summary)
        summarizeSession(event, bytes, into: &summary)
        for index in event.units.rongCloud.messages.indices {
            summary.add { appendDigest(ofMessage: index, event, bytes, to: &$0) }
        }
        guard event.units.rongCloud.messages.isEmpty, event.units.rongCloud.payload != .none else { return }
        summary.add { writer in
            writer.append(text: map.schema.name(of: event.units.rongCloud.payload))
            writer.append(UInt8(ascii: " "))
            let start = writer.count
            writer.append(protobufJSON: event.units.rongCloud.tape, bytes: bytes, schema: map.schema)
            if !showsSecrets, PayloadSecrets.shared.mayHold(event.units.rongCloud.payload) {
                Secrets.maskJSON(from: start, in: &writer, limits: limits.json)
            }
        }
    }

    func isPing(_ event: borrowing Event) -> Bool {
        switch event.units.rongCloud.layout.header.type {
        case .pingreq, .pingresp: event.units.rongCloud.typeName == nil
        default: false
        }
    }

    /// Appends the digest of a message; from the second message on, with its object name before it.
    private func appendDigest(
        ofMessage index: Int,
        _ event: borrowing Event,
        _ bytes: Span<UInt8>,
        to writer: inout ByteWriter
    ) {
        let name = bytes.extracting(event.units.rongCloud.messages[index].objectName ?? 0..<0)
        if index > 0 {
            writer.append(name)
            writer.append(UInt8(ascii: " "))
        }
        switch event.units.rongCloud.messages[index].content {
        case .json(let range):
            if event.units.rongCloud.contentOnTape == index {
                let content = event.units.rongCloud.contentTape.root(in: bytes)
                return ContentDigest.append(objectName: name, content: content, to: &writer)
            }
            var tape = JSONTape()
            do throws(WireError) {
                let content = try tape.parse(event.units.rongCloud.contents.span, in: range)
                ContentDigest.append(objectName: name, content: content, to: &writer)
            } catch {}
        case .bytes:
            let count = event.units.rongCloud.messages[index].contentRange?.count ?? 0
            let isBeyondLimit = event.diagnostics.indices.contains { event.diagnostics[$0].code == "content-limit" }
            guard !isBeyondLimit else { return writer.append(text: "[\(Count.of(count, "byte", "bytes")) not read]") }
            writer.append(text: "[\(Count.of(count, "byte that is", "bytes that are")) not JSON]")
        case .absent: break
        }
    }

    func status(_ event: borrowing Event, _ bytes: Span<UInt8>) -> UnitStatus? {
        guard let status = event.units.rongCloud.layout.status else { return nil }
        let scope: UnitStatus.Scope =
            switch event.units.rongCloud.layout.header.type {
            case .connack: .connack
            case .disconnect: .disconnect
            default: .answer
            }
        return UnitStatus(
            scope: scope,
            code: Int64(status),
            isOfItsRequest: scope == .answer && status != 0 && isOfItsRequest(status, event.units.rongCloud.topic)
        )
    }

    /// Whether a status has a meaning only in answers to a topic.
    private func isOfItsRequest(_ status: UInt16, _ topic: Int?) -> Bool {
        guard let topic, let name = StatusCode.find(Int(status), in: .answer)?.topic else { return false }
        return TopicTable.shared[topic].name == name
    }

    static func meaning(of status: UnitStatus) -> String? {
        if status.code == 0, status.scope != .disconnect { return "ok" }
        let scope: StatusScope =
            switch status.scope {
            case .connack: .connack
            case .disconnect: .disconnect
            case .answer: .answer
            }
        guard let known = StatusCode.find(Int(status.code), in: scope) else { return nil }
        return known.topic == nil || status.isOfItsRequest ? known.meaning : nil
    }

    func replyKind(_ event: borrowing Event) -> ReplyKind? {
        switch event.units.rongCloud.layout.header.type {
        case .puback: event.sender == .client ? .push : .publish
        case .queryack: .query
        case .querycon: .answer
        case .pingresp: .ping
        default: nil
        }
    }

    func deliveryStep(_ event: borrowing Event, _ bytes: Span<UInt8>) -> DeliveryStep? {
        guard let topic = event.units.rongCloud.topic else { return nil }
        switch event.units.rongCloud.layout.header.type {
        case .publish where event.sender == .server && topic == CheckTopics.shared.notice:
            // A notice of type 2 is about a chat room, any other one about the inbox.
            guard event.integer(1, bytes) == 2 else { return .notice(room: nil) }
            guard let room = event.text(3, bytes) else { return nil }
            return .notice(room: room.span.fingerprint)
        case .query where topic == CheckTopics.shared.pullMessages: return .pull(room: nil)
        case .query where topic == CheckTopics.shared.pullRoom:
            guard let room = event.units.rongCloud.layout.targetId else { return nil }
            return .pull(room: bytes.extracting(room).fingerprint)
        default: return nil
        }
    }

    private func summarizeStatus(_ event: borrowing Event, _ bytes: Span<UInt8>, into summary: inout EventSummary) {
        guard let status = self.status(event, bytes) else { return }
        guard status.code != 0 || status.scope == .disconnect else { return summary.set(.status, "ok") }
        summary.set(.status, "\(status.code) \(Self.meaning(of: status) ?? "not in the table")")
    }

    /// Summarizes user, app and SDK of CONNECT, CONNACK and DISCONNECT, and the message's UID of other frames.
    private func summarizeSession(_ event: borrowing Event, _ bytes: Span<UInt8>, into summary: inout EventSummary) {
        func string(_ range: Range<Int>?) -> String? { range.map { WireString.decode(bytes.extracting($0)).text } }
        switch event.units.rongCloud.layout.header.type {
        case .connect:
            let layout = event.units.rongCloud.layout
            var facts = event.flow.facts
            facts.merge(self.facts(ofConnect: layout, bytes))
            let client = string(layout.clientId).map { "client \($0)" }
            let interval = layout.keepAlive.map { "keep-alive \($0) s" }
            let words = ([facts.words, client, interval] as [String?]).compactMap(\.self)
            summary.add(words.filter { !$0.isEmpty }.joined(separator: ", "))
        case .connack, .disconnect:
            let layout = event.units.rongCloud.layout
            var facts = event.flow.facts
            if let user = string(layout.userId) {
                facts.user = user
            } else if !event.units.rongCloud.ownUser.isEmpty {
                facts.user = String(decodingUTF8: event.units.rongCloud.ownUser.span)
            }
            let prefix = layout.userId == nil ? "" : "as "
            summary.add(prefix + facts.words + (string(layout.sessionId).map { ", session \($0)" } ?? ""))
        default:
            guard let range = event.units.rongCloud.layout.messageUId else { return }
            summary.add { $0.append(wireText: bytes.extracting(range)) }
        }
    }
}

extension ByteWriter {
    /// Appends a text of the wire, decoded if it is not ASCII.
    fileprivate mutating func append(wireText bytes: Span<UInt8>) {
        if bytes.isASCII { append(bytes) } else { append(text: WireString.decode(bytes).text) }
    }
}
