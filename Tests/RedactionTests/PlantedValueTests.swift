import Crypto
import Inspection
import LeanCloud
import NIM
import RongCloud
import Testing
import WireFormat
import WireJSON
import WireProtobuf

@testable import Redaction

/// A value that no class lets stay stands in each string of each unit, and nothing of it is left.
@Suite("Planted values are replaced")
struct PlantedValueTests {
    private static let secret = "密语 Planted#7 secret"
    private let leaves = LeafReplacer(Pseudonyms(key: .ofTests))

    private static let forms: [[UInt8]] = [Array(secret.utf8), Array("lanted#7".utf8), Array("密语".utf8)]

    private func holds(_ bytes: [UInt8]) -> Bool {
        Self.forms.contains { Array(bytes).firstRange(of: $0) != nil }
    }

    /// A message with the value in each of its strings and bytes, one level deep in those inside.
    private func planted(_ type: MessageIndex, _ schema: ProtobufSchema, deep: Bool = true) -> ProtobufMessage {
        ProtobufMessage(
            schema.fieldIndices(of: type).compactMap { index in
                let field = schema[index]
                switch field.kind {
                case .string, .bytes: return ProtobufMessage.Field(field.number, .bytes(Array(Self.secret.utf8)))
                case .message where deep:
                    return ProtobufMessage.Field(field.number, .message(planted(field.message, schema, deep: false)))
                default: return nil
                }
            }
        )
    }

    @Test("in each message of RongCloud's and LeanCloud's schemas", arguments: [true, false])
    func schemas(isRongCloud: Bool) {
        let schema = isRongCloud ? RongCloudSchema.shared : LeanCloudSchema.shared
        let table = isRongCloud ? RongCloudLeaves.payloads : UnitTables.leanCloud
        var strings = 0
        for type in schema.messageIndices {
            let message = planted(type, schema)
            guard holds(message.encoded()) else { continue }
            strings += 1
            let bytes = message.encoded()
            let made = leaves.protobuf(bytes.span, as: type, schema, table)
            #expect(made.map(holds) == false, "\(schema.name(of: type))")
        }
        #expect(strings > (isRongCloud ? 80 : 20))
    }

    @Test("in a field that the schema does not have")
    func unknownField() throws {
        let type = try #require(RongCloudSchema.shared.message(named: "UpStreamMessage"))
        let message = ProtobufMessage([ProtobufMessage.Field(4000, .bytes(Array(Self.secret.utf8)))])
        let bytes = message.encoded()
        let made = leaves.protobuf(bytes.span, as: type, RongCloudSchema.shared, RongCloudLeaves.payloads)
        #expect(made.map(holds) == false)
    }

    @Test("in each frame of RongCloud that has texts or data")
    func frames() throws {
        let text = WireString(Self.secret)
        let data = Array(Self.secret.utf8)
        let bodies: [(Frame.Body, FrameForm, FrameSender)] = [
            (.publish(Publish(topic: text, targetId: text, messageId: 1, data: data)), .websocket, .client),
            (.query(Query(topic: text, targetId: text, messageId: 1, data: data)), .websocket, .client),
            (.queryack(QueryAck(messageId: 1, date: 1, status: 0, data: data)), .websocket, .server),
            (.connack(ConnAck(status: 0, userId: text, sessionId: text)), .websocket, .server),
            (
                .puback(
                    PubAck(
                        messageId: 1,
                        receipt: PubAck.Receipt(date: 1, status: 0, millisecond: 1, messageUId: text)
                    )
                ), .websocket, .server
            ),
            (.connect(Connect(protocolId: text, flags: 0, keepAlive: 60, clientId: text)), .tcp, .client),
        ]
        for (body, form, sender) in bodies {
            let frame = try Frame(body, qos: 1).encoded(form: form, sender: sender)
            #expect(holds(frame))
            var made = ByteWriter()
            let units = RongCloudUnits(leaves)
            #expect(units.rebuild(frame.span, form: form, sender: sender, payload: .none, to: &made), "\(body)")
            #expect(!holds(made.array), "\(body)")
        }
    }

    @Test("in frames that are rebuilt from their bytes as in those that are read whole", arguments: ["amy lee", "李梅"])
    func frameTexts(target: String) throws {
        let payload = try #require(RongCloudSchema.shared.message(named: "UpStreamMessage"))
        let message = ProtobufMessage([ProtobufMessage.Field(2, .bytes(Array("RC:TxtMsg".utf8)))])
        let text = WireString(target)
        let pseudonym = leaves.text(target, leaves.place("targetId", of: "PUBLISH", in: RongCloudLeaves.payloads))
        #expect(pseudonym != target)
        let data = message.encoded()
        let publish = Publish(topic: "ppMsgP", targetId: text, messageId: 7, data: data, date: 5)
        let query = Query(topic: "qryPMsg", targetId: text, messageId: 8, data: data)
        let receipt = PubAck.Receipt(date: 1, status: 0, millisecond: 1, messageUId: text)
        let bodies: [(Frame.Body, FrameSender)] = [
            (.publish(publish), .server), (.query(query), .client),
            (.puback(PubAck(messageId: 9, receipt: receipt)), .server),
            (.queryack(QueryAck(messageId: 8, date: 1, status: 3, data: data)), .server),
        ]
        for (body, sender) in bodies {
            let frame = Frame(body, qos: 1, dup: true)
            var made = ByteWriter()
            made.append("before")
            let bytes = try frame.encoded(sender: sender)
            let units = RongCloudUnits(leaves)
            #expect(units.rebuild(bytes.span, form: .websocket, sender: sender, payload: payload, to: &made), "\(body)")
            let read = try Frame(decoding: made.span.extracting(droppingFirst: 6), sender: sender)
            var expected = body
            switch body {
            case .publish(var publish):
                publish.targetId = WireString(pseudonym)
                expected = .publish(publish)
            case .query(var query):
                query.targetId = WireString(pseudonym)
                expected = .query(query)
            case .puback(var puback):
                puback.receipt?.messageUId = WireString(pseudonym)
                expected = .puback(puback)
            default: break
            }
            #expect(read == Frame(expected, qos: 1, dup: true), "\(body)")
        }
    }

    @Test("in frames with bytes behind their fields")
    func trailing() throws {
        let body = Frame.Body.puback(PubAck(messageId: 9, receipt: nil))
        let frame = try Frame(body, trailing: Array(Self.secret.utf8)).encoded(sender: .client)
        var made = ByteWriter()
        let units = RongCloudUnits(leaves)
        #expect(units.rebuild(frame.span, form: .websocket, sender: .client, payload: .none, to: &made))
        #expect(made.count == frame.count)
        #expect(!holds(made.array))
    }

    @Test("in each key of each content of RongCloud's catalogue")
    func contents() {
        for index in MessageCatalogue.shared.indices {
            let name = MessageCatalogue.shared[index].objectName
            guard let details = MessageCatalogue.shared.details(name) else { continue }
            let content = JSONValue.object(
                details.fields.map { JSONMember(JSONString($0.key), .string(JSONString(Self.secret))) }
                    + [JSONMember("made-up", ["inside": .string(JSONString(Self.secret))])]
            )
            let place = leaves.place("content", of: "UpStreamMessage", in: RongCloudLeaves.payloads)
            let made = leaves.content(content.minified, objectName: Array(name.utf8), place)
            #expect(!holds(made), "\(name)")
        }
    }

    @Test("in each value and tag of NIM's commands")
    func nim() throws {
        #expect(NIMCommand.all.count > 400)
        for command in NIMCommand.all {
            let secret = JSONValue.string(JSONString(Self.secret))
            let values = command.values.map { value -> JSONValue in
                guard let entity = value.entity else { return secret }
                let tags = (0...150).filter { NIMTags.tag($0, of: entity, in: command.scope) != nil } + [999]
                return .object(tags.map { JSONMember(JSONString("\($0)"), secret) })
            }
            let packet =
                switch command.direction {
                case .request:
                    try NIMPacket(
                        sid: command.sid,
                        cid: command.cid,
                        ser: 1,
                        arguments: zip(values, command.values).map { value, named in
                            ["t": JSONValue(named.type), "v": value]
                        }
                    )
                case .response:
                    try NIMPacket(sid: command.sid, cid: command.cid, ser: 1, code: 200, values: values)
                }
            let units = NIMUnits(leaves: leaves, scope: command.scope)
            let made = try #require(units.rebuild(packet.encoded()))
            #expect(!holds(made), "\(command.name)")
            let again = try NIMPacket(decoding: made.span)
            #expect(again.cid == command.cid)
        }
    }

    @Test("in the JSON of LeanCloud, YC and long polling", arguments: MessagingSystem.allCases)
    func json(_ system: MessagingSystem) throws {
        let secret = JSONValue.string(JSONString(Self.secret))
        let members = Vocabulary.keys.sorted().map { JSONMember(JSONString($0), secret) }
        let inner = JSONMember(JSONString(Self.secret), .array([secret, .object(members)]))
        let value = JSONValue.object(members + [inner])
        #expect(!holds(UnitTables.rebuild(httpBody: value.minified, of: system, leaves)))
        var made: [UInt8]?
        switch system {
        case .leanCloud: made = UnitTables.rebuild(leanCloud: value.minified, .json, .current, leaves)
        case .yc: made = leaves.json(value.minified.span, leaves.places.whole("YC", in: YCLeaves.replies))
        case .rongCloud, .nim: return
        }
        let bytes = try #require(made)
        #expect(!holds(bytes))
    }
}
