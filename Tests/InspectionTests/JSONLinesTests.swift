import Foundation
import Inspection
import RongCloud
import Testing
import WireFormat
import WireJSON

@Suite("JSON lines")
struct JSONLinesTests {
    /// The keys of an event, and what each holds.
    private static let keys: [String: JSONKind] = [
        "n": .number, "time": .string, "flow": .number, "client": .string, "server": .string, "sender": .string,
        "transport": .string, "system": .string, "frame": .object, "inReplyTo": .object, "payload": .object,
        "messages": .array, "diagnostics": .array, "packets": .array, "bytes": .number, "hex": .string,
        "undecoded": .string, "undecodedBytes": .number,
    ]
    private static let always: Set = [
        "n", "time", "flow", "client", "server", "sender", "transport", "system", "frame", "packets", "bytes",
    ]

    @Test("every line is JSON that another parser reads alike", arguments: Bundled.allCases)
    func otherParser(_ capture: Bundled) async throws {
        let decoded = try await Decoded(capture.capture())
        #expect(decoded.output.last == UInt8(ascii: "\n"))
        let lines = decoded.output.split(separator: UInt8(ascii: "\n"))
        #expect(lines.count == decoded.outcome.capture.summary.events)
        for (index, line) in lines.enumerated() {
            let object = try #require(try JSONSerialization.jsonObject(with: Data(line)) as? [String: Any])
            #expect(object["n"] as? Int == index + 1)
            let event = TestEvent(json: try JSONValue(parsing: Array(line)))
            #expect(object["time"] as? String == event.json["time"]?.string)
            let frame = try #require(object["frame"] as? [String: Any])
            #expect(frame["topic"] as? String == event.frame["topic"]?.string)
        }
    }

    @Test("keys are those of the schema, each once and of its kind", arguments: Bundled.allCases)
    func keys(_ capture: Bundled) async throws {
        for event in try await Decoded(capture.capture()).events() { try check(event) }
    }

    @Test("damaged captures have no other keys", arguments: Bundled.allCases, 1...5)
    func damagedKeys(_ capture: Bundled, seed: Int) async throws {
        var random = Seeded(seed)
        for _ in 0..<5 {
            var segments = try capture.segments()
            segments.remove(at: random.below(segments.count))
            let index = random.below(segments.count)
            Damage.apply(to: &segments[index].payload, &random)
            for event in try await Decoded(segments).events() { try check(event) }
        }
    }

    private func check(_ event: TestEvent) throws {
        let members = try #require(event.json.members)
        let names = members.map(\.key.text)
        #expect(Set(names).count == names.count)
        #expect(Self.always.isSubset(of: names))
        for member in members { #expect(Self.keys[member.key.text] == member.value.kind, "\(member.key.text)") }
        #expect(["client", "server"].contains(event.sender))
        #expect(["websocket", "polling", "tcp", "http"].contains(event.transport))
        #expect(event.json["system"] == "rongcloud")
        let time = try #require(event.json["time"]?.string)
        #expect(time.wholeMatch(of: /\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.(\d{6}|\d{9})Z/) != nil)
        let reply = event.reply?.members?.map(\.key.text) ?? []
        #expect(reply.allSatisfy { ["n", "topic", "latency"].contains($0) })
        if let payload = event.payload?.members { #expect(payload.map(\.key.text) == ["message", "value"]) }
        let allowed: Set = [
            "objectName", "content", "contentBytes", "conversation", "target", "sender", "flags", "uid",
            "sentTime",
        ]
        for message in event.messages {
            let names = message.members?.map(\.key.text) ?? []
            #expect(Set(names).count == names.count)
            #expect(names.allSatisfy(allowed.contains))
        }
        for diagnostic in event.diagnostics {
            #expect(diagnostic.members?.map(\.key.text) == ["severity", "code", "path", "offset", "text"])
            #expect(["note", "warning", "error"].contains(diagnostic["severity"]?.string))
        }
        if let hex = event.hex { #expect(event.json["bytes"]?.int64 == Int64(hex.utf8.count / 2)) }
        #expect(event.packets.allSatisfy { $0 > 0 })
    }

    @Test("an event names the packets that carried it, and its time is that of the last one")
    func packets() async throws {
        var talk = Talk()
        talk.segmentSize = 100
        let first = talk.segments.count
        let frame = MadeCapture.frame(length: 350, id: 1)
        talk.frame(.client, frame)
        talk.fragments(.client, frame, size: 120)
        let events = try await Decoded(talk.segments).events().filter { $0.transport == "websocket" }
        // 350 bytes with 8 of head, 100 in a packet; then pieces of 120, 120 and 110 bytes, two packets each, with a
        // ping in a packet of its own between them.
        #expect(
            events.map(\.packets) == [
                (1...4).map { Int64(first + $0) },
                [5, 6, 8, 9, 11, 12].map { Int64(first + $0) },
            ]
        )
        let style = Date.ISO8601FormatStyle(includingFractionalSeconds: true)
        for event in events {
            let last = talk.segments[Int(try #require(event.packets.last)) - 1]
            let time = try style.parse(try #require(event.json["time"]?.string)).timeIntervalSince1970
            #expect(abs(time - Double(last.time) / 1e9) < 0.001)
        }
    }

    @Test("undecoded bytes are shown up to 4096, and counted whole")
    func undecodedBytes() async throws {
        var talk = Talk()
        let data = (0..<5000).map { UInt8($0 % 251) }
        talk.frame(.client, Bytes.publish("no-such-topic", to: "x", id: 1, data))
        let event = try #require(try await Decoded(talk.segments).events().last)
        #expect(event.codes == ["topic-unknown"])
        #expect(event.json["undecodedBytes"]?.int64 == 5000)
        #expect(event.json["undecoded"]?.string?.utf8.count == 8192)
        #expect(event.json["undecoded"]?.string?.hasPrefix("000102") == true)
    }

    @Test("only the events of one connection, and only so many")
    func selection() async throws {
        let segments = MadeCapture.segments
        let all = try await Decoded(segments).events()
        let second = try await Decoded(segments) { $0.flow = 2 }.events()
        #expect(second.map(\.number) == all.filter { $0.json["flow"] == 2 }.map(\.number))
        for limit in [1, 2, 5, 1000] {
            let some = try await Decoded(segments) { $0.limit = limit }.events()
            #expect(some.map(\.number) == all.prefix(limit).map(\.number))
        }
    }

    @Test("HTTP that is not RongCloud's gives no events, and is counted")
    func otherHTTP() async throws {
        var talk = Talk(sdkVersion: nil)
        talk.send(.client, Array("GET /index.html HTTP/1.1\r\nHost: a\r\n\r\n".utf8))
        talk.send(.server, Array("HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nhi".utf8))
        let decoded = try await Decoded(talk.segments)
        #expect(decoded.output.isEmpty)
        #expect(decoded.outcome.capture.summary.otherBytes == talk.offset(.client) + talk.offset(.server))
    }

    @Test("a frame sent as text, as decimal numbers with commas, is read with a note")
    func textFrames() async throws {
        var talk = Talk(sdkVersion: "2.5.10")
        let frame = Bytes.publish("ppMsgP", to: "bob", id: 1, Bytes.upStream("RC:TxtMsg", #"{"content":"hi"}"#))
        let text = frame.map(String.init).joined(separator: ",")
        talk.send(.client, Bytes.webSocket(Array(text.utf8), opcode: 1, mask: [1, 2, 3, 4]))
        let event = try #require(try await Decoded(talk.segments).events().last)
        #expect(event.type == "PUBLISH")
        #expect(event.codes == ["websocket-text"])
        #expect(event.messages.count == 1)
    }

    @Test("an empty message has no type, and is an error")
    func emptyMessage() async throws {
        var talk = Talk()
        talk.frame(.server, [])
        let event = try #require(try await Decoded(talk.segments).events().last)
        #expect(event.type == "UNDECODED")
        #expect(event.codes == ["frame-truncated"])
        #expect(event.hasError)
    }

    @Test("a text message that is no list of bytes is an error")
    func otherText() async throws {
        var talk = Talk(sdkVersion: "2.5.10")
        talk.send(.client, Bytes.webSocket(Array("hello".utf8), opcode: 1, mask: [1, 2, 3, 4]))
        let event = try #require(try await Decoded(talk.segments).events().last)
        #expect(event.codes == ["frame-text"])
        #expect(event.hasError)
    }
}
