import LeanCloud
import WireFormat
import WireJSON

// Single commands for `frame decode` and `frame encode`.
extension LeanCloudDecoder {
    static func frameObject(of bytes: [UInt8], _ options: FrameObjectOptions) throws(WireError) -> String {
        let subprotocol = try subprotocol(options)
        // Bytes that look like no text form are protobuf, even if they end too early.
        let form = subprotocol?.form ?? LeanCloudForm(recognising: bytes.span, isText: true) ?? .protobuf
        let generation = subprotocol?.generation ?? .current
        let frame = try LeanCloudFrame(decoding: bytes.span, form: form, generation: generation)
        var object = frame.object
        // Without a sub-protocol, only this member distinguishes base64 from protobuf.
        if form == .protobufBase64, subprotocol == nil { object["raw"] = ["data": JSONValue(Hex.encode(bytes))] }
        object["payload"] = frame.payload
        let messages = try messages(in: bytes, form, generation, sender: options.sender)
        if !messages.isEmpty { object["messages"] = .array(messages) }
        return object.description
    }

    static func frameBytes(of object: [UInt8], _ options: FrameObjectOptions) throws(WireError) -> [UInt8] {
        let subprotocol = try subprotocol(options)
        let frame = try LeanCloudFrame(
            object: try JSONValue(parsing: object),
            form: subprotocol?.form,
            generation: subprotocol?.generation ?? .current
        )
        return frame.encoded()
    }

    private static func subprotocol(_ options: FrameObjectOptions) throws(WireError) -> LeanCloudSubprotocol? {
        guard let name = options.subprotocol else { return nil }
        guard let found = LeanCloudSubprotocol.named(name) else {
            throw WireError(.value, at: 0, path: ["subprotocol"], expected: "a sub-protocol of LeanCloud, not \(name)")
        }
        return found
    }

    /// Returns the chat messages of a command in the form that events show.
    private static func messages(
        in bytes: [UInt8],
        _ form: LeanCloudForm,
        _ generation: LeanCloudGeneration,
        sender: FrameSender?
    ) throws(WireError) -> [JSONValue] {
        var layout = LeanCloudLayout()
        try layout.read(bytes.span, form: form, generation: generation)
        layout.findMessages(in: bytes.span)
        return layout.messages.map { message in
            var object: JSONValue = [:]
            func text(_ text: LeanCloudText?) -> JSONValue? {
                text.map { JSONValue(layout.string($0, of: bytes.span)) }
            }
            if let binary = message.binary {
                object["contentBytes"] = layout.copy(binary, of: bytes.span).map { base64($0) }
            } else if let content = message.text {
                switch LeanCloudContent(text: layout.copy(content, of: bytes.span) ?? []) {
                case .typed(let type, let document):
                    object["objectName"] = JSONValue("\(type)")
                    object["content"] = try? document.root.value()
                case .json(let document): object["content"] = try? document.root.value()
                case .text(let text): object["text"] = JSONValue(text)
                case .binary(let bytes): object["contentBytes"] = base64(bytes)
                }
            }
            object["conversation"] = message.conversationKind(in: layout.payload(bytes.span)).map { JSONValue("\($0)") }
            object["target"] = text(message.conversation)
            let isOwn = sender == .client && message.place == .direct
            object["sender"] = text(message.sender ?? (isOwn ? layout.header.peerId : nil))
            object["uid"] = text(message.id)
            object["sentTime"] = message.timestamp.flatMap { SentTime.text(milliseconds: $0) }
            return object
        }
    }

    private static func base64(_ bytes: [UInt8]) -> JSONValue {
        var writer = ByteWriter()
        writer.append(base64: bytes.span)
        return JSONValue(String(decoding: writer.array, as: UTF8.self))
    }
}
