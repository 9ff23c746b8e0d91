import RongCloud
import Testing
import WireFormat

@testable import Inspection

@Suite("check on long polling and on the TCP form")
struct CheckTransportTests {
    // MARK: Long polling

    /// A request and its answer; without a body the request is a GET.
    private func exchange(_ talk: inout Talk, _ target: String, _ body: String = "", answer: String) {
        let method = body.isEmpty ? "GET" : "POST"
        let head = "\(method) \(target) HTTP/1.1\r\nHost: im.example\r\nContent-Length: \(body.utf8.count)\r\n\r\n"
        talk.send(.client, Array((head + body).utf8))
        let status = "HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: \(answer.utf8.count)\r\n\r\n"
        talk.send(.server, Array((status + answer).utf8))
    }

    /// A polling session: connect, send two messages, poll a push, perhaps with its PUBACK.
    ///
    /// Header numbers: 50 is 0x32, a PUBLISH that asks for an answer; 64 is PUBACK, 32 CONNACK.
    private func polling(_ version: String, acknowledgesPush: Bool, answersFirst: Bool = true) -> [TestSegment] {
        var talk = Talk(port: 50001, sdkVersion: nil)
        let date = talk.time / 1_000_000_000
        exchange(
            &talk,
            "/websocket?appId=app1&sdkVer=\(version)&pid=1",
            answer: #"{"headerCode":32,"status":0,"userId":"ann","sessionid":"s1","timestamp":\#(date)000}"#
        )
        for id in 1...2 {
            let ack = #"{"headerCode":64,"messageId":\#(id),"date":\#(date),"status":0,"millisecond":7}"#
            exchange(
                &talk,
                "/websocket?messageid=\(id)&header=50&sessionid=s1&topic=ppMsgP&targetid=bob&pid=1",
                #"{"sessionId":3,"classname":"RC:TxtMsg","content":"{\"content\":\"hi\"}"}"#,
                answer: id == 1 && !answersFirst ? "[]" : "[\(ack)]"
            )
        }
        let message =
            #"{\"fromUserId\":\"bob\",\"type\":1,\"classname\":\"app:order\",\"content\":\"{}\","#
            + #"\"dataTime\":\#(date)000,\"status\":48,\"msgId\":\"\#(CheckTalk.uid(date * 1000, 1))\"}"#
        let push =
            #"{"headerCode":50,"topic":"s_msg","targetId":"ann","messageId":1,"date":\#(date),"data":"\#(message)"}"#
        exchange(&talk, "/pullmsg.js?sessionid=s1&timestrap=1&pid=1", answer: "[\(push)]")
        if acknowledgesPush {
            exchange(&talk, "/websocket?messageid=1&header=64&sessionid=s1&pid=1", answer: "[]")
        }
        talk.time += 40_000_000_000
        exchange(&talk, "/pullmsg.js?sessionid=s1&timestrap=1&pid=1", answer: "[]")
        return talk.segments
    }

    @Test("a polling session in which nothing is wrong has no findings")
    func cleanPolling() async throws {
        let outcome = try await check(polling("2.5.10", acknowledgesPush: true))
        #expect(outcome.findings == [])
        // CONNECT and CONNACK, two messages with their answers, two polls, a push and its PUBACK.
        #expect(outcome.capture.summary.events == 10)
    }

    @Test(
        "by long polling, SDKs from v4 on acknowledge no push, and older ones do",
        arguments: [
            ("2.5.10", ["push-unacknowledged"]), ("3.0.6", ["push-unacknowledged"]), ("4.2.0", []), ("5.5.5", []),
        ]
    )
    func pollingPush(_ version: String, _ expected: [String]) async throws {
        let found = try await check(polling(version, acknowledgesPush: false)).findings
        #expect(found.map(\.rule) == expected)
    }

    /// The body of a request that sends a text message.
    private static let text = #"{"sessionId":3,"classname":"RC:TxtMsg","content":"{\"content\":\"hi\"}"}"#

    @Test(
        "after an answer with 400 or 403 the session is gone, and nothing is due",
        arguments: [("400 Bad Request", 0), ("403 Forbidden", 0), ("500 Internal Server Error", 2), ("200 OK", 2)]
    )
    func refused(_ status: String, _ count: Int) async throws {
        var talk = PollingTalk()
        talk.connect(on: 50101)
        for (id, seconds) in [(1, 0.1), (2, 40)] {
            let target = "/websocket?messageid=\(id)&header=50&sessionid=s1&topic=ppMsgP&targetid=bob&pid=1"
            talk.request(target, Self.text, on: 50101)
            talk.send(.server, Array("HTTP/1.1 \(status)\r\nContent-Length: 0\r\n\r\n".utf8), on: 50101)
            talk.wait(seconds)
        }
        talk.request("/navi.js?appId=app1&token=tok-1", on: 50102)
        let found = try await check(talk.segments).findings.map(\.rule).filter { $0 != "token-in-clear" }
        #expect(found == Array(repeating: "publish-unacknowledged", count: count))
    }

    @Test("what was overdue before the session was gone is found")
    func overdueBefore() async throws {
        var talk = PollingTalk()
        talk.connect(on: 50101)
        let target = "/websocket?messageid=1&header=50&sessionid=s1&topic=ppMsgP&targetid=bob&pid=1"
        talk.request(target, Self.text, on: 50101)
        talk.answer("[]", on: 50101)
        talk.wait(31)
        talk.request("/pullmsg.js?sessionid=s1&timestrap=1&pid=1", on: 50102)
        talk.send(.server, Array("HTTP/1.1 403 Forbidden\r\nContent-Length: 0\r\n\r\n".utf8), on: 50102)
        let found = try await check(talk.segments).findings.filter { $0.rule != "token-in-clear" }
        #expect(found == [CheckFinding("publish-unacknowledged", [3])])
    }

    /// A session that sends a message on a connection that carried a ping of the navigation first.
    private static func talkAfterPing() -> PollingTalk {
        var talk = PollingTalk()
        talk.request("/ping?r=1", on: 50101)
        talk.answer("", on: 50101)
        talk.connect(on: 50101)
        let target = "/websocket?messageid=1&header=50&sessionid=s1&topic=ppMsgP&targetid=bob&pid=1"
        talk.request(target, Self.text, on: 50101)
        return talk
    }

    @Test(
        "messages that come out late, behind a hole on a connection that was not known yet, are not judged",
        arguments: [nil, 0, 1, 2]
    )
    func behindUnknownHole(lost: Int?) async throws {
        var talk = Self.talkAfterPing()
        // The message has its answer, unless the capture has everything.
        if lost != nil {
            talk.answer(#"[{"headerCode":64,"messageId":1,"date":1795000000,"status":0,"millisecond":7}]"#, on: 50101)
        }
        talk.request("/pullmsg.js?sessionid=s1&timestrap=1&pid=1", on: 50102)
        talk.wait(40)
        talk.answer(#"[{"headerCode":-48}]"#, on: 50102)
        var segments = talk.segments
        if let lost {
            let places = segments.indices.filter { !segments[$0].payload.isEmpty }
            segments.remove(at: places[lost])
        }
        let found = try await check(segments).findings.map(\.rule).filter { $0 != "token-in-clear" }
        #expect(found == (lost == nil ? ["publish-unacknowledged"] : []))
    }

    @Test(
        "a message that comes out behind a hole is judged unless later events of its session are more than 5 s ahead",
        arguments: [(4.5, true), (5.5, false)]
    )
    func behindHole(seconds: Double, isJudged: Bool) async throws {
        var talk = Self.talkAfterPing()
        talk.request("/pullmsg.js?sessionid=s1&timestrap=1&pid=1", on: 50102)
        talk.wait(seconds)
        talk.answer(#"[{"headerCode":-48}]"#, on: 50102)
        talk.wait(60)
        talk.request("/index.html", on: 50103)
        var segments = talk.segments
        let ping = try #require(segments.firstIndex { !$0.payload.isEmpty })
        segments.remove(at: ping)
        let found = try await check(segments).findings.map(\.rule)
        #expect(found.contains("publish-unacknowledged") == isJudged)
    }

    @Test("a message that comes out behind its PUBACK, since its connection was joined in the middle, is not judged")
    func belatedMessage() async throws {
        var talk = PollingTalk()
        talk.connect(on: 50101)
        talk.request("/pullmsg.js?sessionid=s1&timestrap=1&pid=1", on: 50102)
        let target = "/websocket?messageid=1&header=50&sessionid=s1&topic=ppMsgP&targetid=bob&pid=1"
        talk.request(target, Self.text, on: 50103)
        talk.answer(
            #"[{"headerCode":64,"messageId":1,"date":1795000000,"status":0,"millisecond":7}]"#,
            on: 50102
        )
        for turn in 2...5 {
            talk.wait(20)
            talk.request("/pullmsg.js?sessionid=s1&timestrap=\(turn)&pid=1", on: 50102)
            talk.answer("[]", on: 50102)
        }
        // Of the connection with the message, the capture has that one packet, which acknowledges nothing.
        var joined = talk.segments.filter { segment in
            !segment.payload.isEmpty || segment.flow.contains { $0.port == 50101 }
        }
        for index in joined.indices where joined[index].source.port == 50103 {
            joined[index].flags &= ~TestSegment.ack
        }
        let events = try await Decoded(joined).events().map(\.type)
        #expect(events.last == "PUBLISH")
        let found = try await check(joined).findings.filter { $0.rule != "token-in-clear" }
        #expect(found == [])
    }

    @Test(
        "a message id beyond 65535 is the mistake of the client that counts so, not of the server that answers it",
        arguments: [(65_536, 65_536, "message-id-order", 5), (2, 65_536, "frame-format", 6)]
    )
    func wideMessageId(_ asked: Int, _ answered: Int, _ rule: String, _ event: Int) async throws {
        var talk = PollingTalk()
        talk.connect(on: 50101)
        for (id, answer) in [(1, 1), (asked, answered), (3, 3)] {
            let target = "/websocket?messageid=\(id)&header=50&sessionid=s1&topic=ppMsgP&targetid=bob&pid=1"
            talk.request(target, Self.text, on: 50101)
            talk.answer(
                #"[{"headerCode":64,"messageId":\#(answer),"date":1795000000,"status":0,"millisecond":7}]"#,
                on: 50101
            )
        }
        let found = try await check(talk.segments).findings.filter { $0.rule != "token-in-clear" }
        #expect(found == [CheckFinding(rule, [event])])
    }

    @Test("a confirmation that repeats the message id beyond 65535 of its request is not found, too")
    func confirmedWideId() async throws {
        var talk = PollingTalk()
        talk.connect(on: 50101)
        // QUERY and QUERYCON.
        for header in [0x50, 0x70] {
            talk.request(
                "/websocket?messageid=65536&header=\(header)&sessionid=s1&topic=qryPull&targetid=bob&pid=1",
                on: 50101
            )
            talk.answer("[]", on: 50101)
        }
        let found = try await check(talk.segments).findings.filter { $0.rule == "message-id-order" }
        #expect(found == [CheckFinding("message-id-order", [3])])
    }

    @Test("a polling message without answer is found")
    func pollingMessage() async throws {
        let found = try await check(polling("4.2.0", acknowledgesPush: false, answersFirst: false)).findings
        #expect(found == [CheckFinding("publish-unacknowledged", [3])])
    }

    @Test("a message that was sent again because the connection was interrupted is not late", arguments: [0, 2])
    func interrupted(repetitions: Int) async throws {
        var talk = PollingTalk()
        talk.connect(on: 50101)
        let target = "/websocket?messageid=1&header=50&sessionid=s1&topic=ppMsgP&targetid=bob&pid=1"
        talk.request(target, Self.text, on: 50101)
        let lost = try #require(talk.segments.last)
        let copies = (0..<repetitions).map { number in
            var copy = lost
            copy.time += Int64(number + 1) * 300_000_000
            return copy
        }
        talk.wait(40)
        talk.answer(
            #"[{"headerCode":64,"messageId":1,"date":1795000000,"status":0,"millisecond":7}]"#,
            on: 50101
        )
        let segments = (talk.segments + copies).sorted { $0.time < $1.time }
        let rules = try await check(segments).findings.map(\.rule).filter { $0 != "token-in-clear" }
        #expect(rules == (repetitions == 0 ? ["publish-unacknowledged"] : []))
    }

    // MARK: TCP form

    /// A frame of the TCP form without obfuscation: header, checksum over header and length, length, body.
    private func frame(_ header: UInt8, _ body: [UInt8]) -> [UInt8] {
        [header, header ^ UInt8(body.count), UInt8(body.count)] + body
    }

    /// A session with a heartbeat interval of 60 s, and a PINGREQ after some seconds.
    private func tcp(beatAfter seconds: Int64, answersMessage: Bool = true, damages: Bool = false) -> [TestSegment] {
        var talk = Talk(port: 50001, sdkVersion: nil)
        let connect =
            Bytes.text("RCloud") + [3, 0x82] + bigEndian(UInt16(60)) + Bytes.text("device") + Bytes.text("app1")
        talk.send(.client, frame(0x10, connect))
        talk.send(.server, frame(0x20, [0, 0] + Bytes.text("ann")))
        let signature = [UInt8](repeating: 0xFF, count: 8)
        let text = Bytes.upStream("RC:TxtMsg", #"{"content":"hi"}"#)
        for id in UInt16(1)...2 {
            let body = signature + Bytes.text("ppMsgP") + Bytes.text("bob") + bigEndian(id) + text
            talk.send(.client, frame(0x32, body))
            guard id == 2 || answersMessage else { continue }
            let date = bigEndian(UInt32(talk.time / 1_000_000_000))
            talk.send(.server, frame(0x40, bigEndian(id) + date + [0, 0, 0, 7] + Bytes.text("BKR5-28P4-JT85-SK8H")))
        }
        if damages { talk.send(.client, [0x32, 0x00, 0x05, 1, 2, 3, 4, 5]) }
        talk.time += seconds * 1_000_000_000
        for _ in 0..<2 {
            talk.send(.client, frame(0xC0, []))
            talk.send(.server, frame(0xD0, []))
        }
        return talk.segments
    }

    @Test(
        "in the TCP form the interval of heartbeats is the one that CONNECT announces",
        arguments: [
            (60, []), (100, ["heartbeat-late"]), (130, ["heartbeat-missing"]),
        ] as [(Int64, [String])]
    )
    func tcpHeartbeat(_ seconds: Int64, _ expected: [String]) async throws {
        let found = try await check(tcp(beatAfter: seconds)).findings
        #expect(found.map(\.rule) == expected)
    }

    @Test("a TCP form message without PUBACK is found")
    func tcpMessage() async throws {
        let found = try await check(tcp(beatAfter: 55, answersMessage: false)).findings
        #expect(found == [CheckFinding("publish-unacknowledged", [3])])
    }

    @Test("a wrong checksum is found, and only that")
    func tcpChecksum() async throws {
        let found = try await check(tcp(beatAfter: 60, damages: true)).findings
        #expect(found.map(\.rule) == ["frame-format"])
    }
}
