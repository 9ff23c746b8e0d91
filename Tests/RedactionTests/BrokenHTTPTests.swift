import Testing
import WireJSON

@testable import Redaction

@Suite("HTTP messages that cannot be read")
struct BrokenHTTPTests {
    private static let marker = "badminton"
    private static let answers = [
        "badminton at ten\r\n\r\n",
        "\r\nbadminton\n\n",
        "HTTP/1.1 200 badminton\r\nContent-Length: ten\r\nX: badminton\r\n\r\nbadminton",
        "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\nbadminton\r\nbadminton\r\n0\r\n\r\n",
        "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n9\r\nbadminton\r\nten\r\nbadminton\r\n0\r\n\r\n",
        "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n3\r\nbadminton\r\n0\r\n\r\n",
    ]
    private static let requests = [
        "GET /badminton\r\nHost: badminton\r\n\r\n",
        "POST /badminton HTTP/1.1\r\nContent-Length: badminton\r\n\r\nbadminton",
        "POST /badminton HTTP/1.1\r\nTransfer-Encoding: badminton\r\n\r\nbadminton",
    ]
    private static let cases =
        answers.map { (TestConnection.Sender.server, $0) } + requests.map { (TestConnection.Sender.client, $0) }

    @Test(
        "become others that cannot be read for the same reason, and nobody reads what follows",
        arguments: cases,
        [1400, 7]
    )
    func unreadable(_ message: (sender: TestConnection.Sender, text: String), segmentSize: Int) async throws {
        var network = TestNetwork()
        var talk = TestConnection(&network, port: 51020)
        talk.segmentSize = segmentSize
        let target = "/navi.js?appId=a&token=badminton&callBack=cb&t=1"
        talk.request("GET", target, &network)
        talk.answer(Array(#"{"code":200,"userId":"badminton","server":"10.1.2.3:8082"}"#.utf8), &network)
        if message.sender == .server { talk.request("GET", target, &network) }
        talk.send(message.sender, Array(message.text.utf8), &network)
        talk.request("GET", target, &network)
        talk.answer(Array(#"{"code":200,"userId":"badminton"}"#.utf8), &network)
        talk.end(&network)
        let run = try await RedactionTests.Run(network.pcap)
        #expect(run.report.cutFlows.map(\.reason) == [] && run.report.cutPackets == 0)
        let (before, after) = try await (RedactionTests.events(network.pcap), RedactionTests.events(run.bytes))
        #expect(before.contains { $0["frame"]?["type"] == "UNDECODED" })
        #expect(PlantedCaptureTests.shape(before) == PlantedCaptureTests.shape(after))
        #expect(run.bytes.firstRange(of: Array(Self.marker.utf8)) == nil)
    }
}
