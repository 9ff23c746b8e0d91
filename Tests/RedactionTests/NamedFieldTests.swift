import Inspection
import Testing

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
}
