import RongCloud
import Testing
import WireFormat

@testable import Inspection

@Suite("Heartbeats and their rules")
struct CheckHeartbeatTests {
    @Test(
        "SDKs from 4.5 on have the heartbeats of v5",
        arguments: [
            ("4.5.0", true), ("4.10.2", true), ("4.5.0-alpha", true), ("4.4.9", false), ("4.2.0", false),
            ("5.5.5", false), ("4", false), ("4.x", false), ("", false),
        ]
    )
    func versions(_ version: String, _ isOfV5: Bool) {
        #expect(HeartbeatPace.isOfV5(sdkVersion: version) == isOfV5)
    }

    @Test(
        "an SDK waits for the answer to a heartbeat, and until the next one, as its generation does",
        arguments: [
            (SDKGeneration?.none, nil, 30), (.v1, 180, 100), (.v2, 30, 30), (.v3, 30, 30), (.v4, 30, 30), (.v5, 15, 15),
        ] as [(SDKGeneration?, Int64?, Int64)]
    )
    func paces(_ generation: SDKGeneration?, _ interval: Int64?, _ wait: Int64) {
        let pace = HeartbeatPace(generation)
        #expect(pace.interval == interval)
        #expect(pace.wait == wait)
        #expect(pace.isFromAnswer == (generation == .v4))
    }

    @Test(
        "only v4 counts from the answer: with answers after 20 s, its heartbeats are 50 s apart",
        arguments: [("4.2.0", []), ("2.5.10", ["heartbeat-late", "heartbeat-late"])] as [(String, [String])]
    )
    func lateAnswers(_ version: String, _ expected: [String]) async throws {
        var talk = CheckTalk(sdkVersion: version)
        talk.connAck()
        talk.wait(30)
        for _ in 0..<3 {
            talk.send(.client, [0xC0])
            talk.wait(20)
            talk.send(.server, [0xD0])
            talk.wait(30)
        }
        talk.close()
        #expect(try await check(talk.segments).findings.map(\.rule) == expected)
    }

    @Test(
        "where v4 gets no answer, the interval begins when it waits no longer",
        arguments: [(60, ["heartbeat-unanswered"]), (77, ["heartbeat-unanswered", "heartbeat-late"])]
            as [(Double, [String])]
    )
    func unanswered(_ wait: Double, _ expected: [String]) async throws {
        var talk = CheckTalk(sdkVersion: "4.2.0")
        talk.connAck()
        talk.send(.client, [0xC0])
        talk.wait(wait)
        talk.send(.client, [0xC0])
        talk.send(.server, [0xD0])
        talk.close()
        #expect(try await check(talk.segments).findings.map(\.rule) == expected)
    }

    @Test(
        "a session that the server refused has no heartbeats",
        arguments: [(4, []), (0, ["heartbeat-missing"])] as [(UInt8, [String])]
    )
    func refused(_ status: UInt8, _ expected: [String]) async throws {
        var talk = CheckTalk()
        talk.connAck(status: status)
        talk.wait(300)
        talk.end()
        #expect(try await check(talk.segments).findings.map(\.rule) == expected)
    }

    @Test("what answers a heartbeat that was given up is no answer to nothing")
    func givenUp() async throws {
        var talk = CheckTalk(sdkVersion: "5.5.5")
        talk.connAck()
        let ping = talk.send(.client, [0xC0])
        talk.wait(16)
        talk.push("s_msg", 1, CheckTalk.downStream(1, time: talk.milliseconds), header: 0x30)
        talk.send(.server, [0xD0])
        talk.send(.client, [0xC0])
        talk.send(.server, [0xD0])
        let surplus = talk.send(.server, [0xD0])
        talk.close()
        let findings = try await check(talk.segments).findings
        #expect(findings.map(\.rule) == ["heartbeat-unanswered", "answer-without-request"])
        #expect(findings.map(\.events) == [[ping], [surplus]])
    }

    @Test("of more heartbeats at once than are remembered, none has an answer to nothing")
    func manyAtOnce() async throws {
        var talk = CheckTalk()
        talk.connAck()
        for _ in 0..<70 { talk.send(.client, [0xC0]) }
        for _ in 0..<70 { talk.send(.server, [0xD0]) }
        talk.close()
        #expect(try await check(talk.segments).findings.map(\.rule) == ["heartbeat-flood"])
    }
}
