import Capture

/// Long-polling sessions: the state that the requests and answers of several connections share.
struct PollingSessions {
    /// The largest number of sessions; beyond it, the oldest is dropped.
    let limit: Int
    private var sessions: [PollingSessionKey: SystemSession] = [:]
    private var order: [PollingSessionKey] = []
    /// The hop of each key in ``order``; a key stays here while its session is taken.
    private var known: [PollingSessionKey: PollingHop] = [:]

    init(limit: Int) { self.limit = limit }

    /// Returns the key of a session.
    ///
    /// - Parameters:
    ///   - host: the host that the request names; `nil` if it names none, or was not captured.
    ///   - hop: the ends of the connection. The server's address stands for the host of a session that began without
    ///     one.
    func key(_ id: String, host: String?, on hop: PollingHop) -> PollingSessionKey {
        let named = host.map { PollingSessionKey(id: id, server: $0) }
        if let named, let first = known[named] { return key(named, at: first, on: hop) }
        let unnamed = PollingSessionKey(id: id, server: String(describing: hop.server))
        if let named, known[unnamed] == nil { return named }
        return unnamed
    }

    /// Returns the key of a session on one of its hops, which may be new.
    ///
    /// A host may have several addresses, so another address alone makes no other hop.
    ///
    /// - Parameters:
    ///   - key: the key of the first hop.
    ///   - first: the first hop.
    private func key(_ key: PollingSessionKey, at first: PollingHop, on hop: PollingHop) -> PollingSessionKey {
        var (place, other) = (key, first)
        var ofClient: PollingSessionKey?
        var alike: PollingSessionKey?
        var isBehindProxy = false
        while true {
            if other.server == hop.server { return place }
            if other.isBesideProxy(of: hop) {
                isBehindProxy = true
            } else if other.server.port == hop.server.port {
                if other.client == hop.client { ofClient = ofClient ?? place }
                alike = alike ?? place
            }
            guard place.hop + 1 < PollingHop.most else { break }
            place.hop += 1
            guard let next = known[place] else { break }
            other = next
        }
        return ofClient ?? (isBehindProxy ? nil : alike) ?? place
    }

    /// Removes and returns a session.
    mutating func take(_ key: PollingSessionKey) -> SystemSession? {
        sessions.removeValue(forKey: key)
    }

    /// Stores a session.
    ///
    /// - Parameter hop: the ends of the connection that the session has a unit on.
    mutating func put(
        _ key: PollingSessionKey,
        _ session: SystemSession,
        on hop: PollingHop,
        slots: inout SlotPool
    ) {
        if known[key] == nil {
            known[key] = hop
            order.append(key)
            if order.count > limit {
                let oldest = order.removeFirst()
                known[oldest] = nil
                sessions.removeValue(forKey: oldest)?.forEachSlot { slots.giveBack($0) }
            }
        }
        sessions[key] = session
    }
}
