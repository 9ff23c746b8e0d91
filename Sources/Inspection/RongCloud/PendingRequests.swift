/// Requests of one kind on one connection that wait for their answer, found by message id.
///
/// Ids count up, so a table addressed by their low bits holds the latest ones without collisions; one that is still
/// waiting when its place is needed makes the table grow, up to the limit, and then is given up.
struct PendingRequests: Sendable {
    /// A request.
    struct Request: Sendable, BitwiseCopyable {
        /// When it was seen, in nanoseconds since 1970.
        var time: Int64
        /// Its topic in the table, `-1` when unknown.
        var topic: Int32
        /// Where the sequencer keeps its number.
        var slot: Int32
        /// The message id; 0 in a free place that has `isWaiting` false.
        var messageId: UInt16
        var isWaiting: Bool
    }

    private var places: [Request] = []

    /// Remembers a request.
    ///
    /// - Returns: the slot of a request that was given up for it, or `-1`.
    mutating func insert(_ request: Request, limit: Int) -> Int32 {
        if places.isEmpty { places = Array(repeating: Self.free, count: 8) }
        while true {
            let place = Int(request.messageId) & (places.count - 1)
            let old = places[place]
            if old.isWaiting, old.messageId != request.messageId, places.count < limit {
                grow()
                continue
            }
            places[place] = request
            return old.isWaiting ? old.slot : -1
        }
    }

    /// Takes the request with an id out.
    mutating func take(_ messageId: UInt16) -> Request? {
        guard !places.isEmpty else { return nil }
        let place = Int(messageId) & (places.count - 1)
        let request = places[place]
        guard request.isWaiting, request.messageId == messageId else { return nil }
        places[place].isWaiting = false
        return request
    }

    /// Calls `body` with the slot of each request that waits.
    func forEachSlot(_ body: (Int32) -> Void) {
        for request in places where request.isWaiting { body(request.slot) }
    }

    private static var free: Request { Request(time: 0, topic: -1, slot: -1, messageId: 0, isWaiting: false) }

    private mutating func grow() {
        let old = places
        places = Array(repeating: Self.free, count: old.count * 2)
        for request in old where request.isWaiting {
            places[Int(request.messageId) & (places.count - 1)] = request
        }
    }
}
