import RongCloud

/// How an SDK keeps its connection alive.
struct HeartbeatPace: Hashable, Sendable {
    /// Seconds from one heartbeat to the next; `nil` when nobody knows.
    var interval: Int64?
    /// Seconds that the SDK waits for the answer.
    var wait: Int64
    /// Whether the interval counts from the answer to the last heartbeat, or from when it is given up.
    var isFromAnswer = false

    /// The pace of a generation.
    ///
    /// Source: web SDKs (read); those of v2 and v3 wait for 2 to 6 s, of which early v2 for 100 s, and are given 30 s.
    init(_ generation: SDKGeneration?) {
        switch generation {
        case .v1: self.init(interval: 180, wait: 100)
        case .v2, .v3: self.init(interval: 30, wait: 30)
        case .v4: self.init(interval: 30, wait: 30, isFromAnswer: true)
        case .v5: self.init(interval: 15, wait: 15)
        case nil: self.init(interval: nil, wait: 30)
        }
    }

    private init(interval: Int64?, wait: Int64, isFromAnswer: Bool = false) {
        self.interval = interval
        self.wait = wait
        self.isFromAnswer = isFromAnswer
    }

    /// Whether an SDK of v4 calls itself by a version from which on its heartbeats are those of v5: 4.5.
    static func isOfV5(sdkVersion: some StringProtocol) -> Bool {
        let parts = sdkVersion.split(separator: ".", maxSplits: 2)
        return parts.count > 1 && parts[0] == "4" && (Int(parts[1]) ?? 0) >= 5
    }
}

extension SessionFacts {
    /// How the client keeps the connection alive; in the TCP form CONNECT announces the interval.
    var pace: HeartbeatPace {
        var pace = HeartbeatPace(hasHeartbeatsOfV5 ? .v5 : generation)
        if form == .tcp {
            pace.interval = keepAlive.flatMap { $0 == 0 ? nil : Int64($0) }
            pace.isFromAnswer = false
        }
        return pace
    }
}
