import Capture
import Transport
import WireFormat

extension Conversation {
    /// Reads the requests and answers that have arrived.
    mutating func advanceHTTP(
        _ arrival: Arrival,
        _ emitter: inout EventEmitter,
        _ log: inout ConnectionLog
    ) {
        var moved = true
        while moved, case .http = phase {
            moved = false
            if !awaitsSwitch, let request = nextMessage(side: context.client, nil, arrival, &emitter, &log) {
                take(request: request, arrival, &emitter, &log)
                moved = true
            }
            var method = requests.nextMethod
            if !requests.awaitsAnswer, !sides[context.client.other].buffer.isEmpty { method = begunRequest?.method }
            if awaitsSwitch, case .http = phase, !isAnswering {
                // The bytes of the requests that were read must not be taken for a frame.
                dropHTTP()
                if presumeUpgrade(&emitter, &log) { return }
            }
            if case .http = phase,
                let response = nextMessage(side: context.client.other, method, arrival, &emitter, &log)
            {
                take(response, arrival, &emitter, &log)
                moved = true
            }
        }
        dropHTTP()
    }

    private mutating func dropHTTP() {
        sides.first.dropHTTP()
        sides.second.dropHTTP()
    }

    private mutating func nextMessage(
        side: FlowSide,
        _ method: String?,
        _ arrival: Arrival,
        _ emitter: inout EventEmitter,
        _ log: inout ConnectionLog
    ) -> ReceivedHTTP? {
        if sides[side].seeksHTTP, !findHTTP(side: side, &emitter.summary) { return nil }
        do throws(WireError) {
            return try sides[side].nextHTTP(method, emitter.limits)
        } catch {
            let place = sides[side].httpTaken
            dropHTTP()
            if side != context.client, presumeUpgrade(&emitter, &log) { return nil }
            if joinsInside(side: side) {
                sides[side].dropHTTPMessage()
                resumeInside(side: side, &emitter, &log)
                guard case .http = phase else { return nil }
                return nextMessage(side: side, nil, arrival, &emitter, &log)
            }
            emitter.tell(.broken(from: context.sender(at: side)))
            emitBroken(error.shifted(by: -place), side: side, arrival, &emitter, &log)
            phase = .other
            explain("other: \(error)", &log)
            return nil
        }
    }

    /// Returns whether a direction's bytes may be the rest of a message whose beginning was not captured: no message of
    /// HTTP has begun in them yet.
    private func joinsInside(side: FlowSide) -> Bool {
        guard !context.sawBeginning(side: side), !sides[side].hasBegunHTTP else { return false }
        return sides[side].http?.stream.isInsideMessage != true
    }

    private mutating func take(
        request received: ReceivedHTTP,
        _ arrival: Arrival,
        _ emitter: inout EventEmitter,
        _ log: inout ConnectionLog
    ) {
        let request = received.message
        guard case .request(let method, let target) = request.start else {
            phase = .other
            emitter.tell(.broken(from: .client))
            explain("other: an answer of HTTP where a request was due", &log)
            return
        }
        guard method != "PRI" else { return nameHTTP2(&log) }
        if !received.isAnswered { emitter.tell(.request(request)) }
        let pending = PendingHTTPRequest(
            request,
            method: method,
            target: target,
            packets: received.packets,
            time: arrival.time,
            as: context.forced
        )
        if let claim = pending.polling, claim.isPolling {
            context.sendsAgain = emitter.lostRequests.take(pending, on: context.pollingHop)
            emitPolling(request: pending, received, arrival, &emitter, &log)
            context.sendsAgain = false
            // The request and the end of the server's stream have passed each other.
            if context.answersNoMore { emitter.lostRequests.add(pending, on: context.pollingHop) }
            notePolling(of: claim.system, in: request, &emitter.summary)
        } else if pending.claim != nil {
            countUnkept(of: request, &emitter.summary)
        }
        // The event of this exchange was emitted with its answer.
        if received.isAnswered { return }
        // A waiting request does not need its body, except for a consumer of transport units, which receives both
        // messages.
        let keepsBody = request.body.isEmpty || emitter.watchesTransport
        requests.append(keepsBody ? pending : pending.withoutBody)
        if requests.count > emitter.limits.pendingRequests { giveUp(1, &emitter, &log) }
        if pending.isUpgrade || method == "CONNECT" { awaitsSwitch = true }
    }

    mutating func emit(
        _ exchange: HTTPExchange,
        _ packets: HTTPPackets,
        _ arrival: Arrival,
        _ emitter: inout EventEmitter,
        _ log: inout ConnectionLog,
        _ failure: WireError? = nil
    ) {
        guard let claim = exchange.claim else {
            emitter.summary.otherBytes += exchange.length
            return
        }
        if context.system == nil {
            context.hand(to: claim.system, begunBy: nil)
            // For an upgrade, `upgrade` records the reason.
            if !claim.isUpgrade { explain("\(claim.system.name): \(claim.reason())", &log) }
        }
        context.tally.facts.merge(exchange.facts(as: claim))
        // The event's sender is the client, although the answer completes the event.
        var place = arrival
        place.side = context.client
        context.begin(.http(exchange), place, &emitter.event)
        packets.tell(&emitter.event)
        emitter.event.diagnose(exchange)
        if let failure { emitter.event.diagnose(failure, stage: "http") }
        emitter.emit(Span())
    }

    /// Continues inside a message of HTTP, after a hole or where the capture begins; the answer to an upgrade may be in
    /// what is missing, and frames follow then.
    ///
    /// A connection with units in requests or answers stays one of HTTP.
    mutating func resumeInside(side: FlowSide, _ emitter: inout EventEmitter, _ log: inout ConnectionLog) {
        sides[side].seeksHTTP = true
        sides[side].hasBegunHTTP = true
        context.tally.bytesAtHole = seenBytes
        guard case .http = phase else { return }
        if !context.tally.hasPolled { phase = .detecting }
        if side == context.client {
            sides[side].place = .lost
            return
        }
        // The next answer can no longer be matched to one of the requests.
        let switching = awaitsSwitch ? requests.lastUpgrade : nil
        emitUnanswered(&emitter, &log)
        awaitsSwitch = false
        if let switching { presume(switching, &log) }
    }

    /// Whether the waiting bytes of the server are, or may become, the answer to a request.
    private var isAnswering: Bool {
        let side = sides[context.client.other]
        return side.buffer.isEmpty || side.httpTaken > 0 || side.http?.stream.isInsideMessage == true
            || HTTPStream.looksLikeHTTP(side.buffer.bytes.span, from: 0)
    }

    /// Reports HTTP/2, recognised by its first line; it is not decoded.
    mutating func nameHTTP2(_ log: inout ConnectionLog) {
        phase = .other
        context.tally.unfollowed = .http2
        let text = "HTTP/2 is not decoded"
        context.tally.reason = text
        context.tally.isTold = true
        log.notices.append(FlowNote(flow: context.flow.number, text: text))
    }

    /// Reports once that bytes are not HTTP, on a connection with HTTP of a system; the connection is then no longer
    /// followed.
    private mutating func emitBroken(
        _ error: WireError,
        side: FlowSide,
        _ arrival: Arrival,
        _ emitter: inout EventEmitter,
        _ log: inout ConnectionLog
    ) {
        let events = context.tally.events
        let claim = requests.all.lazy.compactMap(\.claim).first
        guard events > 0 || claim != nil else { return }
        if context.system == nil, let claim { context.hand(to: claim.system, begunBy: nil) }
        if !requests.isEmpty { emitUnanswered(&emitter, &log) }
        let waiting = sides[side].buffer
        guard !waiting.isEmpty else { return }
        var place = arrival
        place.side = side
        context.begin(.undecoded, place, &emitter.event)
        // The number of bytes that have arrived depends on the packets, so the event shows only the first byte.
        emitter.event.packets.clear()
        emitter.event.time = waiting.packets(of: waiting.start..<waiting.start + 1, into: &emitter.event.packets)
        emitter.event.diagnose(error, stage: "http")
        emitter.event.undecoded = 0..<1
        emitter.emit(waiting.bytes.span.extracting(0..<1))
    }

    /// Emits all requests as unanswered and expects no answers to them.
    mutating func emitUnanswered(_ emitter: inout EventEmitter, _ log: inout ConnectionLog) {
        emitOldest(requests.count, &emitter, &log)
        requests.removeAll()
    }

    /// Emits the oldest requests as unanswered when there are too many; their answers may still arrive.
    mutating func giveUp(_ count: Int, _ emitter: inout EventEmitter, _ log: inout ConnectionLog) {
        emitOldest(count, &emitter, &log)
        requests.giveUp(count)
    }

    private mutating func emitOldest(
        _ count: Int,
        _ emitter: inout EventEmitter,
        _ log: inout ConnectionLog
    ) {
        for request in requests.all.prefix(count) where !request.isPolling {
            let arrival = Arrival(
                packet: request.packets.numbers.last ?? 0,
                time: request.time,
                side: context.client,
                hasNanoseconds: context.tally.hasNanoseconds
            )
            emit(HTTPExchange(unanswered: request), request.packets, arrival, &emitter, &log)
        }
    }

    /// Notes the requests of long polling that the end of the server's stream leaves without an answer.
    mutating func noteLostRequests(endOf side: FlowSide, _ emitter: inout EventEmitter) {
        guard case .http = phase, side != context.client else { return }
        context.answersNoMore = true
        for request in requests.all where request.isPolling {
            emitter.lostRequests.add(request, on: context.pollingHop)
        }
    }

    mutating func endHTTP(
        side: FlowSide,
        _ emitter: inout EventEmitter,
        _ log: inout ConnectionLog
    ) {
        if let last = sides[side].endHTTP(), case .response = last.message.start {
            take(last, context.tail(side: side), &emitter, &log)
        }
        // A client's bytes after an upgrade request wait for the answer.
        if awaitsSwitch, side == context.client { return }
        if sides[side].seeksHTTP { passOver(sides[side].buffer.bytes.count, side: side, &emitter.summary) }
        emitter.summary.undecodedBytes += sides[side].buffer.bytes.count
        sides[side].buffer.consumeAll()
    }
}
