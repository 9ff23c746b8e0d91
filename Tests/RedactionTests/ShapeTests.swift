import Testing
import WireFormat

@testable import Inspection
@testable import Redaction

@Suite("The shapes of events")
struct ShapeTests {
    private static let head = EventLineHead(
        flow: 1,
        time: 5,
        sender: .client,
        transport: .websocket,
        system: .rongCloud
    )

    private static func shape(_ members: String, after head: EventLineHead = head) -> UInt64 {
        var walk = ShapeWalk()
        var texts = ShapeTexts()
        return walk.read(Array(members.utf8).span, after: head, &texts)
    }

    private static let event = """
        {"frame":{"type":"PUBLISH","qos":1,"topic":"ppMsgP","targetId":"amy","messageId":7},"messages":[{"objectName":\
        "RC:TxtMsg","content":{"content":"hi","mine":"x","n":5},"flags":["persisted"]}],"packets":[4],"bytes":70}
        """

    @Test(
        "are the same whatever is replaced",
        arguments: [
            ("\"amy\"", "\"qwzsnbvx\""), ("\"hi\"", "\"wo \\\"x\\\"\""), ("\"mine\"", "\"qpwo\""), (":5}", ":8}"),
            ("\"bytes\":70", "\"bytes\":75"),
        ]
    )
    func same(_ old: String, _ new: String) {
        let other = Self.event.replacing(old, with: new)
        #expect(other != Self.event)
        #expect(Self.shape(other) == Self.shape(Self.event))
    }

    @Test(
        "differ in all that stays",
        arguments: [
            ("PUBLISH", "QUERY"), (":1,", ":2,"), ("ppMsgP", "pgMsgP"), (":7}", ":8}"), ("RC:TxtMsg", "RC:ImgMsg"),
            ("\"content\":\"hi\"", "\"extra\":\"hi\""), ("\"hi\"", "5"), ("\"hi\"", "\"\""), ("\"hi\"", "null"),
            ("persisted", "counted"), ("[4]", "[5]"), ("[4]", "[4,5]"), (",\"mine\":\"x\"", ""),
        ]
    )
    func different(_ old: String, _ new: String) {
        let other = Self.event.replacing(old, with: new)
        #expect(other != Self.event)
        #expect(Self.shape(other) != Self.shape(Self.event))
    }

    @Test("differ in what comes before the frame")
    func heads() {
        var heads = [Self.head, Self.head, Self.head, Self.head]
        heads[0].flow = 2
        heads[1].time = 6
        heads[2].sender = .server
        heads[3].transport = .tcp
        let shapes = heads.map { Self.shape(Self.event, after: $0) } + [Self.shape(Self.event)]
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
        for spelling in spellings { gathering.take(string: Array(spelling.utf8).span) }
        gathering.take(number: Array("7654321".utf8).span)
        gathering.take(number: Array("123456789012".utf8).span)
        #expect(gathering.gathered?.count == 4)

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
