import Inspection
import NIM
import Testing
import WireFormat
import WireJSON

@Suite("Holes in long polling")
struct PollingHoleTests {
    private static let poll = "/pullmsg.js?sessionid=s1&timestrap=1&pid=1"
    private static let head = "HTTP/1.1 200 OK\r\nContent-Length: "

    /// A session in which the answer of one poll lacks bytes behind its first 40; the rest comes in segments of a size.
    private static func segments(rest: String, before polls: Int = 0, segmentSize: Int = 1400) -> [TestSegment] {
        var talk = Talk(port: 50001, sdkVersion: nil)
        talk.segmentSize = segmentSize
        func exchange(_ target: String, _ answer: String) {
            talk.send(.client, PollingTalk.request(target))
            talk.send(.server, Array("\(head)\(answer.utf8.count)\r\n\r\n\(answer)".utf8))
        }
        exchange(
            "/websocket?appId=app1&token=tok-1&sdkVer=2.5.10&apiVer=1&pid=1",
            #"{"status":0,"userId":"ann","headerCode":32,"messageId":0,"sessionid":"s1"}"#
        )
        for number in 0..<polls { exchange(poll, ack(number)) }
        talk.send(.client, PollingTalk.request(poll))
        let lost = String(repeating: "x", count: 30)
        let begun = "\(head)\(30 + rest.utf8.count)\r\n\r\n"
        talk.send(.server, Array(begun.utf8))
        let place = talk.segments.count
        talk.segmentSize = 1400
        talk.send(.server, Array(lost.utf8))
        talk.segmentSize = segmentSize
        talk.send(.server, Array(rest.utf8))
        for number in 1000..<1003 { exchange(poll, ack(number)) }
        talk.end()
        var segments = talk.segments
        segments.remove(at: place)
        return segments
    }

    private static func ack(_ number: Int) -> String {
        #"{"headerCode":64,"messageId":\#(number),"date":1,"status":0,"millisecond":0,"messageUId":"BKR5-28P4-JT85-SK8H"}"#
    }

    @Test(
        "the units behind a hole are read, whatever the rest of the cut answer looks like",
        arguments: [
            // The bytes 82 61 32 might begin a frame of WebSocket.
            "あa2xxxxx\"}", "plain", "GET it, said HTTP/1.1 and HTTP/1.1 2", "\r\n\r\n",
            String(repeating: "y", count: 70_000),
        ],
        [0, 700]
    )
    func rest(_ rest: String, polls: Int) async throws {
        for segmentSize in [7, 1400] where segmentSize * 10_000 > rest.utf8.count + polls * 200 {
            let decoded = try await Decoded(Self.segments(rest: rest, before: polls, segmentSize: segmentSize))
            let events = try decoded.events()
            #expect(events.suffix(6).map(\.type) == ["POLL", "PUBACK", "POLL", "PUBACK", "POLL", "PUBACK"])
            #expect(!events.contains(where: \.hasError) && decoded.outcome.capture.notices.lines == [])
            let gap = try #require(events.first { $0.isGap })
            #expect(gap.json["transport"] == "polling" && gap.codes == ["http-cut"])
            let found = try #require(events.first { $0.frame["messageId"]?.int64 == 1000 })
            #expect(found.codes.contains("stream-resync"))
            let text = found.diagnostics.first?["text"]?.string
            #expect(text == "\(rest.utf8.count) bytes were passed over to find this message")
            let before = Self.head.utf8.count + "\(30 + rest.utf8.count)".utf8.count + 4
            #expect(decoded.outcome.capture.summary.undecodedBytes == before + rest.utf8.count)
        }
    }

    @Test("what came of a request before a hole is told by the event of the hole")
    func request() async throws {
        var talk = PollingTalk()
        talk.connect(on: 50001)
        let place = talk.segments.count
        let whole = PollingTalk.request(
            "/websocket?messageid=2&header=50&sessionid=s1&topic=ppMsgP&targetid=bob&pid=1",
            #"{"sessionId":3,"classname":"RC:TxtMsg","content":"{}"}"#
        )
        talk.send(.client, Array(whole.dropLast(30)), on: 50001)
        talk.send(.client, Array(whole.suffix(30).prefix(20)), on: 50001)
        talk.send(.client, Array(whole.suffix(10)), on: 50001)
        talk.request(Self.poll, on: 50001)
        var segments = talk.segments
        segments.remove(at: place + 1)
        let events = try await Decoded(segments).events()
        let gap = try #require(events.first { $0.isGap })
        #expect(
            gap.diagnostics.map { $0["text"]?.string } == [
                "a request of HTTP is cut off behind its first \(whole.count - 30) bytes, which are not decoded"
            ]
        )
        #expect(events.last?.type == "POLL" && events.last?.codes.contains("stream-resync") == true)
    }

    @Test("an answer of NIM whose request is missing is of its connection's session")
    func answerAlone() async throws {
        var talk = PollingTalk()
        let path = "/socket.io/1/xhr-polling/s1?t=1"
        let push = #"3:::{"sid":7,"cid":2,"ser":0,"code":200,"r":["1"]}"#
        talk.request(path, on: 50001)
        talk.answer(push, on: 50001)
        let two = try NIMPollingBody([Array(push.utf8), Array("2::".utf8)])
        var lost: [Int] = []
        // Only the first of these bodies has packets.
        for body in [two.encoded(), Array("<html>".utf8), Array(#"{"code":200}"#.utf8)] {
            lost.append(talk.segments.count)
            talk.request(path, on: 50001)
            talk.answer(body, on: 50001)
        }
        let found = talk.segments.enumerated().filter { !lost.contains($0.offset) }.map(\.element)
        let events = try await Decoded(found).events().filter { !$0.isGap }
        #expect(events.map(\.type) == ["message", "message", "heartbeat"])
        #expect(events.allSatisfy { $0.sender == "server" && $0.json["transport"] == "polling" && !$0.hasError })
    }
}
