import Testing
import WireJSON

@testable import Redaction

/// Which answer belongs to which request: as the inspector has it, since it reads the output.
@Suite("Requests and answers of HTTP")
struct HTTPPairingTests {
    private static let websocket = "/websocket?appId=app1&token=tok1&sdkVer=4.2.0&apiVer=normal"

    private static func request(_ number: Int) -> FlowRewriter.PendingRequest {
        FlowRewriter.PendingRequest(method: "GET", target: "/\(number)", isUpgrade: number % 2 == 1)
    }

    @Test("are paired in order; beyond the limit the oldest is given up, and its answer answers nothing")
    func givenUp() {
        var requests = UnansweredRequests()
        #expect(requests.isEmpty && requests.next == nil && requests.takeNext() == nil)
        for number in 0..<5 { requests.append(Self.request(number), most: 3) }
        #expect(requests.lastUpgrade?.target == "/3")
        var answered: [String?] = []
        while !requests.isEmpty {
            let next = requests.next?.target
            answered.append(requests.takeNext()?.target)
            #expect(next == answered.last)
        }
        #expect(answered == [nil, nil, "/2", "/3", "/4"])
        // What was given up is forgotten with the rest.
        for number in 0..<5 { requests.append(Self.request(number), most: 3) }
        requests.removeAll()
        requests.append(Self.request(5), most: 3)
        #expect(requests.takeNext()?.target == "/5")
    }

    @Test("an upgrade refused by an answer up to the stream's end is none, though the client sent a frame early")
    func refusedUntilEnd() async throws {
        var network = TestNetwork()
        var talk = TestConnection(&network, port: 50032)
        let fields = [
            ("Connection", "Upgrade"), ("Upgrade", "websocket"), ("Sec-WebSocket-Key", "dGhlIHNhbXBsZSBub25jZQ=="),
            ("Sec-WebSocket-Version", "13"),
        ]
        talk.request("GET", Self.websocket, fields, &network)
        talk.frame(.client, 0x82, [0xC0, 0], &network)
        let refusal = "HTTP/1.1 403 Forbidden\r\nContent-Type: text/plain\r\n\r\nnothing for lin_mei here"
        talk.send(.server, Array(refusal.utf8), &network)
        talk.end(&network)
        let run = try await RedactionTests.Run(network.pcap)
        #expect(run.report.cutFlows.map(\.reason) == [])
        let (before, after) = try await (RedactionTests.events(network.pcap), RedactionTests.events(run.bytes))
        #expect(after.map { $0["frame"]?["status"]?.int64 } == [403])
        #expect(PlantedCaptureTests.shape(before) == PlantedCaptureTests.shape(after))
    }

    /// Redacts a capture, and expects what comes behind the switch to be read as before.
    private static func expectSwitch(_ network: TestNetwork) async throws {
        let run = try await RedactionTests.Run(network.pcap)
        #expect(run.report.cutFlows.map(\.reason) == [])
        let (before, after) = try await (RedactionTests.events(network.pcap), RedactionTests.events(run.bytes))
        #expect(PlantedCaptureTests.shape(before) == PlantedCaptureTests.shape(after))
        #expect(after.suffix(2).map { $0["frame"]?["type"]?.string } == ["PINGREQ", "PINGRESP"])
    }

    private static func ping(_ talk: inout TestConnection, _ network: inout TestNetwork) {
        talk.message(.client, [0xC0], &network)
        talk.message(.server, [0xD0], &network)
        talk.end(&network)
    }

    @Test("of a proxy are followed by what it passes on, unless it refuses", arguments: [7, 1400])
    func proxy(_ size: Int) async throws {
        var network = TestNetwork()
        var talk = TestConnection(&network, port: 51008)
        talk.segmentSize = size
        let request = "CONNECT im.lin-mei.example:80 HTTP/1.1\r\nHost: im.lin-mei.example:80\r\n\r\n"
        talk.send(.client, Array(request.utf8), &network)
        talk.answer([], status: "407 Proxy Authentication Required", [], .length, &network)
        talk.send(.client, Array(request.utf8), &network)
        talk.send(.server, Array("HTTP/1.1 200 Connection Established\r\n\r\n".utf8), &network)
        talk.upgrade(Self.websocket, subprotocol: nil, .none, [], &network)
        Self.ping(&talk, &network)
        try await Self.expectSwitch(network)
        let run = try await RedactionTests.Run(network.pcap)
        #expect(!run.bytes.contains(Array("lin-mei".utf8)))
    }

    @Test("that wait in great number do not hide a switch behind them", arguments: ["GET", "HEAD"])
    func pipelined(method: String) async throws {
        var network = TestNetwork()
        var talk = TestConnection(&network, port: 51006)
        let request = "\(method) /navi.js?appId=app1&token=tok1 HTTP/1.1\r\nHost: im.example\r\n\r\n"
        // The answer to HEAD has a length, and no body.
        let answer = "HTTP/1.1 200 OK\r\nContent-Length: \(method == "HEAD" ? 500 : 0)\r\n\r\n"
        // More than the limit of requests that wait.
        talk.send(.client, Array(String(repeating: request, count: 1100).utf8), &network)
        talk.send(.server, Array(String(repeating: answer, count: 1100).utf8), &network)
        talk.upgrade(Self.websocket, subprotocol: nil, .none, [], &network)
        Self.ping(&talk, &network)
        try await Self.expectSwitch(network)
    }

    @Test(
        "an answer that comes before its request is whole belongs to that, and the next one to the next",
        arguments: [3, 27, 0],
        [7, 1400]
    )
    func early(_ rest: Int, _ size: Int) async throws {
        for host in ["/navi.js?appId=app1&token=tok1", "/log"] {
            var network = TestNetwork()
            var talk = TestConnection(&network, port: 51007)
            talk.segmentSize = size
            let head = "POST \(host) HTTP/1.1\r\nHost: im.example\r\nContent-Length: 30\r\n\r\n"
            let body = [UInt8](repeating: UInt8(ascii: "x"), count: 30)
            talk.send(.client, Array(head.utf8) + body.dropLast(rest), &network)
            talk.answer([], status: "413 Content Too Large", [], .length, &network)
            talk.send(.client, Array(body.suffix(rest)), &network)
            talk.request("HEAD", "/ping", &network)
            // The answer to HEAD has a length, and no body.
            let answer = "HTTP/1.1 200 OK\r\nContent-Length: 500\r\n\r\n"
            talk.send(.server, Array(answer.utf8), &network)
            talk.upgrade(Self.websocket, subprotocol: nil, .none, [], &network)
            Self.ping(&talk, &network)
            try await Self.expectSwitch(network)
        }
    }

    @Test("what an early answer leaves of its request may be lost, or never come", arguments: [false, true])
    func abandoned(isLost: Bool) async throws {
        var network = TestNetwork()
        var talk = TestConnection(&network, port: 51008)
        let target = "/navi.js?appId=app1&token=tok1"
        let head = "HEAD \(target) HTTP/1.1\r\nHost: im.example\r\nContent-Length: 30\r\n\r\n"
        talk.send(.client, Array((head + "xxx").utf8), &network)
        // The answer to HEAD has a length, and no body.
        talk.send(.server, Array("HTTP/1.1 413 Content Too Large\r\nContent-Length: 500\r\n\r\n".utf8), &network)
        var packets = network.packets
        if isLost {
            talk.send(.client, [UInt8](repeating: UInt8(ascii: "x"), count: 27), &network)
            talk.request("GET", target, &network)
            talk.answer([], &network)
            talk.end(&network)
            let lost = packets.count
            packets = network.packets
            packets.remove(at: lost)
        }
        let capture = TestNetwork.pcap(packets)
        let run = try await RedactionTests.Run(capture)
        #expect(run.report.cutFlows.map(\.reason) == [])
        let (before, after) = try await (RedactionTests.events(capture), RedactionTests.events(run.bytes))
        #expect(PlantedCaptureTests.shape(before) == PlantedCaptureTests.shape(after))
        let statuses = before.compactMap { $0["frame"]?["status"]?.int64 }
        #expect(statuses == (isLost ? [413, 200] : [413]))
    }
}
