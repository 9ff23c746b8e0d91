import Testing

@testable import Inspection

@Suite("Requests that were given up")
struct GivenUpRequestsTests {
    @Test("are answered in their order, and tell which answers have no body")
    func order() {
        var requests = GivenUpRequests()
        #expect(requests.isEmpty && requests.nextMethod == nil)
        let isAnswered = requests.popFirst()
        #expect(!isAnswered)
        for method in ["POST", "HEAD", "HEAD", "GET"] { requests.append(method: method) }
        var methods: [String?] = []
        while !requests.isEmpty {
            methods.append(requests.nextMethod)
            _ = requests.popFirst()
        }
        #expect(methods == ["GET", "HEAD", "HEAD", "GET"])
    }

    @Test("of so many turns between HEAD and others each is told; what is beyond counts as the last", arguments: 0...1)
    func limit(beyond: Int) {
        var requests = GivenUpRequests()
        let count = GivenUpRequests.mostRuns + beyond
        for number in 0..<count { requests.append(method: number % 2 == 0 ? "HEAD" : "GET") }
        let methods = (0..<count).map { _ in
            defer { _ = requests.popFirst() }
            return requests.nextMethod
        }
        let told = (0..<count).map { min($0, GivenUpRequests.mostRuns - 1) % 2 == 0 ? "HEAD" : "GET" }
        #expect(methods == told)
        #expect(requests.isEmpty)
    }
}
