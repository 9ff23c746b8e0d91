import Testing
import Transport
import WireFormat
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

    // MARK: Compressed bodies

    /// A change to a compressed body, and the error with which it can no longer be decoded.
    struct Damage: CustomTestStringConvertible, Sendable {
        var testDescription: String
        var code: WireError.Code
        var damage: @Sendable ([UInt8]) -> [UInt8]
    }

    static let damages = [
        Damage(testDescription: "no trailer", code: .truncated) { $0.dropLast(4) },
        Damage(testDescription: "half of the data", code: .truncated) { Array($0.prefix($0.count / 2)) },
        Damage(testDescription: "a part of the header", code: .truncated) { Array($0.prefix(1)) },
        Damage(testDescription: "a wrong trailer", code: .value) { $0.dropLast() + [($0.last ?? 0) ^ 0x55] },
        Damage(testDescription: "no header", code: .value) { [0xFF, 0xFF] + $0.dropFirst(2) },
        Damage(testDescription: "bytes after the end", code: .trailing) { $0 + Array("badminton".utf8) },
    ]

    @Test("keeps damaged compressed bodies damaged", arguments: damages, ["gzip", "deflate"])
    func damaged(_ damage: Damage, coding: String) async throws {
        func packed(_ text: String) -> [UInt8] {
            StreamDeflater(windowBits: coding == "gzip" ? 31 : 15).deflate(Array(text.utf8), ends: true) ?? []
        }
        let events = try await redacted { talk, network in
            let sent = packed(#"{"sessionId":3,"classname":"RC:TxtMsg","content":"{\"content\":\"badminton\"}"}"#)
            talk.request("POST", Self.target, [("Content-Encoding", coding)], body: damage.damage(sent), &network)
            talk.answer([], &network)
            talk.request("GET", "/pullmsg.js?sessionid=s7&timestrap=1&pid=c", &network)
            let answer = packed(#"{"headerCode":50,"topic":"s_msg","targetId":"chen_jie","messageId":1,"data":"{}"}"#)
            talk.answer(damage.damage(answer), [("Content-Encoding", coding)], &network)
        }
        let codes = Self.codes(events.after).joined().filter { $0.hasSuffix(damage.code.rawValue) }
        #expect(codes == ["polling-" + damage.code.rawValue, "polling-" + damage.code.rawValue])
    }
}
