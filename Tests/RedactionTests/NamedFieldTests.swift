import Inspection
import Testing
import WireJSON

@testable import Redaction

@Suite("Fields that --keep and --also name")
struct NamedFieldTests {
    private static func targets(_ bytes: [UInt8]) async throws -> [String] {
        try await RedactionTests.events(bytes).compactMap { $0["frame"]?["targetId"]?.string }
    }

    @Test("stay, though their values are replaced in other fields", arguments: ["targetId", "fromUserId"])
    func kept(name: String) async throws {
        let capture = try RedactionTests.bytes("rongcloud-web-v2-chat.pcap")
        let run = try await RedactionTests.Run(capture, keep: [name])
        #expect(run.report.cutFlows.isEmpty)
        let (before, after) = try await (Self.targets(capture), Self.targets(run.bytes))
        #expect(!before.isEmpty && (before == after) == (name == "targetId"))
    }

    @Test("are told apart from names that no value has")
    func unmatched() async throws {
        let capture = try RedactionTests.bytes("rongcloud-web-v2-chat.pcap")
        let keep: Set<String> = ["targetId", "UpStreamMessage.sessionId", "targetID", "ConnAck.targetId"]
        let run = try await RedactionTests.Run(capture, keep: keep, also: ["sdkVer", "token", "tokn", "receiptUID"])
        let unmatched = ["ConnAck.targetId", "receiptUID", "targetID", "tokn"]
        #expect(run.report.unmatchedFields == unmatched)
        let report = try JSONValue(parsing: run.report.json)
        #expect(report["unmatched"]?.elements?.compactMap(\.string) == unmatched)
        #expect(try await RedactionTests.Run(capture).report.unmatchedFields.isEmpty)
    }
}
