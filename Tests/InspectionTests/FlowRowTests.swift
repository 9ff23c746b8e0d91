import Capture
import Inspection
import Reporting
import RongCloud
import Testing
import WireFormat
import WireJSON

@Suite("Rows of connections that came to nothing")
struct FlowRowTests {
    private func rows(_ segments: [TestSegment]) async throws -> (rows: [JSONValue], outcome: CaptureOutcome) {
        let file = try Decoded.file(of: CaptureFile.write(segments))
        var report = FlowsReport()
        let outcome = try await report.add(try CaptureReader(descriptor: file, closesDescriptor: true), name: nil)
        return (try JSONValue(parsing: report.text(.json))["flows"]?.elements ?? [], outcome)
    }

    @Test("a token within another parameter's text is shortened")
    func tokens() async throws {
        var talk = Talk(port: 1004, sdkVersion: nil)
        let target = "/navi.js?appId=1;token=TOKSECRETSEMI12345&token=x&v=1"
        talk.exchange("GET", target, answer: "getServerEndpoint({})", type: "text/javascript")
        talk.end()
        let row = try #require(try await rows(talk.segments).rows.first)
        #expect(row["appKey"]?.string?.contains("TOKSECRET") == false, "\(row)")
    }

    @Test("a row's time and duration reach from the earliest packet to the latest, also where the clock was set back")
    func setBack() async throws {
        let minute: Int64 = 60_000_000_000
        for steps in [[0, -3, -2], [0, 2, 1], [0, -1, 2]] as [[Int64]] {
            var segments = Array(Talk(port: 1001, sdkVersion: nil).segments.prefix(3))
            let start = segments[0].time
            for (index, step) in steps.enumerated() { segments[index].time = start + step * minute }
            let row = try #require(try await rows(segments).rows.first)
            let (first, last) = (steps.min() ?? 0, steps.max() ?? 0)
            #expect(row["from"]?.string == TimestampWriter.text(start + first * minute), "\(steps)")
            #expect(row["to"]?.string == TimestampWriter.text(start + last * minute), "\(steps)")
            #expect(row["duration"]?.double == Double((last - first) * 60), "\(steps)")
        }
    }

    @Test("where a row does not fit, two blanks part one thing from the next", arguments: [60, 80, 120])
    func paragraphs(_ width: Int) async throws {
        let file = try Decoded.file(of: Bundled.file("rongcloud-tls-chat.pcapng"))
        var report = FlowsReport()
        report.width = width
        _ = try await report.add(try CaptureReader(descriptor: file, closesDescriptor: true), name: nil)
        let text = report.text(.text)
        let whole = text.split(separator: "\n").map { $0.drop { $0 == " " } }.joined(separator: "  ")
        #expect(whole.contains("  ending clean  note TLS is not decrypted: "))
    }

    @Test("refused, unanswered and idle connections are rows with their reason")
    func empty() async throws {
        let reset: UInt8 = 4
        var refused = Array(Talk(port: 1001, sdkVersion: nil).segments.prefix(2))
        refused[1].flags = reset | TestSegment.ack
        let unanswered = Array(Talk(port: 1002, sdkVersion: nil).segments.prefix(1))
        let idle = Talk(port: 1003, sdkVersion: nil).segments
        let found = try await rows(refused + unanswered + idle)
        #expect(found.outcome.summary.flows == 3)
        #expect(
            found.rows.map { $0["reason"] } == [
                "refused: the answer to its SYN was RST", "unanswered: nothing came back for its SYN",
                "opened, and nothing was sent on it",
            ]
        )
    }

    @Test("an event that waits for another connection to prove its session counts for the connection that brought it")
    func waitingForProof() async throws {
        let path = "/socket.io/1/xhr-polling/abc123?t=1"
        var first = Talk(port: 1001, sdkVersion: nil)
        first.exchange("GET", path, answer: "1::", type: "text/plain")
        first.end()
        var second = Talk(port: 1002, sdkVersion: nil)
        second.exchange("POST", path, body: #"3:::{"SID":1,"CID":2,"SER":0}"#, answer: "1", type: "text/plain")
        second.exchange("GET", path, answer: #"3:::{"sid":1,"cid":2,"code":200,"ser":0}"#, type: "text/plain")
        second.end()
        let found = try await rows(first.segments + second.segments).rows
        #expect(found.map { $0["system"] } == ["nim", "nim"])
        #expect(found.map { $0["sessionId"] } == ["abc123", "abc123"])
        #expect(found.map { $0["fromClient"]?["events"] } == [0, 1])
        #expect(found.map { $0["fromServer"]?["events"] } == [1, 1])
        #expect(found[0]["reason"] == "nim: another connection of its session proved it")
    }

    @Test("connections with the same session id are one session if their requests name the same server")
    func sessionNumbers() async throws {
        var talk = PollingTalk()
        for (port, host) in [(50001, "im1"), (50002, "im2"), (50003, "im1")] as [(UInt16, String)] {
            talk.request("/pullmsg.js?sessionid=s1&timestrap=17&pid=1", host: host, on: port)
        }
        #expect(try await rows(talk.segments).rows.map { $0["session"] } == [1, 2, 1])
    }

    @Test(
        "the close frame that came first says how a connection ended",
        arguments: [
            ([0x0F, 0xA1], [], 4001, "closed with code 4001"),
            ([0x03, 0xF0], [0x03, 0xE8], 1008, "closed with code 1008"),
            ([0x03, 0xE8], [0x03, 0xF0], 1000, "clean"), ([], [0x0F, 0xA1], 1005, "clean"),
        ] as [([UInt8], [UInt8], Int64, String)],
        [FrameSender.client, .server]
    )
    func closing(_ closing: (first: [UInt8], answer: [UInt8], code: Int64, ending: String), _ first: FrameSender)
        async throws
    {
        var talk = Talk()
        talk.frame(.server, Bytes.connAck(user: "ann"))
        let other: FrameSender = first == .client ? .server : .client
        for (sender, payload) in [(first, closing.first), (other, closing.answer), (first, [0x0B, 0xB8])] {
            talk.send(sender, Bytes.webSocket(payload, opcode: 8, mask: sender == .client ? [1, 2, 3, 4] : nil))
        }
        talk.end()
        let row = try #require(try await rows(talk.segments).rows.first)
        #expect(row["closeCode"]?.int64 == closing.code)
        #expect(row["ending"]?.string == closing.ending)
    }

    @Test("a reset far from where the stream is ends nothing")
    func strayReset() async throws {
        var talk = Talk()
        talk.frame(.server, Bytes.connAck(user: "ann"))
        talk.frame(.client, Bytes.pingRequest)
        var stray = try #require(talk.segments.last { $0.destination.port == 80 })
        (stray.source, stray.destination) = (stray.destination, stray.source)
        stray.payload = []
        stray.flags = 4
        stray.sequence = 500_000_000
        var packets = talk.segments
        packets.insert(stray, at: packets.count - 1)
        let found = try await rows(packets)
        #expect(found.rows.map { $0["ending"]?.string } == ["cut off"])
        #expect(found.rows[0]["fromClient"]?["events"] == 2)
        // At the end of the stream it does.
        let next = talk.segments.last { $0.source.port == 80 && !$0.payload.isEmpty }
        stray.sequence = try #require(next.map { $0.sequence &+ UInt32($0.payload.count) })
        #expect(try await rows(talk.segments + [stray]).rows.map { $0["ending"]?.string } == ["reset by the server"])
    }

    @Test("a connection that is not followed is named with the reason, and so is one that is left half-way")
    func notFollowed() async throws {
        var page = Talk(port: 1001, sdkVersion: nil)
        page.exchange("GET", "/index.html", answer: "hi", type: "text/plain")
        page.end()
        var lines = Talk(port: 1002, sdkVersion: nil)
        lines.send(.client, Array("EHLO im.example\r\n".utf8))
        lines.send(.server, Array("250 im.example\r\n".utf8))
        lines.end()
        let empty = Talk(port: 1003, sdkVersion: nil)
        var left = Talk(port: 1004, sdkVersion: nil)
        left.exchange("GET", "/navi.js?appId=a&token=t", answer: #"{"code":200,"userId":"u"}"#, type: "text/plain")
        left.send(.client, Array("no HTTP, and no WebSocket\r\n\r\n".utf8))
        left.end()
        let found = try await rows(page.segments + lines.segments + empty.segments + left.segments)
        let told = found.outcome.notices.lines
        try #require(told.count == 3)
        #expect(told[0] == "flow 1: not followed: HTTP that no system claims")
        #expect(told[1].hasPrefix("flow 2: not followed: unknown: "))
        #expect(told[2].hasPrefix("flow 4: not followed to its end: other: "))
    }

    /// A record of TLS in the clear.
    private static func record(_ type: UInt8, _ body: [UInt8]) -> [UInt8] {
        [type, 3, 3] + bigEndian(UInt16(body.count)) + body
    }

    /// A hello of version 1.2 with a made-up random, one cipher suite and nothing else.
    private static func hello(_ type: UInt8) -> [UInt8] {
        let random = (0..<32).map { UInt8($0) }
        let suites: [UInt8] = type == 1 ? [0, 2, 0xC0, 0x2F, 1, 0] : [0xC0, 0x2F, 0]
        let body = [3, 3] + random + [0] + suites
        return record(22, [type, 0] + bigEndian(UInt16(body.count)) + body)
    }

    @Test("a handshake that fails has a reason: the alert, or that nothing came")
    func handshake() async throws {
        var alert = Talk(port: 1001, sdkVersion: nil)
        alert.send(.client, Self.hello(1))
        alert.send(.server, Self.record(21, [2, 40]))
        var silent = Talk(port: 1002, sdkVersion: nil)
        silent.send(.client, Self.hello(1))
        var half = Talk(port: 1003, sdkVersion: nil)
        half.send(.client, Self.hello(1))
        half.send(.server, Self.hello(2))
        half.send(.client, Self.record(21, [2, 48]))
        let found = try await rows(alert.segments + silent.segments + half.segments)
        let reasons = [
            "TLS: handshake failed: alert 40 (handshake_failure) from the server",
            "TLS: handshake not finished: the connection ended without an answer to the client's hello",
            "TLS: handshake failed: alert 48 (unknown_ca) from the client",
        ]
        #expect(found.rows.map { $0["reason"]?.string } == reasons)
        #expect(found.outcome.notices.lines == reasons.enumerated().map { "flow \($0 + 1): \($1)" })
    }

    @Test("frames whose key cannot be recovered come out in the order of the capture")
    func orderWithoutKey() async throws {
        let key = try ObfuscationKey([1, 2, 3, 4, 5, 6, 7, 9])
        func frame(_ object: String, _ sender: FrameSender) throws -> [UInt8] {
            try FrameObject.encode(Array(object.utf8), form: .tcp, sender: sender, key: key)
        }
        // Joined in the middle, where no frame gives the key away.
        var talk = Talk(sdkVersion: nil)
        let opening = talk.segments.count
        for id in 1...5 {
            let more = #""messageId":\#(id),"qos":1"#
            talk.send(
                .client,
                try frame(#"{"type":"PUBLISH",\#(more),"topic":"a","targetId":"b","data":"00"}"#, .client)
            )
            let stamp = #""date":1795000000,"status":0,"millisecond":1,"messageUId":"BKR5-28P4-JT85-SK8H""#
            talk.send(.server, try frame(#"{"type":"PUBACK","messageId":\#(id),\#(stamp)}"#, .server))
        }
        let events = try await Decoded(Array(talk.segments[opening...])).events()
        #expect(events.map(\.type) == (1...5).flatMap { _ in ["PUBLISH", "PUBACK"] })
        #expect(events.map { $0.packets } == (1...10).map { [Int64($0)] })
    }

    @Test("times at the end of what can be told do not trap a rule")
    func lateTimes() async throws {
        var talk = Talk()
        talk.frame(.server, Bytes.connAck(user: "ann"))
        talk.frame(.client, [0xC0])
        talk.frame(.client, Bytes.query("pullMsg", to: "ann", id: 3, Bytes.field(1, 0)))
        var packets = talk.segments
        for index in packets.indices { packets[index].time = .max }
        // A hole, after which a rule waits for a while.
        packets.remove(at: packets.count - 2)
        let checked = try await check(CaptureFile.write(packets, .pcapng))
        #expect(checked.capture.summary.events > 0)
    }
}
