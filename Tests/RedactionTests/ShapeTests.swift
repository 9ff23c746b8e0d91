import Capture
import Crypto
import RongCloud
import Testing
import Transport
import WireFormat
import WireJSON
import WireProtobuf

@testable import Inspection
@testable import Redaction

@Suite("The shapes of events")
struct ShapeTests {
    private static let head = EventHead(
        flow: 1,
        time: 5,
        sender: .client,
        transport: .websocket,
        system: .rongCloud
    )

    /// What is read of an event.
    private struct Fields {
        var type = "PUBLISH"
        var qos: Int64 = 1
        var topic = "ppMsgP"
        var target = "amy"
        var messageId: Int64 = 7
        var objectName = "RC:TxtMsg"
        var content = #"{"content":"hi","mine":"x","n":5}"#
        var flags = #"["persisted"]"#
        var payload = #""message":"UpStreamMessage","value":{"sessionId":3}"#
        var code = "message-id"
        var packets: [Int64] = [4]
        var bytes: Int64 = 70
    }

    private static func shape(_ fields: Fields, after head: EventHead = head) -> UInt64 {
        var sink = EventRecordSink(capacity: 256)
        sink.text(.type, fields.type)
        sink.number(FieldKey(",\"qos\":"), fields.qos)
        sink.text(.topic, fields.topic)
        sink.text(FieldKey(",\"targetId\":"), fields.target)
        sink.number(.messageId, fields.messageId)
        sink.number(FieldKey(",\"length\":"), fields.bytes)
        sink.object(.payload) { writer in
            writer.append(text: fields.payload)
            return true
        }
        sink.beginMessage(contentBytes: 0)
        sink.text(.objectName, fields.objectName)
        sink.json(.content) { $0.append(text: fields.content) }
        sink.json(.flags) { $0.append(text: fields.flags) }
        sink.endMessage()
        sink.part = .diagnostic
        sink.text(FieldKey(",\"code\":"), fields.code)
        sink.part = .packet
        for packet in fields.packets { sink.number(FieldKey(",\"packets\":"), packet) }
        var walk = ShapeWalk()
        var texts = ShapeTexts()
        let tapes = EventTapes(unit: Span(), content: JSONTape(), payload: ProtobufTape())
        return walk.read(sink.writer.span, after: head, tapes, &texts).withPackets
    }

    /// What a walk takes of one field: the shape, and what it gathers.
    private struct Taken: Equatable {
        var shape: UInt64
        var gathered: Int
        var isIDKnown: Bool
    }

    private static func taken(_ tapes: borrowing EventTapes, _ describe: (inout EventRecordSink) -> Void) -> Taken {
        var sink = EventRecordSink(capacity: 256)
        describe(&sink)
        var walk = ShapeWalk()
        var texts = ShapeTexts()
        texts.gathered = Originals(spills: false)
        texts.ids = KnownIDs()
        let shape = walk.read(sink.writer.span, after: head, tapes, &texts).withPackets
        let hash = MessageUID.hash(ofTarget: "someone", layout: .b)
        return Taken(
            shape: shape,
            gathered: texts.gathered?.count ?? 0,
            isIDKnown: texts.ids?.target(hash, .b) == "someone"
        )
    }

    private static func changed(_ change: (inout Fields) -> Void) -> UInt64 {
        var fields = Fields()
        change(&fields)
        return shape(fields)
    }

    @Test("are the same whatever is replaced")
    func same() {
        let shapes = [
            Self.changed { $0.target = "qwzsnbvx" },
            Self.changed { $0.content = #"{"content":"wo \"x\"","mine":"x","n":5}"# },
            Self.changed { $0.content = #"{"content":"hi","qpwo":"x","n":5}"# },
            Self.changed { $0.content = #"{"content":"hi","mine":"x","n":8}"# },
            Self.changed { $0.bytes = 75 },
        ]
        for (index, shape) in shapes.enumerated() { #expect(shape == Self.shape(Fields()), "\(index)") }
    }

    @Test("have the names that applications gave to fields of frames no more than those of contents")
    func namesOfTheWire() {
        func shape(_ name: String) -> UInt64 {
            var sink = EventRecordSink(capacity: 64)
            sink.named(name) { $0.append(jsonString: "value") }
            var walk = ShapeWalk()
            var texts = ShapeTexts()
            let tapes = EventTapes(unit: Span(), content: JSONTape(), payload: ProtobufTape())
            return walk.read(sink.writer.span, after: Self.head, tapes, &texts).withPackets
        }
        #expect(shape("region") == shape("qwzsnb") && shape("region") == shape("another \"one\""))
        #expect(Set(["region", "sessionId", "pid", "topic"].map(shape)).count == 4)
    }

    @Test("differ in all that stays")
    func different() {
        let contents = [
            #"{"extra":"hi","mine":"x","n":5}"#, #"{"content":5,"mine":"x","n":5}"#,
            #"{"content":"","mine":"x","n":5}"#,
            #"{"content":null,"mine":"x","n":5}"#, #"{"content":"hi","n":5}"#, #"["content"]"#,
        ]
        var shapes = contents.map { content in Self.changed { $0.content = content } }
        shapes += [
            Self.shape(Fields()), Self.changed { $0.type = "QUERY" }, Self.changed { $0.qos = 2 },
            Self.changed { $0.topic = "pgMsgP" }, Self.changed { $0.messageId = 8 },
            Self.changed { $0.objectName = "RC:ImgMsg" }, Self.changed { $0.flags = #"["counted"]"# },
            Self.changed { $0.payload = #""message":"UpStreamMessage","value":{"sessionId":"3"}"# },
            Self.changed { $0.payload = #""message":"DownStreamMessage","value":{"sessionId":3}"# },
            Self.changed { $0.target = "" }, Self.changed { $0.code = "date" }, Self.changed { $0.packets = [5] },
            Self.changed { $0.packets = [4, 5] },
        ]
        #expect(Set(shapes).count == shapes.count)
    }

    @Test(
        "are the same of a content's tape as of its text, whatever white space it has",
        arguments: [
            #"{"content":"short text","mine":"x","n":1234567}"#, #"{ "content" : "a text that is long" , "n" : [ ] }"#,
            #"{"user":{"id":"someone","name":"a\"b\\"},"extra":"","all":[1,true,null,{"x":{}},"wo\nrd"]}"#,
            #"{"userId" :"someone","a key that is long":false}"#, #"["content",-7.5e3]"#, #""text by itself""#,
        ]
    )
    func contentTapes(_ content: String) throws {
        let unit = Array(("??" + content + "??").utf8)
        var tape = JSONTape()
        try tape.parse(unit.span, in: 2..<unit.count - 2)
        let tapes = EventTapes(unit: unit.span, content: tape, payload: ProtobufTape())
        let text = Self.taken(tapes) { $0.json(.content) { $0.append(minified: tape, of: unit.span) } }
        #expect(Self.taken(tapes) { $0.json(.content(isOnTape: true)) { _ in } } == text)
        #expect(content.contains("someone") == text.isIDKnown)
    }

    @Test("differ of payloads' tapes as of their JSON, and gather the same")
    func payloadTapes() throws {
        let schema = RongCloudSchema.shared
        func taken(_ fields: [UInt8], onTape: Bool) throws -> Taken {
            var tape = ProtobufTape()
            let type = PayloadMap.shared.downStreamMessage
            try tape.decode(fields.span, in: 0..<fields.count, as: type, schema: schema)
            let tapes = EventTapes(unit: fields.span, content: JSONTape(), payload: tape)
            return Self.taken(tapes) { sink in
                if onTape {
                    sink.part = .payload
                    let start = sink.beginPayloadOnTape()
                    sink.writer.append("DownStreamMessage")
                    return sink.endPayloadOnTape(from: start)
                }
                sink.object(.payload) { writer in
                    writer.append("\"message\":\"DownStreamMessage\",\"value\":")
                    writer.append(protobufJSON: tape, bytes: fields.span, schema: schema)
                    return true
                }
            }
        }
        func text(_ number: UInt8, _ text: String) -> [UInt8] { [number << 3 | 2, UInt8(text.utf8.count)] + text.utf8 }
        let time: [UInt8] = [0x30, 0x85, 0x8F, 0xB5, 0x05]
        // The sender, the conversation with a name and without, the content in few bytes, the time, and the direction.
        let first = text(1, "someone") + [0x10, 1] + text(5, "{}") + time + [0x50, 1]
        let others = [
            text(1, "anybody else at all") + [0x10, 1] + text(5, "{}") + time + [0x50, 1],
            text(1, "") + [0x10, 1] + text(5, "{}") + time + [0x50, 1],
            text(1, "someone") + [0x10, 99] + text(5, "{}") + time + [0x50, 1],
            text(1, "someone") + text(5, "a much longer content") + time + [0x50, 1],
            text(1, "someone") + [0x10, 1] + time + [0x50, 1], [],
        ]
        let known = (try taken(first, onTape: true), try taken(first, onTape: false))
        #expect(known.0.gathered == known.1.gathered)
        #expect(known.0.isIDKnown && known.1.isIDKnown)
        for (index, fields) in others.enumerated() {
            let (tape, json) = (try taken(fields, onTape: true), try taken(fields, onTape: false))
            #expect((tape.shape == known.0.shape) == (json.shape == known.1.shape), "\(index)")
            #expect(tape.gathered == json.gathered && tape.isIDKnown == json.isIDKnown, "\(index)")
        }
    }

    @Test("differ in what comes before the frame")
    func heads() {
        var heads = [Self.head, Self.head, Self.head, Self.head]
        heads[0].flow = 2
        heads[1].time = 6
        heads[2].sender = .server
        heads[3].transport = .tcp
        let shapes = heads.map { Self.shape(Fields(), after: $0) } + [Self.shape(Fields())]
        #expect(Set(shapes).count == 5)
    }

    @Test("know a key wherever it stands in its line")
    func keys() {
        func hash(_ line: String) -> UInt64 {
            let bytes = Array(line.utf8)
            var cursor = LineCursor(bytes.span)
            let key = cursor.takeKey(Fingerprint.shared)
            #expect(cursor.next == UInt8(ascii: ":"), "\(line)")
            #expect(bytes[key.range.upperBound - 1] == UInt8(ascii: "\""))
            return key.hash
        }
        var seen: Set<UInt64> = []
        for key in (0...12).map({ String(repeating: "k", count: $0) }) + ["a\\\"b", "ab\\\\", "kl", "é"] {
            let spelled = "\"" + key + "\":"
            #expect(hash(spelled) == hash(spelled + "1}"))
            #expect(hash(spelled) == hash(spelled + "\"and much that comes behind it\"}"))
            #expect(seen.insert(hash(spelled)).inserted, "\(key)")
        }
    }

    @Test("gather texts that a pseudonym may hold, and look at those under 6 bytes")
    func texts() {
        var gathering = ShapeTexts()
        gathering.gathered = Originals()
        let spellings = ["\"12345\"", "\"sixsix\"", "\"eleven text\"", "\"twelve texts\"", "\"a\\u0062cdef\""]
        let escaped = [
            "\"" + String(repeating: "\\u0061", count: 11) + "\"",
            "\"" + String(repeating: "\\u0061", count: 12) + "\"",
            "\"" + String(repeating: "\\n", count: 11) + "\"", "\"" + String(repeating: "\\\"", count: 12) + "\"",
            // Four letters of three bytes are longer than eleven.
            "\"" + String(repeating: "\\u4e16", count: 4) + "\"", "\"\\ud83d\\ude42\\ud83d\\ude43\"",
        ]
        for spelling in spellings + escaped { gathering.take(string: Array(spelling.utf8).span) }
        gathering.take(number: Array("7654321".utf8).span)
        gathering.take(number: Array("123456789012".utf8).span)
        gathering.take(number: 7_654_322)
        gathering.take(number: -123_456_789_012)
        gathering.gathered?.settle()
        #expect(gathering.gathered?.count == 8)

        var originals = Originals()
        originals.record(Array("a\"b".utf8))
        var looking = ShapeTexts()
        looking.search = OutputSearch(LeakSearch(originals))
        looking.take(string: Array("\"a'b\"".utf8).span)
        #expect(looking.search?.search.found == nil)
        looking.take(string: Array("\"a\\\"b\"".utf8).span)
        #expect(looking.search?.search.found == "a text of an event")
    }

    @Test("are kept of the first connections, of any order, as many as have room")
    func firstConnections() {
        let tapes = EventTapes(unit: Span(), content: JSONTape(), payload: ProtobufTape())
        var shapes = EventShapes()
        for flow in [5, 2, 9, 2, 7] {
            var head = Self.head
            head.flow = flow
            shapes.read(Span(), after: head, tapes)
        }
        var forgotten = shapes.keepFirst(4)
        #expect(forgotten == nil)
        #expect(shapes.systems.count == 4)
        forgotten = shapes.keepFirst(2)
        #expect(forgotten?.flow == 7)
        #expect(forgotten?.count == 2)
        #expect(shapes.systems.keys.sorted() == [2, 5])
        #expect(shapes.count == 5)
    }

    @Test("say which connections have no room in the output", arguments: [0, 1, 3])
    func mostConnections(_ excess: Int) throws {
        let most = RedactionAttempts.mostConnections
        let tapes = EventTapes(unit: Span(), content: JSONTape(), payload: ProtobufTape())
        var shapes = EventShapes()
        for flow in 1...most + excess {
            var head = Self.head
            head.flow = flow
            shapes.read(Span(), after: head, tapes)
        }
        let capture = try CaptureReader(bytes: RedactionTests.bytes("rongcloud-web-v4-chat.pcap"))
        let outcome = try CaptureProbe().read(capture, by: EventShapes()).outcome
        let key = SymmetricKey.ofTests
        let attempts = RedactionAttempts(CaptureRedactor.Options(), key, shapes, outcome, TLSSecrets())
        #expect(attempts.systems.count == most)
        let cut = attempts.outcome.report.cutFlows
        #expect(cut.map(\.flow) == (excess == 0 ? [] : [most + 1]))
        let others = excess > 1 ? ", and so are \(excess - 1) later ones" : ""
        #expect(cut.allSatisfy { $0.reason == "more connections than can be kept" + others })
    }
}
