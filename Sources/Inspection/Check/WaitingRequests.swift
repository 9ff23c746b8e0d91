/// The requests of a session that wait for their answers, by the id that pairs a request with its answer.
struct WaitingRequests<ID: Hashable & Sendable, Kind: Sendable>: Sendable {
    /// A request.
    struct Request: Sendable {
        /// The number of the request's event.
        var number: Int
        var flow: Int
        /// Nanoseconds since 1970.
        var time: Int64
        var name: String
        var kind: Kind
        /// The number of requests that share the id, because it was used again while it waited.
        fileprivate(set) var uses = 1

        init(number: Int, flow: Int, time: Int64, name: String, kind: Kind) {
            self.number = number
            self.flow = flow
            self.time = time
            self.name = name
            self.kind = kind
        }
    }

    /// The origin of an answer.
    enum Origin: Sendable {
        /// A request that waited for the answer.
        case request(Request)
        /// A request that no longer waits or need not be answered, or perhaps one beyond the limit.
        case excused
        /// No request.
        case nothing
    }

    /// The maximum number of requests remembered; requests beyond it are not judged.
    let limit: Int
    private var requests: [ID: Request] = [:]
    /// The numbers of answers that may arrive but are not missed, by id.
    private var excused: [ID: Int] = [:]
    /// Whether there were more requests than the limit: any answer may belong to one of the excess requests.
    private var isOverflowing = false
    /// A lower bound of the times of the requests not earlier than `floor`; it mostly saves a search for late requests.
    private var earliest = Int64.max
    private var floor = Int64.min

    init(limit: Int) { self.limit = limit }

    /// The request that waits under an id.
    subscript(id: ID) -> Request? { requests[id] }

    /// Adds a request, or replaces the request with the same id, whose answer may still arrive.
    mutating func insert(_ id: ID, _ request: Request) {
        var request = request
        excused[id] = nil
        if let first = requests[id] {
            request.uses = first.uses + 1
        } else if requests.count >= limit {
            isOverflowing = true
            return
        }
        requests[id] = request
        if request.time >= floor { earliest = min(earliest, request.time) }
    }

    /// Excuses an id: its answer may arrive, but is not missed.
    mutating func excuse(_ id: ID) {
        requests[id] = nil
        excuse(id, answers: 1)
    }

    /// Excuses the requests of some kinds: their answers may arrive, but are not missed.
    mutating func excuse(where isOver: (Kind) -> Bool) {
        for (id, request) in requests where isOver(request.kind) {
            requests[id] = nil
            excuse(id, answers: request.uses)
        }
    }

    private mutating func excuse(_ id: ID, answers: Int) {
        if excused.count < limit || excused[id] != nil { excused[id] = answers } else { isOverflowing = true }
    }

    /// Removes and returns the origin of an answer.
    ///
    /// Of requests that share an id, the latest is returned with the first answer; the other answers are excused.
    mutating func answer(_ id: ID) -> Origin {
        if let request = requests.removeValue(forKey: id) {
            if request.uses > 1 { excuse(id, answers: request.uses - 1) }
            return .request(request)
        }
        guard let answers = excused[id] else { return isOverflowing ? .excused : .nothing }
        excused[id] = answers > 1 ? answers - 1 : nil
        return .excused
    }

    mutating func removeAll() {
        requests = [:]
        excused = [:]
        isOverflowing = false
        earliest = .max
    }

    /// Removes and returns the requests with times from `start` to before `end`, in the order of their events.
    ///
    /// Their answers may still arrive. Requests that share an id are removed but not returned: which of them has no
    /// answer is unknown.
    mutating func takeLate(from start: Int64 = .min, before end: Int64) -> [(id: ID, request: Request)] {
        if start == floor, earliest >= end { return [] }
        var late: [(id: ID, request: Request)] = []
        floor = start
        earliest = .max
        for (id, request) in requests where request.time >= start {
            if request.time < end { late.append((id, request)) } else { earliest = min(earliest, request.time) }
        }
        for (id, request) in late {
            requests[id] = nil
            excuse(id, answers: request.uses)
        }
        return late.filter { $0.request.uses == 1 }.sorted { $0.request.number < $1.request.number }
    }
}
