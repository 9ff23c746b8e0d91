import Crypto
import Testing

@testable import Redaction

@Suite("Pseudonyms that are other values of the capture")
struct PseudonymCollisionTests {
    private static let key = [UInt8](repeating: 7, count: 32)

    // Both are longer than the texts that the first reading gathers.
    @Test(
        "are avoided after the proof found them, and no connection is cut",
        arguments: ["4711222233334", "a secret text"]
    )
    func isAvoided(_ text: String) async throws {
        let pseudonyms = Pseudonyms(key: SymmetricKey(data: Self.key))
        var values = [text]
        for _ in 0..<3 { values.append(pseudonyms.text(values[values.count - 1])) }
        var network = TestNetwork()
        var talk = TestConnection(&network, port: 50015)
        talk.upgrade("/websocket?appId=a&token=b&sdkVer=4.2.0&apiVer=normal", subprotocol: nil, .none, [], &network)
        for value in values { try talk.publish("RC:TxtMsg", text: value, &network) }
        talk.close(&network)
        let run = try await RedactionTests.Run(network.pcap, key: Self.key)
        #expect(run.report.cutFlows.map(\.reason) == [])
        let texts = try await RedactionTests.texts(run.bytes)
        #expect(texts.count == values.count && Set(texts).count == values.count)
        #expect(Set(texts).isDisjoint(with: values))
    }
}
