import Capture
import Reporting
import Transport
import WireFormat

// HTTP answers: the exchanges that they complete, and the protocols that begin after them.
extension Conversation {
    /// Handles an answer together with its request.
    mutating func take(
        _ received: ReceivedHTTP,
        _ arrival: Arrival,
        _ emitter: inout EventEmitter,
        _ log: inout ConnectionLog
    ) {
        let response = received.message
        guard case .response(let status) = response.start else {
            phase = .other
            emitter.tell(.broken(from: .server))
            explain("other: a request of HTTP where an answer was due", &log)
            return
        }
        let isInterim = status >= 100 && status < 200 && status != 101
        if isInterim { return emitter.tell(.answer(response, to: requests.first?.message, isInterim: true)) }
        let request = takeRequest(answeredWith: status, arrival, &emitter)
        emitter.tell(.answer(response, to: request?.message, isInterim: false))
        if let request, request.method == "CONNECT" {
            emitter.summary.otherBytes += request.message.length + response.length
            awaitsSwitch = false
            if (200..<300).contains(status) {
                enterTunnel("an HTTP proxy's way to \(request.message.target)", &emitter, &log)
            }
        } else if let (system, head) = polledSystem(request, response, status, emitter.limits) {
            emitPolling(received, of: system, head, arrival, &emitter, &log)
            notePolling(of: system, in: response, &emitter.summary)
        } else {
            complete(request, received, status, arrival, &emitter, &log)
        }
    }

    /// The method, target and received part of an incomplete request that has no answer yet.
    var begunRequest: (method: String, target: String, received: ReceivedHTTP)? {
        guard let begun = sides[context.client].http?.unanswered,
            case .request(let method, let target) = begun.message.start
        else { return nil }
        return (method, target, begun)
    }

    /// Returns the request of a final answer: the oldest waiting request, or the incomplete one, for a server may
    /// answer before it has read the whole request (RFC 9112 section 9.5).
    ///
    /// Returns `nil` if the answer belongs to a request that was given up.
    private mutating func takeRequest(
        answeredWith status: Int,
        _ arrival: Arrival,
        _ emitter: inout EventEmitter
    ) -> PendingHTTPRequest? {
        if requests.awaitsAnswer { return requests.takeFirst() }
        // Bytes after an upgrade or after the head of a CONNECT request are no body.
        guard status != 101, let begun = begunRequest, begun.method != "CONNECT" else { return nil }
        sides[context.client].http?.answer()
        emitter.tell(.request(begun.received.message))
        return PendingHTTPRequest(
            begun.received.message,
            method: begun.method,
            target: begun.target,
            packets: begun.received.packets,
            time: arrival.time,
            as: context.forced,
            isAnsweredEarly: true
        )
    }

    /// At the end, counts the received part of messages that are cut off by the end of their stream, if the connection
    /// belongs to a system.
    mutating func tellCutHTTP(_ emitter: inout EventEmitter, _ log: inout ConnectionLog) {
        guard case .http = phase else { return }
        for side in [FlowSide.first, .second] {
            guard let cut = sides[side].http?.untold, let name = cutName(of: cut) else { continue }
            emitter.summary.undecodedBytes += cut.length
            let text = Self.cutText(name, cut.length)
            log.notices.append(FlowNote(flow: context.flow.number, text: text))
        }
    }

    /// Gives up the bytes before a hole; if they are of a message that belongs to a system, the event of the hole gets
    /// a note about them.
    mutating func giveUpHTTP(side: FlowSide, _ summary: inout DecodingSummary) {
        let waiting = sides[side].buffer.bytes.count
        let cut = sides[side].http?.untold
        sides[side].buffer.consumeAll()
        sides[side].dropHTTPMessage()
        let count = waiting + (cut?.length ?? 0)
        guard count > 0 else { return }
        // The bytes need not be HTTP between two holes, or if an upgrade waits for its answer.
        guard case .http = phase, !sides[side].seeksHTTP, !(awaitsSwitch && side == context.client) else {
            if context.system != nil { sides[side].skipped += count }
            summary.undecodedBytes += count
            return
        }
        let name = cut.map { cutName(of: $0) } ?? (context.system == nil ? nil : "a message")
        guard let name else {
            summary.otherBytes += count
            return
        }
        summary.undecodedBytes += count
        let text = Self.cutText(name, count)
        context.remember(Diagnostic(severity: .note, code: "http-cut", path: "", offset: 0, text: text), side: side)
    }

    private static func cutText(_ name: String, _ count: Int) -> String {
        "\(name) of HTTP is cut off behind its first \(Count.of(count, "byte, which is", "bytes, which are")) not decoded"
    }

    /// Returns what an incomplete message is, in a word; `nil` if it belongs to no system.
    private func cutName(of message: HTTPMessage) -> String? {
        switch message.start {
        case .request(_, let target):
            let claims = MessagingSystem.claims(RequestHead(message, target: target), as: context.forced)
            let isFollowed = claims.sure != nil || context.system != nil && !claims.possible.isEmpty
            return isFollowed ? "a request" : nil
        case .response:
            // The answer to a request that was not captured may belong to the system.
            let isFollowed = requests.first.map { $0.polling != nil } ?? (context.system != nil)
            return isFollowed ? "an answer" : nil
        }
    }

    /// After a hole, skips the bytes before the next HTTP message; returns whether its beginning was found.
    mutating func findHTTP(side: FlowSide, _ summary: inout DecodingSummary) -> Bool {
        var keepFrom = 0
        let waiting = sides[side].buffer.takeBytes()
        let found = HTTPBeginning.find(in: waiting.span, isRequest: side == context.client, keepFrom: &keepFrom)
        sides[side].buffer.restore(waiting)
        passOver(found ?? keepFrom, side: side, &summary)
        guard found != nil else { return false }
        sides[side].seeksHTTP = false
        for note in sides[side].takeSkipped(" to find this message") { context.remember(note, side: side) }
        return true
    }

    /// Skips waiting bytes in which nothing was recognised.
    mutating func passOver(_ count: Int, side: FlowSide, _ summary: inout DecodingSummary) {
        sides[side].buffer.consume(count)
        guard context.system != nil else {
            summary.otherBytes += count
            return
        }
        sides[side].skipped += count
        summary.undecodedBytes += count
    }

    /// Records that a request or an answer had units of a system, if something proved that they are the system's.
    ///
    /// The bytes of its body that were not kept are in no event, so they are counted here.
    mutating func notePolling(of system: MessagingSystem, in message: HTTPMessage, _ summary: inout DecodingSummary) {
        guard context.system == system else { return }
        context.tally.hasPolled = true
        countUnkept(of: message, &summary)
    }

    /// Counts the bytes of a body beyond the limit, which were not kept, as undecoded.
    func countUnkept(of message: HTTPMessage, _ summary: inout DecodingSummary) {
        summary.undecodedBytes += message.bodyLength - message.body.count
    }

    /// Returns the system whose units an answer holds; the request head is included if a system claimed the request.
    private func polledSystem(
        _ request: PendingHTTPRequest?,
        _ response: HTTPMessage,
        _ status: Int,
        _ limits: Limits
    ) -> (MessagingSystem, RequestHead?)? {
        if let request, let claim = request.polling, claim.isPolling { return (claim.system, request.head) }
        if request == nil, let system = context.system, context.tally.hasPolled, continuesPolling(response, limits) {
            return (system, nil)
        }
        guard request?.claim == nil, context.forced == nil, status != 101 else { return nil }
        return Self.system(ofAnswer: response, sawRequest: request != nil, limits).map { ($0, nil) }
    }

    /// Completes an exchange, which may be the upgrade to WebSocket.
    private mutating func complete(
        _ request: PendingHTTPRequest?,
        _ received: ReceivedHTTP,
        _ status: Int,
        _ arrival: Arrival,
        _ emitter: inout EventEmitter,
        _ log: inout ConnectionLog
    ) {
        let response = received.message
        let isUpgrade = status == 101 && (request?.isUpgrade ?? response.isWebSocketUpgrade)
        if request?.isUpgrade == true { awaitsSwitch = false }
        let (head, claims) = isUpgrade ? agreement(on: response, request) : (request?.head, request?.claims)
        var exchange = HTTPExchange(request, answeredBy: response, status, isUpgrade: isUpgrade, claim: claims?.sure)
        var failure: WireError?
        if exchange.claim != nil {
            let decoded = response.decodedBody(limits: emitter.limits.transport)
            exchange.body = decoded.bytes
            failure = decoded.failure
            countUnkept(of: response, &emitter.summary)
        }
        if isUpgrade { agree(onExtensions: response.list("Sec-WebSocket-Extensions")) }
        let packets = request.map { $0.packets + received.packets } ?? received.packets
        if isUpgrade, let head, exchange.claim == nil, let possible = claims?.possible, !possible.isEmpty {
            awaitProof(
                UpgradeProof(
                    exchange: exchange,
                    head: head,
                    candidates: possible,
                    packets: packets,
                    arrival: arrival
                )
            )
            return
        }
        emit(exchange, packets, arrival, &emitter, &log, failure)
        if isUpgrade { upgrade(exchange, head, &log) }
    }

    /// Returns the head of an upgrade's request and the claims on it, with the subprotocol that the server chose.
    private func agreement(
        on response: HTTPMessage,
        _ request: PendingHTTPRequest?
    ) -> (head: RequestHead?, claims: Claims?) {
        guard let chosen = response.field("Sec-WebSocket-Protocol"), request?.head.subprotocol != chosen else {
            return (request?.head, request?.claims)
        }
        // If the request was not captured, the chosen subprotocol may still identify the system.
        var head = request?.head ?? RequestHead(target: HTTPTarget(""), isUpgrade: true)
        head.subprotocol = chosen
        let claims = MessagingSystem.claims(head, as: context.forced)
        return request == nil && claims.sure == nil ? (nil, nil) : (head, claims)
    }

    /// Waits for the first messages after an upgrade to prove its system.
    private mutating func awaitProof(_ proof: UpgradeProof) {
        phase = .unproven
        // Both streams were read up to the first frames.
        sides.first.place = .inStep
        sides.second.place = .inStep
        self.proof = proof
    }

    /// Returns the system whose units an answer holds, for a request that no system claimed.
    private static func system(
        ofAnswer answer: HTTPMessage,
        sawRequest: Bool,
        _ limits: Limits
    ) -> MessagingSystem? {
        guard !answer.body.isEmpty else { return nil }
        let body = answer.decodedBody(limits: limits.transport).bytes
        return MessagingSystem.system(ofAnswer: body.span, sawRequest: sawRequest)
    }

    /// Starts detection anew after a proxy has connected to another host: the following bytes are a connection of its
    /// own.
    ///
    /// - Parameter way: what is said of the proxy when reasons are asked for.
    mutating func enterTunnel(
        _ way: @autoclosure () -> String,
        _ emitter: inout EventEmitter,
        _ log: inout ConnectionLog
    ) {
        emitUnanswered(&emitter, &log)
        context.tunnels += 1
        guard context.tunnels <= emitter.limits.proxies else {
            phase = .other
            let limit = emitter.limits.proxies
            return explain("other: more proxies behind one another than \(limit)", &log)
        }
        phase = .detecting
        explain(way(), &log)
    }

    private mutating func agree(onExtensions extensions: String) {
        noteOtherExtension(in: extensions)
        guard let deflate = PerMessageDeflate(extensions: extensions) else { return }
        let client = context.client
        sides[client].webSocket.agree(keepsContext: !deflate.clientNoContextTakeover)
        sides[client.other].webSocket.agree(keepsContext: !deflate.serverNoContextTakeover)
    }

    /// Records whether the extensions of a handshake include one that is not decoded.
    mutating func noteOtherExtension(in extensions: String) {
        let hasOther = PerMessageDeflate.hasOther(in: extensions)
        sides.first.webSocket.hasOtherExtension = hasOther
        sides.second.webSocket.hasOtherExtension = hasOther
    }
}
