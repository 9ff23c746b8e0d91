import Reporting
import RongCloud
import Transport
import WireFormat

/// All rules over one session of RongCloud.
struct RongCloudCheck: SessionCheck {
    /// The kinds of rules, in the order in which they see an event.
    static let kinds: [any SessionRule.Type] = [
        AcknowledgementRules.self, HeartbeatRules.self, ConnectRules.self, DisconnectRule.self, DirectionRule.self,
        TopicRules.self, MessageIdRules.self, PullRules.self, CursorRules.self, DeliveryRules.self, UIDRules.self,
        ReferenceRules.self, RoomRule.self, RateRule.self, NameRules.self, PayloadRules.self, ClockRule.self,
        StatusRule.self, MaskRule.self,
    ]
    static var rules: [FindingRule] { kinds.flatMap { $0.rules } }

    private let limits: CheckLimits
    private var facts: SessionFacts
    /// Connections of long polling that the session has used.
    private var connections: Set<Int> = []
    private var acknowledgements: AcknowledgementRules
    private var heartbeats: HeartbeatRules
    private var connect: ConnectRules
    private var disconnect: DisconnectRule
    private var direction: DirectionRule
    private var topics: TopicRules
    private var messageIds: MessageIdRules
    private var pulls: PullRules
    private var cursors: CursorRules
    private var deliveries: DeliveryRules
    private var uids: UIDRules
    private var references: ReferenceRules
    private var rooms: RoomRule
    private var rate: RateRule
    private var names: NameRules
    private var payloads: PayloadRules
    private var clock: ClockRule
    private var status: StatusRule
    private var mask: MaskRule

    /// A session that begins with an event.
    init(_ event: borrowing Event, limits: CheckLimits) {
        self.limits = limits
        var isStart = event.frameType == .connect || event.frameType == .connack
        if case .http = event.kind { isStart = true }
        facts = SessionFacts(
            flow: event.flow.number,
            form: event.transport.form,
            lastNumber: event.number,
            lastTime: event.time,
            // Who joins in the middle has not seen the requests that the first answers belong to.
            blindUntil: isStart ? .min : event.time.addingSaturated(CheckTimes.blindness),
            isWhole: isStart
        )
        acknowledgements = AcknowledgementRules(limits: limits)
        heartbeats = HeartbeatRules(limits: limits)
        connect = ConnectRules(limits: limits)
        disconnect = DisconnectRule(limits: limits)
        direction = DirectionRule(limits: limits)
        topics = TopicRules(limits: limits)
        messageIds = MessageIdRules(limits: limits)
        pulls = PullRules(limits: limits)
        cursors = CursorRules(limits: limits)
        deliveries = DeliveryRules(limits: limits)
        uids = UIDRules(limits: limits)
        references = ReferenceRules(limits: limits)
        rooms = RoomRule(limits: limits)
        rate = RateRule(limits: limits)
        names = NameRules(limits: limits)
        payloads = PayloadRules(limits: limits)
        clock = ClockRule(limits: limits)
        status = StatusRule(limits: limits)
        mask = MaskRule(limits: limits)
    }

    /// Takes an event of the session in.
    mutating func observe(_ event: borrowing Event, _ bytes: Span<UInt8>, _ log: inout FindingLog) {
        facts.flow = event.flow.number
        facts.lastNumber = event.number
        facts.lastTime = max(facts.lastTime, event.time)
        if case .http(let exchange) = event.kind {
            // The switch shows which directions the capture holds.
            if !exchange.method.isEmpty { facts.clientSince = min(facts.clientSince, event.time) }
            if exchange.status != nil { facts.serverSince = min(facts.serverSince, event.time) }
            if let version = exchange.target["sdkVer"] { facts.generation = SDKGeneration(sdkVersion: version) }
            return connect.begin(event, exchange)
        }
        facts.form = event.transport.form
        facts.type = event.frameType
        guard isReadable(event) else {
            facts.disorderUntil = facts.lastTime
            loseFrames()
            // What the decoder says about it still counts.
            payloads.observe(event, bytes, facts, &log)
            return
        }
        if joinsLate(event) { loseFrames() }
        if event.sender == .client {
            facts.clientSince = min(facts.clientSince, event.time)
            facts.clientTime = max(facts.clientTime, event.time)
        } else {
            facts.serverSince = min(facts.serverSince, event.time)
            facts.serverTime = max(facts.serverTime, event.time)
        }
        facts.generation = event.units.rongCloud.generation ?? facts.generation
        if facts.type == .connect { facts.keepAlive = event.units.rongCloud.layout.keepAlive }
        acknowledgements.observe(event, bytes, facts, &log)
        heartbeats.observe(event, bytes, facts, &log)
        connect.observe(event, bytes, facts, &log)
        disconnect.observe(event, bytes, facts, &log)
        direction.observe(event, bytes, facts, &log)
        topics.observe(event, bytes, facts, &log)
        messageIds.observe(event, bytes, facts, &log)
        pulls.observe(event, bytes, facts, &log)
        cursors.observe(event, bytes, facts, &log)
        deliveries.observe(event, bytes, facts, &log)
        uids.observe(event, bytes, facts, &log)
        references.observe(event, bytes, facts, &log)
        rooms.observe(event, bytes, facts, &log)
        rate.observe(event, bytes, facts, &log)
        names.observe(event, bytes, facts, &log)
        payloads.observe(event, bytes, facts, &log)
        clock.observe(event, bytes, facts, &log)
        status.observe(event, bytes, facts, &log)
        mask.observe(event, bytes, facts, &log)
    }

    /// Forgets what can not be judged, because frames are missing.
    private mutating func loseFrames() {
        facts.blindUntil = facts.lastTime.addingSaturated(CheckTimes.blindness)
        facts.isWhole = false
        acknowledgements.loseFrames()
        heartbeats.loseFrames()
        connect.loseFrames()
        messageIds.loseFrames()
        pulls.loseFrames()
        cursors.loseFrames()
        deliveries.loseFrames()
    }

    /// Whether frames of the session may be missing that the capture should have before an event.
    private mutating func joinsLate(_ event: borrowing Event) -> Bool {
        // What the server says first answers CONNECT.
        if event.sender == .server, facts.isWhole, !facts.hearsServer, facts.type != .connack,
            facts.type != .disconnect
        {
            return true
        }
        guard event.frameType != .connect else { return false }
        // The first of an end whose beginning the capture lacks.
        if event.diagnostics.indices.contains(where: { event.diagnostics[$0].code == "stream-hole" }) { return true }
        // A session of long polling uses several connections.
        return event.transport == .polling && !event.flow.sawHandshake && connections.count < limits.names
            && connections.insert(event.flow.number).inserted
    }

    /// Both ends were silent up to a time.
    mutating func pass(to time: Int64, _ log: inout FindingLog) {
        facts.lastTime = max(facts.lastTime, time)
        facts.clientTime = facts.lastTime
        facts.serverTime = facts.lastTime
    }

    /// Judges what is left at the end.
    mutating func finish(_ log: inout FindingLog) {
        facts.type = nil
        acknowledgements.finish(facts, &log)
        heartbeats.finish(facts, &log)
        connect.finish(facts, &log)
        pulls.finish(facts, &log)
        cursors.finish(facts, &log)
        rate.finish(facts, &log)
    }

    private func isReadable(_ event: borrowing Event) -> Bool {
        guard case .frame = event.kind else { return false }
        guard event.diagnostics.worst == .error else { return true }
        return !event.diagnostics.indices.contains { index in
            event.diagnostics[index].severity == .error && event.diagnostics[index].code.hasPrefix("frame-")
        }
    }
}
