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

    /// How a capture is made: the size of the segments, and whether it begins with the connection.
    private static let captures = [(size: 1400, hasSYN: true), (7, true), (1400, false)]

    @Test(
        "become others that cannot be read for the same reason, and nobody reads what follows",
        arguments: cases,
        captures
    )
    func unreadable(
        _ message: (sender: TestConnection.Sender, text: String),
        _ capture: (size: Int, hasSYN: Bool)
    ) async throws {
        let target = "/navi.js?appId=a&token=badminton&callBack=cb&t=1"
        try await expectBroken(segmentSize: capture.size, hasSYN: capture.hasSYN) { talk, network in
            talk.request("GET", target, &network)
            talk.answer(Array(#"{"code":200,"userId":"badminton","server":"10.1.2.3:8082"}"#.utf8), &network)
            if message.sender == .server { talk.request("GET", target, &network) }
            talk.send(message.sender, Array(message.text.utf8), &network)
            talk.request("GET", target, &network)
            talk.answer(Array(#"{"code":200,"userId":"badminton"}"#.utf8), &network)
        }
    }

    private static let long = String(repeating: "badminton", count: (64 << 10) / 9 + 1)

    @Test(
        "for a head that is too long become others that are",
        arguments: [
            (TestConnection.Sender.server, "HTTP/1.1 404 badminton\r\nX: \(long)"),
            (.server, "HTTP/1.1 404 \(long)"), (.server, "HTTP/1.1 200 OK\r\nX: \(long)\r\n\r\nbadminton"),
            (.client, "GET /badminton HTTP/1.1\r\nX: \(long)\r\n\r\n"), (.client, "GET /\(long)"),
        ],
        [true, false]
    )
    func longHead(_ message: (sender: TestConnection.Sender, text: String), hasSYN: Bool) async throws {
        let target = "/navi.js?appId=a&token=badminton&callBack=cb&t=1"
        try await expectBroken(segmentSize: 1400, hasSYN: hasSYN) { talk, network in
            talk.request("GET", target, &network)
            talk.answer(Array(#"{"code":200,"userId":"badminton"}"#.utf8), &network)
            if message.sender == .server { talk.request("GET", target, &network) }
            talk.send(message.sender, Array(message.text.utf8), &network)
            talk.request("GET", target, &network)
        }
    }

    /// Redacts a connection, and expects that it is not cut and that its events stay, one of them for broken HTTP.
    private func expectBroken(
        segmentSize: Int,
        hasSYN: Bool,
        _ exchange: (inout TestConnection, inout TestNetwork) -> Void
    ) async throws {
        var network = TestNetwork()
        var talk = TestConnection(&network, port: 51020)
        talk.segmentSize = segmentSize
        exchange(&talk, &network)
        talk.end(&network)
        let after = try await Self.redacted(TestNetwork.pcap(Array(network.packets.dropFirst(hasSYN ? 0 : 3))))
        #expect(after.contains { $0["frame"]?["type"] == "UNDECODED" })
    }

    private static func redacted(_ capture: [UInt8]) async throws -> [JSONValue] {
        let run = try await RedactionTests.Run(capture)
        #expect(run.report.cutFlows.map(\.reason) == [] && run.report.cutPackets == 0)
        let (before, after) = try await (RedactionTests.events(capture), RedactionTests.events(run.bytes))
        #expect(PlantedCaptureTests.shape(before) == PlantedCaptureTests.shape(after))
        #expect(run.bytes.firstRange(of: Array(marker.utf8)) == nil)
        return after
    }
}
