import Testing

@testable import Inspection

@Suite("Requests that wait for their answers")
struct WaitingRequestsTests {
    private static func waiting(_ times: [Int64], limit: Int = 100) -> WaitingRequests<Int, Int> {
        var requests = WaitingRequests<Int, Int>(limit: limit)
        for (id, time) in times.enumerated() {
            requests.insert(id, .init(number: id + 1, flow: 1, time: time, name: "request \(id)", kind: id))
        }
        return requests
    }

    private static func late(
        _ requests: inout WaitingRequests<Int, Int>,
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
        requests.insert(7, .init(number: 9, flow: 1, time: 20, name: "late", kind: 7))
        #expect(Self.late(&requests, before: 30) == [7])
    }

    /// What an answer belongs to: the kind of a request, or why it has none.
    private static func origin(_ requests: inout WaitingRequests<Int, Int>, _ id: Int) -> String {
        switch requests.answer(id) {
        case .request(let request): "request \(request.kind)"
        case .excused: "excused"
        case .nothing: "nothing"
        }
    }

    @Test("are no longer late once they are answered or forgotten")
    func answers() {
        var requests = Self.waiting([10, 20])
        #expect(Self.origin(&requests, 0) == "request 0")
        #expect(Self.origin(&requests, 0) == "nothing")
        #expect(Self.late(&requests, before: 15) == [])
        requests.removeAll()
        #expect(Self.late(&requests, before: 100) == [])
        #expect(Self.origin(&requests, 1) == "nothing")
    }

    @Test("that are late, or need no answer, may still be answered once")
    func excused() {
        var requests = Self.waiting([10, 20])
        #expect(Self.late(&requests, before: 15) == [0])
        requests.excuse(1)
        #expect(Self.late(&requests, before: 100) == [])
        #expect([0, 1].map { Self.origin(&requests, $0) } == ["excused", "excused"])
        #expect([0, 1].map { Self.origin(&requests, $0) } == ["nothing", "nothing"])
        // Used again, an id stands for the later request alone.
        requests.excuse(5)
        requests.insert(5, .init(number: 9, flow: 1, time: 20, name: "again", kind: 5))
        #expect(Self.origin(&requests, 5) == "request 5")
        #expect(Self.origin(&requests, 5) == "nothing")
    }

    @Test("that share an id are answered as often as it was used, and none of them is late")
    func shared() {
        var requests = Self.waiting([10, 20])
        for time in [30, 40] as [Int64] {
            requests.insert(0, .init(number: 9, flow: 1, time: time, name: "again", kind: Int(time)))
        }
        #expect(requests[0]?.uses == 3)
        #expect((0..<4).map { _ in Self.origin(&requests, 0) } == ["request 40", "excused", "excused", "nothing"])
        requests.insert(1, .init(number: 10, flow: 1, time: 50, name: "again", kind: 50))
        #expect(Self.late(&requests, before: 100) == [])
        #expect((0..<3).map { _ in Self.origin(&requests, 1) } == ["excused", "excused", "nothing"])
        // Used again after the answers, an id stands for the later request alone.
        requests.insert(0, .init(number: 11, flow: 1, time: 60, name: "later", kind: 60))
        #expect(requests[0]?.uses == 1)
        #expect(Self.late(&requests, before: 100) == [0])
    }

    @Test("are kept up to the limit, and beyond it any answer may belong to one of them")
    func limit() {
        var requests = Self.waiting([10, 20, 30], limit: 2)
        #expect(requests[2] == nil)
        #expect(Self.late(&requests, before: 100) == [0, 1])
        #expect(Self.origin(&requests, 2) == "excused")
        #expect(Self.origin(&requests, 77) == "excused")
        requests.removeAll()
        #expect(Self.origin(&requests, 77) == "nothing")
    }
}
