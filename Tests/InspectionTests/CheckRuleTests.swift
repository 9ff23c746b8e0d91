import Reporting
import RongCloud
import Testing
import WireFormat
import WireJSON

@testable import Inspection

@Suite("The rules of check")
struct CheckRuleTests {
    @Test("a session in which nothing is wrong has no findings")
    func clean() async throws {
        let outcome = try await check(CheckSimulation().talk.segments)
        #expect(outcome.findings == [])
        #expect(outcome.capture.summary.errors == 0)
        #expect(outcome.capture.summary.events == 38)
    }

    @Test("what is wrong is found, with its events, and nothing else", arguments: CheckSimulation.Fault.allCases)
    func fault(_ fault: CheckSimulation.Fault) async throws {
        let simulation = CheckSimulation(fault)
        let outcome = try await check(simulation.talk.segments)
        #expect(outcome.findings == [CheckFinding(fault.rawValue, simulation.evidence)])
        #expect(!simulation.evidence.isEmpty)
    }

    @Test("every rule is broken by one of these tests")
    func allRules() {
        let broken = Set(CheckSimulation.Fault.allCases.map(\.rawValue) + PlantedMistake.all.flatMap(\.rules))
        #expect(Set(RongCloudCheck.kinds.flatMap { $0.rules }.map(\.id) + TokenRules.rules.map(\.id)) == broken)
    }

    @Test("an event number in a finding is that of the event that decode prints")
    func numbers() async throws {
        let simulation = CheckSimulation(.nameCase)
        let events = try await Decoded(simulation.talk.segments).events()
        let event = try #require(events.first { $0.number == Int64(simulation.evidence[0]) })
        #expect(event.messages.first?["objectName"]?.string == "RC:txtMsg")
    }

    @Test("a token that was refused three times in a row is tried again in a loop")
    func retries() async throws {
        var segments: [TestSegment] = []
        var last: CheckTalk?
        var refusals: [Int] = []
        for port in UInt16(50001)...50004 {
            var talk = CheckTalk(port: port, token: "bad@nav.example", after: last)
            refusals.append(talk.connAck(status: 4))
            talk.close()
            segments += talk.segments
            last = talk
        }
        let found = try await check(segments).findings.filter { $0.rule == "connect-retry-loop" }
        #expect(found == [CheckFinding("connect-retry-loop", [refusals[2], refusals[0], refusals[1]])])
    }

    @Test(
        "refusals of other tokens, or of the server's state, are no loop",
        arguments: [
            (["a", "b", "c"], [4, 4, 4]), (["a", "a", "a"], [3, 3, 3]), (["a", "a", "a"], [6, 6, 6]),
            (["a", "a", "a", "a"], [4, 4, 0, 4]), (["a", "a"], [4, 4]),
        ] as [([String], [UInt8])]
    )
    func noLoop(_ tokens: [String], _ statuses: [UInt8]) async throws {
        var segments: [TestSegment] = []
        var last: CheckTalk?
        for (index, token) in tokens.enumerated() {
            var talk = CheckTalk(port: 50001 + UInt16(index), token: token, after: last)
            talk.connAck(status: statuses[index])
            talk.close()
            segments += talk.segments
            last = talk
        }
        let rules = Set(try await check(segments).findings.map(\.rule))
        #expect(rules == ["token-in-clear"])
    }

    @Test("a message that the server refuses with 20604 came too fast")
    func refusedRate() async throws {
        var talk = CheckTalk()
        talk.connAck()
        talk.send(.client, Bytes.publish("ppMsgP", to: "bob", id: 1, PlantedMistake.text))
        let refusal = talk.pubAck(1, status: 20604)
        talk.close()
        #expect(try await check(talk.segments).findings == [CheckFinding("message-rate", [refusal])])
    }

    @Test("messages that come too fast are one finding, which counts them all", arguments: [5, 6, 9])
    func rate(_ count: Int) async throws {
        var talk = CheckTalk()
        talk.connAck()
        for id in 1...UInt16(count) {
            talk.send(.client, Bytes.publish("ppMsgP", to: "bob", id: id, PlantedMistake.text))
            talk.pubAck(id)
        }
        talk.close()
        let texts = try await check(talk.segments).report.findings.filter { $0.rule.id == "message-rate" }.map(\.text)
        #expect(texts.count == (count > 5 ? 1 : 0))
        for text in texts {
            #expect(text.hasPrefix("\(count) messages in "))
            #expect(text.hasSuffix(" s, up to \(count) in one second"))
        }
    }

    @Test(
        "an answer is waited for as long as the SDK's generation does",
        arguments: [
            (SDKGeneration?.none, 30, 10), (.v1, 6, 10), (.v2, 30, 10), (.v3, 30, 10), (.v4, 30, 5), (.v5, 30, 5),
        ] as [(SDKGeneration?, Int64, Int64)]
    )
    func waits(_ generation: SDKGeneration?, _ answer: Int64, _ connack: Int64) {
        #expect(CheckTimes.answer(generation) == answer * 1_000_000_000)
        #expect(CheckTimes.connack(generation) == connack * 1_000_000_000)
    }

    @Test("a heartbeat that is answered twice leaves one answer over")
    func surplusPong() async throws {
        var talk = CheckTalk()
        talk.connAck()
        talk.send(.client, [0xC0])
        talk.send(.server, [0xD0])
        let surplus = talk.send(.server, [0xD0])
        talk.close()
        #expect(try await check(talk.segments).findings == [CheckFinding("answer-without-request", [surplus])])
    }

    @Test(
        "heartbeats are due by the SDK's generation",
        arguments: [
            ("1.0.0", 180.0, 300.0), ("2.5.10", 30, 50), ("3.0.6", 30, 50), ("4.2.0", 30, 50), ("5.5.5", 15, 28),
        ]
    )
    func intervals(_ version: String, _ inTime: Double, _ late: Double) async throws {
        for (wait, expected) in [(inTime, []), (late, ["heartbeat-late"]), (inTime * 2 + 2, ["heartbeat-missing"])] {
            var talk = CheckTalk(sdkVersion: version)
            talk.connAck()
            talk.wait(wait)
            talk.send(.client, [0xC0])
            talk.send(.server, [0xD0])
            talk.close()
            #expect(try await check(talk.segments).findings.map(\.rule) == expected, "\(version), \(wait) s")
        }
    }

    @Test("a message that a pull brings again is a repetition only when the cursor was past it")
    func pulledAgain() async throws {
        for (cursor, isRepetition) in [(Int64(-4000), false), (-2000, true)] {
            var talk = CheckTalk()
            talk.connAck()
            let now = talk.milliseconds
            let message = CheckTalk.downStream(1, time: now - 3000)
            let push = talk.push("s_msg", 1, message)
            talk.send(.client, Bytes.clientPubAck(id: 1))
            let pull = talk.pull(1, from: now + cursor, to: now, messages: [message])
            talk.send(.client, Bytes.queryCon(id: 1))
            talk.close()
            let expected = isRepetition ? [CheckFinding("duplicate-message-uid", [pull.answer, push])] : []
            #expect(try await check(talk.segments).findings == expected)
        }
    }

    @Test("a room that is joined again is pulled from the start again")
    func rejoinedRoom() async throws {
        for joins in [true, false] {
            var talk = CheckTalk()
            talk.connAck()
            var pulls: [Int] = []
            for (round, cursor) in [Int64(9000), 0].enumerated() {
                let id = UInt16(2 * round + 1)
                if joins || round == 0 {
                    talk.send(.client, Bytes.query("joinChrm", to: "room", id: id, Bytes.field(1, 1)))
                    talk.queryAck(id)
                }
                let pull = Bytes.field(1, cursor) + Bytes.field(2, 10)
                pulls.append(talk.send(.client, Bytes.query("chrmPull", to: "room", id: id + 1, pull)))
                talk.queryAck(id + 1, Bytes.field(2, 9500))
            }
            talk.close()
            let expected = joins ? [] : [CheckFinding("cursor-backwards", [pulls[1], pulls[0]])]
            #expect(try await check(talk.segments).findings == expected)
        }
    }

    @Test("a notice for a room wants the room's pull")
    func roomNotice() async throws {
        for room in ["room", "other"] {
            var talk = CheckTalk()
            talk.connAck()
            talk.send(.client, Bytes.query("joinChrm", to: room, id: 1, Bytes.field(1, 1)))
            talk.queryAck(1)
            let data = Bytes.field(1, 2) + Bytes.field(2, 7000) + Bytes.field(3, "room")
            let notice = talk.push("s_ntf", 1, data, header: 0x30)
            talk.send(.client, Bytes.query("chrmPull", to: room, id: 2, Bytes.field(1, 0) + Bytes.field(2, 10)))
            talk.queryAck(2, Bytes.field(2, 9500))
            talk.wait(15)
            talk.message(3)
            talk.close()
            let expected = room == "room" ? [] : [CheckFinding("notify-without-pull", [notice])]
            #expect(try await check(talk.segments).findings == expected)
        }
    }
}
