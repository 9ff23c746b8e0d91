import Reporting
import RongCloud
import Transport
import WireFormat

/// All rules over one session of RongCloud.
struct RongCloudCheck: SessionCheck {
    // All rules, in the order in which they see an event.
    private typealias Exchanges = BothRules<
        BothRules<AcknowledgementRules, HeartbeatRules>, BothRules<ConnectRules, DisconnectRule>
    >
    private typealias Requests = BothRules<
        BothRules<DirectionRule, TopicRules>, BothRules<MessageIdRules, PullRules>
    >
    private typealias Deliveries = BothRules<
        BothRules<CursorRules, DeliveryRules>, BothRules<UIDRules, ReferenceRules>
    >
    private typealias Messages = BothRules<BothRules<RoomRule, RateRule>, BothRules<NameRules, PayloadRules>>
    private typealias Others = BothRules<TextFrameRule, BothRules<ClockRule, StatusRule>>
    private typealias AllRules = BothRules<
        BothRules<BothRules<Exchanges, Requests>, BothRules<Deliveries, Messages>>, Others
    >

    static var rules: [FindingRule] { AllRules.rules }

    private let limits: CheckLimits
    private(set) var client: UInt64?
    private var facts: SessionFacts
    /// The long-polling connections that the session has used.
    private var connections: Set<Int> = []
    /// Whether the session had frames.
    private var hasFrames = false
    private var all: AllRules

    /// Creates the check of a session that starts with an event.
    init(_ event: borrowing Event, limits: CheckLimits) {
        self.limits = limits
        var isStart = event.frameType == .connect || event.frameType == .connack
        if case .http = event.kind { isStart = true }
        facts = SessionFacts(
            flow: event.flow.number,
            form: event.transport.form,
            lastNumber: event.number,
            lastTime: event.time,
            // If the capture starts in the middle of a session, it lacks the requests of the first answers.
            blindUntil: isStart ? .min : event.time.addingSaturated(CheckTimes.blindness),
            isWhole: isStart
        )
        all = AllRules(limits: limits)
    }

    /// Passes an event of the session to all rules.
    mutating func observe(_ event: borrowing Event, _ bytes: Span<UInt8>, _ log: inout FindingLog) {
        facts.flow = event.flow.number
        facts.lastNumber = event.number
        facts.lastTime = max(facts.lastTime, event.time)
        if case .http(let exchange) = event.kind {
            // The switch to WebSocket shows which directions the capture holds.
            if !exchange.method.isEmpty { facts.clientSince = min(facts.clientSince, event.time) }
            if exchange.status != nil { facts.serverSince = min(facts.serverSince, event.time) }
            if let token = exchange.target["token"], !token.isEmpty { client = token.fingerprint }
            if let version = exchange.target["sdkVer"] {
                facts.generation = SDKGeneration(sdkVersion: version)
                facts.hasHeartbeatsOfV5 = HeartbeatPace.isOfV5(sdkVersion: version)
            }
            // A switch whose answer is missing comes out at the end: it begins nothing, and CONNACK may be missing, too.
            if !hasFrames { all.begin(event, exchange) }
            return
        }
        hasFrames = true
        facts.form = event.transport.form
        facts.type = event.frameType
        if event.sender == .client, SessionFacts.wideId(event) != nil { facts.hasWideIds = true }
        facts.mayRepeatWideId = facts.hasWideIds || facts.isBlind(at: event.time)
        guard isReadable(event) else {
            facts.disorderUntil = facts.lastTime
            loseFrames()
            all.observeUnreadable(event, bytes, facts, &log)
            return
        }
        if joinsLate(event) || comesLate(event) {
            loseFrames()
            // What waited for missing bytes of its connection may follow its own answer, as after a hole.
            if event.time < facts.lastTime { facts.disorderUntil = facts.lastTime }
        }
        if event.sender == .client {
            facts.clientSince = min(facts.clientSince, event.time)
            facts.clientTime = max(facts.clientTime, event.time)
        } else {
            facts.serverSince = min(facts.serverSince, event.time)
            facts.serverTime = max(facts.serverTime, event.time)
        }
        facts.generation = event.units.rongCloud.generation ?? facts.generation
        if facts.type == .connect {
            facts.keepAlive = event.units.rongCloud.layout.keepAlive
            if event.transport == .tcp, let token = event.units.rongCloud.layout.token, !token.isEmpty {
                client = bytes.extracting(token).fingerprint
            }
        }
        // Over long polling, a client may connect again within the session.
        if event.transport == .polling, facts.type == .connect || facts.type == .connack { facts.isOver = false }
        all.observe(event, bytes, facts, &log)
        if facts.type == .disconnect { facts.isOver = true }
    }

    /// Forgets the state that cannot be judged, because frames are missing.
    private mutating func loseFrames() {
        facts.blindUntil = facts.lastTime.addingSaturated(CheckTimes.blindness)
        facts.isWhole = false
        all.loseFrames()
    }

    /// Whether the capture may lack frames of the session before an event.
    private mutating func joinsLate(_ event: borrowing Event) -> Bool {
        // The server's first frame is CONNACK, or DISCONNECT.
        if event.sender == .server, facts.isWhole, !facts.hearsServer, facts.type != .connack,
            facts.type != .disconnect
        {
            return true
        }
        guard event.frameType != .connect else { return false }
        if event.mayLackUnits { return true }
        // A session of long polling uses several connections.
        return event.transport == .polling && !event.flow.sawHandshake && connections.count < limits.names
            && connections.insert(event.flow.number).inserted
    }

    /// Whether an event of long polling comes out much later than later ones of the session: it waited for missing bytes
    /// of its connection while other connections went on.
    ///
    /// The event of a hole does not show this if the connection was not known as the session's before.
    private func comesLate(_ event: borrowing Event) -> Bool {
        event.transport == .polling && event.time > facts.disorderUntil
            && event.time < facts.lastTime.subtractingSaturated(CheckTimes.reordering)
    }

    /// Moves the clocks of both ends to a time up to which both were silent.
    mutating func pass(to time: Int64, _ log: inout FindingLog) {
        facts.lastTime = max(facts.lastTime, time)
        facts.clientTime = facts.lastTime
        facts.serverTime = facts.lastTime
    }

    mutating func setClockBack(to time: Int64, _ log: inout FindingLog) {
        facts.setClockBack(to: time)
        loseFrames()
    }

    mutating func resume(at time: Int64) { all.resume(at: time) }

    mutating func endPolling(at time: Int64, _ log: inout FindingLog) {
        guard !facts.isOver else { return }
        facts.lastTime = max(facts.lastTime, time)
        facts.serverTime = max(facts.serverTime, time)
        finish(&log)
        // Nobody answers any more what still waits.
        all.loseFrames()
        facts.isOver = true
    }

    /// Judges what is still open at the end of the session.
    mutating func finish(_ log: inout FindingLog) {
        facts.type = nil
        all.finish(facts, &log)
    }

    private func isReadable(_ event: borrowing Event) -> Bool {
        guard case .frame = event.kind else { return false }
        guard event.diagnostics.worst == .error else { return true }
        for index in event.diagnostics.indices {
            let diagnostic = event.diagnostics[index]
            guard diagnostic.severity == .error, diagnostic.code.hasPrefix("frame-") else { continue }
            if !facts.repeatsWideId(event, diagnostic) { return false }
        }
        return true
    }
}
