/// Requests whose answers have not come, oldest first.
struct RequestQueue {
    /// The requests.
    private(set) var all: [PendingHTTPRequest] = []
    /// Memory for them, in bytes.
    private(set) var cost = 0
    /// Those that were given up before their answers came.
    private var givenUp = GivenUpRequests()

    var isEmpty: Bool { all.isEmpty }
    var count: Int { all.count }
    /// Whether an answer is due, be it to one that was given up.
    var awaitsAnswer: Bool { !all.isEmpty || !givenUp.isEmpty }
    /// The one that the next answer belongs to; `nil` also where that was given up.
    var first: PendingHTTPRequest? { givenUp.isEmpty ? all.first : nil }
    /// The method that the next answer belongs to, as far as it tells whether a body follows.
    var nextMethod: String? { givenUp.nextMethod ?? all.first?.method }
    /// The newest one that asks for the switch to WebSocket.
    var lastUpgrade: PendingHTTPRequest? { all.last { $0.isUpgrade } }

    mutating func append(_ request: PendingHTTPRequest) {
        all.append(request)
        cost += request.cost
    }

    /// Takes out the one that an answer belongs to; of one that was given up nothing is left.
    mutating func takeFirst() -> PendingHTTPRequest? {
        guard !givenUp.popFirst(), let request = all.first else { return nil }
        all.removeFirst()
        cost -= request.cost
        return request
    }

    /// Removes the oldest ones, so many or as many as there are, and only counts them until their answers come.
    mutating func giveUp(_ count: Int) {
        for request in all.prefix(count) {
            cost -= request.cost
            givenUp.append(method: request.method)
        }
        all.removeFirst(min(count, all.count))
    }

    /// Forgets all, also those that were given up.
    mutating func removeAll() {
        givenUp = GivenUpRequests()
        all = []
        cost = 0
    }
}
