import Capture
import Reporting
import Transport
import WireFormat

extension Conversation {
    /// Recognises the protocol of the connection from the first bytes of a direction.
    mutating func detect(
        side: FlowSide,
        _ emitter: inout EventEmitter,
        _ log: inout ConnectionLog
    ) {
        let waiting = sides[side].buffer.bytes
        guard !waiting.isEmpty else { return }
        if side == context.client, passProxyHeader(&emitter, &log) { return }
        switch HTTPStream.looksLikeHTTP2(waiting.span, from: 0) {
        case true?:
            if !context.flow.sawSYN { context.client = side }
            return nameHTTP2(&log)
        case nil: return
        case false?: break
        }
        let beginning = HTTPBeginning(waiting.span, from: 0)
        switch beginning {
        case .request, .answer: return enterHTTP(side: side, client: beginning == .answer ? side.other : side, &log)
        case .begun: return
        case .unclear, nil: break
        }
        switch detectStream(waiting.span, side: side) {
        case .yes(let system, let reason):
            phase = .stream
            // If the beginning of the other direction is missing, its first byte may lie inside a frame.
            if !context.sawBeginning(side: side.other) { sides[side.other].place = .joining }
            context.hand(to: system, begunBy: nil)
            explain("\(system.name): \(reason)", &log)
            return
        case .unclear where waiting.count <= emitter.limits.syncBytes: return
        case .unclear, .no: break
        }
        if passProxy(&emitter, &log) { return }
        // An incomplete line of text may become a request with an unusual method, so detection waits for its end. In
        // the middle of a connection, such bytes are more likely a part of a frame.
        if beginning == .unclear, context.sawBeginning(side: side) { return }
        if let forced = context.forced, forced.hasStream, context.sawBeginning(side: side) {
            phase = .stream
            context.hand(to: forced, begunBy: nil)
            explain("\(forced.name): as asked for", &log)
            return
        }
        // A WebSocket connection with a captured beginning starts with the upgrade.
        guard !context.sawBeginning(side: side) else { return detectNothing(side: side, emitter.limits, &log) }
        joinMiddle(side: side, waiting.count, &emitter, &log)
    }

    /// Begins to read HTTP.
    ///
    /// - Parameters:
    ///   - side: the direction that begins with a line of HTTP.
    ///   - client: the side of the client, according to this line.
    private mutating func enterHTTP(side: FlowSide, client: FlowSide, _ log: inout ConnectionLog) {
        phase = .http
        sides[side].seeksHTTP = false
        // The other direction's bytes may be the rest of a message whose beginning was not captured.
        let others = sides[side.other].buffer.bytes
        if !context.sawBeginning(side: side.other), !others.isEmpty, !HTTPStream.looksLikeHTTP(others.span, from: 0) {
            sides[side.other].seeksHTTP = true
        }
        if !context.flow.sawSYN { context.client = client }
        explain("HTTP, from its first line", &log)
    }

    /// Looks for a WebSocket frame in a direction whose beginning was not captured, and gives up after a while.
    ///
    /// - Parameter waiting: the number of bytes that wait.
    private mutating func joinMiddle(
        side: FlowSide,
        _ waiting: Int,
        _ emitter: inout EventEmitter,
        _ log: inout ConnectionLog
    ) {
        var keepFrom = 0
        if joinWebSocket(side: side, isFinal: false, &keepFrom, &log) { return }
        // Bytes that may still become a frame are kept for a while longer. After a hole in HTTP of a system, the search
        // begins anew.
        let all = seenBytes
        let seen = all - (context.system == nil ? 0 : context.tally.bytesAtHole)
        let limit = emitter.limits.syncBytes
        if keepFrom == waiting && seen > limit || waiting - keepFrom > limit || seen > 2 * limit {
            phase = .other
            explain("unknown: no HTTP, TLS or frame of a known system in its first \(Count.of("byte", all))", &log)
        } else {
            passOver(keepFrom, side: side, &emitter.summary)
        }
    }

    /// Passes the handshake with a SOCKS proxy; returns whether the first bytes are one, or may become one.
    private mutating func passProxy(_ emitter: inout EventEmitter, _ log: inout ConnectionLog) -> Bool {
        guard context.sawBeginning(side: .first), context.sawBeginning(side: .second),
            waitingBytes <= emitter.limits.syncBytes
        else { return false }
        let (client, server) = (sides[context.client].buffer.bytes, sides[context.client.other].buffer.bytes)
        switch SOCKSHandshake(client: client.span, server: server.span) {
        case .unfinished?: break
        case .refused?:
            phase = .other
            explain("other: a SOCKS proxy that did not connect", &log)
        case .connected(let target, let clientCount, let serverCount)?:
            sides[context.client].buffer.consume(clientCount)
            sides[context.client.other].buffer.consume(serverCount)
            emitter.summary.otherBytes += clientCount + serverCount
            enterTunnel("a SOCKS proxy's way to \(target)", &emitter, &log)
        case nil: return false
        }
        return true
    }

    /// Passes the header of a reverse proxy; returns whether the client's first bytes are one, or may become one.
    private mutating func passProxyHeader(_ emitter: inout EventEmitter, _ log: inout ConnectionLog) -> Bool {
        let client = sides[context.client].buffer.bytes
        guard context.sawBeginning(side: context.client), client.count <= emitter.limits.syncBytes else { return false }
        switch ProxyHeader(client.span) {
        case nil: return false
        case .unfinished?: break
        case .complete(let source, let count)?:
            sides[context.client].buffer.consume(count)
            emitter.summary.otherBytes += count
            enterTunnel("a reverse proxy's connection for \(source ?? "nobody that it names")", &emitter, &log)
        }
        return true
    }

    /// Looks for a WebSocket frame if the capture begins inside the connection; otherwise WebSocket begins with the
    /// upgrade.
    ///
    /// - Parameters:
    ///   - isFinal: whether no more bytes follow, so that an unclear place is no frame.
    ///   - keepFrom: set to the first place that may still become a frame.
    /// - Returns: whether a frame was found; the connection is then taken for WebSocket.
    private mutating func joinWebSocket(
        side: FlowSide,
        isFinal: Bool,
        _ keepFrom: inout Int,
        _ log: inout ConnectionLog
    ) -> Bool {
        guard !context.sawBeginning(side: side) else { return false }
        // Only a SYN tells for certain which end is the client.
        let expected = context.flow.sawSYN ? side == context.client : nil
        var search = sides[side].search
        search.compression = .possible
        search.needsProof = !context.sawRequestLine && context.forced == nil
        search.system = context.forced
        search.base = sides[side].buffer.start
        let waiting = sides[side].buffer.bytes
        let found = FrameFinder.find(
            waiting.span,
            isMasked: expected,
            isFinal: isFinal,
            &search,
            keepFrom: &keepFrom
        )
        sides[side].search = search
        guard let found else { return false }
        // Each side searches its waiting bytes once more, now that the connection is known.
        for side in [FlowSide.first, .second] {
            sides[side].search.tried = -1
            sides[side].search.needsProof = false
        }
        phase = .webSocket
        context.hand(to: found.system, begunBy: nil)
        context.client = found.isMasked ? side : side.other
        sides.first.joinWebSocket(compression: .possible)
        sides.second.joinWebSocket(compression: .possible)
        explain(
            "\(found.system.name): the capture begins inside the connection; a WebSocket frame that makes sense was found "
                + "after \(Count.of("byte", search.base + found.offset))",
            &log
        )
        return true
    }

    /// Looks for a WebSocket frame in the buffered bytes of a direction that has ended; returns whether one was found.
    mutating func joinAtEnd(of side: FlowSide, _ parts: inout WorkerParts, _ scratch: inout ByteWriter) -> Bool {
        var keepFrom = 0
        guard joinWebSocket(side: side, isFinal: true, &keepFrom, &parts.log) else { return false }
        startWebSocket(context.tail(side: side), &parts.emitter, &scratch)
        return true
    }

    /// Handles a direction whose first bytes match no known protocol; the other direction may still match one.
    private mutating func detectNothing(side: FlowSide, _ limits: Limits, _ log: inout ConnectionLog) {
        // A server may speak first, and its lines of an unknown protocol do not show what the client speaks.
        guard !sides[side.other].buffer.isEmpty || side == context.client || seenBytes > limits.syncBytes else {
            return
        }
        phase = .other
        let waiting = sides[side].buffer.bytes
        if context.isTLS, TLSRecordHeader.looksLikeHello(waiting.span, from: 0) == true {
            return explain("other: TLS within TLS", &log)
        }
        let seen = seenBytes
        explain("unknown: no HTTP, TLS or frame of a known system in its first \(Count.of("byte", seen))", &log)
    }

    /// Stops detection for this connection if all connections together hold too many unrecognised bytes.
    mutating func weighDetection(_ parts: inout WorkerParts) {
        var waiting = 0
        if case .detecting = phase { waiting = waitingBytes }
        parts.unrecognisedBytes += waiting - detectionBytes
        detectionBytes = waiting
        guard parts.unrecognisedBytes > parts.emitter.limits.unrecognisedBytesInAll, waiting > 0 else { return }
        phase = .other
        let bytes = Count.of("byte", waiting)
        explain("unknown: \(bytes) did not tell, and too many connections wait to be recognised", &parts.log)
        parts.unrecognisedBytes -= waiting
        detectionBytes = 0
    }

    /// Ends detection at the end of the connection: unclear bytes are no frame; if nothing was recognised, the reason
    /// is recorded.
    mutating func endDetection(_ parts: inout WorkerParts, _ scratch: inout ByteWriter) {
        guard case .detecting = phase else { return }
        parts.unrecognisedBytes -= detectionBytes
        detectionBytes = 0
        for side in [FlowSide.first, .second] where joinAtEnd(of: side, &parts, &scratch) { return }
        let seen = seenBytes
        guard seen > 0 else {
            if context.tally.passedHoleBytes > 0 { explain("unknown: the capture holds none of its bytes", &parts.log) }
            return
        }
        explain("unknown: no HTTP, TLS or frame of a known system in its \(Count.of("byte", seen))", &parts.log)
    }

    /// Handles the upgrade to WebSocket.
    mutating func upgrade(
        _ exchange: HTTPExchange,
        _ head: RequestHead?,
        _ log: inout ConnectionLog
    ) {
        guard let head else {
            // The request was not captured, so the frames must show the system.
            phase = .webSocket
            sides.first.place = .lost
            sides.second.place = .lost
            explain("an upgrade without its request; frames are looked for", &log)
            return
        }
        guard let claim = exchange.claim, claim.isUpgrade else {
            phase = .other
            explain("other: nobody claims an upgrade of \(exchange.target.path)", &log)
            return
        }
        phase = .webSocket
        context.hand(to: claim.system, begunBy: head)
        explain("\(claim.system.name): \(claim.reason())", &log)
    }

    mutating func explain(_ reason: @autoclosure () -> String, _ log: inout ConnectionLog) {
        // The reason why a connection is followed is recorded only if reasons are asked for.
        let isFollowed =
            switch phase {
            case .http, .webSocket, .stream: context.system != nil
            case .detecting, .unproven, .other: false
            }
        if log.keepsReasons || !isFollowed { log.explain(reason(), &context) }
    }

    /// The number of bytes that both ends have sent so far; those in holes do not count, since they could not tell
    /// anything.
    var seenBytes: Int { sides.first.buffer.end + sides.second.buffer.end - context.tally.passedHoleBytes }
}
