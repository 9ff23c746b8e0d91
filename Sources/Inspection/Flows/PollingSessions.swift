/// Long-polling sessions by id: the state that the requests and answers of several connections share.
struct PollingSessions {
    /// The largest number of sessions; beyond it, the oldest is dropped.
    let limit: Int
    private var sessions: [String: SystemSession] = [:]
    private var order: [String] = []
    /// The ids in ``order``; an id stays here while its session is taken.
    private var known: Set<String> = []

    init(limit: Int) { self.limit = limit }

    /// Removes and returns a session.
    mutating func take(_ id: String) -> SystemSession? {
        sessions.removeValue(forKey: id)
    }

    /// Stores a session.
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
