import RongCloud
import WireFormat
import WireJSON
import WireProtobuf

/// Rebuilds RongCloud's frames from other leaves.
struct RongCloudUnits {
    let leaves: LeafReplacer
    private let topic: LeafPlace
    private let target: LeafPlace

    init(_ leaves: LeafReplacer) {
        self.leaves = leaves
        topic = leaves.place("topic", of: "PUBLISH", in: RongCloudLeaves.payloads)
        target = leaves.place("targetId", of: "PUBLISH", in: RongCloudLeaves.payloads)
    }

    /// A frame of the same type and shape; `nil` when it cannot be rebuilt.
    ///
    /// - Parameters:
    ///   - frame: header byte and body.
    ///   - payload: what its data is, as the inspector found.
    func rebuild(
        _ frame: [UInt8],
        form: FrameForm,
        sender: FrameSender,
        payload: MessageIndex
    ) -> [UInt8]? {
        guard let read = try? Frame(decoding: frame.span, form: form, sender: sender) else { return nil }
        let body: Frame.Body
        switch read.body {
        case .publish(var publish):
            publish.topic = WireString(leaves.text(publish.topic.text, topic))
            publish.targetId = WireString(leaves.text(publish.targetId.text, target))
            publish.signature = publish.signature.map { signature($0) }
            publish.data = data(publish.data, payload)
            body = .publish(publish)
        case .query(var query):
            query.topic = text(query.topic, "topic", of: "QUERY")
            query.targetId = text(query.targetId, "targetId", of: "QUERY")
            query.signature = query.signature.map { signature($0) }
            query.data = data(query.data, payload)
            body = .query(query)
        case .queryack(var answer):
            answer.data = data(answer.data, payload)
            body = .queryack(answer)
        case .puback(var puback):
            let uid = puback.receipt?.messageUId.map { text($0, "messageUId", of: "PUBACK") }
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

    private func place(_ field: String, of type: String) -> LeafPlace {
        leaves.place(field, of: type, in: RongCloudLeaves.payloads)
    }

    private func text(_ value: WireString, _ field: String, of type: String) -> WireString {
        WireString(leaves.text(value.text, place(field, of: type)))
    }

    /// A signature that is a constant says nothing; any other is a digest.
    private func signature(_ value: UInt64) -> UInt64 {
        value < 0x10000 ? value : KeyedBytes.word(value, leaves.pseudonyms.key)
    }

    private func data(_ value: [UInt8], _ payload: MessageIndex) -> [UInt8] {
        guard !value.isEmpty else { return value }
        if payload != .none,
            let made = leaves.protobuf(value.span, as: payload, RongCloudSchema.shared, RongCloudLeaves.payloads)
        {
            return made
        }
        return leaves.bytes(value, leaves.place("data", of: "?", in: .none))
    }
}
