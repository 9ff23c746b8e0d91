/// Long-polling sessions by their id: what the requests and answers of several connections share.
struct PollingSessions {
    /// Sessions kept; the oldest makes room.
    let limit: Int
    private var sessions: [String: SystemSession] = [:]
    private var order: [String] = []
    /// The ids in ``order``, for a session may be taken out.
    private var known: Set<String> = []

    init(limit: Int) { self.limit = limit }

    /// Takes a session out.
    mutating func take(_ id: String) -> SystemSession? {
        sessions.removeValue(forKey: id)
    }

    /// Puts a session back.
    mutating func put(_ id: String, _ session: SystemSession, slots: inout SlotPool) {
        if known.insert(id).inserted {
            order.append(id)
            if order.count > limit {
                let oldest = order.removeFirst()
                known.remove(oldest)
                sessions.removeValue(forKey: oldest)?.forEachSlot { slots.giveBack($0) }
            }
        }
        sessions[id] = session
    }
}
