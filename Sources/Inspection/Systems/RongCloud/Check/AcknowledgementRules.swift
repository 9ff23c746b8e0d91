import RongCloud
import WireFormat

/// Requests and their answers: what is missing, what is too much, and ids that are used twice.
struct AcknowledgementRules: SessionRule {
    static let publishUnacknowledged = FindingRule(
        id: "publish-unacknowledged",
        severity: .error,
        title: "The server did not acknowledge a message.",
        basis: "A PUBLISH whose QoS is not 0 asks for a PUBACK; SDKs wait 30 s for it (v1: 6 s), then report a timeout."
    )
    static let pushUnacknowledged = FindingRule(
        id: "push-unacknowledged",
        severity: .warning,
        title: "The client did not acknowledge a push.",
        basis: "A client answers a push with QoS above 0 and without dup with a PUBACK of the same message id."
    )
    static let ackWithoutPublish = FindingRule(
        id: "ack-without-publish",
        severity: .error,
        title: "A PUBACK acknowledges nothing.",
        basis: "A PUBACK carries the message id of a PUBLISH of the other end that it answers."
    )
    static let queryUnanswered = FindingRule(
        id: "query-unanswered",
        severity: .error,
        title: "The server did not answer a QUERY.",
        basis: "Every QUERY has a QUERYACK of the same message id; SDKs wait 30 s for it (v1: 6 s)."
    )
    static let queryUnconfirmed = FindingRule(
        id: "query-unconfirmed",
        severity: .warning,
        title: "The client did not confirm a QUERYACK that asks for it.",
        basis: "A QUERYACK whose QoS is not 0 asks for a QUERYCON of the same message id; without it, pushes may stall."
    )
    static let answerWithoutRequest = FindingRule(
        id: "answer-without-request",
        severity: .error,
        title: "An answer answers nothing.",
        basis: "QUERYACK, QUERYCON and PINGRESP each follow a frame of the other end: QUERY, QUERYACK and PINGREQ."
    )
    static let messageIdReused = FindingRule(
        id: "message-id-reused",
        severity: .error,
        title: "A message id is used again while its first use waits for an answer.",
        basis: "PUBLISH and QUERY of a client share one counter from 1 to 65535; the id alone pairs an answer."
    )
    static let rules = [
        publishUnacknowledged, pushUnacknowledged, ackWithoutPublish, queryUnanswered, queryUnconfirmed,
        answerWithoutRequest, messageIdReused,
    ]

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
        judge(session, now: event.time, isOver: false, &log)
        guard let type = event.frameType else { return }
        if type == .disconnect {
            finish(session, &log)
            loseFrames()
        }
        guard let id = event.units.rongCloud.layout.messageId, type != .connack else { return }
        switch (type, event.sender) {
        case (.publish, .client):
            checkReuse(id, event, &log)
            let isPassing = event.units.rongCloud.topic.map(CheckTopics.shared.passing.contains) ?? false
            publishes.insert(id, request(event, isJudged: event.units.rongCloud.layout.header.qos > 0 && !isPassing))
        case (.publish, .server) where event.units.rongCloud.layout.header.dup:
            copies.insert(id, request(event, isJudged: false))
        case (.publish, .server):
            let isJudged = event.units.rongCloud.layout.header.qos > 0 && confirms(session)
            if isJudged, let first = pushes[id], first.isJudged {
                reuse(id, first, "push", severity: .warning, event, &log)
            }
            pushes.insert(id, request(event, isJudged: isJudged))
        case (.query, _):
            checkReuse(id, event, &log)
            queries.insert(id, request(event, isJudged: true))
        case (.puback, .client): Self.answer(&pushes, id, event, session)
        case (.puback, .server):
            if publishes[id] != nil || copies[id] == nil {
                Self.answer(&publishes, id, event, session)
            } else {
                _ = copies.take(id)
            }
        case (.queryack, _):
            Self.answer(&queries, id, event, session)
            answers.insert(
                id,
                request(event, isJudged: event.units.rongCloud.layout.header.qos > 0 && confirms(session))
            )
        case (.querycon, _): Self.answer(&answers, id, event, session)
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

    mutating func finish(_ session: SessionFacts, _ log: inout FindingLog) {
        judge(session, now: session.lastTime, isOver: true, &log)
    }

    /// Whether the client confirms at all: by long polling, SDKs from v4 on never do.
    private func confirms(_ session: SessionFacts) -> Bool {
        guard session.form == .polling else { return true }
        return session.generation.map { $0 < .v4 } ?? false
    }

    private func request(_ event: borrowing Event, isJudged: Bool) -> RequestLedger.Request {
        RequestLedger.Request(
            number: event.number,
            time: event.time,
            topic: event.units.rongCloud.topic,
            isJudged: isJudged
        )
    }

    private static func answer(
        _ ledger: inout RequestLedger,
        _ id: UInt16,
        _ event: borrowing Event,
        _ session: SessionFacts
    ) {
        guard ledger.take(id) == nil, !session.isBlind(at: event.time) else { return }
        ledger.keep(RequestLedger.Orphan(messageId: id, number: event.number, time: event.time))
    }

    // MARK: Ids

    private func checkReuse(_ id: UInt16, _ event: borrowing Event, _ log: inout FindingLog) {
        if let first = publishes[id], first.isJudged { reuse(id, first, "PUBLISH", event, &log) }
        if let first = queries[id] { reuse(id, first, "QUERY", event, &log) }
    }

    private func reuse(
        _ id: UInt16,
        _ first: RequestLedger.Request,
        _ kind: String,
        severity: Diagnostic.Severity = .error,
        _ event: borrowing Event,
        _ log: inout FindingLog
    ) {
        log.add(
            Self.messageIdReused,
            severity: severity,
            flow: event.flow.number,
            events: [event.number, first.number],
            time: event.time,
            "message id \(id) still belongs to the \(kind) of event \(first.number) (\(CheckTopics.name(first.topic)))"
        )
    }

    // MARK: Missing and surplus answers

    private mutating func judge(_ session: SessionFacts, now: Int64, isOver: Bool, _ log: inout FindingLog) {
        let deadline = now.subtractingSaturated(CheckTimes.answer(session.generation))
        let wait = CheckTimes.answer(session.generation) / CheckTimes.second
        func missing(
            _ ledger: inout RequestLedger,
            _ rule: FindingRule,
            _ kind: String,
            _ answer: String
        ) {
            var late = ledger.expired(before: deadline)
            if isOver {
                // What came later was answered, so this answer will not come any more.
                let latest = ledger.latestAnswered
                late += ledger.expired(before: now.subtractingSaturated(CheckTimes.reordering)).filter {
                    $0.request.number < latest
                }
            }
            for (id, request) in late where request.isJudged && session.hearsBoth {
                let reason = request.time < deadline ? "within \(wait) s" : "though a later one has one"
                log.add(
                    rule,
                    flow: session.flow,
                    events: [request.number],
                    time: request.time,
                    "\(kind) \(id) (\(CheckTopics.name(request.topic))) has no \(answer) \(reason)"
                )
            }
        }
        missing(&publishes, Self.publishUnacknowledged, "PUBLISH", "PUBACK")
        missing(&pushes, Self.pushUnacknowledged, "push", "PUBACK")
        missing(&queries, Self.queryUnanswered, "QUERY", "QUERYACK")
        missing(&answers, Self.queryUnconfirmed, "QUERYACK", "QUERYCON")
        func surplus(_ ledger: inout RequestLedger, _ rule: FindingRule, _ answer: String, _ kind: String) {
            for orphan in ledger.orphans(before: isOver ? .max : now.subtractingSaturated(CheckTimes.reordering))
            where session.hearsBoth {
                log.add(
                    rule,
                    flow: session.flow,
                    events: [orphan.number],
                    time: orphan.time,
                    "\(answer) \(orphan.messageId) answers no \(kind) that waits"
                )
            }
        }
        surplus(&publishes, Self.ackWithoutPublish, "PUBACK", "PUBLISH of the client")
        surplus(&pushes, Self.ackWithoutPublish, "PUBACK", "push")
        surplus(&queries, Self.answerWithoutRequest, "QUERYACK", "QUERY")
        surplus(&answers, Self.answerWithoutRequest, "QUERYCON", "QUERYACK")
    }
}
