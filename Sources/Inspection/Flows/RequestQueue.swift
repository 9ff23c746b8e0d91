/// The requests without an answer so far, oldest first.
struct RequestQueue {
    private(set) var all: [PendingHTTPRequest] = []
    /// The memory for the requests, in bytes.
    private(set) var cost = 0
    /// The requests that were given up before their answers arrived.
    private var givenUp = GivenUpRequests()

    var isEmpty: Bool { all.isEmpty }
    var count: Int { all.count }
    /// Whether an answer is expected, even to a request that was given up.
    var awaitsAnswer: Bool { !all.isEmpty || !givenUp.isEmpty }
    /// The request of the next answer; `nil` also if that request was given up.
    var first: PendingHTTPRequest? { givenUp.isEmpty ? all.first : nil }
    /// The method of the next answer's request, or one with the same rule for the answer's body.
    var nextMethod: String? { givenUp.nextMethod ?? all.first?.method }
    /// The newest request for an upgrade to WebSocket.
    var lastUpgrade: PendingHTTPRequest? { all.last { $0.isUpgrade } }

    mutating func append(_ request: PendingHTTPRequest) {
        all.append(request)
        cost += request.cost
    }

    /// Removes and returns the request of the next answer; `nil` if that request was given up.
    mutating func takeFirst() -> PendingHTTPRequest? {
        guard !givenUp.popFirst(), let request = all.first else { return nil }
        all.removeFirst()
        cost -= request.cost
        return request
    }

    /// Removes up to `count` of the oldest requests; they are only counted until their answers arrive.
    mutating func giveUp(_ count: Int) {
        for request in all.prefix(count) {
            cost -= request.cost
            givenUp.append(method: request.method)
        }
        all.removeFirst(min(count, all.count))
    }

    /// Removes all requests, including those that were given up.
    mutating func removeAll() {
        givenUp = GivenUpRequests()
        all = []
        cost = 0
    }
}
