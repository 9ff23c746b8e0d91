import WireFormat

/// The requests of one kind in one session that wait for their answer.
///
/// An answer may precede its request in the capture, if the network reordered packets. Such an answer is kept for a
/// moment before it counts as an answer to nothing.
struct RequestLedger: Sendable {
    struct Request: Sendable {
        /// The number of the event.
        var number: Int
        /// The time in nanoseconds since 1970.
        var time: Int64
        /// The index of the topic in `TopicTable`; `nil` if unknown.
        var topic: Int?
        /// Whether the request asks for an answer.
        var asks: Bool
        /// Whether a missing answer counts.
        var isJudged: Bool
    }

    /// An answer whose request was not seen.
    struct Orphan: Sendable {
        var messageId: UInt16
        var number: Int
        var time: Int64
        /// Whether a missing request counts.
        var isJudged: Bool
    }

    /// The most requests that wait with their details.
    let limit: Int
    private var waiting: [UInt16: Request] = [:]
    /// The ids in the order of their requests; reading skips requests that were answered or replaced.
    private var order = HeadedQueue<(messageId: UInt16, number: Int, time: Int64)>()
    private var orphans: [Orphan] = []
    /// The number of the latest request that was answered.
    private(set) var latestAnswered = 0
    /// The ids of requests that were given up without an answer; the answer may still arrive.
    private var givenUp = IdSet()
    /// The ids of requests that wait without their details, for which there was no room.
    private var uncounted = IdSet()

    init(limit: Int) {
        self.limit = limit
    }

    /// The request that waits under an id.
    subscript(messageId: UInt16) -> Request? { waiting[messageId] }

    /// The number of requests that wait without their details, because too many waited at the same time.
    var surplus: Int { uncounted.count }

    /// Adds a request.
    ///
    /// - Parameter since: the time of the requester's first frame; an earlier answer may belong to another request.
    mutating func insert(_ messageId: UInt16, _ request: Request, heardSince since: Int64) {
        var request = request
        _ = givenUp.remove(messageId)
        _ = uncounted.remove(messageId)
        if let orphan = takeOrphan(messageId, from: request.time.subtractingSaturated(CheckTimes.earlyAnswer), since) {
            guard orphan.time < since else {
                latestAnswered = max(latestAnswered, request.number)
                return waiting[messageId] = nil
            }
            request.isJudged = false
        }
        // An earlier request with the same id may still be answered.
        if waiting.updateValue(request, forKey: messageId) != nil { givenUp.insert(messageId) }
        order.append((messageId, request.number, request.time))
        while waiting.count > limit, let oldest = popFirst() {
            if let request = waiting.removeValue(forKey: oldest.messageId), request.isJudged {
                uncounted.insert(oldest.messageId)
            } else {
                givenUp.insert(oldest.messageId)
            }
        }
    }

    /// Notes that a request was sent again, so that each copy may be answered.
    ///
    /// - Returns: whether the request waits; otherwise its copy is a request like any other.
    mutating func sendAgain(_ messageId: UInt16) -> Bool {
        guard waiting[messageId] != nil else { return false }
        givenUp.insert(messageId)
        return true
    }

    /// Removes and returns the request of an answer.
    mutating func take(_ messageId: UInt16) -> Request? {
        guard let request = waiting.removeValue(forKey: messageId) else { return nil }
        latestAnswered = max(latestAnswered, request.number)
        return request
    }

    /// Returns whether an answer belongs to a request that was given up or waits without its details, and forgets that
    /// request.
    mutating func isLate(_ messageId: UInt16) -> Bool { givenUp.remove(messageId) || uncounted.remove(messageId) }

    /// Removes and returns the answer that a request may have: one from a time on, or from before the requester's first
    /// frame.
    private mutating func takeOrphan(_ messageId: UInt16, from time: Int64, _ since: Int64) -> Orphan? {
        guard !orphans.isEmpty else { return nil }
        let place = orphans.firstIndex { $0.messageId == messageId && ($0.time >= time || $0.time < since) }
        return place.map { orphans.remove(at: $0) }
    }

    /// Keeps an answer whose request was not seen.
    mutating func keep(_ orphan: Orphan) {
        if orphans.count < limit { orphans.append(orphan) }
    }

    /// Gives up and returns the requests that have waited since before a time, the oldest first.
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

    /// Removes and returns the answers that have waited for their request since before a time.
    mutating func orphans(before time: Int64) -> [Orphan] {
        guard let first = orphans.first, first.time < time else { return [] }
        let found = orphans.filter { $0.time < time }
        orphans.removeAll { $0.time < time }
        return found
    }

    /// Excuses all requests that wait: they may still be answered, but a late or missing answer does not count.
    mutating func excuseAll() {
        for id in waiting.keys { waiting[id]?.isJudged = false }
        givenUp.formUnion(uncounted)
        uncounted.removeAll()
    }

    /// Forgets all requests and answers.
    mutating func removeAll() {
        waiting = [:]
        order.removeAll()
        orphans = []
        givenUp.removeAll()
        uncounted.removeAll()
    }

    /// The oldest waiting request; reading drops the entries of `order` that no longer wait.
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
