/// The requests of a session that wait for their answers, by the ids that pair both.
struct WaitingRequests<ID: Hashable & Sendable>: Sendable {
    /// A request.
    struct Request: Sendable {
        /// Number of the event.
        var number: Int
        var flow: Int
        /// Nanoseconds since 1970.
        var time: Int64
        var name: String
    }

    /// How many are remembered at most; what comes beyond them is not judged.
    let limit: Int
    private var requests: [ID: Request] = [:]
    /// No request of those that are at least as late as `floor` is earlier: most events find nothing late without a look
    /// at each request.
    private var earliest = Int64.max
    private var floor = Int64.min

    init(limit: Int) { self.limit = limit }

    /// The request that waits under an id.
    subscript(id: ID) -> Request? { requests[id] }

    /// Adds a request; one with the same id is replaced.
    mutating func insert(_ id: ID, _ request: Request) {
        guard requests.count < limit || requests[id] != nil else { return }
        requests[id] = request
        if request.time >= floor { earliest = min(earliest, request.time) }
    }

    /// Takes out the request that an answer belongs to; answers whether there is one.
    mutating func answer(_ id: ID) -> Bool { requests.removeValue(forKey: id) != nil }

    mutating func removeAll() {
        requests = [:]
        earliest = .max
    }

    /// Takes out the requests with times from `start` to before `end`, in the order of their events.
    mutating func takeLate(from start: Int64 = .min, before end: Int64) -> [(id: ID, request: Request)] {
        if start == floor, earliest >= end { return [] }
        var late: [(id: ID, request: Request)] = []
        floor = start
        earliest = .max
        for (id, request) in requests where request.time >= start {
            if request.time < end { late.append((id, request)) } else { earliest = min(earliest, request.time) }
        }
        for (id, _) in late { requests[id] = nil }
        return late.sorted { $0.request.number < $1.request.number }
    }
}
