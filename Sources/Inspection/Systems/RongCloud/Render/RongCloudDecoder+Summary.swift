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
        summary.digest = words(event, bytes).filter { !$0.isEmpty }.joined(
            separator: "  "
        )
    }

    private func words(_ event: borrowing Event, _ bytes: Span<UInt8>) -> [String] {
        var words = [Self.status(event), Self.session(event, bytes)]
        if let reply = event.reply { words.append("(\(EventSummary.milliseconds(reply.latency)) ms)") }
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

    private static func session(_ event: borrowing Event, _ bytes: Span<UInt8>) -> String {
        if let user = event.units.rongCloud.layout.userId {
            return "as " + WireString.decode(bytes.extracting(user)).text
        }
        if let uid = event.units.rongCloud.layout.messageUId { return WireString.decode(bytes.extracting(uid)).text }
        return ""
    }
}
