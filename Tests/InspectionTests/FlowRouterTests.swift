import Testing

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
}
