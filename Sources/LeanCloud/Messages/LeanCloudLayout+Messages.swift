import WireFormat
import WireJSON
import WireProtobuf

extension LeanCloudLayout {
    /// Finds the chat messages of the command that was read, and stores them in ``messages``.
    ///
    /// - Parameters:
    ///   - unit: the bytes that were read.
    ///   - most: the number of messages to find, at most; ``hasMoreMessages`` says whether there are more.
    public mutating func findMessages(in unit: Span<UInt8>, atMost most: Int = .max) {
        forgetMessages()
        mostMessages = most
        switch form {
        case .messagePack: return
        case .json:
            let json = json
            if json.count > 0 { findJSONMessages(json.root(in: unit)) }
        case .protobuf: findProtobufMessages(unit)
        case .protobufBase64:
            // A local copy, so that messages can be appended while the bytes are read.
            let payload = decoded
            findProtobufMessages(payload.span)
        }
    }

    /// Omits the contents of ``messages`` from the JSON mapping of ``tape``, since they are shown separately: for a
    /// message with both text and bytes, the bytes.
    package mutating func leaveOutContents() {
        for message in messages where message.node > 0 || message.place == .direct {
            let isBinary = message.binary != nil
            let number: UInt32 =
                switch message.place {
                case .direct: isBinary ? LeanCloudField.DirectCommand.binaryMsg : LeanCloudField.DirectCommand.msg
                case .unread: isBinary ? LeanCloudField.UnreadTuple.binaryMsg : LeanCloudField.UnreadTuple.data
                case .log: LeanCloudField.LogItem.data
                case .patch: isBinary ? LeanCloudField.PatchItem.binaryMsg : LeanCloudField.PatchItem.data
                }
            if let node = tape.last(number, in: message.node) { tape.setOmitted(node) }
        }
    }

    /// Returns a copy of a text or of the bytes that it encodes; `nil` for invalid base64.
    public func copy(_ text: LeanCloudText, of unit: Span<UInt8>) -> [UInt8]? {
        let payload = payload(unit)
        var bytes: [UInt8]
        if text.isEscaped {
            let quoted = text.range.lowerBound - 1..<text.range.upperBound + 1
            guard let string = (try? JSONValue(parsing: payload, in: quoted))?.string else { return nil }
            bytes = Array(string.utf8)
        } else {
            bytes = Array(copying: payload.extracting(text.range))
        }
        return text.isBase64 ? Base64.decode(bytes.span) : bytes
    }

    /// Returns a copy of a text; bytes that are not UTF-8 become U+FFFD.
    public func string(_ text: LeanCloudText, of unit: Span<UInt8>) -> String {
        String(decoding: copy(text, of: unit) ?? [], as: UTF8.self)
    }

    // MARK: Protobuf

    private mutating func findProtobufMessages(_ payload: Span<UInt8>) {
        // Almost every command has at most one body, and that is last.
        guard let last = header.body else { return }
        var index = header.bodies == 1 ? last : 1
        while index <= last {
            let node = tape.nodes[index]
            if node.field.isKnown {
                switch node.number {
                case LeanCloudField.GenericCommand.directMessage:
                    append(Self.direct(tape, index, payload))
                case LeanCloudField.GenericCommand.unreadMessage:
                    find(LeanCloudField.UnreadCommand.convs, in: index, payload, Self.unread)
                case LeanCloudField.GenericCommand.logsMessage:
                    find(LeanCloudField.LogsCommand.logs, in: index, payload, Self.log)
                case LeanCloudField.GenericCommand.patchMessage:
                    find(LeanCloudField.PatchCommand.patches, in: index, payload, Self.patch)
                default: break
                }
            }
            index = max(index &+ 1, Int(node.next))
        }
    }

    private mutating func find(
        _ number: UInt32,
        in body: Int,
        _ payload: Span<UInt8>,
        _ read: (borrowing ProtobufTape, Int, Span<UInt8>) -> LeanCloudMessageLayout?
    ) {
        // Past messages share one conversation, stated once for all.
        var conversation: LeanCloudText?
        if number == LeanCloudField.LogsCommand.logs, let cid = tape.last(LeanCloudField.LogsCommand.cid, in: body) {
            conversation = LeanCloudText(tape.nodes[cid].valueRange)
        }
        var item = tape.first(number, in: body)
        while let current = item {
            if var message = read(tape, current, payload) {
                if let conversation { message.conversation = conversation }
                append(message)
            }
            item = tape.following(current, in: body)
        }
    }

    /// Iterates over the known fields of a node; of repeated fields the caller keeps the last.
    private static func fields(_ tape: borrowing ProtobufTape, of parent: Int, _ body: (ProtobufNode) -> Void) {
        let nodes = tape.nodes
        var index = parent &+ 1
        while index < Int(nodes[parent].next) {
            let node = nodes[index]
            if node.field.isKnown { body(node) }
            index = max(index &+ 1, Int(node.next))
        }
    }

    private static func direct(
        _ tape: borrowing ProtobufTape,
        _ node: Int,
        _ payload: Span<UInt8>
    ) -> LeanCloudMessageLayout {
        typealias Field = LeanCloudField.DirectCommand
        var message = LeanCloudMessageLayout(.direct)
        message.node = node
        var room: LeanCloudText?
        fields(tape, of: node) { field in
            switch field.number {
            case Field.msg: message.text = LeanCloudText(field.valueRange)
            case Field.fromPeerId: message.sender = LeanCloudText(field.valueRange)
            case Field.timestamp: message.timestamp = Int64(bitPattern: field.bits(in: payload))
            case Field.cid: message.conversation = LeanCloudText(field.valueRange)
            case Field.id: message.id = LeanCloudText(field.valueRange)
            case Field.transient: message.isTransient = field.bits(in: payload) != 0
            case Field.roomId: room = LeanCloudText(field.valueRange)
            case Field.patchTimestamp: message.patchTimestamp = Int64(bitPattern: field.bits(in: payload))
            case Field.binaryMsg: message.binary = LeanCloudText(field.valueRange)
            case Field.mentionAll: message.mentionsAll = field.bits(in: payload) != 0
            case Field.convType: message.conversationType = Int32(truncatingIfNeeded: field.bits(in: payload))
            default: break
            }
        }
        if message.conversation == nil { message.conversation = room }
        if message.binary != nil { message.text = nil }
        return message
    }

    private static func unread(
        _ tape: borrowing ProtobufTape,
        _ node: Int,
        _ payload: Span<UInt8>
    ) -> LeanCloudMessageLayout? {
        typealias Field = LeanCloudField.UnreadTuple
        var message = LeanCloudMessageLayout(.unread)
        message.node = node
        fields(tape, of: node) { field in
            switch field.number {
            case Field.cid: message.conversation = LeanCloudText(field.valueRange)
            case Field.mid: message.id = LeanCloudText(field.valueRange)
            case Field.timestamp: message.timestamp = Int64(bitPattern: field.bits(in: payload))
            case Field.from: message.sender = LeanCloudText(field.valueRange)
            case Field.data: message.text = LeanCloudText(field.valueRange)
            case Field.patchTimestamp: message.patchTimestamp = Int64(bitPattern: field.bits(in: payload))
            case Field.binaryMsg: message.binary = LeanCloudText(field.valueRange)
            case Field.convType: message.conversationType = Int32(truncatingIfNeeded: field.bits(in: payload))
            default: break
            }
        }
        if message.binary != nil { message.text = nil }
        // A tuple without content is only a count.
        return message.text == nil && message.binary == nil ? nil : message
    }

    private static func log(
        _ tape: borrowing ProtobufTape,
        _ node: Int,
        _ payload: Span<UInt8>
    ) -> LeanCloudMessageLayout? {
        typealias Field = LeanCloudField.LogItem
        var message = LeanCloudMessageLayout(.log)
        message.node = node
        var data: Range<Int>?
        var isBinary = false
        fields(tape, of: node) { field in
            switch field.number {
            case Field.from: message.sender = LeanCloudText(field.valueRange)
            case Field.data: data = field.valueRange
            case Field.timestamp: message.timestamp = Int64(bitPattern: field.bits(in: payload))
            case Field.msgId: message.id = LeanCloudText(field.valueRange)
            case Field.patchTimestamp: message.patchTimestamp = Int64(bitPattern: field.bits(in: payload))
            case Field.mentionAll: message.mentionsAll = field.bits(in: payload) != 0
            case Field.bin: isBinary = field.bits(in: payload) != 0
            case Field.convType: message.conversationType = Int32(truncatingIfNeeded: field.bits(in: payload))
            default: break
            }
        }
        if isBinary {
            message.binary = data.map { LeanCloudText($0, isBase64: true) }
        } else {
            message.text = data.map { LeanCloudText($0) }
        }
        return message
    }

    private static func patch(
        _ tape: borrowing ProtobufTape,
        _ node: Int,
        _ payload: Span<UInt8>
    ) -> LeanCloudMessageLayout? {
        typealias Field = LeanCloudField.PatchItem
        var message = LeanCloudMessageLayout(.patch)
        message.node = node
        fields(tape, of: node) { field in
            switch field.number {
            case Field.cid: message.conversation = LeanCloudText(field.valueRange)
            case Field.mid: message.id = LeanCloudText(field.valueRange)
            case Field.timestamp: message.timestamp = Int64(bitPattern: field.bits(in: payload))
            case Field.recall: message.isRecalled = field.bits(in: payload) != 0
            case Field.data: message.text = LeanCloudText(field.valueRange)
            case Field.patchTimestamp: message.patchTimestamp = Int64(bitPattern: field.bits(in: payload))
            case Field.from: message.sender = LeanCloudText(field.valueRange)
            case Field.binaryMsg: message.binary = LeanCloudText(field.valueRange)
            case Field.mentionAll: message.mentionsAll = field.bits(in: payload) != 0
            default: break
            }
        }
        if message.binary != nil { message.text = nil }
        return message
    }

    // MARK: JSON

    private mutating func findJSONMessages(_ root: JSONView) {
        var found: [LeanCloudMessageLayout] = []
        let conversation = root.member(exactly: "cid")?.text
        if header.cmd == .direct {
            found.append(Self.message(.direct, root, text: "msg", id: "id", sender: "fromPeerId", conversation))
        } else if header.cmd == .logs, let items = root.member(exactly: "logs") {
            found = list(.log, items, id: "msgId", conversation)
        } else if header.cmd == .unread, let items = root.member(exactly: "convs") {
            found = list(.unread, items, id: "mid", conversation)
        } else if header.cmd == .patch, let items = root.member(exactly: "patches") {
            found = list(.patch, items, id: "mid", conversation)
        }
        for message in found { append(message) }
    }

    private mutating func list(
        _ place: LeanCloudMessage.Place,
        _ items: JSONView,
        id: StaticString,
        _ conversation: LeanCloudText?
    ) -> [LeanCloudMessageLayout] {
        var found: [LeanCloudMessageLayout] = []
        var elements = items.elements
        while let element = elements.next() {
            guard element.kind == .object else { continue }
            let message = Self.message(place, element, text: "data", id: id, sender: "from", conversation)
            // A tuple without content is only a count.
            if place == .unread, message.text == nil, message.binary == nil { continue }
            guard found.count < mostMessages else {
                hasMoreMessages = true
                break
            }
            found.append(message)
        }
        return found
    }

    private static func message(
        _ place: LeanCloudMessage.Place,
        _ item: JSONView,
        text: StaticString,
        id: StaticString,
        sender: StaticString,
        _ conversation: LeanCloudText?
    ) -> LeanCloudMessageLayout {
        var message = LeanCloudMessageLayout(place)
        message.text = item.member(exactly: text)?.text
        message.id = item.member(exactly: id)?.text
        message.sender = item.member(exactly: sender)?.text
        message.conversation =
            item.member(exactly: "cid")?.text ?? conversation ?? item.member(exactly: "roomId")?.text
        message.conversationType = item.member(exactly: "convType")?.integer.flatMap { Int32(exactly: $0) }
        message.timestamp = item.member(exactly: "timestamp")?.integer
        message.patchTimestamp = item.member(exactly: "patchTimestamp")?.integer
        message.isTransient = item.member(exactly: "transient")?.truth ?? false
        message.mentionsAll = item.member(exactly: "mentionAll")?.truth ?? false
        message.isRecalled = item.member(exactly: "recall")?.truth ?? false
        if let binary = item.member(exactly: "binaryMsg")?.text {
            message.binary = LeanCloudText(binary.range, isEscaped: binary.isEscaped, isBase64: true)
            message.text = nil
        } else if item.member(exactly: "bin")?.truth == true, let data = message.text {
            message.binary = LeanCloudText(data.range, isEscaped: data.isEscaped, isBase64: true)
            message.text = nil
        }
        return message
    }
}
