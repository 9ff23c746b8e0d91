import Capture

/// Long-polling sessions: the state that the requests and answers of several connections share.
struct PollingSessions {
    /// The largest number of sessions; beyond it, the oldest is dropped.
    let limit: Int
    private var sessions: [PollingSessionKey: SystemSession] = [:]
    private var order: [PollingSessionKey] = []
    /// The keys in ``order``; a key stays here while its session is taken.
    private var known: Set<PollingSessionKey> = []

    init(limit: Int) { self.limit = limit }

    /// Returns the key of a session.
    ///
    /// - Parameters:
    ///   - host: the host that the request names; `nil` if it names none, or was not captured.
    ///   - address: the server's address, which stands for the host of a session that began without one.
    func key(_ id: String, host: String?, address: Endpoint) -> PollingSessionKey {
        let named = host.map { PollingSessionKey(id: id, server: $0) }
        if let named, known.contains(named) { return named }
        let unnamed = PollingSessionKey(id: id, server: String(describing: address))
        if let named, !known.contains(unnamed) { return named }
        return unnamed
    }

    /// Removes and returns a session.
    mutating func take(_ key: PollingSessionKey) -> SystemSession? {
        sessions.removeValue(forKey: key)
    }

    /// Stores a session.
    mutating func put(_ key: PollingSessionKey, _ session: SystemSession, slots: inout SlotPool) {
        if known.insert(key).inserted {
            order.append(key)
            if order.count > limit {
                let oldest = order.removeFirst()
                known.remove(oldest)
                sessions.removeValue(forKey: oldest)?.forEachSlot { slots.giveBack($0) }
            }
        }
        sessions[key] = session
    }
}
