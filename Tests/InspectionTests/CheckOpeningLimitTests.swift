import Reporting
import Testing
import WireFormat

@testable import Inspection

/// `check` counts as left out what the rules over all connections have no room for.
@Suite("check on more openings than it remembers")
struct CheckOpeningLimitTests {
    /// What `change` makes of the limits.
    private static func limits(_ change: (inout CheckLimits) -> Void) -> CheckLimits {
        var limits = CheckLimits()
        change(&limits)
        return limits
    }

    /// How many are left out of connections that come one after the other.
    private static func omitted(
        _ connections: Int,
        _ limits: CheckLimits,
        _ connection: (_ number: Int) -> Talk
    ) async throws -> Int {
        let segments = (0..<connections).flatMap { connection($0).segments }
        return try await findingLog(segments, limits).omitted
    }

    private static func rongCloud() -> [TestSegment] {
        var talk = CheckTalk(port: 50001, token: "t")
        talk.connAck()
        talk.close()
        return talk.segments
    }

    private static func leanCloud(_ number: Int) -> Talk {
        var talk = Talk(port: 50001 + UInt16(number), sdkVersion: nil)
        talk.time += Int64(number) * 1_000_000_000
        talk.upgrade(path: "/")
        let client = #""appId":"a1","i":1,"peerId":"tom\#(number)""#
        talk.text(.client, #"{"cmd":"session","op":"open","ua":"js/5.0.0",\#(client)}"#)
        talk.text(.server, #"{"cmd":"session","op":"closed","code":4102,"reason":"SIGNATURE_FAILED",\#(client)}"#)
        talk.close()
        return talk
    }

    private static func nim(_ number: Int, isKicked: Bool = false) -> Talk {
        var talk = Talk(port: 50001 + UInt16(number), sdkVersion: nil)
        talk.time += Int64(number) * 1_000_000_000
        talk.upgrade(path: "/socket.io/1/websocket/s\(number)")
        talk.text(.server, "1::")
        talk.text(
            .client,
            #"3:::{"SID":2,"CID":3,"SER":1,"Q":[{"t":"Property","v":{"8":1,"18":"app","19":"ann\#(number)","1000":"t"}}]}"#
        )
        talk.text(.server, #"3:::{"sid":2,"cid":3,"code":\#(isKicked ? 200 : 302),"r":[{},[]],"ser":1}"#)
        if isKicked { talk.text(.server, #"3:::{"sid":2,"cid":5,"code":200,"r":[3,0,""],"ser":0}"#) }
        talk.close()
        return talk
    }

    /// A connection of RongCloud has a token and a CONNACK, one of NIM a login and its answer, one of LeanCloud the answer.
    ///
    /// Each worker has a limit of its own, so one connection shows it.
    @Test("openings and answers beyond the limit are counted, and none at it", arguments: [(0, 0), (1, 1)])
    func openings(below: Int, expected: Int) async throws {
        let two = Self.limits { $0.openings = 2 - below }
        #expect(try await findingLog(Self.rongCloud(), two).omitted == expected)
        #expect(try await Self.omitted(1, two) { Self.nim($0) } == expected)
        let one = Self.limits { $0.openings = 1 - below }
        #expect(try await Self.omitted(1, one) { Self.leanCloud($0) } == expected)
    }

    @Test("refused clients beyond the limit are counted, and none at it", arguments: [(3, 0), (2, 1)])
    func clients(limit: Int, expected: Int) async throws {
        let limits = Self.limits { $0.tokens = limit }
        #expect(try await Self.omitted(3, limits) { Self.leanCloud($0) } == expected)
        #expect(try await Self.omitted(3, limits) { Self.nim($0) } == expected)
    }

    @Test("accounts that are kicked beyond the limit are counted, and none at it", arguments: [(3, 0), (2, 1)])
    func kicks(limit: Int, expected: Int) async throws {
        let limits = Self.limits { $0.tokens = limit }
        #expect(try await Self.omitted(3, limits) { Self.nim($0, isKicked: true) } == expected)
    }

    /// What a client does before the server's first word: it marks messages as read and acknowledges one.
    private static func early(answers: Bool) -> [TestSegment] {
        let client = #""appId":"a1","i":1,"peerId":"tom""#
        var talk = Talk(port: 50001, sdkVersion: nil)
        talk.upgrade(path: "/")
        talk.text(.client, #"{"cmd":"session","op":"open","ua":"js/5.0.0",\#(client)}"#)
        talk.text(.client, #"{"cmd":"read","convs":[{"cid":"c1","timestamp":5}],"peerId":"tom"}"#)
        talk.text(.client, #"{"cmd":"ack","cid":"c1","mid":"m2","peerId":"tom"}"#)
        if answers { talk.text(.server, #"{"cmd":"session","op":"opened",\#(client)}"#) }
        talk.close()
        return talk.segments
    }

    @Test("what a client does too early beyond the limit counts once the server is heard", arguments: [true, false])
    func early(answers: Bool) async throws {
        func omitted(_ limit: Int) async throws -> Int {
            try await findingLog(Self.early(answers: answers), Self.limits { $0.requests = limit }).omitted
        }
        #expect(try await omitted(2) == 0)
        #expect(try await omitted(1) == (answers ? 1 : 0))
    }

    @Test(
        "findings of a disabled rule take no room of others, and none of them counts",
        arguments: [
            ("leancloud-session-order", "leancloud-ack-unknown"), ("leancloud-ack-unknown", "leancloud-session-order"),
        ]
    )
    func disabled(rule: String, left: String) async throws {
        var choice = RuleChoice(of: CheckConsumer.rules)
        try choice.disable(rule)
        let log = try await findingLog(Self.early(answers: true), Self.limits { $0.requests = 1 }, choice)
        #expect(log.findings.map(\.rule.id) == [left] && log.omitted == 0)
    }
}
