import Testing

@testable import Inspection

@Suite("Requests that wait for their answers")
struct WaitingRequestsTests {
    private static func waiting(_ times: [Int64], limit: Int = 100) -> WaitingRequests<Int> {
        var requests = WaitingRequests<Int>(limit: limit)
        for (id, time) in times.enumerated() {
            requests.insert(id, .init(number: id + 1, flow: 1, time: time, name: "request \(id)"))
        }
        return requests
    }

    @Test("are late from one time to another, each once, in the order of their events")
    func late() {
        var requests = Self.waiting([50, 10, 30, 20])
        #expect(requests.takeLate(before: 10).map(\.id) == [])
        #expect(requests.takeLate(before: 31).map(\.id) == [1, 2, 3])
        #expect(requests.takeLate(before: 31).map(\.id) == [])
        #expect(requests.takeLate(before: 51).map(\.id) == [0])
    }

    @Test("are not late before the time from which they count, until that is an earlier one")
    func earlier() {
        var requests = Self.waiting([10, 20, 30])
        #expect(requests.takeLate(from: 15, before: 25).map(\.id) == [1])
        #expect(requests.takeLate(from: 15, before: 25).map(\.id) == [])
        #expect(requests.takeLate(from: 5, before: 25).map(\.id) == [0])
        #expect(requests.takeLate(from: 5, before: 100).map(\.id) == [2])
    }

    @Test("are late when they come after a look at the others")
    func insertion() {
        var requests = Self.waiting([40])
        #expect(requests.takeLate(before: 30).map(\.id) == [])
        requests.insert(7, .init(number: 9, flow: 1, time: 20, name: "late"))
        #expect(requests.takeLate(before: 30).map(\.id) == [7])
    }

    @Test("are no longer late once they are answered or forgotten, and none is kept beyond the limit")
    func answers() {
        var requests = Self.waiting([10, 20, 30], limit: 2)
        #expect(requests[2] == nil)
        #expect(requests.answer(0))
        #expect(!requests.answer(0))
        #expect(requests.takeLate(before: 15).isEmpty)
        requests.removeAll()
        #expect(requests.takeLate(before: 100).isEmpty)
    }
}
