import RongCloud
import WireFormat
import WireJSON
import WireProtobuf

extension RongCloudDecoder {
    /// Finds the chat messages in the payload, at any depth.
    func findMessages(_ bytes: Span<UInt8>, topic: Int?, _ event: inout Event) {
        if event.units.rongCloud.payload == map.upStreamMessage
            || event.units.rongCloud.payload == map.downStreamMessage
        {
            addMessage(at: 0, type: event.units.rongCloud.payload, bytes, topic: topic, &event)
            return
        }
        // A message of two bytes on the wire takes some eighty bytes of memory.
        let most = limits.messages(inUnitOf: bytes.count)
        // For many messages, reserve the whole array at once: an array that grows is in memory twice.
        if event.units.rongCloud.tape.count >= 1 << 12 {
            let count = event.units.rongCloud.tape.nodes.indices.count { index in
                let type = event.units.rongCloud.tape.messageType(of: index, schema: map.schema)
                return type == map.upStreamMessage || type == map.downStreamMessage
            }
            event.units.rongCloud.messages.reserveCapacity(min(count, most))
        }
        for index in event.units.rongCloud.tape.nodes.indices where event.units.rongCloud.tape.nodes[index].isStructure
        {
            let type = event.units.rongCloud.tape.messageType(of: index, schema: map.schema)
            if type == map.upStreamMessage || type == map.downStreamMessage {
                guard event.units.rongCloud.messages.count < most else {
                    return event.diagnoseMessagesLimit(most, path: "data")
                }
                addMessage(at: index, type: type, bytes, topic: topic, &event)
            }
        }
    }

    private func addMessage(
        at node: Int,
        type: MessageIndex,
        _ bytes: Span<UInt8>,
        topic: Int?,
        _ event: inout Event
    ) {
        var message =
            type == map.upStreamMessage
            ? upStream(node, bytes, topic: topic, &event) : downStream(node, bytes, &event)
        if let time = message.sentTime, !SentTime.isShown(time) {
            message.sentTime = nil
            let offset = Self.start(ofField: DownStreamField.dataTime, in: node, event)
            event.diagnoseTime(time, path: "dataTime", offset: offset)
        }
        event.units.rongCloud.messages.append(message)
    }

    /// Returns the offset of the last field with a number in a message; the message's own offset if it has no such
    /// field.
    private static func start(ofField number: UInt32, in message: Int, _ event: borrowing Event) -> Int {
        let nodes = event.units.rongCloud.tape.nodes
        var start = nodes[message].tagStart
        var index = message + 1
        while index < Int(nodes[message].next) {
            if nodes[index].number == number { start = nodes[index].tagStart }
            index = Int(nodes[index].next)
        }
        return start
    }

    func readContents(_ bytes: Span<UInt8>, _ event: inout Event) {
        for index in event.units.rongCloud.messages.indices { readContent(bytes, ofMessage: index, &event) }
    }

    /// Returns a message that a client sends; its conversation and target are those of the frame.
    private func upStream(_ node: Int, _ bytes: Span<UInt8>, topic: Int?, _ event: inout Event) -> RongCloudMessage {
        let fields = MessageFields(upStream: node, event.units.rongCloud.tape, bytes)
        var message = RongCloudMessage(node: node, fields)
        message.isUpstream = true
        message.conversation = topic.flatMap { conversationOfTopic[$0] }
        // A topic for any conversation names the conversation in the content; the frame's target may be the own user.
        if message.conversation != nil, let target = event.units.rongCloud.layout.targetId {
            message.target = .frame(target)
        }
        if !event.units.rongCloud.ownUser.isEmpty { message.sender = .ownUser }
        return message
    }

    /// Returns a message that a server delivers.
    private func downStream(_ node: Int, _ bytes: Span<UInt8>, _ event: inout Event) -> RongCloudMessage {
        let fields = MessageFields(downStream: node, event.units.rongCloud.tape, bytes)
        var message = RongCloudMessage(node: node, fields)
        if let target = fields.target { message.target = .payload(target) }
        if fields.isSent {
            if !event.units.rongCloud.ownUser.isEmpty { message.sender = .ownUser }
        } else if let author = fields.fromUserId {
            message.sender = .payload(author)
        }
        return message
    }

    private func readContent(_ bytes: Span<UInt8>, ofMessage index: Int, _ event: inout Event) {
        guard let range = event.units.rongCloud.messages[index].contentRange else { return }
        let start = event.units.rongCloud.contents.count
        do throws(WireError) {
            event.units.rongCloud.contentOnTape = nil
            try event.units.rongCloud.contentTape.parse(bytes, in: range, limits: limits.json)
            if !leavesContentOnTape || event.units.rongCloud.messages.count > 1 {
                event.units.rongCloud.contents.append(minified: event.units.rongCloud.contentTape, of: bytes)
            }
            if !showsSecrets, Secrets.mayHold(event.units.rongCloud.contentTape, bytes, in: range) {
                Secrets.maskJSON(from: start, in: &event.units.rongCloud.contents, limits: limits.json)
            } else {
                event.units.rongCloud.contentOnTape = index
            }
            event.units.rongCloud.messages[index].content = .json(start..<event.units.rongCloud.contents.count)
            omitContent(ofMessage: index, &event)
            judge(bytes, index, &event)
        } catch {
            event.units.rongCloud.messages[index].content = .bytes
            omitContent(ofMessage: index, &event)
            diagnose(error, bytes, index, &event)
        }
    }

    /// Says why the content of a message could not be parsed: it is no JSON, or beyond a limit of the parser.
    private func diagnose(_ error: WireError, _ bytes: Span<UInt8>, _ index: Int, _ event: inout Event) {
        let path = Diagnostic.contentPath(ofMessage: event.units.rongCloud.messages.count > 1 ? index : nil)
        guard error.code != .limit else {
            let text = "the content is shown as bytes and not checked: \(error)"
            return event.diagnose(.note, "content-limit", path: path, offset: error.offset, text)
        }
        let name = event.units.rongCloud.messages[index].objectName
        let isKnown = name.flatMap { MessageCatalogue.shared.index(of: bytes.extracting($0)) } != nil
        event.diagnose(
            isKnown ? .warning : .note,
            "content-json",
            path: path,
            offset: error.offset,
            "the content is not JSON: \(error)"
        )
    }

    /// Checks the content on the event's tape against the rules of its type.
    private func judge(_ bytes: Span<UInt8>, _ index: Int, _ event: inout Event) {
        guard let name = event.units.rongCloud.messages[index].objectName else { return }
        // The flags of delivered messages come from the server's status, not from the sender.
        let flags = event.units.rongCloud.messages[index].isUpstream ? event.units.rongCloud.messages[index].flags : nil
        let found = MessageRegistry.diagnoseBuiltIn(
            bytes.extracting(name),
            event.units.rongCloud.contentTape.root(in: bytes),
            flags: flags.map(MessageFlags.init)
        )
        let place = event.units.rongCloud.messages.count > 1 ? index : nil
        for finding in found { event.diagnostics.append(Diagnostic(.rongCloud(finding), message: place)) }
    }

    /// Omits the content from the payload, because it is shown among the messages.
    private func omitContent(ofMessage index: Int, _ event: inout Event) {
        let message = event.units.rongCloud.messages[index].node
        let number: UInt32 =
            event.units.rongCloud.tape.messageType(of: message, schema: map.schema) == map.upStreamMessage
            ? UpStreamField.content : DownStreamField.content
        if let node = event.units.rongCloud.tape.last(number, in: message) {
            event.units.rongCloud.tape.setOmitted(node)
        }
    }

}

extension MessageFlags {
    /// Creates the catalogue's flags from the bits `persisted` and `counted` of a message.
    fileprivate init(_ flags: ChatMessage.Handling) {
        self = []
        if flags.contains(.persisted) { insert(.persisted) }
        if flags.contains(.counted) { insert(.counted) }
    }
}
