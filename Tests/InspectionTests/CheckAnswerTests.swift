import RongCloud
import Testing
import WireFormat

@testable import Inspection

@Suite("Rules of check that wait for what the server says")
struct CheckAnswerTests {
    @Test(
        "a notice about what was pushed wants no pull, unless the push was not for the inbox, or the client dropped it",
        arguments: [
            (1, false, false, true), (4, false, false, false), (1, true, false, false), (1, false, true, false),
        ] as [(Int64, Bool, Bool, Bool)]
    )
    func pushedNotice(_ type: Int64, _ isOwn: Bool, _ isPulling: Bool, _ isCovered: Bool) async throws {
        var talk = CheckTalk()
        talk.connAck()
        let time = talk.milliseconds
        let pull = Bytes.field(1, 0) + Bytes.field(2, 0)
        if isPulling { talk.send(.client, Bytes.query("pullMsg", to: "ann", id: 1, pull)) }
        let message =
            Bytes.field(1, "bob") + Bytes.field(2, type) + (type == 1 ? [] : Bytes.field(3, "room"))
            + Bytes.field(4, "RC:TxtMsg") + Bytes.field(5, #"{"content":"hi"}"#) + Bytes.field(6, time)
            + Bytes.field(7, 0x30) + Bytes.field(9, CheckTalk.uid(time, 1)) + (isOwn ? Bytes.field(10, 1) : [])
        talk.push("s_msg", 1, message, header: 0x30)
        let notice = talk.push("s_ntf", 2, Bytes.field(1, 1) + Bytes.field(2, time), header: 0x30)
        if isPulling { talk.queryAck(1, Bytes.field(2, time - 1) + Bytes.field(3, 1)) }
        talk.wait(11)
        talk.message(2)
        talk.close()
        let expected = isCovered ? [] : [CheckFinding("notify-without-pull", [notice])]
        #expect(try await check(talk.segments).findings == expected)
    }

    @Test("of two messages that wait under one id, the server may acknowledge both", arguments: [1, 2, 3])
    func sharedId(answers: Int) async throws {
        var talk = CheckTalk()
        talk.connAck()
        let text = Bytes.upStream("RC:TxtMsg", #"{"content":"hi"}"#)
        let first = talk.send(.client, Bytes.publish("ppMsgP", to: "bob", id: 1, text))
        let second = talk.send(.client, Bytes.publish("ppMsgP", to: "bob", id: 1, text))
        let answered = (0..<answers).map { _ in talk.pubAck(1) }
        talk.close()
        var expected = [CheckFinding("message-id-reused", [second, first])]
        if answers > 2 { expected.append(CheckFinding("ack-without-publish", [answered[2]])) }
        #expect(try await check(talk.segments).findings == expected)
    }

    @Test(
        "an answer waits some seconds for its request, and then answers nothing, whatever id the next request has",
        arguments: [(5.9, true), (6.1, false)]
    )
    func wrongId(_ seconds: Double, _ isPaired: Bool) async throws {
        var talk = CheckTalk()
        talk.connAck()
        let text = Bytes.upStream("RC:TxtMsg", #"{"content":"hi"}"#)
        let first = talk.send(.client, Bytes.publish("ppMsgP", to: "bob", id: 1, text))
        let wrong = talk.pubAck(2)
        talk.wait(seconds)
        talk.send(.client, Bytes.publish("ppMsgP", to: "bob", id: 2, text))
        let second = talk.pubAck(2)
        talk.wait(6)
        talk.send(.client, [0xC0])
        talk.send(.server, [0xD0])
        talk.close()
        let expected = [
            CheckFinding("publish-unacknowledged", [first]),
            CheckFinding("ack-without-publish", [isPaired ? second : wrong]),
        ]
        #expect(try await check(talk.segments).findings == expected)
    }

    @Test(
        "what a client sends again with dup keeps its id, whether it waits or is answered",
        arguments: [(false, 1), (false, 2), (true, 2)]
    )
    func sentAgain(_ isAnswered: Bool, _ answers: Int) async throws {
        var talk = CheckTalk()
        talk.connAck()
        let text = Bytes.upStream("RC:TxtMsg", #"{"content":"hi"}"#)
        let message = Bytes.publish("ppMsgP", to: "bob", id: 1, text)
        talk.send(.client, message)
        if isAnswered { talk.pubAck(1) }
        talk.wait(5)
        talk.send(.client, [message[0] | 0x08] + message.dropFirst())
        for _ in 0..<(isAnswered ? 1 : answers) { talk.pubAck(1) }
        let pull = Bytes.query("pullMsg", to: "ann", id: 2, Bytes.field(1, 0) + Bytes.field(2, 0))
        talk.send(.client, pull)
        talk.send(.client, [pull[0] | 0x08] + pull.dropFirst())
        for _ in 0..<answers { talk.queryAck(2, Bytes.field(2, 5000) + Bytes.field(3, 1)) }
        talk.close()
        #expect(try await check(talk.segments).findings == [])
    }

    @Test("a clock that is set back makes nothing late, wherever it is", arguments: 0..<12)
    func clockSetBack(at place: Int) async throws {
        var talk = CheckTalk(sdkVersion: "5.5.5")
        let text = Bytes.upStream("RC:TxtMsg", #"{"content":"hi"}"#)
        var step = 0
        func next(_ talk: inout CheckTalk) {
            if step == place { talk.wait(-5000) }
            step += 1
        }
        talk.connAck()
        for id in 1...3 as ClosedRange<UInt16> {
            next(&talk)
            talk.send(.client, Bytes.publish("ppMsgP", to: "bob", id: id, text))
            next(&talk)
            talk.pubAck(id)
            talk.wait(14)
            talk.send(.client, [0xC0])
            next(&talk)
            talk.send(.server, [0xD0])
            next(&talk)
            talk.push("s_msg", 100 + id, CheckTalk.downStream(Int(id), time: talk.milliseconds))
            talk.send(.client, Bytes.clientPubAck(id: 100 + id))
        }
        talk.close()
        // The server's clock goes with that of the capture here.
        #expect(try await check(talk.segments).findings == [])
    }

    @Test("where the clocks of the two ends differ, nothing is early or late", arguments: [-20, -2] as [Int64])
    func twoClocks(_ ahead: Int64) async throws {
        var talk = CheckTalk(sdkVersion: "5.5.5")
        talk.connAck()
        for id in 1...3 as ClosedRange<UInt16> {
            talk.message(id)
            talk.wait(14)
            talk.send(.client, [0xC0])
            talk.send(.server, [0xD0])
        }
        talk.close()
        #expect(try await check(talk.segments.merged(port: 50001, ahead: ahead)).findings == [])
    }

    @Test(
        "packets up to five seconds out of order are no clock that is set back: what is missing stays missing",
        arguments: [(4.9, true), (5.1, false)]
    )
    func clockStep(_ seconds: Double, _ isMissed: Bool) async throws {
        var talk = CheckTalk(sdkVersion: "5.5.5")
        talk.connAck()
        let text = Bytes.upStream("RC:TxtMsg", #"{"content":"hi"}"#)
        let sent = talk.send(.client, Bytes.publish("ppMsgP", to: "bob", id: 1, text))
        talk.wait(-seconds)
        for _ in 0..<3 {
            talk.send(.client, [0xC0])
            talk.send(.server, [0xD0])
            talk.wait(15)
        }
        talk.close()
        let found = try await check(talk.segments).findings.filter { $0.rule == "publish-unacknowledged" }
        #expect(found.count == (isMissed ? 1 : 0))
        #expect(found.allSatisfy { $0.events.contains(sent) })
    }

    @Test(
        "a pull may cross the answer to the one before for a second, and none before that",
        arguments: [(0.9, 0.0, false), (1.1, 0.0, true), (0.6, 0.6, true)]
    )
    func crossingPull(_ wait: Double, _ again: Double, _ isStale: Bool) async throws {
        var talk = CheckTalk(sdkVersion: "4.2.0")
        talk.connAck()
        PlantedMistake.pull(&talk, 1, from: 5000, to: 6000)
        talk.wait(wait)
        PlantedMistake.pull(&talk, 2, from: 5000, to: 6000)
        if again > 0 {
            talk.wait(again)
            PlantedMistake.pull(&talk, 3, from: 5000, to: 6000)
        }
        talk.close()
        let found = try await check(talk.segments).findings
        // CONNACK, pull and answer, as many as there are.
        let last = again > 0 ? 7 : 5
        #expect(found == (isStale ? [CheckFinding("cursor-stale", [last, 4, last - 2])] : []))
    }

    @Test(
        "before v4, SDKs move a cursor with messages and do not ask for the rest; tabs of v2 share the cursor",
        arguments: [
            ("2.5.12", []), ("3.0.6", ["cursor-ahead"]),
            ("4.2.0", ["pull-unfinished", "cursor-stale", "cursor-ahead"]),
        ]
    )
    func habits(version: String, expected: [String]) async throws {
        var talk = CheckTalk(sdkVersion: version)
        talk.connAck()
        let question = Bytes.field(1, 5000) + Bytes.field(2, 0)
        for id in UInt16(1)...2 {
            // There was no message, and the client asks again by its timer.
            talk.send(.client, Bytes.query("pullMsg", to: "ann", id: id, question))
            talk.queryAck(id, Bytes.field(2, 7000) + Bytes.field(3, id == 1 ? 0 : 1))
            talk.wait(11)
            talk.send(.client, [0xC0])
            talk.send(.server, [0xD0])
        }
        // Another tab was given a message meanwhile.
        let time = talk.milliseconds - 500
        talk.send(.client, Bytes.query("pullMsg", to: "ann", id: 3, Bytes.field(1, time) + Bytes.field(2, 0)))
        talk.queryAck(3, Bytes.field(2, talk.milliseconds) + Bytes.field(3, 1))
        talk.close()
        #expect(try await check(talk.segments).findings.map(\.rule) == expected)
    }

    @Test(
        "a recall that nobody answers in time is tried again",
        arguments: [("5.5.5", 30.1, true), ("5.5.5", 29.9, false), ("1.0.0", 6.1, true), ("1.0.0", 5.9, false)]
    )
    func recallRetried(_ version: String, _ wait: Double, _ isRetry: Bool) async throws {
        var talk = CheckTalk(sdkVersion: version)
        talk.connAck()
        let uid = PlantedMistake.own(&talk)
        let content = #"{"messageUId":"\#(uid)","conversationType":1,"targetId":"bob","sentTime":5000}"#
        let data = Bytes.field(1, 0) + Bytes.field(2, "RC:RcCmd") + Bytes.field(3, content)
        let first = talk.send(.client, Bytes.publish("recallMsg", to: "ann", id: 2, data))
        talk.wait(wait)
        let second = talk.send(.client, Bytes.publish("recallMsg", to: "ann", id: 3, data))
        talk.pubAck(3)
        talk.close()
        let found = try await check(talk.segments).findings.filter { $0.rule == "recall-repeated" }
        #expect(found == (isRetry ? [] : [CheckFinding("recall-repeated", [second, first])]))
    }

    @Test("a recall that was done stays so, however late the next one is")
    func recallDone() async throws {
        var talk = CheckTalk()
        talk.connAck()
        let uid = PlantedMistake.own(&talk)
        PlantedMistake.recall(&talk, uid, 2)
        talk.wait(40)
        PlantedMistake.recall(&talk, uid, 3)
        talk.close()
        #expect(try await check(talk.segments).findings.map(\.rule).contains("recall-repeated"))
    }
}
