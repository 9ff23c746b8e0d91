import Capture
import Transport
import WireFormat

// What an answer of HTTP ends, and what begins with it.
extension Conversation {
    /// Takes an answer in, with the request that it belongs to.
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
            if (200..<300).contains(status) { enterTunnel(request, &emitter, &log) }
        } else if let (system, head) = polledSystem(request, response, status, emitter.limits) {
            emitPolling(received, of: system, head, arrival, &emitter, &log)
        } else {
            complete(request, received, status, arrival, &emitter, &log)
        }
    }

    /// Method, target and what has come of a request that is not whole and that nothing has answered yet.
    var begunRequest: (method: String, target: String, received: ReceivedHTTP)? {
        guard let begun = sides[context.client].http?.unanswered,
            case .request(let method, let target) = begun.message.start
        else { return nil }
        return (method, target, begun)
    }

    /// The request that a final answer belongs to: the oldest that waits, or the one under way, for a server may answer
    /// before it has read a request to its end (RFC 9112 section 9.5).
    ///
    /// What answers a request that was given up belongs to none.
    private mutating func takeRequest(
        answeredWith status: Int,
        _ arrival: Arrival,
        _ emitter: inout EventEmitter
    ) -> PendingHTTPRequest? {
        if requests.awaitsAnswer { return requests.takeFirst() }
        // What follows a switch or the head of a tunnel is no body.
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

    /// At the end: counts what has come of messages that their streams' ends cut off, where a system's connection has them.
    mutating func tellCutHTTP(_ emitter: inout EventEmitter, _ log: inout ConnectionLog) {
        guard case .http = phase else { return }
        for side in [FlowSide.first, .second] {
            guard let cut = sides[side].http?.untold else { continue }
            let isFollowed: Bool
            let name: String
            switch cut.start {
            case .request(_, let target):
                let claims = MessagingSystem.claims(RequestHead(cut, target: target), as: context.forced)
                isFollowed = claims.sure != nil || context.system != nil && !claims.possible.isEmpty
                name = "a request"
            case .response:
                // What answers a request that was not seen may be the system's.
                isFollowed = requests.first.map { $0.polling != nil } ?? (context.system != nil)
                name = "an answer"
            }
            guard isFollowed else { continue }
            emitter.summary.undecodedBytes += cut.length
            let text = "\(name) of HTTP is cut off behind its first \(cut.length) bytes, which are not decoded"
            log.notices.append(FlowNote(flow: context.flow.number, text: text))
        }
    }

    /// The system whose units an answer holds, and the request that asked for them where somebody claims it.
    private func polledSystem(
        _ request: PendingHTTPRequest?,
        _ response: HTTPMessage,
        _ status: Int,
        _ limits: Limits
    ) -> (MessagingSystem, RequestHead?)? {
        if let request, let claim = request.polling, claim.isPolling { return (claim.system, request.head) }
        guard request?.claim == nil, context.forced == nil, status != 101 else { return nil }
        return Self.system(ofAnswer: response, sawRequest: request != nil, limits).map { ($0, nil) }
    }

    /// Ends an exchange, which may be the switch to WebSocket.
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
        var head = request?.head
        var claims = request?.claims
        if isUpgrade, let chosen = response.field("Sec-WebSocket-Protocol"), head?.subprotocol != chosen {
            // Where the request was not seen, what was chosen may tell whose connection it is all the same.
            var agreed = head ?? RequestHead(target: HTTPTarget(""), isUpgrade: true)
            agreed.subprotocol = chosen
            let found = MessagingSystem.claims(agreed, as: context.forced)
            if head != nil || found.sure != nil { (head, claims) = (agreed, found) }
        }
        var exchange = HTTPExchange(
            method: request?.method ?? "",
            target: request?.target ?? HTTPTarget(""),
            status: status,
            isUpgrade: isUpgrade || request?.isUpgrade == true,
            length: (request?.message.length ?? 0) + response.length,
            body: response.body,
            claim: claims?.sure
        )
        exchange.isAnsweredEarly = request?.isAnsweredEarly == true
        exchange.hasSpacedNames = response.hasSpacedNames || request?.message.hasSpacedNames == true
        var failure: WireError?
        if exchange.claim != nil {
            let decoded = response.decodedBody(limits: emitter.limits.transport)
            exchange.body = decoded.bytes
            failure = decoded.failure
        }
        if isUpgrade { agreeOnDeflate(PerMessageDeflate(extensions: response.list("Sec-WebSocket-Extensions"))) }
        let packets = request.map { $0.packets + received.packets } ?? received.packets
        if isUpgrade, let head, exchange.claim == nil, let possible = claims?.possible, !possible.isEmpty {
            phase = .unproven
            proof = UpgradeProof(
                exchange: exchange,
                head: head,
                candidates: possible,
                packets: packets,
                arrival: arrival
            )
            return
        }
        emit(exchange, packets, arrival, &emitter, &log, failure)
        if isUpgrade { upgrade(exchange, head, &log) }
    }

    /// The system whose units an answer holds that nobody claimed by its request.
    private static func system(
        ofAnswer answer: HTTPMessage,
        sawRequest: Bool,
        _ limits: Limits
    ) -> MessagingSystem? {
        guard !answer.body.isEmpty else { return nil }
        let body = answer.decodedBody(limits: limits.transport).bytes
        return MessagingSystem.system(ofAnswer: body.span, sawRequest: sawRequest)
    }

    /// A proxy has opened the way to another host: what follows is a connection of its own.
    private mutating func enterTunnel(
        _ request: PendingHTTPRequest,
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
        explain("an HTTP proxy's way to \(request.message.target)", &log)
    }

    private mutating func agreeOnDeflate(_ deflate: PerMessageDeflate?) {
        guard let deflate else { return }
        let client = context.client
        sides[client].webSocket.agree(keepsContext: !deflate.clientNoContextTakeover)
        sides[client.other].webSocket.agree(keepsContext: !deflate.serverNoContextTakeover)
    }
}
