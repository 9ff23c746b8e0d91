import Capture
import RongCloud
import Transport
import WireFormat
import WireJSON

extension Conversation {
    /// The event of a polling request.
    mutating func emitPolling<Consumer>(
        request: PendingHTTPRequest,
        _ arrival: Arrival,
        _ core: inout WorkerCore<Consumer>
    ) {
        let body = request.message.body
        let unit = PollingUnit(request: request.method, request.target, body: body)
        context.tally.sessionId = unit.sessionId ?? context.tally.sessionId
        context.tally.appKey = request.target["appId"] ?? context.tally.appKey
        context.tally.sdkVersion = request.target["sdkVer"] ?? context.tally.sdkVersion
        if let version = request.target["sdkVer"] {
            context.session.generation = SDKGeneration(sdkVersion: version)
        }
        var place = arrival
        place.fromFirst = context.firstIsClient
        context.begin(.frame, place, &core.event)
        core.event.packets = request.packets
        core.event.wire = body.isEmpty ? Array(request.message.target.utf8) : body
        emit(unit, sessionId: unit.sessionId, &core)
    }

    /// Whether an answer whose request was not seen is one of long polling.
    static func isPolling(answer: HTTPMessage, _ limits: Limits) -> Bool {
        guard !answer.body.isEmpty else { return false }
        let body = answer.decodedBody(limits: limits).bytes
        var isFound = false
        try? PollingUnit.forEachObject(in: body.span) { object in
            isFound = PollingUnit.isAnswer(object)
            return !isFound
        }
        return isFound
    }

    /// The events of an answer: one an object, with the packets that brought the object's own bytes.
    ///
    /// - Parameter sessionId: the session that the request named.
    mutating func emitPolling<Consumer>(
        _ answer: ReceivedHTTP,
        sessionId: String?,
        _ arrival: Arrival,
        _ core: inout WorkerCore<Consumer>
    ) {
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
            core.event.form = .polling
            core.event.packets = answer.packets
            core.event.diagnose(error, stage: "polling")
            core.event.undecoded = 0..<body.count
            core.emit(body.span)
        }
    }

    /// Decodes a unit within its session, which may use several connections.
    private mutating func emit<Consumer>(
        _ unit: PollingUnit,
        sessionId: String?,
        _ core: inout WorkerCore<Consumer>
    ) {
        guard let sessionId else {
            let bytes = core.decoder.decode(unit, session: &context.session, into: &core.event)
            core.emit(bytes.span)
            return
        }
        // A session begins on the connection that its CONNECT used.
        var session = core.pollingSessions.take(sessionId) ?? context.session
        let bytes = core.decoder.decode(unit, session: &session, into: &core.event)
        core.event.pollingSession = sessionId
        context.tally.sessionId = sessionId
        // For the connection's row; what waits for an answer stays with the session.
        context.session.ownUser = session.ownUser
        context.session.generation = session.generation
        context.session.possibleGenerations = session.possibleGenerations
        core.pollingSessions.put(sessionId, session, slots: &core.decoder.slots)
        core.emit(bytes.span)
    }
}

/// Long-polling sessions by their id: what the requests and answers of several connections share.
struct PollingSessions: Sendable {
    /// Sessions kept; the oldest makes room.
    static let limit = 4096

    private var sessions: [String: RongCloudSession] = [:]
    private var order: [String] = []
    /// The ids in ``order``, for a session may be taken out.
    private var known: Set<String> = []

    /// Takes a session out.
    mutating func take(_ id: String) -> RongCloudSession? {
        sessions.removeValue(forKey: id)
    }

    /// Puts a session back.
    mutating func put(_ id: String, _ session: RongCloudSession, slots: inout SlotPool) {
        if known.insert(id).inserted {
            order.append(id)
            if order.count > Self.limit {
                let oldest = order.removeFirst()
                known.remove(oldest)
                sessions.removeValue(forKey: oldest)?.forEachSlot { slots.giveBack($0) }
            }
        }
        sessions[id] = session
    }
}
