import WireFormat

/// The latencies and statuses of answers, the regularity of pings, and the rate of events.
struct TimingCounts: Sendable {
    /// A status of a system.
    struct Status: Hashable, Sendable {
        var system: MessagingSystem
        var status: UnitStatus
    }

    /// The number of latencies kept apart; with more, latencies are counted in coarser steps.
    static let latencyLimit = 1 << 16
    /// The number of intervals of the rate kept apart; an interval is at least a second.
    static let rateLimit = 1 << 12
    /// The number of connections whose pings are remembered, and of notices that wait for a pull.
    static let flowLimit = 1 << 16

    /// The inbox of a session, or one of its chat rooms.
    private struct Mailbox: Hashable {
        /// The number of the connection; 0 for long polling, where notice and pull come on different connections.
        var flow = 0
        /// The fingerprint of a long-polling session's key.
        var pollingSession: UInt64?
        /// The fingerprint of a chat room's id; `nil` for the inbox.
        var room: UInt64?

        init(_ room: UInt64?, of event: borrowing Event) {
            self.room = room
            pollingSession = event.pollingSession?.fingerprint
            if pollingSession == nil { flow = event.flow.number }
        }
    }

    private(set) var latencies = ReplyKind.allCases.map { _ in Distribution(limit: Self.latencyLimit) }
    private(set) var noticesToPulls = Distribution(limit: Self.latencyLimit)
    private(set) var statuses: [Status: Int] = [:]
    /// The number of events per second.
    private(set) var rate = Distribution(limit: Self.rateLimit)
    private var heartbeats: [Int: Heartbeat] = [:]
    /// The time of the first notice since the last pull.
    private var notices: [Mailbox: Int64] = [:]
    private var second = Int64.min
    private var inSecond = 0

    /// Counts an event.
    // Borrowed, at the price of one copy: an `inout` event would be copied for each call to the system.
    @inline(__always)
    mutating func add(_ event: borrowing Event, _ bytes: Span<UInt8>, _ systems: borrowing SystemDecoders) {
        let time = event.time >= 0 ? event.time : event.time - (Nanoseconds.perSecond - 1)
        let second = time / Nanoseconds.perSecond
        if second != self.second { flushRate(second) }
        inSecond &+= 1
        guard case .frame = event.kind else { return }
        if let reply = event.reply, let kind = systems.replyKind(event) { latencies[kind.rawValue].add(reply.latency) }
        if let status = systems.status(event, bytes) {
            let key = Status(system: event.system, status: status)
            if statuses[key] != nil || statuses.count < Self.latencyLimit { statuses[key, default: 0] += 1 }
        }
        if event.sender == .client, event.reply == nil, systems.isPing(event) { beat(event.flow.number, event.time) }
        switch systems.deliveryStep(event, bytes) {
        case .notice(let room)?:
            let mailbox = Mailbox(room, of: event)
            if notices[mailbox] == nil, notices.count < Self.flowLimit { notices[mailbox] = event.time }
        case .pull(let room)?:
            if let notice = notices.removeValue(forKey: Mailbox(room, of: event)) {
                noticesToPulls.add(max(0, event.time.subtractingSaturated(notice)))
            }
        case nil: break
        }
    }

    private mutating func flushRate(_ next: Int64) {
        if inSecond > 0 { rate.add(second, times: inSecond) }
        inSecond = 0
        second = next
    }

    private mutating func beat(_ flow: Int, _ time: Int64) {
        if heartbeats[flow] != nil || heartbeats.count < Self.flowLimit {
            heartbeats[flow, default: Heartbeat()].add(time)
        }
    }

    /// Merges the counts of another worker or capture, whose connections are different ones.
    mutating func merge(_ other: TimingCounts) {
        var other = other
        other.flushRate(.min)
        flushRate(.min)
        for index in latencies.indices { latencies[index].merge(other.latencies[index]) }
        noticesToPulls.merge(other.noticesToPulls)
        rate.merge(other.rate)
        statuses.merge(other.statuses) { $0 + $1 }
        beats.merge(other.beats)
        for heartbeat in other.heartbeats.values { beats.add(heartbeat) }
    }

    /// The heartbeats of merged connections.
    private var beats = Beats()

    /// Heartbeats of all connections together.
    var regularity: Beats {
        var all = beats
        for heartbeat in heartbeats.values { all.add(heartbeat) }
        return all
    }

    /// Heartbeats of several connections.
    struct Beats: Sendable {
        private(set) var flows = 0
        private(set) var intervals = 0
        private var sum: Int64 = 0
        private var steps = 0
        private var changes: Int64 = 0

        mutating func add(_ heartbeat: Heartbeat) {
            guard heartbeat.intervals > 0 else { return }
            flows += 1
            intervals += heartbeat.intervals
            sum = sum.addingSaturated(heartbeat.span)
            steps += heartbeat.steps
            changes = changes.addingSaturated(heartbeat.changes)
        }

        mutating func merge(_ other: Beats) {
            flows += other.flows
            intervals += other.intervals
            sum = sum.addingSaturated(other.sum)
            steps += other.steps
            changes = changes.addingSaturated(other.changes)
        }

        /// The mean interval in nanoseconds.
        var mean: Int64? { intervals > 0 ? sum / Int64(intervals) : nil }
        /// The mean difference between an interval and the interval before it.
        var jitter: Int64? { steps > 0 ? changes / Int64(steps) : nil }
    }
}
