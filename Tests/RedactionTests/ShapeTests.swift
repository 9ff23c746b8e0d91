import Testing
import WireFormat

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
        return walk.read(sink.writer.span, after: head, &texts)
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
}
