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
        var unit = PollingUnit(request: request.method, request.target, body: body)
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
        request.packets.tell(&emitter.event)
        emitter.event.wire = body.isEmpty ? Array(request.message.target.utf8) : body
        emit(unit, sessionId: unit.sessionId, &emitter)
    }

    /// The events of an answer: one an object, with the packets that brought the object's own bytes.
    ///
    /// What is no frame is an event, too: elements between two frames together, and what stands around the JSON.
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
        if let failure = decoded.failure {
            // Where nothing came out, the bytes that nothing came out of are what could not be decoded.
            var shown = decoded
            if body.isEmpty { shown.bytes = answer.message.body }
            return emitUndecoded(0..<shown.bytes.count, of: shown, answer, failure, place, &emitter)
        }
        // What an error of HTTP says in words of its own is meant for nobody who reads frames.
        var mayLackFrames = false
        if case .response(let status) = answer.message.start { mayLackFrames = status >= 300 }
        do throws(WireError) {
            guard let json = PollingAnswer.jsonRange(of: body.span) else {
                if mayLackFrames || PollingAnswer.isWithoutFrames(body.span) { return }
                throw WireError(.json, at: 0, expected: "an object or a list of objects")
            }
            // Elements that are no frames, and what is the matter with the first of them.
            var refused: (range: Range<Int>, error: WireError)?
            func tellRefused(_ emitter: inout EventEmitter) {
                guard let (range, error) = refused, !mayLackFrames else { return }
                emitUndecoded(range, of: decoded, answer, error, place, &emitter)
                refused = nil
            }
            if !PollingAnswer.beginsCall(body.span.extracting(..<json.lowerBound)) {
                let error = WireError(.json, at: 0, expected: "an object or a list of objects")
                refused = (0..<json.lowerBound, error)
            }
            try PollingAnswer.forEachElement(in: body.span, json) { element throws(WireError) in
                guard PollingAnswer.isFrame(element), let unit = PollingUnit(answer: try element.value()) else {
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
                _ = answer.body.packets(of: decoded.source(of: element.range), into: &emitter.event.packets)
                emitter.event.wire = Array(body[element.range])
                emitter.alone(withUnitOf: element.range.count) { emitter in
                    emit(unit, sessionId: unit.sessionId ?? sessionId, &emitter)
                }
                return true
            }
            tellRefused(&emitter)
            if !PollingAnswer.endsCall(body.span.extracting(json.upperBound...)) {
                refused = (
                    json.upperBound..<body.count,
                    WireError(.trailing, at: json.upperBound, available: body.count - json.upperBound)
                )
                tellRefused(&emitter)
            }
        } catch {
            if mayLackFrames { return }
            emitUndecoded(0..<body.count, of: decoded, answer, error, place, &emitter)
        }
    }

    /// The event of a part of an answer in which there is no frame.
    private mutating func emitUndecoded(
        _ range: Range<Int>,
        of decoded: HTTPDecodedBody,
        _ answer: ReceivedHTTP,
        _ error: WireError,
        _ place: Arrival,
        _ emitter: inout EventEmitter
    ) {
        context.begin(.undecoded, place, &emitter.event)
        emitter.event.transport = .polling
        if range.count < decoded.bytes.count {
            emitter.event.packets.clear()
            _ = answer.body.packets(of: decoded.source(of: range), into: &emitter.event.packets)
        } else {
            answer.packets.tell(&emitter.event)
        }
        emitter.event.diagnose(error, stage: "polling")
        emitter.event.undecoded = 0..<range.count
        emitter.emit(decoded.bytes.span.extracting(range))
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
