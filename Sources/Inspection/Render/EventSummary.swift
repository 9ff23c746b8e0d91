import RongCloud
import Transport
import WireFormat
import WireJSON
import WireProtobuf

/// An event in words: what the columns of a line show, before anything is cut or escaped.
struct EventSummary {
    /// The type: PUBLISH, HTTP, GAP and so on.
    var type: String
    /// The topic; of an answer, that of its request; of HTTP, the path.
    var topic = ""
    /// The frame's or message's target.
    var target = ""
    /// The message's type.
    var objectName = ""
    /// What it says.
    var digest = ""

    /// Puts an event into words.
    init(_ event: borrowing Event, _ bytes: Span<UInt8>, map: PayloadMap, showsSecrets: Bool) {
        type = (event.typeName ?? event.layout.header.type.name(in: event.form)).description
        switch event.kind {
        case .gap(let offset, let length):
            type = "GAP"
            let what = event.undecoded == nil ? "are not in the capture" : "are no frames"
            digest = "\(length) bytes \(what), from offset \(offset) of the stream"
        case .http(let exchange):
            type = "HTTP"
            topic = showsSecrets ? exchange.target.path : Secrets.masked(exchange.target.path)
            digest = Self.describe(exchange, showsSecrets: showsSecrets)
        case .undecoded:
            type = "UNDECODED"
            digest = "\(bytes.count) bytes that are no frame"
        case .frame:
            if let range = event.layout.targetId { target = WireString.decode(bytes.extracting(range)).text }
            if let index = event.topic {
                topic = map.topics[index].name
            } else if let range = event.layout.topic {
                topic = WireString.decode(bytes.extracting(range)).text
            }
            if let name = event.messages.first?.objectName {
                objectName = String(decodingUTF8: bytes.extracting(name))
            }
            digest = Self.words(event, bytes, map: map, showsSecrets: showsSecrets).filter { !$0.isEmpty }.joined(
                separator: "  "
            )
        }
        if let severity = event.diagnostics.worst, severity > .note, let worst = event.diagnostics.first(severity) {
            digest += (digest.isEmpty ? "" : "  ") + "! \(worst.text)"
        }
    }

    private static func words(
        _ event: borrowing Event,
        _ bytes: Span<UInt8>,
        map: PayloadMap,
        showsSecrets: Bool
    ) -> [String] {
        var words = [status(event), session(event, bytes)]
        if let reply = event.reply { words.append("(\(milliseconds(reply.latency)) ms)") }
        for index in event.messages.indices {
            let message = event.messages[index]
            let name = message.objectName.map { String(decodingUTF8: bytes.extracting($0)) } ?? ""
            let text = content(message, name, event)
            words.append(index == 0 ? text : "\(name) \(text)")
        }
        if event.messages.isEmpty, event.payload != .none {
            var writer = ByteWriter()
            writer.append(protobufJSON: event.tape, bytes: bytes, schema: map.schema)
            if !showsSecrets, PayloadSecrets.shared.mayHold(event.payload) {
                Secrets.maskJSON(from: 0, in: &writer, limits: Limits())
            }
            words.append("\(map.schema.name(of: event.payload)) \(String(decodingUTF8: writer.span))")
        }
        return words
    }

    private static func content(_ message: EventMessage, _ name: String, _ event: borrowing Event) -> String {
        switch message.content {
        case .json(let range):
            var tape = JSONTape()
            do throws(WireError) {
                return ContentDigest.digest(
                    objectName: name,
                    content: try tape.parse(event.contents.span, in: range)
                )
            } catch {
                return ""
            }
        case .bytes: return "[\(message.contentRange?.count ?? 0) bytes that are not JSON]"
        case .absent: return ""
        }
    }

    private static func status(_ event: borrowing Event) -> String {
        guard let status = event.layout.status else { return "" }
        let scope: StatusScope =
            switch event.layout.header.type {
            case .connack: .connack
            case .disconnect: .disconnect
            default: .answer
            }
        if status == 0, scope != .disconnect { return "ok" }
        let meaning = StatusCodes.meaning(scope: scope, code: Int(status)) ?? "not in the table"
        return "\(status) \(meaning)"
    }

    private static func session(_ event: borrowing Event, _ bytes: Span<UInt8>) -> String {
        if let user = event.layout.userId { return "as " + WireString.decode(bytes.extracting(user)).text }
        if let uid = event.layout.messageUId { return WireString.decode(bytes.extracting(uid)).text }
        return ""
    }

    private static func describe(_ exchange: HTTPExchange, showsSecrets: Bool) -> String {
        let query = exchange.target.query.map { parameter in
            let shown = showsSecrets ? parameter : Secrets.masked(parameter)
            return shown.name + "=" + shown.value
        }
        let status = exchange.status.map { "\($0)" } ?? "no answer"
        return "\(exchange.method) \(status)  " + query.joined(separator: " ")
    }

    private static func milliseconds(_ nanoseconds: Int64) -> String {
        let tenths = nanoseconds / 100_000
        return "\(tenths / 10).\(abs(tenths) % 10)"
    }
}
