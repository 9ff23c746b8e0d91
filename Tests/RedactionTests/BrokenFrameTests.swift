import Testing
import WireJSON

@testable import Redaction

@Suite("WebSocket frames with headers that no frame has")
struct BrokenFrameTests {
    struct Header: CustomTestStringConvertible, Sendable {
        var testDescription: String
        /// The bytes before the payload, without the mask.
        var bytes: [UInt8]
    }

    private static let headers = [
        Header(testDescription: "a long ping", bytes: [0x89, 0x7E, 1, 0x2C]),
        Header(testDescription: "a ping with a length of 64 bits", bytes: [0x89, 0x7F, 0, 0, 0, 0, 0, 0, 1, 0x2C]),
        Header(testDescription: "a ping in two frames", bytes: [0x09, 0x09]),
        Header(testDescription: "an unknown opcode", bytes: [0x83, 0x09]),
        Header(testDescription: "a length of 64 bits", bytes: [0x82, 0x7F] + [UInt8](repeating: 0xF0, count: 8)),
    ]

    @Test(
        "become others that are invalid for the same reason",
        arguments: headers,
        [TestConnection.Sender.client, .server]
    )
    func invalid(_ header: Header, from sender: TestConnection.Sender) async throws {
        var network = TestNetwork()
        var talk = TestConnection(&network, port: 50017)
        talk.upgrade("/websocket?appId=a&token=b&sdkVer=4.2.0&apiVer=normal", subprotocol: nil, .none, [], &network)
        try talk.publish("RC:TxtMsg", text: "tomorrow", &network)
        var bytes = header.bytes
        if sender == .client { bytes[1] |= 0x80 }
        talk.send(sender, bytes + Array(String(repeating: "badminton", count: 20).utf8), &network)
        try talk.publish("RC:TxtMsg", text: "at ten o'clock", &network)
        talk.close(&network)
        let run = try await RedactionTests.Run(network.pcap)
        #expect(run.report.cutFlows.map(\.reason) == [] && run.report.cutPackets == 0)
        let (before, after) = try await (RedactionTests.events(network.pcap), RedactionTests.events(run.bytes))
        #expect(before.contains { $0["frame"]?["type"] == "UNDECODED" })
        #expect(PlantedCaptureTests.shape(before) == PlantedCaptureTests.shape(after))
        #expect(run.bytes.firstRange(of: Array("badminton".utf8)) == nil)
    }
}
