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

    private static func late(
        _ requests: inout WaitingRequests<Int>,
        from start: Int64 = .min,
        before end: Int64
    ) -> [Int] {
        requests.takeLate(from: start, before: end).map(\.id)
    }

    @Test("are late from one time to another, each once, in the order of their events")
    func late() {
        var requests = Self.waiting([50, 10, 30, 20])
        #expect(Self.late(&requests, before: 10) == [])
        #expect(Self.late(&requests, before: 31) == [1, 2, 3])
        #expect(Self.late(&requests, before: 31) == [])
        #expect(Self.late(&requests, before: 51) == [0])
    }

    @Test("are not late before the time from which they count, until that is an earlier one")
    func earlier() {
        var requests = Self.waiting([10, 20, 30])
        #expect(Self.late(&requests, from: 15, before: 25) == [1])
        #expect(Self.late(&requests, from: 15, before: 25) == [])
        #expect(Self.late(&requests, from: 5, before: 25) == [0])
        #expect(Self.late(&requests, from: 5, before: 100) == [2])
    }

    @Test("are late when they come after a look at the others")
    func insertion() {
        var requests = Self.waiting([40])
        #expect(Self.late(&requests, before: 30) == [])
        requests.insert(7, .init(number: 9, flow: 1, time: 20, name: "late"))
        #expect(Self.late(&requests, before: 30) == [7])
    }

    @Test("are no longer late once they are answered or forgotten, and none is kept beyond the limit")
    func answers() {
        var requests = Self.waiting([10, 20, 30], limit: 2)
        #expect(requests[2] == nil)
        let (isFirst, isSecond) = (requests.answer(0), requests.answer(0))
        #expect(isFirst && !isSecond)
        #expect(Self.late(&requests, before: 15) == [])
        requests.removeAll()
        #expect(Self.late(&requests, before: 100) == [])
    }
}
