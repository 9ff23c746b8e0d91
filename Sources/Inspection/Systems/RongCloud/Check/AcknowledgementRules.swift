import Reporting
import RongCloud
import WireFormat

/// Judges requests and their answers: missing, late and surplus answers, and message ids that are used twice.
struct AcknowledgementRules: SessionRule {
    /// A kind of request: its answerer, its rules, and its names in the texts of findings.
    private struct Kind {
        var answerer: FrameSender
        var missing: FindingRule
        var surplus: FindingRule
        var name: String
        var answer: String
        var plural: String
    }

    private static let publish = Kind(
        answerer: .server,
        missing: publishUnacknowledged,
        surplus: ackWithoutPublish,
        name: "PUBLISH",
        answer: "PUBACK",
        plural: "PUBLISH frames of the client"
    )
    private static let push = Kind(
        answerer: .client,
        missing: pushUnacknowledged,
        surplus: ackWithoutPublish,
        name: "push",
        answer: "PUBACK",
        plural: "pushes"
    )
    private static let query = Kind(
        answerer: .server,
        missing: queryUnanswered,
        surplus: answerWithoutRequest,
        name: "QUERY",
        answer: "QUERYACK",
        plural: "QUERY frames"
    )
    private static let queryAck = Kind(
        answerer: .client,
        missing: queryUnconfirmed,
        surplus: answerWithoutRequest,
        name: "QUERYACK",
        answer: "QUERYCON",
        plural: "QUERYACK frames"
    )

    private var publishes: RequestLedger
    private var pushes: RequestLedger
    private var copies: RequestLedger
    private var queries: RequestLedger
    private var answers: RequestLedger

    init(limits: CheckLimits) {
        publishes = RequestLedger(limit: limits.requests)
        pushes = publishes
        copies = publishes
        queries = publishes
        answers = publishes
    }

    mutating func observe(
        _ event: borrowing Event,
        _ bytes: Span<UInt8>,
        _ session: SessionFacts,
        _ log: inout FindingLog
    ) {
        // Nobody has to answer after DISCONNECT, and what was forgotten at it may still be answered.
        guard let type = session.type, !session.isOver else { return }
        if type == .disconnect {
            judge(session, isOver: true, &log)
            return loseFrames()
        }
        if let id = event.units.rongCloud.layout.messageId {
            take(type, id, event, session, &log)
        }
        judge(session, isOver: false, &log)
    }

    private mutating func take(
        _ type: FrameType,
        _ id: UInt16,
        _ event: borrowing Event,
        _ session: SessionFacts,
        _ log: inout FindingLog
    ) {
        let header = event.units.rongCloud.layout.header
        let asks = header.qos > 0
        switch (type, event.sender) {
        // A client marks with dup what it sends again under the same id.
        case (.publish, .client) where header.dup && publishes.sendAgain(id): break
        case (.query, .client) where header.dup && queries.sendAgain(id): break
        case (.publish, .client):
            checkReuse(id, event, session, &log)
            let isPassing = event.units.rongCloud.topic.map(CheckTopics.shared.passing.contains) ?? false
            publishes.insert(
                id,
                request(event, asks: asks, isJudged: asks && !isPassing && event.time > session.disorderUntil),
                heardSince: session.clientSince
            )
        case (.publish, .server) where header.dup:
            copies.insert(
                id,
                request(event, asks: false, isJudged: false),
                heardSince: session.serverSince
            )
        case (.publish, .server):
            let isJudged = asks && confirms(session) && event.time > session.disorderUntil
            if isJudged, let first = pushes[id], first.isJudged, first.time >= session.clientSince {
                report(reuse: id, first, "push", severity: .warning, event, &log)
            }
            pushes.insert(
                id,
                request(event, asks: asks, isJudged: isJudged),
                heardSince: session.serverSince
            )
        case (.query, .client):
            checkReuse(id, event, session, &log)
            queries.insert(
                id,
                request(event, asks: true, isJudged: event.time > session.disorderUntil),
                heardSince: session.clientSince
            )
        case (.puback, .client):
            if pushes[id] == nil, let copy = copies[id] {
                return Self.unasked("PUBACK \(id) is for a copy of an own message (dup)", copy, event, &log)
            }
            Self.answer(&pushes, id, Self.push, event, session, &log)
        case (.puback, .server):
            if publishes[id] == nil, copies.take(id) != nil { return }
            Self.answer(&publishes, id, Self.publish, event, session, &log)
        case (.queryack, .server):
            Self.answer(&queries, id, Self.query, event, session, &log)
            answers.insert(
                id,
                request(event, asks: asks, isJudged: asks && confirms(session) && event.time > session.disorderUntil),
                heardSince: session.serverSince
            )
        case (.querycon, .client): Self.answer(&answers, id, Self.queryAck, event, session, &log)
        default: break
        }
    }

    mutating func loseFrames() {
        publishes.removeAll()
        pushes.removeAll()
        copies.removeAll()
        queries.removeAll()
        answers.removeAll()
    }

    mutating func resume(at time: Int64) {
        publishes.excuseAll()
        pushes.excuseAll()
        queries.excuseAll()
        answers.excuseAll()
    }

    mutating func finish(_ session: SessionFacts, _ log: inout FindingLog) {
        judge(session, isOver: true, &log)
    }

    /// Whether the client sends PUBACK and QUERYCON at all: over long polling, SDKs from v4 on never do.
    private func confirms(_ session: SessionFacts) -> Bool {
        guard session.form == .polling else { return true }
        return session.generation.map { $0 < .v4 } ?? false
    }

    private func request(_ event: borrowing Event, asks: Bool, isJudged: Bool) -> RequestLedger.Request {
        RequestLedger.Request(
            number: event.number,
            time: event.time,
            topic: event.units.rongCloud.topic,
            asks: asks,
            isJudged: isJudged
        )
    }

    // Functions that take a ledger `inout` are static: as a method, such a function would work on a copy of all the
    // rules that hold the ledger.

    /// Removes the request of an answer from the ledger, and judges whether the answer fits.
    private static func answer(
        _ ledger: inout RequestLedger,
        _ id: UInt16,
        _ kind: Kind,
        _ event: borrowing Event,
        _ session: SessionFacts,
        _ log: inout FindingLog
    ) {
        guard let request = ledger.take(id) else {
            if ledger.isLate(id) { return }
            return ledger.keep(
                RequestLedger.Orphan(
                    messageId: id,
                    number: event.number,
                    time: event.time,
                    // The capture may lack the request; but also where it begins, the request may come out later.
                    isJudged: !session.isBlind(at: event.time)
                )
            )
        }
        if !request.asks, kind.answerer == .client {
            return unasked("\(kind.answer) \(id) is for a \(kind.name) with QoS 0", request, event, &log)
        }
        let waited = event.time.subtractingSaturated(request.time)
        guard request.isJudged, session.hearsBoth, waited > CheckTimes.answer(session.generation) else { return }
        log.add(
            kind.missing,
            flow: session.flow,
            events: [request.number, event.number],
            time: request.time,
            "\(kind.name) \(id) (\(CheckTopics.name(request.topic))) has its \(kind.answer) only after "
                + "\(CheckTimes.milliseconds(waited)) s"
        )
    }

    private static func unasked(
        _ text: @autoclosure () -> String,
        _ request: RequestLedger.Request,
        _ event: borrowing Event,
        _ log: inout FindingLog
    ) {
        log.add(ackUnasked, event, with: [request.number], text())
    }

    // MARK: Ids

    private func checkReuse(
        _ id: UInt16,
        _ event: borrowing Event,
        _ session: SessionFacts,
        _ log: inout FindingLog
    ) {
        // Before the server's first frame, the capture may lack the answer to the first use.
        guard session.hearsServer else { return }
        let oldest = event.time.subtractingSaturated(CheckTimes.answer(session.generation))
        if let first = publishes[id], first.isJudged, first.time > oldest, first.time >= session.serverSince {
            report(reuse: id, first, "PUBLISH", event, &log)
        }
        if let first = queries[id], first.isJudged, first.time > oldest, first.time >= session.serverSince {
            report(reuse: id, first, "QUERY", event, &log)
        }
    }

    private func report(
        reuse id: UInt16,
        _ first: RequestLedger.Request,
        _ kind: String,
        severity: Severity = .error,
        _ event: borrowing Event,
        _ log: inout FindingLog
    ) {
        log.add(
            Self.messageIdReused,
            severity: severity,
            event,
            with: [first.number],
            "message id \(id) still belongs to an earlier \(kind) (\(CheckTopics.name(first.topic)))"
        )
    }

    // MARK: Missing and surplus answers

    private mutating func judge(_ session: SessionFacts, isOver: Bool, _ log: inout FindingLog) {
        Self.judge(&publishes, Self.publish, session, isOver, &log)
        Self.judge(&pushes, Self.push, session, isOver, &log)
        Self.judge(&queries, Self.query, session, isOver, &log)
        Self.judge(&answers, Self.queryAck, session, isOver, &log)
    }

    private static func judge(
        _ ledger: inout RequestLedger,
        _ kind: Kind,
        _ session: SessionFacts,
        _ isOver: Bool,
        _ log: inout FindingLog
    ) {
        let wait = CheckTimes.answer(session.generation)
        let now = session.time(of: kind.answerer)
        let deadline = now.subtractingSaturated(wait)
        var late = ledger.expired(before: deadline)
        if isOver {
            // A later request was answered, so the answer to this one will not arrive any more.
            let latest = ledger.latestAnswered
            late += ledger.expired(before: now.subtractingSaturated(CheckTimes.reordering)).filter {
                $0.request.number < latest
            }
        }
        // Before the answerer's first frame, the capture may lack its answers.
        let since = session.firstTime(of: kind.answerer)
        for (id, request) in late where request.isJudged && session.hearsBoth && request.time >= since {
            let reason = request.time < deadline ? "within \(wait / CheckTimes.second) s" : "though a later one has one"
            log.add(
                kind.missing,
                flow: session.flow,
                events: [request.number],
                time: request.time,
                "\(kind.name) \(id) (\(CheckTopics.name(request.topic))) has no \(kind.answer) \(reason)"
            )
        }
        if isOver, ledger.surplus > 0, session.hearsBoth {
            log.add(
                kind.missing,
                isSum: true,
                flow: session.flow,
                events: [session.lastNumber],
                time: session.lastTime,
                "\(ledger.surplus) more \(kind.plural) without \(kind.answer): more than \(ledger.limit) waited at the same time"
            )
        }
        let asker = kind.answerer == .client ? FrameSender.server : .client
        let due = isOver ? Int64.max : session.time(of: asker).subtractingSaturated(CheckTimes.reordering)
        for orphan in ledger.orphans(before: due) where orphan.isJudged && orphan.time >= session.firstTime(of: asker) {
            log.add(
                kind.surplus,
                flow: session.flow,
                events: [orphan.number],
                time: orphan.time,
                "\(kind.answer) \(orphan.messageId) answers no \(kind.name) that waits"
            )
        }
    }
}
