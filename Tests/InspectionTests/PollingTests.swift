import Foundation
import Inspection
import RongCloud
import Testing
import Transport
import WireFormat
import WireJSON

@Suite("The long-polling form")
struct PollingTests {
    static let ack =
        #"{"headerCode":64,"messageId":2,"date":1795000000,"status":0,"millisecond":7,"#
        + #""messageUId":"BKR5-28P4-JT85-SK8H"}"#
    static let send = "/websocket?messageid=2&header=50&sessionid=s1&topic=ppMsgP&targetid=bob&pid=1"
    static let poll = "/pullmsg.js?sessionid=s1&timestrap=17&pid=1"

    static func push(_ id: Int, _ data: String, more: String = "") -> String {
        #"{"headerCode":50,"topic":"s_msg","targetId":"ann","messageId":\#(id),"date":1795000000,"data":\#(data)\#(more)}"#
    }

    static func message(content: String) -> String {
        #"{"fromUserId":"bob","type":1,"classname":"RC:TxtMsg","content":\#(content),"dataTime":1795000000000,"status":0}"#
    }

    static func quoted(_ text: String) -> String { JSONValue(text).description }

    @Test("a session is whole whatever a connection of it begins with, and wherever that is cut", arguments: 1...19)
    func uncommonBeginning(cut: Int) async throws {
        var talk = PollingTalk()
        talk.connect(on: 50001)
        // No common method: only the whole line tells that it is HTTP.
        let line = Array("REPORT /x HTTP/1.1\r\nHost: im\r\n\r\n".utf8)
        talk.send(.client, Array(line.prefix(cut)), on: 50002)
        talk.send(.client, Array(line.dropFirst(cut)), on: 50002)
        talk.answer("", on: 50002)
        talk.request(Self.poll, on: 50001)
        talk.request(Self.send, #"{"sessionId":3,"classname":"RC:TxtMsg","content":"{\"content\":\"hi\"}"}"#, on: 50002)
        talk.answer("[\(Self.ack)]", on: 50001)
        talk.answer("", on: 50002)
        let events = try await Decoded(talk.segments) { $0.options.workers = 2 }.events()
        let answer = try #require(events.first { $0.type == "PUBACK" })
        #expect(answer.json["inReplyTo"]?["topic"] == "ppMsgP")
    }

    @Test(
        "a request's body is read without its coding",
        arguments: ["Content-Encoding: gzip", "Transfer-Encoding: gzip"]
    )
    func codedRequest(_ field: String) async throws {
        let message = #"{"sessionId":3,"classname":"RC:TxtMsg","content":"{\"content\":\"hi\"}"}"#
        let body = try #require(StreamDeflater(windowBits: 31).deflate(Array(message.utf8), ends: true))
        var request = Array("POST \(Self.send) HTTP/1.1\r\n\(field)".utf8)
        if field.hasPrefix("Transfer") {
            request += Array(", chunked\r\n\r\n\(String(body.count, radix: 16))\r\n".utf8) + body
            request += Array("\r\n0\r\n\r\n".utf8)
        } else {
            request += Array("\r\nContent-Length: \(body.count)\r\n\r\n".utf8) + body
        }
        var talk = PollingTalk()
        talk.connect(on: 50001)
        talk.send(.client, request, on: 50001)
        talk.answer("[\(Self.ack)]", on: 50001)
        let events = try await Decoded(talk.segments).events()
        #expect(events.map(\.type) == ["CONNECT", "CONNACK", "PUBLISH", "PUBACK"])
        #expect(events[2].messages.first?["content"]?.description == #"{"content":"hi"}"#)
        #expect(events.allSatisfy { $0.codes == [] })
    }

    @Test("a request without a session belongs to the session that begins on its connection, and has one answer")
    func requestBeforeSession() async throws {
        var talk = PollingTalk()
        let message = #"{"sessionId":3,"classname":"RC:TxtMsg","content":"{\"content\":\"hi\"}"}"#
        talk.request(Self.send.replacing("&sessionid=s1", with: ""), message, on: 50001)
        talk.answer("", on: 50001)
        for _ in 0..<2 {
            talk.request(Self.poll, on: 50001)
            talk.answer("[\(Self.ack)]", on: 50001)
        }
        talk.request("/websocket?messageid=9&header=96&pid=1", on: 50001)
        talk.answer("[\(Self.ack)]", on: 50001)
        let answers = try await Decoded(talk.segments).events().filter { $0.type == "PUBACK" }
        #expect(answers.map { $0.json["inReplyTo"]?["topic"]?.string } == ["ppMsgP", nil, nil])
    }

    @Test("what a hole takes came as the connection's other units do")
    func gapTransport() async throws {
        var talk = PollingTalk()
        talk.connect(on: 50001)
        talk.request(Self.poll, on: 50001)
        let place = talk.segments.count
        talk.answer("[\(Self.ack)]", on: 50001)
        for _ in 0..<2 {
            talk.request(Self.poll, on: 50001)
            talk.answer("", on: 50001)
        }
        var segments = talk.segments
        segments.remove(at: place)
        let gap = try #require(try await Decoded(segments).events().first(where: \.isGap))
        #expect(gap.json["transport"] == "polling")
    }

    @Test(
        "a session on several connections is paired across them, the same for any number of workers, also behind a proxy",
        arguments: 1...3,
        [false, true]
    )
    func severalConnections(_ workers: Int, _ isBehindProxy: Bool) async throws {
        var talk = PollingTalk()
        if isBehindProxy {
            for port in [50001, 50002, 50003] as [UInt16] {
                talk.send(.client, Array("CONNECT im:80 HTTP/1.1\r\nHost: im:80\r\n\r\n".utf8), on: port)
                talk.send(.server, Array("HTTP/1.1 200 Connection established\r\n\r\n".utf8), on: port)
            }
        }
        talk.connect(on: 50001)
        talk.request(Self.poll, on: 50002)
        talk.request(Self.send, #"{"sessionId":3,"classname":"RC:TxtMsg","content":"{\"content\":\"hi\"}"}"#, on: 50003)
        // The answer comes with the messages that another connection waits for.
        talk.answer(
            "[\(Self.ack),\(Self.push(1, Self.quoted(Self.message(content: #""{\"content\":\"yo\"}""#))))]",
            on: 50002
        )
        talk.answer("", on: 50003)
        talk.request(
            "/websocket?messageid=3&header=82&sessionid=s1&topic=pullMsg&targetid=ann&pid=1",
            #"{"syncTime":0,"ispolling":false}"#,
            on: 50001
        )
        talk.answer(
            #"{"headerCode":98,"messageId":3,"date":1795000000,"status":0,"data":"{\"syncTime\":5,\"list\":[]}"}"#,
            on: 50001
        )
        let events = try await Decoded(talk.segments) { $0.options.workers = workers }.events()
        #expect(
            events.map(\.type) == ["CONNECT", "CONNACK", "POLL", "PUBLISH", "PUBACK", "PUBLISH", "QUERY", "QUERYACK"]
        )
        #expect(events.allSatisfy { $0.transport == "polling" && !$0.hasError })
        try #require(events.count == 8)
        #expect(events[4].reply?["n"] == 4)
        #expect(events[4].reply?["topic"] == "ppMsgP")
        #expect(events[4].json["flow"] == 2)
        #expect(events[3].json["flow"] == 3)
        #expect(events[7].reply?["topic"] == "pullMsg")
        #expect(events[7].payload?["message"] == "DownStreamMessages")
        #expect(events[3].messages.first?["content"]?.description == #"{"content":"hi"}"#)
        // Who the own user is was learnt on the first connection.
        #expect(events[3].messages.first?["sender"] == "ann")
        #expect(events[5].messages.first?["content"]?.description == #"{"content":"yo"}"#)
        #expect(events[2].frame["sessionId"] == "s1")
        #expect(events[2].frame["timestrap"] == "17")
    }

    /// What a connection may carry before the first request of a session, or how that may come.
    enum Beginning: CaseIterable, Sendable {
        case preflight, favicon, unknownMethod, disordered, keepAlive
    }

    @Test(
        "a session is paired across its connections whatever one begins with, the same for any number of workers",
        arguments: Beginning.allCases
    )
    func beginnings(_ beginning: Beginning) async throws {
        var talk = PollingTalk()
        talk.connect(on: 50001)
        switch beginning {
        case .preflight:
            talk.send(.client, Array("OPTIONS \(Self.send) HTTP/1.1\r\nHost: im\r\n\r\n".utf8), on: 50002)
            talk.send(.server, Array("HTTP/1.1 204 No Content\r\n\r\n".utf8), on: 50002)
        case .favicon:
            talk.request("/favicon.ico", on: 50002)
            talk.answer("x", on: 50002)
        case .unknownMethod:
            talk.send(.client, Array("DELETE /cache HTTP/1.1\r\nHost: im\r\n\r\n".utf8), on: 50002)
            talk.send(.server, Array("HTTP/1.1 204 No Content\r\n\r\n".utf8), on: 50002)
        case .disordered, .keepAlive: break
        }
        talk.request(Self.send, #"{"sessionId":3,"classname":"RC:TxtMsg","content":"{\"content\":\"hi\"}"}"#, on: 50002)
        talk.answer(Self.ack, on: 50002)
        talk.request(Self.poll, on: 50003)
        talk.answer("[\(Self.push(1, Self.quoted(Self.message(content: #""{\"content\":\"yo\"}""#))))]", on: 50003)
        var segments = talk.segments
        let first = try #require(segments.firstIndex { $0.source.port == 50002 && !$0.payload.isEmpty })
        switch beginning {
        case .disordered:
            var rest = segments[first]
            rest.payload = Array(segments[first].payload[20...])
            rest.sequence &+= 20
            segments[first].payload = Array(segments[first].payload[..<20])
            segments.insert(rest, at: first)
        case .keepAlive:
            // It repeats the byte before the next one, which stands for the SYN here.
            var probe = segments[first]
            probe.payload = [0]
            probe.sequence &-= 1
            segments.insert(probe, at: first)
        case .preflight, .favicon, .unknownMethod: break
        }
        let expected = try await Decoded(segments) { $0.options.workers = 1 }
        #expect(try expected.events().map(\.type) == ["CONNECT", "CONNACK", "PUBLISH", "PUBACK", "POLL", "PUBLISH"])
        #expect(try expected.events()[3].reply?["n"] == 3)
        for workers in 2...4 {
            let found = try await Decoded(segments) { $0.options.workers = workers }
            #expect(found.output == expected.output, "\(workers) workers")
        }
    }

    @Test(
        "the same message is seen however the payload is put into the answer",
        arguments: [
            ("text in text", quoted(message(content: #""{\"content\":\"hé\"}""#))),
            ("an object", message(content: #""{\"content\":\"hé\"}""#)),
            ("signed bytes", message(content: "\(Array(#"{"content":"hé"}"#.utf8).map { Int8(bitPattern: $0) })")),
            ("unsigned bytes", message(content: "\(Array(#"{"content":"hé"}"#.utf8))")),
            ("the content as JSON", message(content: #"{"content":"hé"}"#)),
        ]
    )
    func payloadSpellings(_ name: String, _ data: String) async throws {
        for wrap in [{ $0 }, { "[\($0)]" }, { "callback(\($0));" }, { " cb_1 ( [\($0)] ) \n" }] as [(String) -> String]
        {
            var talk = PollingTalk()
            talk.connect(on: 50001)
            talk.request(Self.poll, on: 50001)
            talk.answer(wrap(Self.push(1, data)), on: 50001)
            let event = try #require(try await Decoded(talk.segments).events().last)
            #expect(event.type == "PUBLISH")
            #expect(event.diagnostics.isEmpty, "\(name) \(event.codes)")
            #expect(event.messages.map { $0["content"]?.description } == [#"{"content":"hé"}"#])
            #expect(event.hex == Hex.encode(Array(Self.push(1, data).utf8)), "the object's own range")
        }
    }

    @Test(
        "codes of types are signed bytes",
        arguments: [(-32, "DISCONNECT"), (-30, "DISCONNECT"), (32, "CONNACK"), (-48, "PINGRESP")]
    )
    func signedCodes(_ code: Int, _ type: String) async throws {
        var talk = PollingTalk()
        talk.connect(on: 50001)
        talk.request(Self.poll, on: 50001)
        talk.answer(#"{"headerCode":\#(code),"status":1,"messageId":0}"#, on: 50001)
        let event = try #require(try await Decoded(talk.segments).events().last)
        #expect(event.type == type)
        #expect(event.frame["qos"]?.int64 == Int64(code & 6) >> 1)
        #expect(event.frame["status"] == 1 || type == "PINGRESP")
    }

    @Test("members that the schema lacks are noted by their path, and the rest is decoded")
    func unknownMembers() async throws {
        var talk = PollingTalk()
        talk.connect(on: 50001)
        talk.request(Self.poll, on: 50001)
        let inner = Self.message(content: #""{\"content\":\"a\"}""#).dropLast() + #","novelty":1}"#
        talk.answer(Self.push(1, String(inner), more: #","surprise":"x""#), on: 50001)
        let event = try #require(try await Decoded(talk.segments).events().last)
        #expect(event.codes == ["payload-unknown-field"])
        #expect(event.diagnostics.first?["path"]?.string?.hasSuffix("novelty") == true)
        #expect(event.frame["surprise"] == "x")
        #expect(event.messages.count == 1)
    }

    @Test("an answer without objects gives no event", arguments: ["", "[]", "lost params", "null", "callback([]);"])
    func noObjects(_ body: String) async throws {
        var talk = PollingTalk()
        talk.connect(on: 50001)
        talk.request(Self.poll, on: 50001)
        talk.answer(body, on: 50001)
        talk.request(Self.send, "{}", on: 50001)
        talk.answer(Self.ack, on: 50001)
        let events = try await Decoded(talk.segments).events()
        #expect(events.map(\.type) == ["CONNECT", "CONNACK", "POLL", "PUBLISH", "PUBACK"])
    }

    @Test("an answer that is broken JSON is an event that says where, and the connection goes on")
    func brokenAnswer() async throws {
        var talk = PollingTalk()
        talk.connect(on: 50001)
        talk.request(Self.poll, on: 50001)
        let body = #"{"headerCode":50,"topic":}"#
        talk.answer(body, on: 50001)
        talk.request(Self.send, "{}", on: 50001)
        talk.answer(Self.ack, on: 50001)
        let events = try await Decoded(talk.segments).events()
        try #require(events.count == 6)
        #expect(events[3].hasError)
        #expect(events[3].json["undecodedBytes"]?.int64 == Int64(body.utf8.count))
        #expect(events[5].type == "PUBACK" && events[5].reply?["n"] == 5)
    }

    @Test("an answer whose request is not in the capture gives its events all the same")
    func requestNotSeen() async throws {
        var talk = PollingTalk()
        talk.answer("[\(Self.push(1, #"{}"#)),\(Self.push(2, #"{}"#))]", on: 50001)
        let events = try await Decoded(talk.segments).events()
        #expect(events.map(\.type) == ["PUBLISH", "PUBLISH"])
        #expect(events.allSatisfy { $0.json["sender"] == "server" && $0.json["transport"] == "polling" })
    }

    /// Made with Python: zlib.compressobj(9, DEFLATED, 31 | 15 | -15) of the acknowledgement.
    @Test(
        "compressed answers are inflated",
        arguments: [
            (
                "gzip",
                "1f8b0800000000000203ab56ca484d4c492d72ce4f4955b23233d151ca4d2d2e4e4c4ff54c51b232d2514a492c018a1b9a5b9a1a80"
                    + "818e527149624969b1921590999b999393599c9a9c9f07546c0ed71a0ad2abe4e41d64aa6b641160a2eb156261aa1bec6de1"
                    + "a1540b00cb43424a6f000000"
            ),
            (
                "deflate",
                "78daab56ca484d4c492d72ce4f4955b23233d151ca4d2d2e4e4c4ff54c51b232d2514a492c018a1b9a5b9a1a80818e527149624969"
                    + "b1921590999b999393599c9a9c9f07546c0ed71a0ad2abe4e41d64aa6b641160a2eb156261aa1bec6de1a1540b00687320ea"
            ),
            (
                "deflate",
                "ab56ca484d4c492d72ce4f4955b23233d151ca4d2d2e4e4c4ff54c51b232d2514a492c018a1b9a5b9a1a80818e527149624969b192"
                    + "1590999b999393599c9a9c9f07546c0ed71a0ad2abe4e41d64aa6b641160a2eb156261aa1bec6de1a1540b00"
            ),
        ]
    )
    func compressed(_ coding: String, _ hex: String) async throws {
        var talk = PollingTalk()
        talk.connect(on: 50001)
        talk.request(Self.send, "{}", on: 50001)
        talk.answer(try Hex.decode(hex), coding: coding, on: 50001)
        let event = try #require(try await Decoded(talk.segments).events().last)
        #expect(event.type == "PUBACK")
        #expect(event.frame["messageUId"] == "BKR5-28P4-JT85-SK8H")
        #expect(event.hex == Hex.encode(Array(Self.ack.utf8)))
        #expect(event.reply?["topic"] == "ppMsgP")
    }

    @Test("chunks of any size make the same answer", arguments: [1, 7, 50, 1000])
    func chunked(_ size: Int) async throws {
        var talk = PollingTalk()
        talk.connect(on: 50001)
        talk.request(Self.send, "{}", on: 50001)
        talk.chunkedAnswer("[\(Self.ack)]", size: size, on: 50001)
        let event = try #require(try await Decoded(talk.segments).events().last)
        #expect(event.hex == Hex.encode(Array(Self.ack.utf8)))
        #expect(event.reply?["n"] == 3)
    }

    @Test("as many sessions as the limit says are remembered, and then the oldest is not", arguments: [2, 1])
    func sessionLimit(_ limit: Int) async throws {
        var talk = PollingTalk()
        talk.request(Self.poll, on: 50001)
        talk.request(Self.send, #"{"sessionId":3,"classname":"RC:TxtMsg","content":"{}"}"#, on: 50002)
        talk.request("/pullmsg.js?sessionid=s2&timestrap=17&pid=1", on: 50003)
        talk.answer("[\(Self.ack)]", on: 50001)
        let events = try await Decoded(talk.segments) { $0.options.limits.pollingSessions = limit }.events()
        let ack = try #require(events.first { $0.type == "PUBACK" })
        #expect(ack.reply?["topic"] == (limit == 2 ? "ppMsgP" : nil))
    }

    @Test(
        "a session's requests name one host, at any of its addresses, or go to one address without a host",
        arguments: [
            (["im1", "im1"], [2, 3], true), (["im1", "im2"], [2, 3], false), (["im1", "im2"], [2, 2], false),
            ([nil, nil], [2, 2], true), ([nil, nil], [2, 3], false), ([nil, "im1"], [2, 2], true),
        ] as [([String?], [UInt8], Bool)]
    )
    func servers(_ hosts: [String?], _ addresses: [UInt8], _ isOneSession: Bool) async throws {
        var talk = PollingTalk()
        talk.addresses = [50001: [10, 0, 0, addresses[0]], 50002: [10, 0, 0, addresses[1]]]
        talk.request(Self.send, "{}", host: hosts[0], on: 50001)
        talk.request(Self.poll, host: hosts[1], on: 50002)
        talk.answer("[\(Self.ack)]", on: 50002)
        let events = try await Decoded(talk.segments).events()
        let ack = try #require(events.first { $0.type == "PUBACK" })
        #expect(ack.reply?["topic"] == (isOneSession ? "ppMsgP" : nil))
    }

    /// The connections of a session that passes reverse proxies: the last byte of the client's and of the server's
    /// address, and the server's port.
    typealias Hop = (client: UInt8, server: UInt8, port: UInt16)

    @Test(
        "a session that is captured on both sides of a proxy is a session on each",
        arguments: [
            // One machine has all; the proxy's two sides have the same port; two proxies behind one another.
            [(1, 1, 8080), (1, 1, 9000)], [(1, 2, 80), (2, 3, 80)], [(1, 2, 443), (2, 3, 80)],
            [(1, 2, 80), (2, 3, 80), (3, 4, 80)], [(2, 3, 80), (1, 2, 80)],
        ] as [[Hop]]
    )
    func proxies(_ hops: [Hop]) async throws {
        var talk = PollingTalk()
        let ports = hops.indices.map { 50001 + UInt16($0) }
        for (port, hop) in zip(ports, hops) {
            talk.clients[port] = [10, 0, 0, hop.client]
            talk.addresses[port] = [10, 0, 0, hop.server]
            talk.serverPorts[port] = hop.port
        }
        func pass(_ target: String, _ body: String? = nil, answer: String) {
            for port in ports { talk.request(target, body, on: port) }
            for port in ports.reversed() { talk.answer(answer, on: port) }
        }
        pass("/websocket?appId=app1&token=tok-1&sdkVer=2.5.10&apiVer=1&pid=1", answer: PollingTalk.connected)
        pass(Self.send, #"{"sessionId":3,"classname":"RC:TxtMsg","content":"{}"}"#, answer: "[\(Self.ack)]")
        let events = try await Decoded(talk.segments).events()
        let sent = events.filter { $0.type == "PUBLISH" }
        let acks = events.filter { $0.type == "PUBACK" }
        #expect(acks.count == hops.count)
        // The answers come in the opposite order.
        #expect(acks.map { $0.reply?["n"]?.int64 } == sent.reversed().map(\.number))
        let found = try await check(talk.segments).findings.map(\.rule)
        #expect(!found.contains("message-id-reused") && !found.contains("ack-without-publish"))
    }

    /// When the server ends a connection whose request it does not answer.
    enum Ending: Sendable {
        case never, beforeRequest, afterRequest
    }

    @Test(
        "a request that HTTP sends again, since the server ended its connection without an answer, blames nobody",
        arguments: [
            ("{}", .afterRequest, false), ("{}", .beforeRequest, false), (#"{"a":1}"#, .afterRequest, true),
            ("{}", .never, true),
        ] as [(String, Ending, Bool)]
    )
    func sentAgain(_ second: String, _ ending: Ending, _ isReported: Bool) async throws {
        var talk = PollingTalk()
        func lose(_ target: String, on port: UInt16) {
            // The request and the end may pass each other.
            if ending == .beforeRequest { talk.finish(.server, on: port) }
            talk.request(target, "{}", on: port)
            if ending == .afterRequest { talk.finish(.server, on: port) }
            if ending != .never { talk.finish(.client, on: port) }
        }
        talk.connect(on: 50001)
        lose(Self.send, on: 50001)
        talk.request(Self.send, second, on: 50002)
        talk.answer("[\(Self.ack)]", on: 50002)
        talk.request(Self.poll, on: 50002)
        talk.answer(Self.push(9, #"{"classname":"RC:TxtMsg","content":"{}"}"#), on: 50002)
        let confirmation = "/websocket?messageid=9&header=64&sessionid=s1&pid=1"
        lose(confirmation, on: 50002)
        talk.request(confirmation, "{}", on: 50003)
        talk.answer("", on: 50003)
        let found = try await check(talk.segments).findings.map(\.rule)
        #expect(found.contains("message-id-reused") == isReported)
        #expect(found.contains("ack-without-publish") == (ending == .never))
        let events = try await Decoded(talk.segments).events()
        let acks = events.filter { $0.type == "PUBACK" && $0.sender == "server" }
        #expect(acks.map { $0.reply?["topic"]?.string } == ["ppMsgP"])
    }

    @Test("as many lost requests as the limit says are remembered, and then the oldest is not", arguments: [2, 1])
    func lostRequestLimit(_ limit: Int) async throws {
        var talk = PollingTalk()
        talk.connect(on: 50001)
        let sends = [2, 3].map { Self.send.replacing("messageid=2", with: "messageid=\($0)") }
        for (send, port) in zip(sends, [50001, 50002] as [UInt16]) {
            talk.request(send, "{}", on: port)
            talk.finish(.server, on: port)
            talk.finish(.client, on: port)
        }
        for send in sends { talk.request(send, "{}", on: 50003) }
        var limits = Limits()
        limits.lostRequests = limit
        let found = try await check(talk.segments, limits: limits).findings.map(\.rule)
        #expect(found.contains("message-id-reused") == (limit == 1))
    }

    @Test("a session passes up to eight reverse proxies, of which the capture has all sides", arguments: [8, 9])
    func proxyLimit(_ count: UInt16) async throws {
        var talk = PollingTalk()
        let ports = (0..<count).map { 50001 + $0 }
        for port in ports { talk.serverPorts[port] = 8000 + port - 50001 }
        for port in ports { talk.connect(on: port) }
        for port in ports { talk.request(Self.send, "{}", on: port) }
        let found = try await check(talk.segments).findings.map(\.rule)
        #expect(found.contains("message-id-reused") == (count > 8))
    }

    @Test("two servers that give two users the same session id are two sessions for the rules")
    func sameIdOfTwoServers() async throws {
        var talk = PollingTalk()
        for (port, host) in [(50001, "im1"), (50002, "im2")] as [(UInt16, String)] {
            talk.connect(host: host, on: port)
            talk.request(Self.send, #"{"sessionId":3,"classname":"RC:TxtMsg","content":"{}"}"#, host: host, on: port)
        }
        for port in [50001, 50002] as [UInt16] { talk.answer("[\(Self.ack)]", on: port) }
        #expect(try await !check(talk.segments).findings.map(\.rule).contains("message-id-reused"))
    }

    @Test("requests may be sent before the answers to those before them have come")
    func pipelined() async throws {
        var talk = PollingTalk()
        talk.connect(on: 50001)
        let sends = [2, 3, 4].map { Self.send.replacingOccurrences(of: "messageid=2", with: "messageid=\($0)") }
        talk.send(.client, sends.flatMap { PollingTalk.request($0, "{}") }, on: 50001)
        for id in [2, 3, 4] {
            talk.answer(Self.ack.replacingOccurrences(of: #""messageId":2"#, with: #""messageId":\#(id)"#), on: 50001)
        }
        let events = try await Decoded(talk.segments).events()
        #expect(
            events.map(\.type) == ["CONNECT", "CONNACK"] + Array(repeating: "PUBLISH", count: 3)
                + Array(repeating: "PUBACK", count: 3)
        )
        #expect(events.suffix(3).map { $0.reply?["n"]?.int64 } == [3, 4, 5])
    }

    @Test("events do not depend on the sizes of segments", arguments: [1, 2, 5, 100_000])
    func segmentSizes(_ size: Int) async throws {
        let packets = try Bundled.polling.segments()
        let whole = try await Decoded(packets).events().streams()
        let found = try await Decoded(Resegmenting.cut(packets) { size }).events().streams()
        #expect(difference(found, whole) == nil)
    }
}
