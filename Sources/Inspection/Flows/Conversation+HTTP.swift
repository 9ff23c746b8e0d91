import Capture
import Transport
import WireFormat

/// An HTTP message and the packets that brought it.
struct ReceivedHTTP: Sendable {
    let message: HTTPMessage
    let packets: [Int]
    /// Those that brought the body, by offset in it.
    let body: PacketMarks
}

/// A request whose answer has not come.
struct PendingHTTPRequest: Sendable {
    let message: HTTPMessage
    let method: String
    /// What it says to those who may claim it.
    let head: RequestHead
    let packets: [Int]
    /// When the last of them passed.
    let time: Int64
    /// Whose it is, and what it is for.
    let claims: Claims

    /// Whose it is for sure.
    var claim: Claim? { claims.sure }
    /// The path and the parameters.
    var target: HTTPTarget { head.target }
    /// Whether it asks for the switch to WebSocket.
    var isUpgrade: Bool { head.isUpgrade }

    /// Takes the request's target apart.
    ///
    /// - Parameter forced: the system that the user wants the connection to be taken for.
    init(
        _ message: HTTPMessage,
        method: String,
        target: String,
        packets: [Int],
        time: Int64,
        as forced: MessagingSystem?
    ) {
        self.message = message
        self.method = method
        head = RequestHead(message, target: target)
        self.packets = packets
        self.time = time
        claims = MessagingSystem.claims(head, as: forced)
    }

    /// Who claims that units lie in its body or in that of its answer; whose packets they are, the first of them may tell.
    var polling: Claim? { claim ?? claims.possible.first { $0.isPolling } }
    /// Whether this is a request of a form that carries units.
    var isPolling: Bool { polling?.isPolling == true }
}

extension Conversation {
    /// Reads requests and answers as far as they came.
    mutating func advanceHTTP<Consumer>(_ arrival: Arrival, _ core: inout WorkerCore<Consumer>) {
        var moved = true
        while moved, case .http = phase {
            moved = false
            if !awaitsSwitch, let request = nextMessage(fromFirst: context.firstIsClient, nil, arrival, &core) {
                take(request: request.message, request.packets, arrival, &core)
                moved = true
            }
            let method = requests.isEmpty ? nil : requests[0].method
            if awaitsSwitch, case .http = phase, !isAnswering, presumeUpgrade(&core) { return }
            if case .http = phase,
                let response = nextMessage(fromFirst: !context.firstIsClient, method, arrival, &core)
            {
                take(response, arrival, &core)
                moved = true
            }
        }
        first.dropHTTP()
        second.dropHTTP()
    }

    private mutating func nextMessage<Consumer>(
        fromFirst: Bool,
        _ method: String?,
        _ arrival: Arrival,
        _ core: inout WorkerCore<Consumer>
    ) -> ReceivedHTTP? {
        do throws(WireError) {
            return fromFirst ? try first.nextHTTP(method, core.limits) : try second.nextHTTP(method, core.limits)
        } catch {
            let place = fromFirst ? first.httpTaken : second.httpTaken
            first.dropHTTP()
            second.dropHTTP()
            if fromFirst != context.firstIsClient, presumeUpgrade(&core) { return nil }
            emitBroken(error.shifted(by: -place), fromFirst: fromFirst, arrival, &core)
            phase = .other
            explain("other: \(error)", &core)
            return nil
        }
    }

    private mutating func take<Consumer>(
        request: HTTPMessage,
        _ packets: [Int],
        _ arrival: Arrival,
        _ core: inout WorkerCore<Consumer>
    ) {
        guard case .request(let method, let target) = request.start else {
            phase = .other
            return
        }
        guard method != "PRI" else { return nameHTTP2(&core) }
        let pending = PendingHTTPRequest(
            request,
            method: method,
            target: target,
            packets: packets,
            time: arrival.time,
            as: context.forced
        )
        if pending.isPolling { emitPolling(request: pending, arrival, &core) }
        requests.append(pending)
        if requests.count > core.limits.pendingRequests { emitUnanswered(1, &core) }
        if pending.isUpgrade || method == "CONNECT" { awaitsSwitch = true }
    }

    private mutating func take<Consumer>(
        _ received: ReceivedHTTP,
        _ arrival: Arrival,
        _ core: inout WorkerCore<Consumer>
    ) {
        let response = received.message
        let packets = received.packets
        guard case .response(let status) = response.start else {
            phase = .other
            return
        }
        if status >= 100, status < 200, status != 101 { return }
        let request = requests.isEmpty ? nil : requests.removeFirst()
        if let request, request.method == "CONNECT" {
            core.summary.otherBytes += request.message.length + response.length
            awaitsSwitch = false
            if (200..<300).contains(status) { enterTunnel(request, &core) }
            return
        }
        if let request, let claim = request.polling, claim.isPolling {
            emitPolling(received, of: claim.system, request.head, arrival, &core)
            return
        }
        if request?.claim == nil, context.forced == nil, status != 101,
            let system = Self.system(ofAnswer: response, sawRequest: request != nil, core.limits)
        {
            emitPolling(received, of: system, nil, arrival, &core)
            return
        }
        let isUpgrade = status == 101 && (request?.isUpgrade ?? response.isWebSocketUpgrade)
        if request?.isUpgrade == true { awaitsSwitch = false }
        var head = request?.head
        var claims = request?.claims
        if isUpgrade, let chosen = response.field("Sec-WebSocket-Protocol"), head?.subprotocol != chosen {
            head?.subprotocol = chosen
            claims = head.map { MessagingSystem.claims($0, as: context.forced) }
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
        var failure: WireError?
        if exchange.claim != nil {
            let decoded = response.decodedBody(limits: core.limits)
            exchange.body = decoded.bytes
            failure = decoded.failure
        }
        if isUpgrade { agreeOnDeflate(PerMessageDeflate(extensions: response.field("Sec-WebSocket-Extensions"))) }
        if isUpgrade, let head, exchange.claim == nil, let possible = claims?.possible, !possible.isEmpty {
            let packets = (request?.packets ?? []) + packets
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
        emit(exchange, (request?.packets ?? []) + packets, arrival, &core, failure)
        if isUpgrade { upgrade(exchange, head, &core) }
    }

    /// The system whose units an answer holds that nobody claimed by its request.
    private static func system(
        ofAnswer answer: HTTPMessage,
        sawRequest: Bool,
        _ limits: Limits
    ) -> MessagingSystem? {
        guard !answer.body.isEmpty else { return nil }
        let body = answer.decodedBody(limits: limits).bytes
        return MessagingSystem.system(ofAnswer: body.span, sawRequest: sawRequest)
    }

    /// A proxy has opened the way to another host: what follows is a connection of its own.
    private mutating func enterTunnel<Consumer>(_ request: PendingHTTPRequest, _ core: inout WorkerCore<Consumer>) {
        emitUnanswered(requests.count, &core)
        context.tunnels += 1
        guard context.tunnels <= core.limits.proxies else {
            phase = .other
            let limit = core.limits.proxies
            return explain("other: more proxies behind one another than \(limit)", &core)
        }
        phase = .detecting
        explain("an HTTP proxy's way to \(request.message.target)", &core)
    }

    private mutating func agreeOnDeflate(_ deflate: PerMessageDeflate?) {
        guard let deflate else { return }
        first.webSocket.compression = .agreed
        second.webSocket.compression = .agreed
        let firstForgets = context.firstIsClient ? deflate.clientNoContextTakeover : deflate.serverNoContextTakeover
        let secondForgets = context.firstIsClient ? deflate.serverNoContextTakeover : deflate.clientNoContextTakeover
        first.webSocket.keepsContext = !firstForgets
        second.webSocket.keepsContext = !secondForgets
    }

    mutating func emit<Consumer>(
        _ exchange: HTTPExchange,
        _ packets: [Int],
        _ arrival: Arrival,
        _ core: inout WorkerCore<Consumer>,
        _ failure: WireError? = nil
    ) {
        guard let claim = exchange.claim else {
            core.summary.otherBytes += exchange.length
            return
        }
        if context.system == nil {
            context.hand(to: claim.system, begunBy: nil)
            // Of a switch the reason is said with what follows it.
            if !claim.isUpgrade { explain("\(claim.system.name): \(claim.reason())", &core) }
        }
        context.tally.facts.merge(exchange.facts(as: claim))
        // The event is the client's, who asked, though the answer completes it.
        var place = arrival
        place.fromFirst = context.firstIsClient
        context.begin(.http(exchange), place, &core.event)
        core.event.packets = packets
        if exchange.status == nil {
            core.event.diagnose(.note, "http-unanswered", "no answer was seen")
        } else if exchange.method.isEmpty {
            core.event.diagnose(.note, "http-unpaired", "the request was not seen")
        }
        if let failure { core.event.diagnose(failure, stage: "http") }
        core.emit(Span())
    }

    /// Goes on after a hole: the answer to a switch may be lost in it, and then frames follow.
    mutating func resumeAfterHTTPGap<Consumer>(inRequests: Bool, _ core: inout WorkerCore<Consumer>) {
        phase = .detecting
        if inRequests {
            if context.firstIsClient { first.needsSync = true } else { second.needsSync = true }
            return
        }
        // Which of the requests the next answer belongs to is not known any more.
        let switching = awaitsSwitch ? requests.last { $0.isUpgrade } : nil
        emitUnanswered(requests.count, &core)
        awaitsSwitch = false
        if let switching { presume(switching, &core) }
    }

    /// Whether what waits of the server is, or may become, the answer to a request.
    private var isAnswering: Bool {
        let side = context.firstIsClient ? second : first
        return side.buffer.isEmpty || side.httpTaken > 0 || side.http?.isInsideMessage == true
            || HTTPStream.looksLikeHTTP(side.buffer.bytes.span, from: 0)
    }

    /// Where the answer to a switch should stand and something else does, the answer was not captured: the switch is
    /// believed when either end went on with WebSocket frames.
    private mutating func presumeUpgrade<Consumer>(_ core: inout WorkerCore<Consumer>) -> Bool {
        guard case .http = phase, awaitsSwitch, let switching = requests.last(where: { $0.isUpgrade }),
            beginsWithFrame(fromClient: true) || beginsWithFrame(fromClient: false)
        else { return false }
        emitUnanswered(requests.count, &core)
        awaitsSwitch = false
        presume(switching, &core)
        return true
    }

    /// At the end: a switch whose answer never came is believed when the client went on with WebSocket frames.
    mutating func presumeUpgrade<Consumer>(_ core: inout WorkerCore<Consumer>, _ scratch: inout ByteWriter) {
        guard presumeUpgrade(&core), case .webSocket = phase else { return }
        startWebSocket(context.tail(fromFirst: context.firstIsClient), &core, &scratch)
    }

    private func beginsWithFrame(fromClient: Bool) -> Bool {
        let side = fromClient == context.firstIsClient ? first : second
        guard let head = try? WebSocketFrameHeader(side.buffer.bytes.span, at: 0) else { return false }
        return head.isMasked == fromClient && head.isMinimal && head.opcode.isKnown && head.opcode != .continuation
            && head.reserved & 0x30 == 0
    }

    /// Takes a switch for granted whose answer was not seen.
    ///
    /// One that nobody claims for sure is not believed.
    private mutating func presume<Consumer>(
        _ switching: PendingHTTPRequest,
        _ core: inout WorkerCore<Consumer>
    ) {
        let exchange = HTTPExchange(
            method: switching.method,
            target: switching.target,
            status: nil,
            isUpgrade: true,
            length: switching.message.length,
            body: [],
            claim: switching.claim
        )
        // Whether the server took the offer was not seen either.
        let offer = switching.message.field("Sec-WebSocket-Extensions")
        let compression = PerMessageDeflate(extensions: offer) == nil ? WebSocketCompression.none : .possible
        first.webSocket.compression = compression
        second.webSocket.compression = compression
        // What the client sends after its request is complete; of the server's side the beginning may be missing.
        first.needsSync = !beginsWithFrame(fromClient: context.firstIsClient)
        second.needsSync = !beginsWithFrame(fromClient: !context.firstIsClient)
        upgrade(exchange, switching.head, &core)
    }

    /// Names HTTP/2 by its first line; it is not followed.
    mutating func nameHTTP2<Consumer>(_ core: inout WorkerCore<Consumer>) {
        phase = .other
        context.tally.other = "http2"
        let text = "HTTP/2 is not decoded"
        context.tally.reason = text
        core.notices.append(FlowNote(flow: context.flow.number, text: text))
    }

    /// What is no HTTP, on a connection that a system's HTTP was seen on: said once, then not followed any more.
    private mutating func emitBroken<Consumer>(
        _ error: WireError,
        fromFirst: Bool,
        _ arrival: Arrival,
        _ core: inout WorkerCore<Consumer>
    ) {
        let events = context.tally.first.events + context.tally.second.events
        let claim = requests.lazy.compactMap(\.claim).first
        guard events > 0 || claim != nil else { return }
        if context.system == nil, let claim { context.hand(to: claim.system, begunBy: nil) }
        if !requests.isEmpty { emitUnanswered(requests.count, &core) }
        let waiting = fromFirst ? first.buffer : second.buffer
        guard !waiting.isEmpty else { return }
        var place = arrival
        place.fromFirst = fromFirst
        context.begin(.undecoded, place, &core.event)
        // How much of what follows has come depends on the packets, so the event shows its first byte.
        core.event.packets.removeAll(keepingCapacity: true)
        core.event.time = waiting.packets(of: waiting.start..<waiting.start + 1, into: &core.event.packets)
        core.event.diagnose(error, stage: "http")
        core.event.undecoded = 0..<1
        core.emit(waiting.bytes.span.extracting(0..<1))
    }

    /// The oldest requests that nothing answered: at the end of the connection, or when there are too many.
    mutating func emitUnanswered<Consumer>(_ count: Int, _ core: inout WorkerCore<Consumer>) {
        for request in requests.prefix(count) where !request.isPolling {
            let exchange = HTTPExchange(
                method: request.method,
                target: request.target,
                status: nil,
                isUpgrade: request.isUpgrade,
                length: request.message.length,
                body: [],
                claim: request.claim
            )
            let arrival = Arrival(
                packet: request.packets.last ?? 0,
                time: request.time,
                fromFirst: context.firstIsClient,
                hasNanoseconds: context.tally.hasNanoseconds
            )
            emit(exchange, request.packets, arrival, &core)
        }
        requests.removeFirst(min(count, requests.count))
    }

    mutating func endHTTP<Consumer>(fromFirst: Bool, _ core: inout WorkerCore<Consumer>) {
        let last = fromFirst ? first.endHTTP() : second.endHTTP()
        if let last, case .response = last.message.start {
            take(last, context.tail(fromFirst: fromFirst), &core)
        }
        // What a client sends after it asked to switch waits for the answer.
        if awaitsSwitch, fromFirst == context.firstIsClient { return }
        let left = fromFirst ? first.buffer.bytes.count : second.buffer.bytes.count
        core.summary.undecodedBytes += left
        if fromFirst { first.buffer.consume(left) } else { second.buffer.consume(left) }
    }
}

extension StreamSide {
    /// The next HTTP message that is whole, and the packets that brought its last part.
    mutating func nextHTTP(
        _ method: String?,
        _ limits: Limits
    ) throws(WireError) -> ReceivedHTTP? {
        guard httpTaken < buffer.bytes.count else { return nil }
        let waiting = buffer.takeBytes()
        let begin = httpTaken
        var position = httpTaken
        var failure: WireError?
        var message: HTTPMessage?
        var stream = http.take() ?? HTTPStream(limits: limits)
        do throws(WireError) {
            message = try stream.next(waiting.span, at: &position, requestMethod: method)
        } catch {
            failure = error
        }
        http = stream
        buffer.restore(waiting)
        if position > begin {
            _ = buffer.packets(of: buffer.start + begin..<buffer.start + position, into: &httpPackets)
        }
        for piece in stream.pieces {
            let start = buffer.start + piece.position
            httpBody.append(piece.range.lowerBound, start..<start + piece.range.count, of: buffer.marks)
        }
        httpTaken = position
        if let failure { throw failure }
        guard let message else { return nil }
        return take(message)
    }

    /// Lets go of the bytes of the messages that were taken, all at once.
    mutating func dropHTTP() {
        buffer.consume(httpTaken)
        httpTaken = 0
    }

    /// Gives back what only HTTP needs, when the connection goes on with something else.
    mutating func leaveHTTP() {
        dropHTTPMessage()
        buffer.trim()
    }

    /// Forgets the HTTP message under way.
    mutating func dropHTTPMessage() {
        http = nil
        httpPackets = []
        httpBody = PacketMarks()
    }

    /// The message that only the end of the stream ends; `nil` when there is none.
    mutating func endHTTP() -> ReceivedHTTP? { http?.end().map { take($0) } }

    private mutating func take(_ message: HTTPMessage) -> ReceivedHTTP {
        defer {
            httpPackets = []
            httpBody = PacketMarks()
        }
        return ReceivedHTTP(message: message, packets: httpPackets, body: httpBody)
    }
}
