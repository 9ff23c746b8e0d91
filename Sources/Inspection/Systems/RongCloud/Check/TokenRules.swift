import Reporting
import RongCloud
import Transport
import WireFormat

/// Judges openings and ends over all connections of a capture: retries after a refusal, new connections after the user
/// was thrown out, and tokens that are readable or misplaced.
struct TokenRules: CaptureRules {
    /// A token, a CONNACK or a DISCONNECT on a connection.
    private struct Step: Sendable {
        enum Kind: Sendable {
            /// A token was sent; `opens` tells whether it opens the connection.
            case token(UInt64, opens: Bool, isClear: Bool, isMisplaced: Bool)
            case connack(UInt16)
            case disconnect(UInt16)
        }

        var kind: Kind
        /// The first packet of an opening, and the last packet of anything else.
        var packet: Int
        /// The client's address, as a fingerprint.
        var host: UInt64
        /// The long-polling session, as a fingerprint; its frames may use other connections than its opening.
        var session: UInt64?
    }
    private typealias Note = OrderedNotes<Step>.Note

    /// A DISCONNECT that threw a client out.
    private struct End: Sendable {
        var number: Int
        var time: Int64
        var packet: Int
    }

    /// The token that opened a connection.
    private struct Opening: Sendable {
        /// The fingerprint of the token.
        var token: UInt64
        /// The first packet of the opening.
        var packet: Int
    }

    /// The events of one connection that show a token unencrypted.
    private struct Sightings: Sendable {
        let flow: Int
        /// The time of the first of the events, in nanoseconds since 1970.
        let time: Int64
        var numbers: [Int]
    }

    private struct Token: Sendable {
        /// Refusals of the token itself.
        var refused = RefusalLoop()
        /// Refusals that do not depend on the token.
        var lasting = RefusalLoop()
        /// Where the token was first seen unencrypted.
        private(set) var clear: Sightings?
        /// The DISCONNECT that threw a client out, by the fingerprint of the client's address.
        var ends: [UInt64: End] = [:]

        /// Notes that an event shows the token unencrypted; up to `limit` events of the first such connection are kept.
        mutating func noteClear(_ note: Note, limit: Int) {
            guard let seen = clear else {
                clear = Sightings(flow: note.flow, time: note.time, numbers: [note.number])
                return
            }
            if seen.flow == note.flow, seen.numbers.count < limit { clear?.numbers.append(note.number) }
        }
    }

    private let limits: CheckLimits
    private var notes: OrderedNotes<Step>
    /// The state of each token, by the token's fingerprint; the tokens themselves are not kept.
    private var tokens: [UInt64: Token] = [:]
    /// The fingerprints of the tokens beyond the limit, which are only counted.
    private var leftOut: Set<UInt64> = []
    /// The latest opening of each connection, by flow number.
    private var openings: [Int: Opening] = [:]
    /// The fingerprint of the token that opened each long-polling session, by the fingerprint of the session's id.
    private var tokenOfSession: [UInt64: UInt64] = [:]

    init(limits: CheckLimits) {
        self.limits = limits
        notes = OrderedNotes(limit: limits.openings)
    }

    // MARK: In a worker

    /// Notes the token or the status of an event.
    mutating func observe(_ event: borrowing Event, _ bytes: Span<UInt8>, _ log: inout FindingLog) {
        if case .http(let exchange) = event.kind {
            guard let token = exchange.target["token"], !token.isEmpty else { return }
            keep(
                .token(
                    Self.fingerprint(ofToken: Array(token.utf8).span),
                    opens: exchange.isUpgrade,
                    isClear: !event.isTLS,
                    isMisplaced: !exchange.isUpgrade && !Self.takesToken(exchange.target.path)
                ),
                event
            )
            return
        }
        if let range = event.units.rongCloud.layout.token, !range.isEmpty {
            let isConnect = event.frameType == .connect
            keep(
                .token(
                    Self.fingerprint(ofToken: bytes.extracting(range)),
                    opens: isConnect,
                    isClear: !event.isTLS,
                    isMisplaced: !isConnect
                ),
                event
            )
            return
        }
        guard let status = event.units.rongCloud.layout.status, event.sender == .server else { return }
        switch event.frameType {
        case .connack: keep(.connack(status), event)
        case .disconnect: keep(.disconnect(status), event)
        default: break
        }
    }

    private mutating func keep(_ kind: Step.Kind, _ event: borrowing Event) {
        let client = event.flow.client.utf8
        let address = client.prefix(upTo: client.lastIndex(of: UInt8(ascii: ":")) ?? client.endIndex)
        var isOpening = false
        if case .token = kind { isOpening = true }
        let step = Step(
            kind: kind,
            packet: (isOpening ? event.packets.first : event.packets.last) ?? 0,
            host: Array(address).span.fingerprint,
            session: event.pollingSession?.fingerprint
        )
        notes.add(step, about: event)
    }

    /// Returns the fingerprint of the part before the @, which identifies the token; the navigation hosts follow the @.
    private static func fingerprint(ofToken token: Span<UInt8>) -> UInt64 {
        let end = token.indices.first { token[$0] == UInt8(ascii: "@") } ?? token.count
        return token.extracting(0..<end).fingerprint
    }

    /// Whether a request to a path may carry the token.
    private static func takesToken(_ path: String) -> Bool {
        let name = path.utf8.split(separator: UInt8(ascii: "/")).last.map { String(Substring($0)) } ?? ""
        return name == "websocket" || name.contains("navi")
    }

    // MARK: Over all workers

    mutating func merge(_ other: any CaptureRules, number: (Int) -> Int) {
        guard let other = other as? TokenRules else { return }
        notes.merge(other.notes, number: number)
    }

    /// Judges the notes in the order of the capture.
    mutating func finish(_ log: inout FindingLog) {
        let (notes, omitted) = notes.takeAll()
        for note in notes { take(note, &log) }
        log.leaveOut(leftOut.count + omitted, of: Self.rules)
        leftOut = []
        let sightings = tokens.values.compactMap(\.clear)
        for seen in sightings.sorted(by: { ($0.numbers.first ?? 0) < ($1.numbers.first ?? 0) }) {
            log.add(
                Self.tokenInClear,
                flow: seen.flow,
                events: seen.numbers,
                time: seen.time,
                "a token can be read by everybody who sees the packets"
            )
        }
    }

    private mutating func take(_ note: Note, _ log: inout FindingLog) {
        switch note.content.kind {
        case .token(let hash, let opens, let isClear, let isMisplaced):
            if isMisplaced {
                add(Self.tokenMisplaced, note, [note.number], "a token in a request that needs none", &log)
            }
            takeToken(hash, note, opens: opens, isClear: isClear, &log)
        case .connack(let status): takeConnack(status, note, &log)
        case .disconnect(let status): takeDisconnect(status, note)
        }
    }

    private mutating func takeToken(
        _ hash: UInt64,
        _ note: Note,
        opens: Bool,
        isClear: Bool,
        _ log: inout FindingLog
    ) {
        guard tokens.count < limits.tokens || tokens[hash] != nil else {
            leftOut.insert(hash)
            return
        }
        var token = tokens[hash] ?? Token()
        if isClear { token.noteClear(note, limit: limits.evidence) }
        if opens {
            if openings.count >= limits.sessions { openings = [:] }
            openings[note.flow] = Opening(token: hash, packet: note.content.packet)
            judgeReconnect(note, &token, &log)
        }
        tokens[hash] = token
    }

    /// Judges the answer to the opening of a connection, and notes the token of its long-polling session.
    private mutating func takeConnack(_ status: UInt16, _ note: Note, _ log: inout FindingLog) {
        guard let opening = openings[note.flow], var token = tokens[opening.token] else { return }
        if let session = note.content.session {
            if tokenOfSession.count >= limits.sessions { tokenOfSession = [:] }
            tokenOfSession[session] = opening.token
        }
        answer(status, note, opening, &token, &log)
        tokens[opening.token] = token
    }

    /// Notes that a client was thrown out.
    private mutating func takeDisconnect(_ status: UInt16, _ note: Note) {
        let opener: UInt64? =
            if let session = note.content.session { tokenOfSession[session] } else { openings[note.flow]?.token }
        guard Self.thrownOut.contains(status), let hash = opener, let known = tokens[hash],
            known.ends.count < limits.names
        else { return }
        tokens[hash]?.ends[note.content.host] = End(number: note.number, time: note.time, packet: note.content.packet)
    }

    /// Judges whether a client that was thrown out connects again.
    private func judgeReconnect(_ note: Note, _ token: inout Token, _ log: inout FindingLog) {
        // A connection from before the DISCONNECT is another client's, perhaps of the one for which the server sent it.
        guard let end = token.ends[note.content.host], note.content.packet > end.packet else { return }
        token.ends[note.content.host] = nil
        let passed = note.time.subtractingSaturated(end.time)
        guard passed <= CheckTimes.reconnect else { return }
        let text = "a new connection \(CheckTimes.seconds(passed)) s after DISCONNECT threw the client out"
        add(Self.reconnect, note, [note.number, end.number], text, &log)
    }

    private func answer(
        _ status: UInt16,
        _ note: Note,
        _ opening: Opening,
        _ token: inout Token,
        _ log: inout FindingLog
    ) {
        let attempt = RefusalLoop.Attempt(opening: opening.packet, refusal: note.content.packet)
        if status == 0 {
            token.refused.succeed()
            token.lasting.succeed()
        } else if Self.statuses.contains(status) {
            guard let events = token.refused.add(note.number, attempt, at: note.time, limits) else { return }
            let text = "the same token was refused \(events.count) times (CONNACK \(status))"
            add(Self.retryLoop, note, events, text, &log)
        } else if Self.lasting.contains(status) {
            guard let events = token.lasting.add(note.number, attempt, at: note.time, limits) else { return }
            let text = "the client was refused \(events.count) times (CONNACK \(status))"
            add(Self.retryRefused, note, events, text, &log)
        }
    }

    private func add(
        _ rule: FindingRule,
        _ note: Note,
        _ events: [Int],
        _ text: String,
        _ log: inout FindingLog
    ) {
        log.add(rule, flow: note.flow, events: events, time: note.time, text)
    }
}
