import Capture
import RongCloud
import Transport
import WireFormat
import WireJSON

extension Conversation {
    /// The event of a polling request.
    mutating func emitRongCloudPolling(
        request: PendingHTTPRequest,
        _ arrival: Arrival,
        _ emitter: inout EventEmitter,
        _ log: inout ConnectionLog
    ) {
        let body = request.message.body
        let unit = PollingUnit(request: request.method, request.target, body: body)
        if context.system != .rongCloud { claimForRongCloud(request.polling?.reason(), &log) }
        context.tally.facts.merge(RongCloudDecoder.facts(of: request.head))
        if let sessionId = unit.sessionId { context.tally.facts.sessionId = sessionId }
        if let version = request.target["sdkVer"] {
            context.session.rongCloud.generation = SDKGeneration(sdkVersion: version)
        }
        var place = arrival
        place.side = context.client
        context.begin(.frame, place, &emitter.event)
        request.packets.tell(&emitter.event)
        emitter.event.wire = body.isEmpty ? Array(request.message.target.utf8) : body
        emit(unit, sessionId: unit.sessionId, &emitter)
    }

    /// The events of an answer: one an object, with the packets that brought the object's own bytes.
    ///
    /// - Parameter head: the request, where it was seen.
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
        do throws(WireError) {
            if let failure = decoded.failure { throw failure }
            try PollingUnit.forEachObject(in: body.span) { object throws(WireError) in
                guard PollingUnit.isAnswer(object), let unit = PollingUnit(answer: try object.value()) else {
                    return true
                }
                context.begin(.frame, place, &emitter.event)
                emitter.event.packets.clear()
                _ = answer.body.packets(of: decoded.source(of: object.range), into: &emitter.event.packets)
                emitter.event.wire = Array(body[object.range])
                emitter.alone(withUnitOf: object.range.count) { emitter in
                    emit(unit, sessionId: unit.sessionId ?? sessionId, &emitter)
                }
                return true
            }
        } catch {
            context.begin(.undecoded, place, &emitter.event)
            emitter.event.transport = .polling
            answer.packets.tell(&emitter.event)
            emitter.event.diagnose(error, stage: "polling")
            emitter.event.undecoded = 0..<body.count
            emitter.emit(body.span)
        }
    }

    /// Takes a connection for one of RongCloud's long polling.
    ///
    /// - Parameter reason: why the request is RongCloud's, where one was seen.
    private mutating func claimForRongCloud(_ reason: String?, _ log: inout ConnectionLog) {
        context.hand(to: .rongCloud, begunBy: nil)
        explain("rongcloud: \(reason ?? "an answer with units of the long-polling form")", &log)
    }

    /// Decodes a unit within its session, which may use several connections.
    private mutating func emit(
        _ unit: PollingUnit,
        sessionId: String?,
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
        var session = emitter.pollingSessions.take(sessionId) ?? context.session.copy()
        let bytes = emitter.systems.rongCloud.decode(
            unit,
            session: &session.rongCloud,
            slots: &emitter.slots,
            into: &emitter.event
        )
        emitter.event.pollingSession = sessionId
        context.tally.facts.sessionId = sessionId
        // For the connection's row; what waits for an answer stays with the session.
        context.session.rongCloud.adopt(session.rongCloud)
        emitter.pollingSessions.put(sessionId, session, slots: &emitter.slots)
        emitter.emit(bytes.span)
    }
}
