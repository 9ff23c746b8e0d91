/// The requests of a session that wait for their answers, by the ids that pair both.
struct WaitingRequests<ID: Hashable & Sendable, Kind: Sendable>: Sendable {
    /// A request.
    struct Request: Sendable {
        /// Number of the event.
        var number: Int
        var flow: Int
        /// Nanoseconds since 1970.
        var time: Int64
        var name: String
        /// What it asks for.
        var kind: Kind
    }

    /// What an answer belongs to.
    enum Origin: Sendable {
        /// A request that waited for it.
        case request(Request)
        /// A request that waits no more, or need not be answered at all; or there were more requests than are remembered.
        case excused
        /// No request.
        case nothing
    }

    /// How many are remembered at most; what comes beyond them is not judged.
    let limit: Int
    private var requests: [ID: Request] = [:]
    /// Requests whose answers may come, but are not missed.
    private var excused: Set<ID> = []
    /// Whether there were more than are remembered: any answer may belong to one of those.
    private var isOverflowing = false
    /// No request of those that are at least as late as `floor` is earlier: most events find nothing late without a look
    /// at each request.
    private var earliest = Int64.max
    private var floor = Int64.min

    init(limit: Int) { self.limit = limit }

    /// The request that waits under an id.
    subscript(id: ID) -> Request? { requests[id] }

    /// Adds a request; one with the same id is replaced.
    mutating func insert(_ id: ID, _ request: Request) {
        excused.remove(id)
        guard requests.count < limit || requests[id] != nil else {
            isOverflowing = true
            return
        }
        requests[id] = request
        if request.time >= floor { earliest = min(earliest, request.time) }
    }

    /// Lets an id have an answer that nobody misses.
    mutating func excuse(_ id: ID) {
        requests[id] = nil
        if excused.count < limit { excused.insert(id) } else { isOverflowing = true }
    }

    /// Takes out what an answer belongs to.
    mutating func answer(_ id: ID) -> Origin {
        if let request = requests.removeValue(forKey: id) { return .request(request) }
        return excused.remove(id) != nil || isOverflowing ? .excused : .nothing
    }

    mutating func removeAll() {
        requests = [:]
        excused = []
        isOverflowing = false
        earliest = .max
    }

    /// Takes out the requests with times from `start` to before `end`, in the order of their events.
    ///
    /// Their answers may still come.
    mutating func takeLate(from start: Int64 = .min, before end: Int64) -> [(id: ID, request: Request)] {
        if start == floor, earliest >= end { return [] }
        var late: [(id: ID, request: Request)] = []
        floor = start
        earliest = .max
        for (id, request) in requests where request.time >= start {
            if request.time < end { late.append((id, request)) } else { earliest = min(earliest, request.time) }
        }
        for (id, _) in late { excuse(id) }
        return late.sorted { $0.request.number < $1.request.number }
    }
}
