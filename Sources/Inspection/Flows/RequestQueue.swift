/// Requests whose answers have not come, oldest first.
struct RequestQueue {
    /// The requests.
    private(set) var all: [PendingHTTPRequest] = []
    /// Memory for them, in bytes.
    private(set) var cost = 0

    var isEmpty: Bool { all.isEmpty }
    var count: Int { all.count }
    /// The one that the next answer belongs to.
    var first: PendingHTTPRequest? { all.first }
    /// The newest one that asks for the switch to WebSocket.
    var lastUpgrade: PendingHTTPRequest? { all.last { $0.isUpgrade } }

    mutating func append(_ request: PendingHTTPRequest) {
        all.append(request)
        cost += request.cost
    }

    /// Takes the oldest one out.
    mutating func takeFirst() -> PendingHTTPRequest? {
        guard let request = all.first else { return nil }
        removeFirst(1)
        return request
    }

    /// Removes the oldest ones, so many or as many as there are.
    mutating func removeFirst(_ count: Int) {
        for request in all.prefix(count) { cost -= request.cost }
        all.removeFirst(min(count, all.count))
    }

    mutating func removeAll() {
        all = []
        cost = 0
    }
}
