import Crypto
import LeanCloud
import Testing
import WireFormat
import WireJSON

@testable import Redaction

@Suite("Groups of protobuf that do not end")
struct BrokenGroupTests {
    @Test(
        "keep what breaks them where nobody knows their fields",
        arguments: [
            // A wire type that is none, a length that is too long, and the end of another group.
            [0x0F], [0x0A, 0x7F], [0x08, 1, 0x14],
        ] as [[UInt8]]
    )
    func unknownGroup(_ rest: [UInt8]) {
        // Field 1000, and in it field 1001.
        let bytes = [0xC3, 0x3E, 0xCB, 0x3E] + rest + Array("wang".utf8)
        let leaves = LeafReplacer(Pseudonyms(key: SymmetricKey(data: [UInt8](repeating: 7, count: 32))))
        var writer = ByteWriter(capacity: 64)
        let isRefused = leaves.refused(
            bytes.span,
            as: LeanCloudSchema.genericCommand(.current),
            LeanCloudSchema.shared,
            UnitTables.leanCloud,
            to: &writer
        )
        #expect(isRefused)
        #expect(writer.array.starts(with: [0xC3, 0x3E, 0xCB, 0x3E, rest[0]]))
        #expect(writer.array.suffix(4) == [0xFF, 0xFF, 0xFF, 0xFF])
    }

    /// Payloads with a group that does not end in a message that does, by topic.
    static let openGroups = [
        ("ppMsgP", "62016300"), ("ppMsgP", "6202637b00"), ("chatMsg", "62067b08017b0a0800"), ("recallMsg", "62013b00"),
        ("setKV", "0a016300"), ("setKV", "0a047b0a01631a0141"),
    ]

    @Test("are redacted as they are within a message that ends", arguments: openGroups)
    func openGroup(_ topic: String, _ payload: String) async throws {
        var network = TestNetwork()
        var talk = TestConnection(&network, port: 51009)
        talk.upgrade("/websocket?appId=a&token=b&sdkVer=4.2.0&apiVer=normal", subprotocol: nil, .none, [], &network)
        let isQuery = topic == "setKV"
        let head: [UInt8] = [isQuery ? 0x52 : 0x32, 0, UInt8(topic.utf8.count)] + Array(topic.utf8)
        let data = try Hex.decode(payload)
        talk.message(.client, head + [0, 3] + Array("bob".utf8) + [0, 7] + data, &network)
        talk.message(.client, [0xC0], &network)
        talk.end(&network)
        let run = try await RedactionTests.Run(network.pcap)
        #expect(run.report.cutFlows.map(\.reason) == [])
        let (before, after) = try await (RedactionTests.events(network.pcap), RedactionTests.events(run.bytes))
        #expect(before.map { $0["frame"]?["type"]?.string } == ["HTTP", isQuery ? "QUERY" : "PUBLISH", "PINGREQ"])
        #expect(PlantedCaptureTests.shape(before) == PlantedCaptureTests.shape(after))
    }
}
