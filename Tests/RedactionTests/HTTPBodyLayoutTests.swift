import Testing

@testable import Redaction

@Suite("The chunks of an HTTP body")
struct HTTPBodyLayoutTests {
    private static func layout(_ count: Int, of chunk: String) -> HTTPBodyLayout {
        let sent = [[UInt8]](repeating: Array("\(chunk.utf8.count)\r\n\(chunk)\r\n".utf8), count: count).joined()
        return HTTPBodyLayout((Array(sent) + "0\r\n\r\n".utf8)[...], isChunked: true)
    }

    @Test("divide a unit, up to as many as are mapped one by one", arguments: [(2, true), (4096, true), (4097, false)])
    func mapped(_ count: Int, isDivided: Bool) {
        let units = (old: [0, count], new: [0, 2 * count])
        let parts = HTTPBodyLayout.split(units, at: Self.layout(count, of: "x"), Self.layout(count, of: "yy"))
        let chunks = (0..<count).flatMap { [$0, $0 + 1] }
        #expect(parts.old == (isDivided ? chunks : units.old))
        #expect(parts.new == (isDivided ? chunks.map { 2 * $0 } : units.new))
    }

    @Test("end as they did in their packets, with other extensions and trailers", arguments: [1, 3, 1400])
    func trailers(segmentSize: Int) async throws {
        var network = TestNetwork()
        var talk = TestConnection(&network, port: 51022)
        talk.request("GET", "/navi.js?appId=a&token=b&callBack=cb&t=1", &network)
        talk.segmentSize = segmentSize
        let body = #"{"code":200,"userId":"badminton"}"#
        let chunk = "\(String(body.utf8.count, radix: 16));badminton\r\n\(body)\r\n"
        let end = "0;badminton=badminton\r\nX: badminton\r\nbadminton\r\n\r\n"
        talk.send(.server, Array("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n\(chunk)\(end)".utf8), &network)
        talk.request("GET", "/navi.js?appId=a&token=b&callBack=cb&t=2", &network)
        talk.answer(Array(body.utf8), &network)
        talk.end(&network)
        let run = try await RedactionTests.Run(network.pcap)
        #expect(run.report.cutFlows.map(\.reason) == [] && run.report.cutPackets == 0)
        let (before, after) = try await (RedactionTests.events(network.pcap), RedactionTests.events(run.bytes))
        #expect(before.count == 2 && PlantedCaptureTests.shape(before) == PlantedCaptureTests.shape(after))
        #expect(run.bytes.firstRange(of: Array("badminton".utf8)) == nil)
    }
}
