import Testing

@testable import Capture
@testable import Inspection

@Suite("Connections are dealt out to workers")
struct FlowRouterTests {
    @Test("evenly, and so is each second, fourth or ninth of them", arguments: 1...6)
    func shares(_ workers: Int) {
        let turns = workers * workers * workers
        for stride in [1, workers, workers * workers] {
            for offset in 0..<stride {
                var shares = Array(repeating: 0, count: workers)
                for turn in 0..<turns { shares[FlowRouter.turn(at: turn * stride + offset, of: workers)] += 1 }
                #expect(shares == Array(repeating: turns / workers, count: workers), "every \(stride) from \(offset)")
            }
        }
    }

    @Test("TLS between two hosts stays with one worker whoever is first, and pairs of hosts spread", arguments: 1...6)
    func hosts(_ workers: Int) {
        var shares = Array(repeating: 0, count: workers)
        for host in 0..<600 as Range<UInt32> {
            let client = InternetAddress(ipv4: 0x0A00_0000 + host)
            let server = InternetAddress(ipv4: 0xC000_0207)
            let flow = Flow(
                number: 1,
                first: Endpoint(address: client, port: 40000),
                second: Endpoint(address: server, port: 443),
                client: .first,
                sawSYN: true
            )
            var other = flow
            other.first = Endpoint(address: server, port: 443)
            other.second = Endpoint(address: client, port: 50001)
            let share = FlowRouter.share(of: flow, workers)
            #expect(FlowRouter.share(of: other, workers) == share)
            shares[share] += 1
        }
        #expect(shares.allSatisfy { $0 > 600 / workers / 2 }, "\(shares)")
    }
}
