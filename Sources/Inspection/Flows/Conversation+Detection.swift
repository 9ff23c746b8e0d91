import Capture
import Transport
import WireFormat

extension Conversation {
    /// Tells from the first bytes of a direction what the connection speaks.
    mutating func detect<Consumer>(fromFirst: Bool, _ core: inout WorkerCore<Consumer>) {
        let waiting = fromFirst ? first.buffer.bytes : second.buffer.bytes
        guard !waiting.isEmpty else { return }
        switch HTTPStream.looksLikeHTTP2(waiting.span, from: 0) {
        case true?:
            if !context.flow.sawSYN { context.firstIsClient = fromFirst }
            return nameHTTP2(&core)
        case nil: return
        case false?: break
        }
        if HTTPStream.looksLikeHTTP(waiting.span, from: 0) {
            guard waiting.count >= 9 else { return }
            phase = .http
            // Requests come from the client, answers start with HTTP/.
            let isAnswer = waiting[0] == UInt8(ascii: "H") && waiting[1] == UInt8(ascii: "T")
            if !context.flow.sawSYN { context.firstIsClient = fromFirst != isAnswer }
            explain("HTTP, from its first line", &core)
            return
        }
        switch detectStream(waiting.span, fromFirst: fromFirst) {
        case .yes(let system, let reason):
            phase = .stream
            context.hand(to: system, begunBy: nil)
            explain("\(system.name): \(reason)", &core)
            return
        case .unclear where waiting.count <= core.limits.syncBytes: return
        case .unclear, .no: break
        }
        if let forced = context.forced, forced.hasStream, context.sawBeginning(fromFirst: fromFirst) {
            phase = .stream
            context.hand(to: forced, begunBy: nil)
            explain("\(forced.name): as -d says", &core)
            return
        }
        // A WebSocket connection that was seen from its beginning begins with the switch.
        guard !context.sawBeginning(fromFirst: fromFirst) else { return detectNothing(fromFirst: fromFirst, &core) }
        var keepFrom = 0
        // Only a SYN settles who the client is.
        let expected = context.flow.sawSYN ? fromFirst == context.firstIsClient : nil
        var search = fromFirst ? first.search : second.search
        search.compression = .possible
        search.needsProof = !context.sawRequestLine && context.forced == nil
        search.system = context.forced
        search.base = fromFirst ? first.buffer.start : second.buffer.start
        defer { if fromFirst { first.search = search } else { second.search = search } }
        if let found = FrameFinder.find(
            waiting.span,
            isMasked: expected,
            isFinal: false,
            &search,
            keepFrom: &keepFrom
        ) {
            // The frame that was found is judged once more, by the side that it belongs to.
            search.tried = -1
            search.needsProof = false
            phase = .webSocket
            context.hand(to: found.system, begunBy: nil)
            first.webSocket.compression = .possible
            second.webSocket.compression = .possible
            context.firstIsClient = fromFirst == found.isMasked
            first.needsSync = true
            second.needsSync = true
            explain(
                "\(found.system.name): the capture begins inside the connection; a WebSocket frame that makes sense was found "
                    + "after \(search.base + found.offset) bytes",
                &core
            )
            return
        }
        // What may still turn out to be a frame is waited for a while longer.
        let seen = first.buffer.end + second.buffer.end
        let limit = core.limits.syncBytes
        if keepFrom == waiting.count && seen > limit || waiting.count - keepFrom > limit || seen > 2 * limit {
            phase = .other
            explain("unknown: no HTTP, TLS or frame of a known system in its first \(seen) bytes", &core)
        } else {
            core.summary.otherBytes += keepFrom
            if fromFirst { first.buffer.consume(keepFrom) } else { second.buffer.consume(keepFrom) }
        }
    }

    /// An end whose first bytes are those of nothing that is followed: the other end's may still tell.
    private mutating func detectNothing<Consumer>(fromFirst: Bool, _ core: inout WorkerCore<Consumer>) {
        let other = fromFirst ? second.buffer : first.buffer
        // A server may speak first, and lines of a protocol that is not followed say nothing of the other end's.
        if !other.isEmpty || fromFirst == context.firstIsClient {
            phase = .other
            let seen = first.buffer.end + second.buffer.end
            explain("unknown: no HTTP, TLS or frame of a known system in its first \(seen) bytes", &core)
        } else if first.buffer.end + second.buffer.end > core.limits.syncBytes {
            phase = .other
            let seen = first.buffer.end + second.buffer.end
            explain("unknown: no HTTP, TLS or frame of a known system in its first \(seen) bytes", &core)
        }
    }

    /// Gives up to recognise a connection when all together hold too much back for that.
    mutating func weighDetection<Consumer>(_ core: inout WorkerCore<Consumer>) {
        var waiting = 0
        if case .detecting = phase { waiting = first.buffer.bytes.count + second.buffer.bytes.count }
        core.unrecognisedBytes += waiting - detectionBytes
        detectionBytes = waiting
        guard core.unrecognisedBytes > core.limits.unrecognisedBytesInAll, waiting > 0 else { return }
        phase = .other
        explain("unknown: \(waiting) bytes did not tell, and too many connections wait to be recognised", &core)
        core.unrecognisedBytes -= waiting
        detectionBytes = 0
    }

    /// Says of a connection that ends why nothing of it was recognised.
    mutating func endDetection<Consumer>(_ core: inout WorkerCore<Consumer>) {
        guard case .detecting = phase, !context.isTLS else { return }
        let seen = first.buffer.end + second.buffer.end
        if seen > 0 { explain("unknown: no HTTP, TLS or frame of a known system in its \(seen) bytes", &core) }
        core.unrecognisedBytes -= detectionBytes
        detectionBytes = 0
    }

    /// The switch to WebSocket.
    mutating func upgrade<Consumer>(
        _ exchange: HTTPExchange,
        _ head: RequestHead?,
        _ core: inout WorkerCore<Consumer>
    ) {
        guard let head else {
            // Only the answer was seen: what follows must speak for itself.
            phase = .webSocket
            first.needsSync = true
            second.needsSync = true
            explain("an upgrade without its request; frames are looked for", &core)
            return
        }
        guard let claim = exchange.claim, claim.isUpgrade else {
            phase = .other
            explain("other: nobody claims an upgrade of \(exchange.target.path)", &core)
            return
        }
        phase = .webSocket
        context.hand(to: claim.system, begunBy: head)
        explain("\(claim.system.name): \(claim.reason())", &core)
    }

    mutating func explain<Consumer>(
        _ reason: @autoclosure () -> String,
        _ core: inout WorkerCore<Consumer>
    ) {
        guard core.explains || core.reportsFlows else { return }
        let text = reason()
        context.tally.reason = text
        if core.explains { core.explanations.append(FlowNote(flow: context.flow.number, text: text)) }
    }
}
