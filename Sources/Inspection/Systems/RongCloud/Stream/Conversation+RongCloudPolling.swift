import Capture
import RongCloud
import Transport
import WireFormat
import WireJSON

extension Conversation {
    /// Emits the event of a polling request.
    mutating func emitRongCloudPolling(
        request: PendingHTTPRequest,
        _ arrival: Arrival,
        _ emitter: inout EventEmitter,
        _ log: inout ConnectionLog
    ) {
        let decoded = request.message.decodedBody(limits: emitter.limits.transport)
        let body = decoded.failure == nil ? decoded.bytes : request.message.body
        var unit = PollingUnit(request: request.target, body: body, failure: decoded.failure)
        unit.requireMessageId()
        if context.system != .rongCloud { claimForRongCloud(request.polling?.reason(), &log) }
        context.tally.facts.merge(RongCloudDecoder.facts(of: request.head))
        if let sessionId = unit.sessionId { context.tally.facts.sessionId = sessionId }
        if let version = request.target["sdkVer"] {
            context.session.rongCloud.generation = SDKGeneration(sdkVersion: version)
        }
        var place = arrival
        place.side = context.client
        context.begin(.frame, place, &emitter.event)
        emitter.event.isSentAgain = context.sendsAgain
        request.packets.tell(&emitter.event)
        emitter.event.wire = body.isEmpty ? Array(request.message.target.utf8) : body
        emit(unit, sessionId: unit.sessionId, of: request.head, &emitter)
    }

    /// Emits the events of an answer: one per object, with the packets of the object's own bytes.
    ///
    /// Bytes that are no frame are an event, too: all elements between two frames together, and the text around the
    /// JSON.
    ///
    /// - Parameter head: the request, if it was seen.
    mutating func emitRongCloudPolling(
        _ answer: ReceivedHTTP,
        of head: RequestHead?,
        _ arrival: Arrival,
        _ emitter: inout EventEmitter,
        _ log: inout ConnectionLog
    ) {
        let sessionId = head.map { $0.target["sessionid"] } ?? context.tally.facts.sessionId
        if context.system != .rongCloud { claimForRongCloud(nil, &log) }
        var place = arrival
        place.side = context.client.other
        let decoded = answer.message.decodedBody(limits: emitter.limits.transport)
        let body = decoded.bytes
        if let failure = decoded.failure { return emitUndecoded(failure, of: decoded, answer, place, &emitter) }
        // The body of an HTTP error or redirect need not hold frames.
        var mayLackFrames = false
        if case .response(let status) = answer.message.start {
            mayLackFrames = status >= 300
            // The session is gone (reference, section A.2).
            if let sessionId, status == 400 || status == 403 {
                emitter.end(pollingSession: pollingKey(sessionId, of: head, emitter.pollingSessions), at: arrival.time)
            }
        }
        do throws(WireError) {
            guard let json = PollingAnswer.jsonRange(of: body.span) else {
                if mayLackFrames || PollingAnswer.isWithoutFrames(body.span) { return }
                throw WireError(.json, at: 0, expected: "an object or a list of objects")
            }
            let parts = PollingAnswerParts(
                answer: answer,
                head: head,
                decoded: decoded,
                json: json,
                mayLackFrames: mayLackFrames
            )
            try emit(parts, sessionId: sessionId, place, &emitter)
        } catch {
            if mayLackFrames { return }
            emitUndecoded(0..<body.count, of: decoded, answer, error, place, &emitter)
        }
    }

    /// The body of an answer with JSON in it.
    private struct PollingAnswerParts {
        let answer: ReceivedHTTP
        /// The request, if it was seen.
        let head: RequestHead?
        let decoded: HTTPDecodedBody
        /// The range of the JSON in the body.
        let json: Range<Int>
        /// Whether bytes that are no frame are normal.
        let mayLackFrames: Bool
    }

    /// Emits the events of an answer with JSON.
    private mutating func emit(
        _ parts: PollingAnswerParts,
        sessionId: String?,
        _ place: Arrival,
        _ emitter: inout EventEmitter
    ) throws(WireError) {
        let body = parts.decoded.bytes
        let json = parts.json
        // The elements that are no frames, and the error of the first one.
        var refused: (range: Range<Int>, error: WireError)?
        func tellRefused(_ emitter: inout EventEmitter) {
            guard let (range, error) = refused, !parts.mayLackFrames else { return }
            emitUndecoded(range, of: parts.decoded, parts.answer, error, place, &emitter)
            refused = nil
        }
        if !PollingAnswer.beginsCall(body.span.extracting(..<json.lowerBound)) {
            let error = WireError(.json, at: 0, expected: "an object or a list of objects")
            refused = (0..<json.lowerBound, error)
        }
        try PollingAnswer.forEachElement(in: body.span, json) { element throws(WireError) in
            guard let unit = try PollingUnit(answer: element) else {
                let begun = refused
                refused = (
                    (begun?.range.lowerBound ?? element.range.lowerBound)..<element.range.upperBound,
                    begun?.error ?? PollingAnswer.failure(of: element)
                )
                return true
            }
            tellRefused(&emitter)
            context.begin(.frame, place, &emitter.event)
            emitter.event.packets.clear()
            _ = parts.answer.body.packets(of: parts.decoded.source(of: element.range), into: &emitter.event.packets)
            emitter.event.wire = Array(body[element.range])
            emitter.alone(withUnitOf: element.range.count) { emitter in
                emit(unit, sessionId: unit.sessionId ?? sessionId, of: parts.head, &emitter)
            }
            return true
        }
        tellRefused(&emitter)
        if !PollingAnswer.endsCall(body.span.extracting(json.upperBound...)) {
            let rest = json.upperBound..<body.count
            refused = (rest, WireError(.trailing, at: rest.lowerBound, available: rest.count))
            tellRefused(&emitter)
        }
    }

    /// Claims a connection for RongCloud's long polling.
    ///
    /// - Parameter reason: the reason why the request is RongCloud's; `nil` if no request was seen.
    private mutating func claimForRongCloud(_ reason: String?, _ log: inout ConnectionLog) {
        context.hand(to: .rongCloud, begunBy: nil)
        explain("rongcloud: \(reason ?? "an answer with units of the long-polling form")", &log)
    }

    /// Decodes a unit within its session, which may use several connections.
    private mutating func emit(
        _ unit: PollingUnit,
        sessionId: String?,
        of head: RequestHead?,
        _ emitter: inout EventEmitter
    ) {
        guard let sessionId else {
            let bytes = emitter.systems.rongCloud.decode(
                unit,
                session: &context.session.rongCloud,
                slots: &emitter.slots,
                into: &emitter.event
            )
            emitter.emit(bytes.span)
            return
        }
        // A session begins on the connection that its CONNECT used.
        let key = pollingKey(sessionId, of: head, emitter.pollingSessions)
        var session = emitter.pollingSessions.take(key) ?? context.session.handOver()
        let bytes = emitter.systems.rongCloud.decode(
            unit,
            session: &session.rongCloud,
            slots: &emitter.slots,
            into: &emitter.event
        )
        emitter.event.pollingSession = key
        context.tally.facts.sessionId = sessionId
        // The connection's row shows the user and the generation; pending requests stay with the session.
        context.session.rongCloud.adopt(session.rongCloud)
        emitter.pollingSessions.put(key, session, on: context.pollingHop, slots: &emitter.slots)
        emitter.emit(bytes.span)
    }
}
