import NIM
import WireFormat
import WireJSON

// Single packets for `frame decode` and `frame encode`.
extension NIMDecoder {
    /// A packet has the same bytes in both.
    static var unitTransports: [EventTransport] { [.websocket, .polling] }

    static func frameObject(of bytes: [UInt8], _ options: FrameObjectOptions) throws(WireError) -> String {
        let scope = try scope(options)
        let packet = try NIMPacket(decoding: bytes.span)
        var object = packet.object(in: scope)
        let messages = packet.messages(in: scope).map(json)
        if !messages.isEmpty { object["messages"] = .array(messages) }
        return object.description
    }

    static func frameBytes(of object: [UInt8], _ options: FrameObjectOptions) throws(WireError) -> [UInt8] {
        try NIMPacket(object: try JSONValue(parsing: object), in: try scope(options)).encoded()
    }

    private static func scope(_ options: FrameObjectOptions) throws(WireError) -> NIMScope? {
        guard let name = options.scope else { return nil }
        guard let scope = NIMScope(rawValue: name) else {
            throw WireError(.value, at: 0, path: ["scope"], expected: "im or chatroom, not \(name)")
        }
        return scope
    }

    /// Returns a message in the form that events show.
    private static func json(_ message: NIMMessage) -> JSONValue {
        var object: JSONValue = [:]
        let content = message.content
        object["objectName"] = content.id.map { JSONValue($0) }
        switch content {
        case .text(let text), .raw(let text): object["text"] = JSONValue(text)
        case .attachment(let document, _): object["content"] = try? document.root.value()
        }
        object["conversation"] = message.conversation.map { JSONValue($0.rawValue) }
        object["target"] = message.to.map { JSONValue($0) }
        object["sender"] = message.from.map { JSONValue($0) }
        object["uid"] = (message.idServer ?? message.idClient).map { JSONValue($0) }
        object["sentTime"] = message.time.flatMap { SentTime.text(milliseconds: $0) }
        return object
    }
}
