import Inspection
import RongCloud
import WireFormat
import WireProtobuf

/// Rebuilds RongCloud's frames with other leaves.
final class RongCloudUnits {
    let leaves: LeafReplacer
    private let schema = RongCloudSchema.shared
    let topics: TopicPayloads
    let topic: LeafPlace
    let target: LeafPlace
    let queryTopic: LeafPlace
    let queryTarget: LeafPlace
    let receiptUID: LeafPlace
    private let unknownData: LeafPlace

    /// - Parameter limits: the limits for decoding payloads.
    init(_ leaves: LeafReplacer, limits: ProtobufLimits = ProtobufLimits()) {
        func place(_ field: String, of type: String) -> LeafPlace {
            leaves.place(field, of: type, in: RongCloudLeaves.payloads)
        }
        self.leaves = leaves
        topics = TopicPayloads(limits)
        topic = place("topic", of: "PUBLISH")
        target = place("targetId", of: "PUBLISH")
        queryTopic = place("topic", of: "QUERY")
        queryTarget = place("targetId", of: "QUERY")
        receiptUID = place("messageUId", of: "PUBACK")
        unknownData = leaves.place("data", of: "?", in: .none)
    }

    /// Appends a frame of the same type and shape; returns `false` if it cannot be rebuilt.
    ///
    /// - Parameters:
    ///   - frame: the header byte and the body.
    ///   - payload: the message type of the frame's data, as the inspector determines it.
    func rebuild(
        _ frame: Span<UInt8>,
        form: FrameForm,
        sender: FrameSender,
        payload: MessageIndex,
        to writer: inout ByteWriter
    ) -> Bool {
        if form == .websocket, let layout = Self.layout(frame, sender),
            append(message: frame, layout, payload, to: &writer)
        {
            return true
        }
        return append(frame: frame, form: form, sender: sender, payload: payload, to: &writer)
    }

    /// Appends a WebSocket message of the same type and shape; returns `false` if it cannot be rebuilt.
    ///
    /// - Parameter reader: determines the message type of the data, as in the inspector.
    func rebuild(
        message frame: Span<UInt8>,
        sender: FrameSender,
        _ reader: SystemReader,
        to writer: inout ByteWriter
    ) -> Bool {
        let payload: MessageIndex
        if let layout = Self.layout(frame, sender) {
            payload =
                reader.payload(ofRongCloud: frame, byTopicOf: layout, sender: sender, topics)
                ?? reader.payload(ofRongCloud: frame, form: .websocket, sender: sender)
            if append(message: frame, layout, payload, to: &writer) { return true }
        } else {
            payload = reader.payload(ofRongCloud: frame, form: .websocket, sender: sender)
        }
        return append(frame: frame, form: .websocket, sender: sender, payload: payload, to: &writer)
    }

    /// Returns the layout of a WebSocket message; `nil` if it is unreadable or has bytes after its fields.
    @inline(__always)
    private static func layout(_ frame: Span<UInt8>, _ sender: FrameSender) -> FrameLayout? {
        var layout = FrameLayout()
        var reader = ByteReader(frame)
        guard (try? layout.read(&reader, form: .websocket, sender: sender)) != nil, layout.trailing == nil else {
            return nil
        }
        return layout
    }

    private func append(
        frame: Span<UInt8>,
        form: FrameForm,
        sender: FrameSender,
        payload: MessageIndex,
        to writer: inout ByteWriter
    ) -> Bool {
        guard let made = rebuild(frame, form: form, sender: sender, payload: payload) else { return false }
        writer.append(made)
        return true
    }

    // MARK: Frames that carry messages

    /// A text of a frame; its length is in the two bytes before it.
    struct Text {
        var range: Range<Int>
        var place: LeafPlace

        init?(_ range: Range<Int>?, _ place: LeafPlace) {
            guard let range else { return nil }
            self.range = range
            self.place = place
        }
    }

    /// Appends a frame of one of the most frequent types by editing its bytes; returns `false` for other frames.
    private func append(
        message frame: Span<UInt8>,
        _ layout: borrowing FrameLayout,
        _ payload: MessageIndex,
        to writer: inout ByteWriter
    ) -> Bool {
        let first: Text?
        let second: Text?
        switch layout.header.type {
        case .publish: (first, second) = (Text(layout.topic, topic), Text(layout.targetId, target))
        case .query: (first, second) = (Text(layout.topic, queryTopic), Text(layout.targetId, queryTarget))
        case .puback: (first, second) = (Text(layout.messageUId, receiptUID), nil)
        case .queryack: (first, second) = (nil, nil)
        default: return false
        }
        // A text that is not ASCII has several spellings.
        if let first, !frame.extracting(first.range).isASCII { return false }
        if let second, !frame.extracting(second.range).isASCII { return false }
        let start = writer.count
        var done = 0
        if let first, !append(first, of: frame, &done, to: &writer) { return false }
        if let second, !append(second, of: frame, &done, to: &writer) {
            writer.truncate(to: start)
            return false
        }
        guard let data = layout.data else {
            writer.append(frame.extracting(droppingFirst: done))
            return true
        }
        writer.append(frame.extracting(done..<data.lowerBound))
        append(data: frame.extracting(data), payload, to: &writer)
        return true
    }

    /// Appends the bytes of a frame from `done` to the end of a text, with the new text; returns `false` if that is too
    /// long.
    func append(
        _ text: Text,
        of frame: Span<UInt8>,
        _ done: inout Int,
        to writer: inout ByteWriter
    ) -> Bool {
        let before = writer.count
        writer.append(frame.extracting(done..<text.range.lowerBound))
        let start = writer.count
        leaves.text(frame.extracting(text.range), text.place, to: &writer)
        guard let length = UInt16(exactly: writer.count - start) else {
            writer.truncate(to: before)
            return false
        }
        writer.replace(at: start - 2, bigEndian: length)
        done = text.range.upperBound
        return true
    }

    private func append(data value: Span<UInt8>, _ payload: MessageIndex, to writer: inout ByteWriter) {
        guard !value.isEmpty else { return }
        if payload != .none {
            if leaves.protobuf(value, as: payload, schema, RongCloudLeaves.payloads, to: &writer) { return }
            if leaves.refused(value, as: payload, schema, RongCloudLeaves.payloads, to: &writer) { return }
        }
        leaves.bytes(value, unknownData, to: &writer)
    }

    // MARK: All frames

    private func rebuild(
        _ frame: Span<UInt8>,
        form: FrameForm,
        sender: FrameSender,
        payload: MessageIndex
    ) -> [UInt8]? {
        guard let read = try? Frame(decoding: frame, form: form, sender: sender) else { return nil }
        let body: Frame.Body
        switch read.body {
        case .publish(var publish):
            publish.topic = text(publish.topic, topic)
            publish.targetId = text(publish.targetId, target)
            publish.signature = publish.signature.map { signature($0) }
            publish.data = data(publish.data, payload)
            body = .publish(publish)
        case .query(var query):
            query.topic = text(query.topic, queryTopic)
            query.targetId = text(query.targetId, queryTarget)
            query.signature = query.signature.map { signature($0) }
            query.data = data(query.data, payload)
            body = .query(query)
        case .queryack(var answer):
            answer.data = data(answer.data, payload)
            body = .queryack(answer)
        case .puback(var puback):
            let uid = puback.receipt?.messageUId.map { text($0, receiptUID) }
            puback.receipt?.messageUId = uid
            body = .puback(puback)
        case .connack(var connack):
            connack.userId = connack.userId.map { text($0, "userId", of: "CONNACK") }
            connack.sessionId = connack.sessionId.map { text($0, "sessionId", of: "CONNACK") }
            body = .connack(connack)
        case .connect(var connect):
            connect.protocolId = text(connect.protocolId, "protocolId", of: "CONNECT")
            connect.clientId = text(connect.clientId, "clientId", of: "CONNECT")
            connect.clientIp = connect.clientIp.map { text($0, "clientIp", of: "CONNECT") }
            connect.willTopic = connect.willTopic.map { text($0, "willTopic", of: "CONNECT") }
            connect.will = connect.will.map { text($0, "will", of: "CONNECT") }
            connect.appId = connect.appId.map { text($0, "appId", of: "CONNECT") }
            connect.token = connect.token.map { text($0, "token", of: "CONNECT") }
            body = .connect(connect)
        case .querycon, .pingreq, .pingresp, .disconnect: body = read.body
        case .opaque(let type, let data):
            body = .opaque(type, data: leaves.bytes(data, place("data", of: "RESERVED")))
        }
        let trailing = leaves.pseudonyms.bytes(read.trailing)
        let header = read.header
        let made = Frame(body, qos: header.qos, dup: header.dup, retain: header.retain, trailing: trailing)
        return try? made.encoded(form: form, sender: sender)
    }

    func place(_ field: String, of type: String) -> LeafPlace {
        leaves.place(field, of: type, in: RongCloudLeaves.payloads)
    }

    /// Returns a text with the pseudonym in the same encoding, since an unusual encoding is reported.
    func text(_ value: WireString, _ place: LeafPlace) -> WireString {
        let made = leaves.text(value.text, place)
        guard let raw = value.raw else { return WireString(made) }
        switch WireString.decode(raw.span).encoding {
        case .common, .cesu8: return WireString(made)
        case .utf8: return WireString(decoding: made.utf8.span)
        case .modifiedUTF8:
            let bytes = made.utf8.flatMap { $0 == 0 ? [0xC0, 0x80] : [$0] }
            return WireString(decoding: bytes.span)
        case .invalid:
            leaves.pseudonyms.originals.record(content: raw.span)
            return WireString(decoding: (Array(made.utf8) + [FlowRewriter.filler]).span)
        }
    }

    private func text(_ value: WireString, _ field: String, of type: String) -> WireString {
        text(value, place(field, of: type))
    }

    /// Returns a replaced signature; a small number is a constant and stays, any other value is a digest.
    func signature(_ value: UInt64) -> UInt64 {
        value < 0x10000 ? value : KeyedBytes.word(value, leaves.pseudonyms.key)
    }

    private func data(_ value: [UInt8], _ payload: MessageIndex) -> [UInt8] {
        var writer = ByteWriter(capacity: value.count + 64)
        append(data: value.span, payload, to: &writer)
        return writer.array
    }
}
