import RongCloud
import WireFormat
import WireJSON
import WireProtobuf

// A frame in words.
extension RongCloudDecoder {
    func summarize(_ event: borrowing Event, _ bytes: Span<UInt8>, into summary: inout EventSummary) {
        let header = event.units.rongCloud.layout.header
        summary.type =
            (event.units.rongCloud.typeName ?? header.type.name(in: event.transport.form)).description
        if let range = event.units.rongCloud.layout.targetId {
            summary.target = WireString.decode(bytes.extracting(range)).text
        }
        if let index = event.units.rongCloud.topic {
            summary.topic = map.topics[index].name
        } else if let range = event.units.rongCloud.layout.topic {
            summary.topic = WireString.decode(bytes.extracting(range)).text
        }
        if let name = event.units.rongCloud.messages.first?.objectName {
            summary.objectName = String(decodingUTF8: bytes.extracting(name))
        }
        summary.status = statusWords(event, bytes)
        summary.digest = words(event, bytes).filter { !$0.isEmpty }.joined(separator: "  ")
    }

    func isPing(_ event: borrowing Event) -> Bool {
        switch event.units.rongCloud.layout.header.type {
        case .pingreq, .pingresp: event.units.rongCloud.typeName == nil
        default: false
        }
    }

    private func words(_ event: borrowing Event, _ bytes: Span<UInt8>) -> [String] {
        var words = [session(event, bytes)]
        for index in event.units.rongCloud.messages.indices {
            let message = event.units.rongCloud.messages[index]
            let name = message.objectName.map { String(decodingUTF8: bytes.extracting($0)) } ?? ""
            let text = Self.content(message, name, event)
            words.append(index == 0 ? text : "\(name) \(text)")
        }
        if event.units.rongCloud.messages.isEmpty, event.units.rongCloud.payload != .none {
            var writer = ByteWriter()
            writer.append(protobufJSON: event.units.rongCloud.tape, bytes: bytes, schema: map.schema)
            if !showsSecrets, PayloadSecrets.shared.mayHold(event.units.rongCloud.payload) {
                Secrets.maskJSON(from: 0, in: &writer, limits: limits)
            }
            words.append("\(map.schema.name(of: event.units.rongCloud.payload)) \(String(decodingUTF8: writer.span))")
        }
        return words
    }

    private static func content(_ message: RongCloudMessage, _ name: String, _ event: borrowing Event) -> String {
        switch message.content {
        case .json(let range):
            var tape = JSONTape()
            do throws(WireError) {
                return ContentDigest.digest(
                    objectName: name,
                    content: try tape.parse(event.units.rongCloud.contents.span, in: range)
                )
            } catch {
                return ""
            }
        case .bytes: return "[\(message.contentRange?.count ?? 0) bytes that are not JSON]"
        case .absent: return ""
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
        guard let topic, let name = StatusCodes.lookUp(scope: .answer, code: Int(status))?.topic else { return false }
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
        guard let known = StatusCodes.lookUp(scope: scope, code: Int(status.code)) else { return nil }
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

    func deliveryStep(_ event: borrowing Event) -> DeliveryStep? {
        guard let topic = event.units.rongCloud.topic else { return nil }
        switch event.units.rongCloud.layout.header.type {
        case .publish where event.sender == .server && topic == CheckTopics.shared.notice: return .notice
        case .query where topic == CheckTopics.shared.pullMessages || topic == CheckTopics.shared.pullRoom: return .pull
        default: return nil
        }
    }

    private func statusWords(_ event: borrowing Event, _ bytes: Span<UInt8>) -> String {
        guard let status = self.status(event, bytes) else { return "" }
        if status.code == 0, status.scope != .disconnect { return "ok" }
        return "\(status.code) \(Self.meaning(of: status) ?? "not in the table")"
    }

    /// Who is there with which app and SDK, of frames that begin and end a session; the UID of an acknowledged message.
    private func session(_ event: borrowing Event, _ bytes: Span<UInt8>) -> String {
        func string(_ range: Range<Int>?) -> String? { range.map { WireString.decode(bytes.extracting($0)).text } }
        let layout = event.units.rongCloud.layout
        switch layout.header.type {
        case .connect:
            var facts = event.flow.facts
            facts.merge(self.facts(ofConnect: layout, bytes))
            let client = string(layout.clientId).map { "client \($0)" }
            let interval = layout.keepAlive.map { "keep-alive \($0) s" }
            return ([facts.words, client, interval] as [String?]).compactMap(\.self).filter { !$0.isEmpty }
                .joined(separator: ", ")
        case .connack, .disconnect:
            var facts = event.flow.facts
            if let user = string(layout.userId) {
                facts.user = user
            } else if !event.units.rongCloud.ownUser.isEmpty {
                facts.user = String(decodingUTF8: event.units.rongCloud.ownUser.span)
            }
            let prefix = layout.userId == nil ? "" : "as "
            return prefix + facts.words + (string(layout.sessionId).map { ", session \($0)" } ?? "")
        default: return string(layout.messageUId) ?? ""
        }
    }
}
