import Reporting
import RongCloud
import WireFormat

/// Judges the start of a session: one CONNECT, only in the TCP form, one CONNACK in time, and no frame before it.
struct ConnectRules: SessionRule {
    static let missing = FindingRule(
        id: "connack-missing",
        severity: .error,
        title: "The server does not answer a connection with CONNACK.",
        basis: "The server speaks first, with CONNACK; SDKs wait for it 5 s (v4, v5) or 10 s and then connect anew."
    )
    static let late = FindingRule(
        id: "connack-late",
        severity: .warning,
        title: "CONNACK comes later than SDKs wait for it.",
        basis: "SDKs wait 5 s (v4, v5) or 10 s for CONNACK and then connect anew."
    )
    static let repeated = FindingRule(
        id: "connack-repeated",
        severity: .error,
        title: "The server sends a second CONNACK on a connection.",
        basis: "A connection has one CONNACK: its first frame from the server."
    )
    static let before = FindingRule(
        id: "frame-before-connack",
        severity: .error,
        title: "A frame comes before the session is accepted.",
        basis:
            "What follows a connection is CONNACK; only after a CONNACK with status 0 do both ends send other frames."
    )
    static let connectRepeated = FindingRule(
        id: "connect-repeated",
        severity: .error,
        title: "The client sends a second CONNECT on a connection.",
        basis: "CONNECT opens a connection of the TCP form; a new session takes a new connection."
    )
    static let connectMisplaced = FindingRule(
        id: "connect-over-websocket",
        severity: .error,
        title: "The client sends CONNECT over WebSocket.",
        basis: "Over WebSocket no CONNECT is sent: the URL authenticates, and the server speaks first."
    )
    static let rules = [missing, late, repeated, before, connectRepeated, connectMisplaced]

    private struct Place: Sendable {
        var number: Int
        var time: Int64
    }

    /// The start of the session: the switch to WebSocket, or CONNECT.
    private var start: Place?
    private var connect: Place?
    private var connack: (place: Place, status: UInt16)?
    private var isSaid = false
    /// Whether a client's frame before CONNACK was reported; unlike `isSaid`, this does not stop judging the CONNACK.
    private var isEarlySaid = false
    /// The first frame before CONNACK; it is reported only if no hole may have swallowed the CONNACK.
    private var early: (place: Place, sender: FrameSender, text: String)?

    init(limits: CheckLimits) {}

    /// Starts the session at the switch to WebSocket.
    mutating func begin(_ event: borrowing Event, _ exchange: HTTPExchange) {
        // A switch that the server refuses has no CONNACK.
        guard exchange.status == nil || exchange.status == 101 else { return }
        start = Place(number: event.number, time: event.time)
    }

    mutating func observe(
        _ event: borrowing Event,
        _ bytes: Span<UInt8>,
        _ session: SessionFacts,
        _ log: inout FindingLog
    ) {
        guard event.transport != .polling, let type = session.type else { return }
        let place = Place(number: event.number, time: event.time)
        switch (type, event.sender) {
        case (.connect, .client):
            if event.transport == .websocket {
                log.add(Self.connectMisplaced, event, "CONNECT over WebSocket, where the URL logs in")
            } else if let first = connect {
                log.add(Self.connectRepeated, event, with: [first.number], "a second CONNECT on the same connection")
            } else {
                connect = place
                if start == nil { start = place }
            }
        case (.connack, .server): take(place, status: event.units.rongCloud.layout.status ?? 0, event, session, &log)
        // A client that leaves because CONNACK is overdue does not excuse the missing CONNACK.
        case (.disconnect, .client) where isOverdue(event.time, session): break
        case (.disconnect, _): isSaid = true
        default: judge(event, type, session, &log)
        }
    }

    mutating func loseFrames() {
        early = nil
        start = nil
        connect = nil
        connack = nil
    }

    mutating func resume(at time: Int64) {
        if let start { self.start?.time = max(start.time, time) }
    }

    mutating func finish(_ session: SessionFacts, _ log: inout FindingLog) {
        guard session.hearsServer else { return }
        sayEarly(session, &log)
        guard let start, connack == nil, !isSaid else { return }
        let wait = CheckTimes.connack(session.generation)
        guard session.serverTime.subtractingSaturated(start.time) > wait else { return }
        log.add(
            Self.missing,
            flow: session.flow,
            events: [start.number],
            time: start.time,
            "no CONNACK within \(wait / CheckTimes.second) s"
        )
    }

    private mutating func take(
        _ place: Place,
        status: UInt16,
        _ event: borrowing Event,
        _ session: SessionFacts,
        _ log: inout FindingLog
    ) {
        if let first = connack {
            log.add(Self.repeated, event, with: [first.place.number], "a second CONNACK on the same connection")
            return
        }
        connack = (place, status)
        sayEarly(session, &log)
        guard let start, !isSaid else { return }
        let waited = place.time.subtractingSaturated(start.time)
        let wait = CheckTimes.connack(session.generation)
        guard waited > wait else { return }
        log.add(
            Self.late,
            event,
            with: [start.number],
            "CONNACK comes after \(CheckTimes.milliseconds(waited)) s; SDKs wait \(wait / CheckTimes.second) s"
        )
    }

    /// Judges a frame that may only follow an accepting CONNACK.
    private mutating func judge(
        _ event: borrowing Event,
        _ type: FrameType,
        _ session: SessionFacts,
        _ log: inout FindingLog
    ) {
        guard start != nil, !isSaid, !isEarlySaid, early == nil else { return }
        let name = type.name(in: event.transport.form)
        if let connack {
            guard connack.status != 0,
                event.time.subtractingSaturated(connack.place.time) > CheckTimes.crossing
            else { return }
            isSaid = true
            log.add(
                Self.before,
                event,
                with: [connack.place.number],
                "\(name) from the \(event.sender.rawValue) though CONNACK has status \(connack.status)"
            )
        } else if !isOverdue(event.time, session) {
            let place = Place(number: event.number, time: event.time)
            early = (place, event.sender, "\(name) from the \(event.sender.rawValue) before CONNACK")
        }
    }

    /// Whether SDKs would have given up by a time; later frames are due to the missing CONNACK.
    private func isOverdue(_ time: Int64, _ session: SessionFacts) -> Bool {
        guard let start, connack == nil else { return false }
        return time.subtractingSaturated(start.time) > CheckTimes.connack(session.generation)
    }

    /// Reports the first frame before CONNACK; `loseFrames` has cleared it if the capture may lack the CONNACK.
    private mutating func sayEarly(_ session: SessionFacts, _ log: inout FindingLog) {
        guard let early else { return }
        self.early = nil
        if early.sender == .server { isSaid = true } else { isEarlySaid = true }
        log.add(Self.before, flow: session.flow, events: [early.place.number], time: early.place.time, early.text)
    }
}
