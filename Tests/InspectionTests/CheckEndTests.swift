import RongCloud
import Testing
import WireFormat

@testable import Inspection

@Suite("What check makes of frames around the end of a session")
struct CheckEndTests {
    /// An exchange that DISCONNECT interrupts.
    enum Exchange: CaseIterable {
        case message, push, query, confirmation, heartbeat

        /// The end that has the last word, and so does not send the DISCONNECT.
        var answerer: FrameSender {
            switch self {
            case .message, .query, .heartbeat: .server
            case .push, .confirmation: .client
            }
        }

        /// The rule about an answer that is missing or late.
        var missing: String {
            switch self {
            case .message: "publish-unacknowledged"
            case .push: "push-unacknowledged"
            case .query: "query-unanswered"
            case .confirmation: "query-unconfirmed"
            case .heartbeat: "heartbeat-unanswered"
            }
        }

        func begin(_ talk: inout CheckTalk) {
            switch self {
            case .message: talk.send(.client, Bytes.publish("ppMsgP", to: "bob", id: 1, PlantedMistake.text))
            case .push: talk.push("s_msg", 1, CheckTalk.downStream(1, time: talk.milliseconds))
            case .query: talk.send(.client, Bytes.query("joinChrm", to: "room", id: 1, Bytes.field(1, 1)))
            case .confirmation:
                talk.send(.client, Bytes.query("joinChrm", to: "room", id: 1, Bytes.field(1, 1)))
                talk.queryAck(1, header: 0x62)
            case .heartbeat: talk.send(.client, [0xC0])
            }
        }

        @discardableResult
        func end(_ talk: inout CheckTalk) -> Int {
            switch self {
            case .message: talk.pubAck(1)
            case .push: talk.send(.client, Bytes.clientPubAck(id: 1))
            case .query: talk.queryAck(1)
            case .confirmation: talk.send(.client, Bytes.queryCon(id: 1))
            case .heartbeat: talk.send(.server, [0xD0])
            }
        }
    }

    @Test("an answer that crosses DISCONNECT answers its request", arguments: Exchange.allCases)
    func crossing(_ exchange: Exchange) async throws {
        var talk = CheckTalk()
        talk.connAck()
        exchange.begin(&talk)
        talk.send(exchange.answerer == .client ? .server : .client, [0xE0, 0, 4])
        exchange.end(&talk)
        talk.close()
        #expect(try await check(talk.segments).findings == [])
    }

    @Test("an answer after the answering end's own DISCONNECT is one mistake", arguments: Exchange.allCases)
    func ownEnd(_ exchange: Exchange) async throws {
        var talk = CheckTalk()
        talk.connAck()
        exchange.begin(&talk)
        let end = talk.send(exchange.answerer, [0xE0, 0, 4])
        let answer = exchange.end(&talk)
        talk.close()
        #expect(try await check(talk.segments).findings == [CheckFinding("frame-after-disconnect", [answer, end])])
    }

    @Test("the server owes no answer to what a client sends after DISCONNECT")
    func goesOn() async throws {
        var talk = CheckTalk()
        talk.connAck()
        let end = talk.send(.server, [0xE0, 0, 4])
        talk.wait(3)
        let first = talk.send(.client, Bytes.publish("ppMsgP", to: "bob", id: 1, PlantedMistake.text))
        talk.send(.client, [0xC0])
        talk.wait(40)
        talk.send(.client, [0xC0])
        talk.close()
        #expect(try await check(talk.segments).findings == [CheckFinding("frame-after-disconnect", [first, end])])
    }

    @Test("a client that has left asks for nothing that a notice announces")
    func notice() async throws {
        var talk = CheckTalk()
        talk.connAck()
        talk.send(.client, [0xE0, 0, 4])
        talk.push("s_ntf", 1, Bytes.field(1, 1), header: 0x30)
        talk.wait(15)
        talk.close()
        #expect(try await check(talk.segments).findings == [])
    }

    @Test(
        "answers on two connections of long polling have no order, so one may come a second after DISCONNECT",
        arguments: [(0.5, true), (3, false)]
    )
    func polling(_ seconds: Double, _ isCrossing: Bool) async throws {
        var talk = PollingTalk()
        talk.connect(on: 50001)
        talk.request("/pullmsg.js?sessionid=s1&timestrap=1&pid=1", on: 50002)
        let message = #"{"sessionId":3,"classname":"RC:TxtMsg","content":"{\"content\":\"hi\"}"}"#
        talk.request(
            "/websocket?messageid=1&header=50&sessionid=s1&topic=ppMsgP&targetid=bob&pid=1",
            message,
            on: 50001
        )
        talk.answer(#"[{"headerCode":-32,"status":1}]"#, on: 50002)
        talk.wait(seconds)
        talk.answer(#"[{"headerCode":64,"messageId":1,"date":1795000000,"status":0,"millisecond":7}]"#, on: 50001)
        let rules = try await check(talk.segments).findings.map(\.rule).filter { $0 != "token-in-clear" }
        #expect(rules == (isCrossing ? [] : ["frame-after-disconnect"]))
    }

    @Test(
        "a connection on which one end repeats bytes, and the other end is not heard any more, ended with that one's last word",
        arguments: [FrameSender.client, .server],
        [
            (0, 0, false, true), (1, 0, false, true), (2, 300_000, false, false), (2, 300_000, true, true),
            // Packets that the capture has twice are closer together than repetitions for want of an acknowledgment.
            (2, 200_000, false, false), (2, 199_999, false, true),
        ]
    )
    func interrupted(
        _ sender: FrameSender,
        _ fate: (repetitions: Int, microsecondsBetween: Int64, isHeard: Bool, isJudged: Bool)
    ) async throws {
        var first = CheckTalk()
        first.connAck()
        let exchange = sender == .client ? Exchange.message : .push
        exchange.begin(&first)
        var segments = first.segments
        let lost = try #require(segments.last)
        for number in 0..<fate.repetitions {
            var copy = lost
            copy.time += 300_000_000 + Int64(number) * fate.microsecondsBetween * 1000
            segments.append(copy)
        }
        if fate.isHeard {
            var acknowledgment = lost
            swap(&acknowledgment.source, &acknowledgment.destination)
            acknowledgment.time += 700_000_000
            acknowledgment.flags = TestSegment.ack
            acknowledgment.sequence = lost.acknowledgment
            acknowledgment.acknowledgment = lost.sequence &+ UInt32(lost.payload.count)
            acknowledgment.payload = []
            segments.append(acknowledgment)
        }
        var second = CheckTalk(port: 50002, after: first)
        second.connAck()
        for _ in 0..<3 {
            second.wait(30)
            second.send(.client, [0xC0])
            second.send(.server, [0xD0])
        }
        second.close()
        segments = (segments + second.segments).sorted { $0.time < $1.time }
        let missing = sender == .client ? "publish-unacknowledged" : "push-unacknowledged"
        let expected = fate.isJudged ? ["heartbeat-missing", missing] : []
        #expect(try await check(segments).findings.map(\.rule).sorted() == expected)
    }

    @Test(
        "an answer that is late because the connection was interrupted for more than a second is held against no end",
        arguments: Exchange.allCases,
        [(0, 40.0, true), (1, 40, true), (2, 40, false), (2, 0.9, true)]
    )
    func outage(_ exchange: Exchange, _ fate: (repetitions: Int64, seconds: Double, isJudged: Bool)) async throws {
        var talk = CheckTalk()
        talk.connAck()
        exchange.begin(&talk)
        let lost = try #require(talk.segments.last)
        // The repetitions come up to a time before the answer.
        talk.wait(40)
        let copies = (0..<fate.repetitions).map { number in
            var copy = lost
            copy.time = talk.talk.time - Int64(fate.seconds * 1e9) + number * 300_000_000
            return copy
        }
        exchange.end(&talk)
        talk.close()
        let segments = (talk.segments + copies).sorted { $0.time < $1.time }
        #expect(try await check(segments).findings.map(\.rule) == (fate.isJudged ? [exchange.missing] : []))
    }

    @Test("a client whose connection was interrupted learns of a notice and of the end afterwards", arguments: [0, 2])
    func outageOfClient(repetitions: Int64) async throws {
        for (topic, rule) in [("s_ntf", "notify-without-pull"), ("DISCONNECT", "frame-after-disconnect")] {
            var talk = CheckTalk()
            talk.connAck()
            if topic == "s_ntf" {
                talk.push(topic, 1, Bytes.field(1, 1), header: 0x30)
            } else {
                talk.send(.server, [0xE0, 0, 4])
            }
            let lost = try #require(talk.segments.last)
            let copies = (1...2).prefix(Int(repetitions)).map { number in
                var copy = lost
                copy.time += Int64(number) * 300_000_000
                return copy
            }
            talk.wait(65)
            talk.send(.client, Bytes.publish("ppMsgP", to: "bob", id: 1, PlantedMistake.text))
            if topic == "s_ntf" {
                talk.pubAck(1)
                _ = talk.pull(2, from: 0, to: 1000, messages: [])
                talk.send(.client, Bytes.queryCon(id: 2))
            }
            talk.close()
            let segments = (talk.segments + copies).sorted { $0.time < $1.time }
            let found = try await check(segments).findings.map(\.rule)
            let late = topic == "s_ntf" ? ["notify-without-pull", "heartbeat-missing"] : [rule]
            #expect(found.sorted() == (repetitions == 0 ? late.sorted() : []), "\(topic)")
        }
    }

    @Test(
        "a connection whose keep-alives of TCP are not answered ended with the last word of the other end",
        arguments: [FrameSender.client, .server],
        [
            (payload: [], isBehind: true, isAnswered: false, isJudged: false),
            ([0xAA], true, false, false), ([], true, true, true),
            // An acknowledgment of what came before asks for no answer.
            ([], false, false, true),
        ] as [(payload: [UInt8], isBehind: Bool, isAnswered: Bool, isJudged: Bool)]
    )
    func keepAlives(
        _ sender: FrameSender,
        _ fate: (payload: [UInt8], isBehind: Bool, isAnswered: Bool, isJudged: Bool)
    ) async throws {
        var talk = CheckTalk()
        talk.connAck()
        talk.message(1)
        talk.wait(20)
        var segments = talk.segments
        let port: UInt16 = sender == .client ? 80 : 50001
        var probe = try #require(segments.last { $0.destination.port == port })
        probe.sequence &+= UInt32(probe.payload.count) &- (fate.isBehind ? 1 : 0)
        probe.flags = TestSegment.ack
        probe.payload = fate.payload
        let peer = try #require(segments.last { $0.source.port == port })
        probe.acknowledgment = peer.sequence &+ UInt32(peer.payload.count)
        var answer = peer
        answer.sequence = probe.acknowledgment
        answer.acknowledgment = probe.sequence &+ (fate.isBehind ? 1 : 0)
        answer.flags = TestSegment.ack
        answer.payload = []
        for number in 1...4 as ClosedRange<Int64> {
            probe.time = talk.talk.time + number * 75_000_000_000
            answer.time = probe.time + 1_000_000
            segments += fate.isAnswered ? [probe, answer] : [probe]
        }
        #expect(try await check(segments).findings.map(\.rule) == (fate.isJudged ? ["heartbeat-missing"] : []))
    }

    /// What becomes of a connection after a message without an answer.
    enum Fate: CaseIterable {
        /// The client moves to another network, and connects there.
        case leftSoon, leftLate
        /// Another client connects, or the client keeps the connection.
        case stranger, kept

        var expected: Set<String> {
            switch self {
            case .leftSoon: []
            case .leftLate: ["publish-unacknowledged"]
            case .stranger, .kept: ["publish-unacknowledged", "heartbeat-missing"]
            }
        }
    }

    @Test("a connection that is silent from when its client opens the next one on ended then", arguments: Fate.allCases)
    func moved(_ fate: Fate) async throws {
        var first = CheckTalk(token: "tok-1")
        first.connAck()
        first.send(.client, Bytes.publish("ppMsgP", to: "bob", id: 1, PlantedMistake.text))
        first.wait(fate == .leftLate ? 31 : 3)
        var second = CheckTalk(port: 50002, token: fate == .stranger ? "tok-2" : "tok-1", after: first)
        second.connAck()
        first.wait(5)
        if fate == .kept { first.message(2) }
        for _ in 0..<3 {
            second.wait(30)
            second.send(.client, [0xC0])
            second.send(.server, [0xD0])
        }
        second.close()
        let segments = (first.segments + second.segments).sorted { $0.time < $1.time }
        let found = try await check(segments, workers: 2).findings.map(\.rule).filter { $0 != "token-in-clear" }
        #expect(Set(found) == fate.expected)
    }
}
