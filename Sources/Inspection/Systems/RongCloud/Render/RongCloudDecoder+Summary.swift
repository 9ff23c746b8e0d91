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
        summary.status = Self.status(event)
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

    private static func status(_ event: borrowing Event) -> String {
        guard let status = event.units.rongCloud.layout.status else { return "" }
        let scope: StatusScope =
            switch event.units.rongCloud.layout.header.type {
            case .connack: .connack
            case .disconnect: .disconnect
            default: .answer
            }
        if status == 0, scope != .disconnect { return "ok" }
        let meaning = StatusCodes.meaning(scope: scope, code: Int(status)) ?? "not in the table"
        return "\(status) \(meaning)"
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
