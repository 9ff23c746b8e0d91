import Testing
import WireJSON

@testable import Redaction

@Suite("Long polling of RongCloud")
struct LongPollingTests {
    private static let target = "/websocket?messageid=2&header=50&sessionid=s7&topic=ppMsgP&targetid=chen_jie&pid=c"

    /// The codes of each event's diagnostics.
    private static func codes(_ events: [JSONValue]) -> [[String]] {
        events.map { $0["diagnostics"]?.elements?.compactMap { $0["code"]?.string } ?? [] }
    }

    /// Redacts a session, and expects that it is not cut and that its events and diagnostics stay.
    private func redacted(
        _ exchange: (inout TestConnection, inout TestNetwork) -> Void
    ) async throws -> (before: [JSONValue], after: [JSONValue]) {
        var network = TestNetwork()
        var talk = TestConnection(&network, port: 51007)
        talk.request("GET", "/websocket?appId=a&token=b&sdkVer=2.5.10&apiVer=1&pid=c", &network)
        talk.answer(Array(#"{"status":0,"userId":"fang_min","headerCode":32,"sessionid":"s7"}"#.utf8), &network)
        exchange(&talk, &network)
        talk.end(&network)
        let run = try await RedactionTests.Run(network.pcap)
        #expect(run.report.cutFlows.map(\.reason) == [])
        let before = try await RedactionTests.events(network.pcap)
        let after = try await RedactionTests.events(run.bytes)
        #expect(PlantedCaptureTests.shape(before) == PlantedCaptureTests.shape(after))
        #expect(Self.codes(before) == Self.codes(after))
        #expect(!after.description.contains("chen_jie") && !after.description.contains("badminton"))
        return (before, after)
    }

    // MARK: Numbers

    @Test(
        "keeps the numbers of payloads that are texts, as it keeps numbers",
        arguments: ["-1795400000123", "2000000000", "-2147483648", "4294967296", "+123456789", "0000123456"]
    )
    func numbersAsTexts(_ number: String) async throws {
        let events = try await redacted { talk, network in
            let content = #"\"classname\":\"RC:TxtMsg\",\"content\":\"{\\\"content\\\":\\\"badminton at ten\\\"}\""#
            let sent = #"{"sessionId":"\#(number)","classname":"RC:TxtMsg","content":"{\"content\":\"badminton\"}"}"#
            talk.request("POST", Self.target, [], body: Array(sent.utf8), &network)
            talk.answer([], &network)
            for field in ["type", "status", "dataTime"] {
                talk.request("GET", "/pullmsg.js?sessionid=s7&timestrap=1&pid=c", &network)
                let data = #"{\"fromUserId\":\"chen_jie\",\#(content),\"\#(field)\":\"\#(number)\"}"#
                let answer = #"{"headerCode":50,"topic":"s_msg","targetId":"fang_min","messageId":1,"data":"\#(data)"}"#
                talk.answer(Array(answer.utf8), &network)
            }
        }
        let values = { (events: [JSONValue]) in events.compactMap { $0["payload"]?["value"] } }
        #expect(values(events.before).count == 4)
        for name in ["sessionId", "type", "status", "dataTime"] {
            #expect(values(events.before).map { $0[name] } == values(events.after).map { $0[name] }, "\(name)")
        }
    }
}
