import Capture
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
        #expect(Set((WebSocketRules.all + RongCloudCheck.rules + TokenRules.rules).map(\.id)) == broken)
    }

    @Test(
        "a sentence cuts long text from the wire between two characters",
        arguments: ["\u{E9}", "\u{540D}", "\u{1F600}"]
    )
    func shortened(_ character: String) {
        let long = Array(("q" + String(repeating: character, count: 50)).utf8)
        let whole = String(repeating: character, count: 79 / character.utf8.count)
        #expect(quoted(long.span) == "\"q\(whole)…\"")
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
            (["a", "a", "a"], [15, 15, 15]), (["a", "a", "a"], [18, 18, 18]), (["a", "a", "a"], [20, 20, 20]),
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

    @Test("a refusal that is captured on both sides of an address translation counts once", arguments: [2, 3])
    func translated(_ times: Int) async throws {
        let inner = PlantedMistake.connections(Array(repeating: PlantedMistake.refused(4), count: times))
        let outer = inner.map { segment in
            var segment = segment
            segment.time += 100_000
            if segment.source.port != 80 { segment.source.port += 1000 }
            if segment.destination.port != 80 { segment.destination.port += 1000 }
            return segment
        }
        let segments = (inner + outer).sorted { $0.time < $1.time }
        let loops = try await check(segments).findings.filter { $0.rule == "connect-retry-loop" }
        #expect(loops.count == (times < 3 ? 0 : 1))
        #expect(loops.allSatisfy { $0.events.count == 3 })
    }

    @Test("a message that the server refuses with 20604 came too fast")
    func refusedRate() async throws {
        var talk = CheckTalk()
        talk.connAck()
        talk.send(.client, Bytes.publish("ppMsgP", to: "bob", id: 1, PlantedMistake.text))
        let refusal = talk.pubAck(1, status: 20604)
        talk.close()
        let report = try await check(talk.segments).report
        #expect(report.findings.map { CheckFinding($0) } == [CheckFinding("message-rate", [refusal])])
        #expect(report.findings.first?.text.contains("a message") == true)
    }

    @Test("a request that the server refuses with 20604 is called what it is")
    func refusedQuery() async throws {
        var talk = CheckTalk()
        talk.connAck()
        PlantedMistake.query(&talk, "joinChrm", 1, status: 20604)
        talk.close()
        let texts = try await check(talk.segments).report.findings.map(\.text)
        #expect(texts == ["the server refused a QUERY, for they come too fast (20604)"])
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

    @Test("a message whose packet was lost was sent before the messages behind it", arguments: [(0.4, 0), (0.05, 1)])
    func rateAfterLoss(_ pause: Double, _ bursts: Int) async throws {
        var talk = CheckTalk()
        talk.connAck()
        let lost = talk.segments.count
        for id in UInt16(1)...10 {
            talk.send(.client, Bytes.publish("ppMsgP", to: "bob", id: id, PlantedMistake.text))
            talk.wait(pause)
        }
        let behind = talk.segments.count - 1
        talk.wait(1)
        for id in UInt16(1)...10 { talk.pubAck(id) }
        talk.close()
        var segments = talk.segments
        var again = segments.remove(at: lost)
        again.time = segments[behind - 1].time + 500_000_000
        segments.insert(again, at: behind)
        let texts = try await check(segments).report.findings.map(\.text)
        #expect(texts.count == bursts)
        for text in texts { #expect(text.hasPrefix("10 messages in 0.4 s")) }
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
            ("1.0.0", 180.0, 300.0), ("2.5.10", 30, 50), ("3.0.6", 30, 50), ("4.2.0", 30, 50), ("4.5.0", 15, 28),
            ("5.5.5", 15, 28),
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

    @Test(
        "a message may be pushed again until the client has acknowledged it, if the push asks for that",
        arguments: [(UInt8(0x30), false, true), (0x32, false, false), (0x32, true, true)]
    )
    func pushAgain(_ header: UInt8, _ isAcknowledged: Bool, _ isRepetition: Bool) async throws {
        var talk = CheckTalk()
        talk.connAck()
        let message = CheckTalk.downStream(1, time: talk.milliseconds)
        let first = talk.push("s_msg", 1, message, header: header)
        if isAcknowledged { talk.send(.client, Bytes.clientPubAck(id: 1)) }
        let second = talk.push("s_msg", 2, message, header: header)
        if header == 0x32 { talk.send(.client, Bytes.clientPubAck(id: 2)) }
        talk.close()
        let found = try await check(talk.segments).findings
        #expect(found == (isRepetition ? [CheckFinding("duplicate-message-uid", [second, first])] : []))
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

    @Test("a pull is due within ten seconds of its notice", arguments: [(9.9, true), (10.1, false)])
    func pullInTime(_ wait: Double, _ isInTime: Bool) async throws {
        var talk = CheckTalk()
        talk.connAck()
        let notice = talk.push("s_ntf", 1, Bytes.field(1, 1), header: 0x30)
        talk.wait(wait)
        talk.send(.client, [0xC0])
        talk.send(.server, [0xD0])
        talk.pull(1, from: 0, to: 6000)
        talk.send(.client, Bytes.queryCon(id: 1))
        talk.close()
        let expected = isInTime ? [] : [CheckFinding("notify-without-pull", [notice])]
        #expect(try await check(talk.segments).findings == expected)
    }

    @Test(
        "a pull that was on its way before a notice serves it only when its answer reaches as far",
        arguments: [true, false]
    )
    func pullOnItsWay(_ reaches: Bool) async throws {
        var talk = CheckTalk()
        talk.connAck()
        let happened = talk.milliseconds
        talk.send(
            .client,
            Bytes.publish("pullMsg", to: "ann", id: 1, Bytes.field(1, 0) + Bytes.field(2, 0), header: 0x52)
        )
        let notice = talk.push("s_ntf", 1, Bytes.field(1, 1) + Bytes.field(2, happened), header: 0x30)
        let next = reaches ? happened : happened - 1
        talk.queryAck(1, Bytes.field(2, next) + Bytes.field(3, 1), header: 0x62)
        talk.send(.client, Bytes.queryCon(id: 1))
        talk.wait(11)
        talk.message(2)
        talk.close()
        let expected = reaches ? [] : [CheckFinding("notify-without-pull", [notice])]
        #expect(try await check(talk.segments).findings == expected)
    }

    @Test(
        "a heartbeat is late a second after one and a half intervals, and missing a second after two",
        arguments: [(45.9, []), (46.1, ["heartbeat-late"]), (60.9, ["heartbeat-late"]), (61.1, ["heartbeat-missing"])]
            as [(Double, [String])]
    )
    func heartbeatEdges(_ wait: Double, _ expected: [String]) async throws {
        var talk = CheckTalk()
        talk.connAck()
        talk.wait(wait)
        talk.send(.client, [0xC0])
        talk.send(.server, [0xD0])
        talk.close()
        #expect(try await check(talk.segments).findings.map(\.rule) == expected)
    }

    @Test("what passes in the same moment as DISCONNECT may have been sent before it", arguments: [true, false])
    func momentOfDisconnect(_ isSameMoment: Bool) async throws {
        var talk = CheckTalk()
        talk.connAck()
        let end = talk.number + 1
        let both = [[0xE0, 0, 4], [0xD0]].map { Bytes.webSocket($0) }
        if isSameMoment {
            talk.raw(.server, both[0] + both[1], events: 2)
        } else {
            for frame in both { talk.raw(.server, frame) }
        }
        talk.close()
        let found = try await check(talk.segments).findings.filter { $0.rule == "frame-after-disconnect" }
        #expect(found == (isSameMoment ? [] : [CheckFinding("frame-after-disconnect", [end + 1, end])]))
    }

    @Test("a payload that is cut is one finding, which names the fields that it lacks")
    func cutPayload() async throws {
        for kept in [0, 4] {
            var talk = CheckTalk()
            talk.connAck()
            let parts = [
                Bytes.field(2, 1), Bytes.field(4, "RC:TxtMsg"), Bytes.field(5, #"{"content":"hi"}"#),
                Bytes.field(6, talk.milliseconds), Bytes.field(7, 0),
            ]
            let data = Bytes.field(1, "bob") + parts.prefix(kept).flatMap(\.self)
            let push = talk.push("s_msg", 1, data, header: 0x30)
            talk.close()
            let outcome = try await check(talk.segments)
            #expect(outcome.findings.filter { $0.rule == "payload-type" } == [CheckFinding("payload-type", [push])])
            let words =
                kept == 0
                ? "s_msg: DownStreamMessage: required fields are missing: type, classname, content, dataTime, status"
                : "s_msg: DownStreamMessage.status: a required field is missing"
            #expect(outcome.report.findings.first { $0.rule.id == "payload-type" }?.text == words)
        }
    }

    @Test("of a payload that lacks a great many fields, some are named and the others counted")
    func manyMissing() async throws {
        var talk = CheckTalk()
        talk.connAck()
        talk.pull(1, from: 5000, to: 6000, messages: Array(repeating: Bytes.field(1, "bob"), count: 4))
        talk.send(.client, Bytes.queryCon(id: 1))
        talk.close()
        let found = try await check(talk.segments).report.findings.filter { $0.rule.id == "payload-type" }
        #expect(found.count == 1)
        let text = try #require(found.first?.text)
        #expect(text.contains("list[0].type, list[0].classname") && text.hasSuffix("list[1].content, and 12 more"))
    }

    @Test("a payload of another message is one finding, as grave as the worst that is wrong with it")
    func payloadOfAnotherMessage() async throws {
        var talk = CheckTalk()
        talk.connAck()
        let push = talk.push("s_msg", 1, PlantedMistake.text, header: 0x30)
        let message = talk.message(1, CheckTalk.downStream(1, time: talk.milliseconds))
        talk.close()
        let outcome = try await check(talk.segments)
        let wanted = [CheckFinding("payload-type", [push]), CheckFinding("payload-type", [message])]
        #expect(outcome.findings.filter { $0.rule == "payload-type" } == wanted)
        // That a field has another wire type is an error, that others are missing a warning.
        let found = outcome.report.findings.filter { $0.rule.id == "payload-type" }
        #expect(found.map(\.severity) == [.error, .error])
    }

    @Test("a recall may come again where the server is not heard, which may have refused the first one")
    func recallUnheard() async throws {
        var talk = CheckTalk()
        talk.connAck()
        let uid = CheckTalk.uid(talk.milliseconds, 1)
        for id in UInt16(1)...2 { PlantedMistake.recall(&talk, uid, id) }
        talk.close()
        let both = try await check(talk.segments).findings.map(\.rule)
        #expect(both.contains("recall-repeated"))
        let one = try await check(talk.segments.filter { $0.source.port == 50001 }).findings.map(\.rule)
        #expect(!one.contains("recall-repeated"))
    }

    @Test("a field of another wire type is as grave as the rule says, though the decoder only notes it")
    func severityOfNotes() async throws {
        var talk = CheckTalk()
        talk.connAck()
        talk.message(1, PlantedMistake.text + Bytes.field(1, "three"))
        talk.close()
        let findings = try await check(talk.segments).report.findings
        #expect(findings.map(\.rule.id) == ["payload-type"])
        #expect(findings.map(\.severity) == [.error])
    }

    @Test("the report counts the events of all captures that were judged, and none before the first")
    func judgedEvents() async throws {
        var check = CaptureCheck()
        #expect(check.report.summary == "0 errors, 0 warnings, 0 notes in 0 events")
        for events in [38, 76] {
            let capture = CaptureFile.write(CheckSimulation().talk.segments)
            let reader = try CaptureReader(descriptor: try Decoded.file(of: capture), closesDescriptor: true)
            _ = try await check.add(reader, name: "talk.pcap")
            #expect(check.report.summary == "0 errors, 0 warnings, 0 notes in \(events) events")
        }
    }
}
