import RongCloud

/// The heartbeat interval of an SDK, and its timeout for the answer.
struct HeartbeatPace: Hashable, Sendable {
    /// The seconds from one heartbeat to the next; `nil` if unknown.
    var interval: Int64?
    /// The seconds that the SDK waits for the answer.
    var wait: Int64
    /// Whether the interval starts at the answer to the last heartbeat, or at its timeout, instead of at the heartbeat.
    var isFromAnswer = false

    /// Creates the pace of an SDK generation.
    ///
    /// Source: web SDKs (read). SDKs of v2 and v3 wait 2 to 6 s, early ones of v2 100 s; both are given 30 s here.
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

    /// Whether a v4 SDK has the heartbeats of v5: its version is 4.5 or later.
    static func isOfV5(sdkVersion: some StringProtocol) -> Bool {
        let parts = sdkVersion.split(separator: ".", maxSplits: 2)
        return parts.count > 1 && parts[0] == "4" && (Int(parts[1]) ?? 0) >= 5
    }
}

extension SessionFacts {
    /// The client's heartbeat pace; in the TCP form, CONNECT announces the interval.
    var pace: HeartbeatPace {
        var pace = HeartbeatPace(hasHeartbeatsOfV5 ? .v5 : generation)
        if form == .tcp {
            pace.interval = keepAlive.flatMap { $0 == 0 ? nil : Int64($0) }
            pace.isFromAnswer = false
        }
        return pace
    }
}
