/// Requests of one kind in one session, and which of them wait for their answer.
///
/// An answer may stand in the capture before its request, when the network delivered them in another order; it is kept
/// for a moment before it counts as an answer to nothing.
struct RequestLedger: Sendable {
    /// A request.
    struct Request: Sendable {
        /// Number of the event.
        var number: Int
        /// Nanoseconds since 1970.
        var time: Int64
        /// Its topic in the table, `nil` when unknown.
        var topic: Int?
        /// Whether it asks for an answer.
        var asks: Bool
        /// Whether a missing answer counts.
        var isJudged: Bool
    }

    /// An answer whose request was not seen.
    struct Orphan: Sendable {
        var messageId: UInt16
        var number: Int
        var time: Int64
    }

    /// How many requests wait with their details at most.
    let limit: Int
    private var waiting: [UInt16: Request] = [:]
    /// Ids in the order of their requests; those that were answered or used again are skipped.
    private var order = HeadedQueue<(messageId: UInt16, number: Int, time: Int64)>()
    private var orphans: [Orphan] = []
    /// Number of the latest request that was answered.
    private(set) var latestAnswered = 0
    /// Requests that were judged for want of an answer, which may still come.
    private var givenUp = IdSet()
    /// Requests that wait, but for whose details there is no room.
    private var uncounted = IdSet()

    init(limit: Int) {
        self.limit = limit
    }

    /// The request that waits under an id.
    subscript(messageId: UInt16) -> Request? { waiting[messageId] }

    /// How many requests wait of which no more than that is known: there were too many at the same time.
    var surplus: Int { uncounted.count }

    /// Adds a request.
    ///
    /// - Parameter since: when the end that asks was heard first; what was answered before may be another request.
    mutating func insert(_ messageId: UInt16, _ request: Request, heardSince since: Int64) {
        var request = request
        _ = givenUp.remove(messageId)
        _ = uncounted.remove(messageId)
        if !orphans.isEmpty, let place = orphans.firstIndex(where: { $0.messageId == messageId }) {
            let orphan = orphans.remove(at: place)
            guard orphan.time < since else { return waiting[messageId] = nil }
            request.isJudged = false
        }
        waiting[messageId] = request
        order.append((messageId, request.number, request.time))
        while waiting.count > limit, let oldest = popFirst() {
            if let request = waiting.removeValue(forKey: oldest.messageId), request.isJudged {
                uncounted.insert(oldest.messageId)
            } else {
                givenUp.insert(oldest.messageId)
            }
        }
    }

    /// Takes the request that an answer belongs to out.
    mutating func take(_ messageId: UInt16) -> Request? {
        guard let request = waiting.removeValue(forKey: messageId) else { return nil }
        latestAnswered = max(latestAnswered, request.number)
        return request
    }

    /// Whether an answer belongs to a request that was given up already.
    mutating func isLate(_ messageId: UInt16) -> Bool { givenUp.remove(messageId) || uncounted.remove(messageId) }

    /// Keeps an answer whose request was not seen.
    mutating func keep(_ orphan: Orphan) {
        if orphans.count < limit { orphans.append(orphan) }
    }

    /// Gives up the requests that have waited since before a time, the oldest first.
    mutating func expired(before time: Int64) -> [(messageId: UInt16, request: Request)] {
        guard let oldest = order.first, oldest.time < time else { return [] }
        var found: [(UInt16, Request)] = []
        while let next = first, let request = waiting[next.messageId], request.time < time {
            order.popFirst()
            waiting[next.messageId] = nil
            givenUp.insert(next.messageId)
            found.append((next.messageId, request))
        }
        return found
    }

    /// Takes out the answers that have waited for their request since before a time.
    mutating func orphans(before time: Int64) -> [Orphan] {
        guard let first = orphans.first, first.time < time else { return [] }
        let found = orphans.filter { $0.time < time }
        orphans.removeAll { $0.time < time }
        return found
    }

    /// Forgets all that waits.
    mutating func removeAll() {
        waiting = [:]
        order.removeAll()
        orphans = []
        givenUp.removeAll()
        uncounted.removeAll()
    }

    /// The oldest request that waits; passes those that do not wait any more.
    private var first: (messageId: UInt16, number: Int, time: Int64)? {
        mutating get {
            while let next = order.first {
                if waiting[next.messageId]?.number == next.number { return next }
                order.popFirst()
            }
            return nil
        }
    }

    private mutating func popFirst() -> (messageId: UInt16, number: Int, time: Int64)? {
        let oldest = first
        order.popFirst()
        return oldest
    }
}
