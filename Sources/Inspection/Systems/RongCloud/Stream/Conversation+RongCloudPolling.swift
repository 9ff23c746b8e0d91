import Capture
import RongCloud
import Transport
import WireFormat
import WireJSON

extension Conversation {
    /// The event of a polling request.
    mutating func emitRongCloudPolling<Consumer>(
        request: PendingHTTPRequest,
        _ arrival: Arrival,
        _ core: inout WorkerCore<Consumer>
    ) {
        let body = request.message.body
        let unit = PollingUnit(request: request.method, request.target, body: body)
        if context.system != .rongCloud { claimForRongCloud(request.polling?.reason(), &core) }
        context.tally.facts.merge(RongCloudDecoder.facts(of: request.head))
        if let sessionId = unit.sessionId { context.tally.facts.sessionId = sessionId }
        if let version = request.target["sdkVer"] {
            context.session.rongCloud.generation = SDKGeneration(sdkVersion: version)
        }
        var place = arrival
        place.fromFirst = context.firstIsClient
        context.begin(.frame, place, &core.event)
        core.event.packets = request.packets
        core.event.wire = body.isEmpty ? Array(request.message.target.utf8) : body
        emit(unit, sessionId: unit.sessionId, &core)
    }

    /// The events of an answer: one an object, with the packets that brought the object's own bytes.
    ///
    /// - Parameter head: the request, where it was seen.
    mutating func emitRongCloudPolling<Consumer>(
        _ answer: ReceivedHTTP,
        of head: RequestHead?,
        _ arrival: Arrival,
        _ core: inout WorkerCore<Consumer>
    ) {
        let sessionId = head.map { $0.target["sessionid"] } ?? context.tally.facts.sessionId
        if context.system != .rongCloud { claimForRongCloud(nil, &core) }
        var place = arrival
        place.fromFirst = !context.firstIsClient
        let decoded = answer.message.decodedBody(limits: core.limits)
        let body = decoded.bytes
        do throws(WireError) {
            if let failure = decoded.failure { throw failure }
            try PollingUnit.forEachObject(in: body.span) { object throws(WireError) in
                guard PollingUnit.isAnswer(object), let unit = PollingUnit(answer: try object.value()) else {
                    return true
                }
                context.begin(.frame, place, &core.event)
                core.event.packets.removeAll(keepingCapacity: true)
                _ = answer.body.packets(of: decoded.source(of: object.range), into: &core.event.packets)
                core.event.wire = Array(body[object.range])
                emit(unit, sessionId: unit.sessionId ?? sessionId, &core)
                return true
            }
        } catch {
            context.begin(.undecoded, place, &core.event)
            core.event.transport = .polling
            core.event.packets = answer.packets
            core.event.diagnose(error, stage: "polling")
            core.event.undecoded = 0..<body.count
            core.emit(body.span)
        }
    }

    /// - Parameter reason: why the request is RongCloud's, where one was seen.
    private mutating func claimForRongCloud<Consumer>(_ reason: String?, _ core: inout WorkerCore<Consumer>) {
        context.hand(to: .rongCloud, begunBy: nil)
        explain("rongcloud: \(reason ?? "an answer with units of the long-polling form")", &core)
    }

    /// Decodes a unit within its session, which may use several connections.
    private mutating func emit<Consumer>(
        _ unit: PollingUnit,
        sessionId: String?,
        _ core: inout WorkerCore<Consumer>
    ) {
        guard let sessionId else {
            let bytes = core.systems.rongCloud.decode(
                unit,
                session: &context.session.rongCloud,
                slots: &core.slots,
                into: &core.event
            )
            core.emit(bytes.span)
            return
        }
        // A session begins on the connection that its CONNECT used.
        var session = core.pollingSessions.take(sessionId) ?? context.session.copy()
        let bytes = core.systems.rongCloud.decode(
            unit,
            session: &session.rongCloud,
            slots: &core.slots,
            into: &core.event
        )
        core.event.pollingSession = sessionId
        context.tally.facts.sessionId = sessionId
        // For the connection's row; what waits for an answer stays with the session.
        context.session.rongCloud.adopt(session.rongCloud)
        core.pollingSessions.put(sessionId, session, slots: &core.slots)
        core.emit(bytes.span)
    }
}
