import LeanCloud
import Reporting
import WireFormat

/// All rules over one connection of LeanCloud.
struct LeanCloudCheck: SessionCheck {
    private typealias Requests = WaitingRequests<Int32, Asked>

    /// The operation that a command asks for, and the client.
    private struct Asked: Sendable {
        var name: LeanCloudOperation.Name
        /// The fingerprint of the client's name.
        var peer: UInt64
    }

    /// The first client that opened a session on the connection.
    private(set) var client: UInt64?
    private var flow: Int
    private var lastTime: Int64
    /// Whether the connection was seen from its first command on, and nothing of it is missing.
    private var isWhole = false
    /// Whether the first event of the session is a command of the client, which speaks first.
    private let beginsWithClient: Bool
    /// The time of the latest hole; an earlier event that comes out after the hole may follow its own answer.
    private var disorderUntil = Int64.min
    /// The time of the server's first command; the capture may lack the answers to earlier commands.
    private var serverSince = Int64.max
    private var hearsServer: Bool { serverSince < .max }
    /// The time up to which the server was heard; at the end of the session, the time up to which it could have been.
    private var serverTime = Int64.min
    /// The `i` of the client's first command with one.
    private var firstRequest: Int32?
    /// Findings about the client from before the server's first command.
    private var early: HeldFindings
    private var requests: Requests
    private var peers: LeanCloudPeers
    private var reading: LeanCloudReading
    /// Whether a client opened again after it lost an earlier connection, on which messages may have been delivered.
    private var isReconnect = false
    /// Whether a client asked the server to answer transient messages, too.
    private var acknowledgesTransient = false
    /// Whether the server sent the client away to another server (`goaway`): it may still answer, but need not.
    private var isSentAway = false
    /// Whether a client uses the JavaScript SDK.
    private var isJavaScript = false
    private var echo = LeanCloudEchoRule()

    init(_ event: borrowing Event, limits: CheckLimits) {
        early = HeldFindings(limit: limits.requests)
        requests = Requests(limit: limits.requests)
        peers = LeanCloudPeers(limit: limits.names)
        reading = LeanCloudReading(limits: limits)
        flow = event.flow.number
        lastTime = event.time
        if case .frame = event.kind {
            beginsWithClient = event.sender == .client
        } else {
            beginsWithClient = false
        }
    }

    // What the first command says is no beginning: several clients may share a connection, so another one may have been
    // opened before.
    mutating func followBeginning() { isWhole = beginsWithClient }

    mutating func observe(_ event: borrowing Event, _ bytes: Span<UInt8>, _ log: inout FindingLog) {
        lastTime = max(lastTime, event.time)
        guard case .frame = event.kind, !event.units.leanCloud.isBroken else {
            UnreadableUnits.judge(event, Self.format, &log)
            return loseCommands()
        }
        if event.mayLackUnits { loseCommands() }
        guard event.sender == .server else { return observeClient(event, bytes, &log) }
        serverTime = max(serverTime, event.time)
        judge(answeredBy: event.units.leanCloud.layout.header.i, event.number, log: &log)
        observeServer(event, bytes, &log)
    }

    /// Forgets everything that waits: the missing commands may hold any answer.
    private mutating func loseCommands() {
        isWhole = false
        disorderUntil = lastTime
        requests.removeAll()
        early.removeAll()
        peers.forget()
        echo.forget()
    }

    mutating func pass(to time: Int64, _ log: inout FindingLog) {
        lastTime = max(lastTime, time)
        serverTime = max(serverTime, time)
    }

    mutating func resume(at time: Int64) {
        requests.excuse { _ in true }
        peers.resume(at: time)
        echo.forget()
    }

    mutating func setClockBack(to time: Int64, _ log: inout FindingLog) {
        lastTime = time
        serverTime = min(serverTime, time)
        if hearsServer { serverSince = min(serverSince, time) }
        loseCommands()
        disorderUntil = .min
    }

    mutating func finish(_ log: inout FindingLog) {
        judge(log: &log)
        echo.finish(at: lastTime, flow: flow, &log)
    }

    // MARK: Client

    private mutating func observeClient(_ event: borrowing Event, _ bytes: Span<UInt8>, _ log: inout FindingLog) {
        let header = event.units.leanCloud.layout.header
        let given = header.peerId.map { event.units.leanCloud.layout.string($0, of: bytes) }
        let peer = peers.peer(given)
        if firstRequest == nil { firstRequest = header.i }
        if header.cmd == .session, header.op == Self.open { noteOpening(header, peer, given, event, bytes) }
        if let i = header.i, event.time > disorderUntil { wait(for: i, header, peer, event, bytes, &log) }
        if header.cmd == .ack { checkReceipt(peer, event, bytes, &log) }
        if header.needsOpening { checkOrder(peer, given ?? "", event, &log) }
        if header.cmd == .read { checkWatermark(peer, event, bytes, &log) }
        echo.observe(event, isEcho: event.units.leanCloud.layout.isKeepAlive, &log)
    }

    /// Notes what a client that opens a session tells of itself.
    private mutating func noteOpening(
        _ header: LeanCloudHeader,
        _ peer: UInt64,
        _ given: String?,
        _ event: borrowing Event,
        _ bytes: Span<UInt8>
    ) {
        peers.ask(peer)
        if client == nil, let given, let app = header.appId {
            client = "\(event.units.leanCloud.layout.string(app, of: bytes)) \(given)".fingerprint
        }
        if let agent = event.units.leanCloud.text("ua", bytes) {
            echo.take(agent: agent)
            if agent.hasPrefix("js/") { isJavaScript = true }
        }
        if event.units.leanCloud.truth("r", bytes) { isReconnect = true }
        let bits = event.units.leanCloud.integer("configBitmap", bytes) ?? 0
        if bits & Self.transientAcknowledgement != 0 { acknowledgesTransient = true }
    }

    /// Lets a command wait for its answer, if the server has to answer.
    private mutating func wait(
        for i: Int32,
        _ header: LeanCloudHeader,
        _ peer: UInt64,
        _ event: borrowing Event,
        _ bytes: Span<UInt8>,
        _ log: inout FindingLog
    ) {
        guard !isSentAway, let cmd = header.cmd, let operation = LeanCloudOperation.find(cmd, header.op, from: .client),
            operation.roles.contains(.request),
            cmd != .direct || acknowledgesTransient || !event.units.leanCloud.truth("transient", bytes)
        else { return requests.excuse(i) }
        let asked = Asked(name: LeanCloudOperation.Name(cmd, header.op), peer: peer)
        let name = header.title
        // Before the server's first command, the capture may lack the answer to the first use.
        if let first = requests[i], hearsServer, isWhole || first.time >= serverSince,
            event.time.subtractingSaturated(first.time) <= Self.wait
        {
            let text = "i \(i) still belongs to \(first.name), which waits"
            log.add(Self.serialReused, flow: flow, events: [event.number, first.number], time: event.time, text)
        }
        requests.insert(
            i,
            Requests.Request(number: event.number, flow: flow, time: event.time, name: name, kind: asked)
        )
    }

    private mutating func checkOrder(
        _ peer: UInt64,
        _ given: String,
        _ event: borrowing Event,
        _ log: inout FindingLog
    ) {
        let name = event.units.leanCloud.layout.header.title + (peers.isOther(peer) ? " of \(given)" : "")
        switch peers[peer] {
        case .open: break
        case .closed(let number, let time):
            // The client may have sent the command before it knew of the end.
            guard event.time.subtractingSaturated(time) > CheckTimes.crossing else { return }
            log.add(
                Self.sessionOrder,
                flow: flow,
                events: [event.number, number],
                time: event.time,
                "\(name) after the session was closed"
            )
        // When it connects again, the JavaScript SDK lets the application, and its own read marks, send at once.
        case .opening where isWhole && !(isReconnect && isJavaScript):
            addOnceHeard(Self.sessionOrder, event, "\(name) before the answer to session/open", &log)
        case nil where isWhole && !peers.isOverflowing:
            addOnceHeard(Self.sessionOrder, event, "\(name) before session/open", &log)
        default: break
        }
    }

    private mutating func checkReceipt(
        _ peer: UInt64,
        _ event: borrowing Event,
        _ bytes: Span<UInt8>,
        _ log: inout FindingLog
    ) {
        guard isWhole, !isReconnect, let conversation = event.units.leanCloud.text("cid", bytes) else { return }
        let place = LeanCloudReading.Place(peer: peer, conversation: conversation)
        var problem: String?
        if let id = event.units.leanCloud.text("mid", bytes) {
            if !reading.hasDelivered(id, in: place) { problem = "message \(id)" }
        } else if let from = event.units.leanCloud.integer("fromts", bytes),
            let to = event.units.leanCloud.integer("tots", bytes)
        {
            if !reading.hasDelivered(from: from, to: to, in: place) { problem = "the times from \(from) to \(to)" }
        }
        guard let problem else { return }
        let text = "\(problem) in conversation \(conversation): the server delivered no such message on this connection"
        addOnceHeard(Self.ackUnknown, event, text, &log)
    }

    /// Adds a finding about a missing command of the server; holds it back until the server's first command.
    private mutating func addOnceHeard(
        _ rule: FindingRule,
        _ event: borrowing Event,
        _ text: @autoclosure () -> String,
        _ log: inout FindingLog
    ) {
        if hearsServer {
            log.add(rule, flow: flow, events: [event.number], time: event.time, text())
        } else {
            early.hold(rule, event, text(), log)
        }
    }

    private mutating func checkWatermark(
        _ peer: UInt64,
        _ event: borrowing Event,
        _ bytes: Span<UInt8>,
        _ log: inout FindingLog
    ) {
        for (conversation, time, namesMessage) in event.units.leanCloud.readMarks(bytes) {
            let place = LeanCloudReading.Place(peer: peer, conversation: conversation)
            // The JavaScript SDK marks a conversation without a message up to the time of its own clock (its
            // `_sendReadCommand`), which may be ahead of the server's.
            let isCertain = namesMessage || !isJavaScript
            guard let last = reading.mark(place, at: time, isCertain: isCertain, number: event.number) else { continue }
            log.add(
                Self.watermarkBackwards,
                flow: flow,
                events: [event.number, last.number],
                time: event.time,
                "conversation \"\(conversation)\" is marked read up to \(time), after \(last.time)"
            )
        }
    }

    // MARK: Server

    private mutating func observeServer(_ event: borrowing Event, _ bytes: Span<UInt8>, _ log: inout FindingLog) {
        let header = event.units.leanCloud.layout.header
        echo.hearServer(event, isClosing: header.cmd == .session && header.op == Self.closed, &log)
        if !hearsServer { beginHearingServer(event, header, &log) }
        let asked = header.i.flatMap { answer($0, header, event, &log) }
        let given = header.peerId.map { event.units.leanCloud.layout.string($0, of: bytes) }
        let peer = given?.fingerprint ?? asked?.peer ?? peers.peer(nil)
        switch header.cmd {
        case .session where header.op == Self.opened:
            peers.open(peer)
            // The server may give a client another name than it asked for.
            if let asked, asked.name == Self.opening { peers.open(asked.peer) }
        case .session where header.op == Self.closed:
            peers.close(peer, number: event.number, time: event.time)
            // What the client asked for before the end of its session is void, whichever end wanted the end.
            requests.excuse { $0.peer == peer }
        // Without i, an error is that of the connection.
        case .error where header.i == nil: requests.excuse { _ in true }
        case .goaway:
            isSentAway = true
            requests.excuse { _ in true }
            echo.end(event, &log)
        case .session where header.op == .error, .error:
            guard let asked, asked.name == Self.opening else { break }
            peers.close(asked.peer, number: event.number, time: event.time)
        case .direct, .unread, .logs:
            noteDelivered(event.units.leanCloud.layout, bytes, to: peer)
        default: break
        }
    }

    /// Handles the server's first command.
    private mutating func beginHearingServer(
        _ event: borrowing Event,
        _ header: LeanCloudHeader,
        _ log: inout FindingLog
    ) {
        serverSince = event.time
        // If the command answers neither the client's first one nor an opening, the capture lacks an earlier answer.
        if isWhole, header.i != firstRequest, header.cmd != .error, header.op != Self.opened { isWhole = false }
        if isWhole { early.release(before: event.time, &log) }
        early.removeAll()
    }

    /// Notes the messages of a command as delivered to a client.
    private mutating func noteDelivered(_ layout: LeanCloudLayout, _ bytes: Span<UInt8>, to peer: UInt64) {
        for message in layout.messages {
            guard let conversation = message.conversation else { continue }
            let place = LeanCloudReading.Place(peer: peer, conversation: layout.string(conversation, of: bytes))
            let id = message.id.map { layout.string($0, of: bytes) }
            reading.deliver(id, at: message.timestamp ?? 0, in: place)
        }
    }

    /// Judges a command of the server with an `i`.
    ///
    /// - Returns: the request that the command answers.
    private mutating func answer(
        _ i: Int32,
        _ header: LeanCloudHeader,
        _ event: borrowing Event,
        _ log: inout FindingLog
    ) -> Asked? {
        switch requests.answer(i) {
        case .request(let request):
            // Of commands that share an i, any may be the one that is answered.
            if request.uses == 1, header.cannotAnswer(request.kind.name) {
                // The request's own answer may still arrive.
                requests.excuse(i)
                let text = "\(header.title) with i \(i), which is that of \(request.name)"
                let events = [event.number, request.number]
                log.add(Self.answerMismatch, flow: flow, events: events, time: event.time, text)
            }
            return request.kind
        case .nothing where isWhole:
            let text = "\(header.title) with i \(i) answers no command that waits"
            log.add(Self.answerWithoutRequest, flow: flow, events: [event.number], time: event.time, text)
        case .excused, .nothing: break
        }
        return nil
    }

    // MARK: Time

    /// Judges the requests that have waited too long when the server is heard, or at the end.
    ///
    /// While only the client is heard, its requests may be on their way.
    /// - Parameters:
    ///   - i: the `i` of the server's command that is heard, which may be a late answer.
    ///   - number: the number of that command's event.
    private mutating func judge(answeredBy i: Int32? = nil, _ number: Int = 0, log: inout FindingLog) {
        guard hearsServer else { return }
        let deadline = serverTime.subtractingSaturated(Self.wait)
        for (id, request) in requests.takeLate(from: isWhole ? .min : serverSince, before: deadline) {
            let waited = CheckTimes.milliseconds(serverTime.subtractingSaturated(request.time))
            let isLate = id == i
            log.add(
                Self.requestUnanswered,
                flow: flow,
                events: isLate ? [request.number, number] : [request.number],
                time: request.time,
                isLate
                    ? "\(request.name) with i \(id) has its answer only after \(waited) s"
                    : "\(request.name) with i \(id) has no answer within \(Self.wait / CheckTimes.second) s"
            )
        }
    }

    /// The longest time that an SDK waits for an answer.
    ///
    /// Source: swift-sdk and objc-sdk, 30 s; js-realtime-sdk waits 20 s.
    private static let wait = 30 * CheckTimes.second
    /// The bit of `configBitmap` with which a client asks for answers to transient messages.
    private static let transientAcknowledgement: Int64 = 1 << 3

    private static let open = LeanCloudOp(name: "open")
    private static let opened = LeanCloudOp(name: "opened")
    private static let closed = LeanCloudOp(name: "closed")
    private static let opening = LeanCloudOperation.Name(.session, open)
}
