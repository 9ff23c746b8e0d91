import Capture
import RongCloud
import Transport
import WireFormat

/// A request whose answer has not come.
struct PendingHTTPRequest: Sendable {
    var message: HTTPMessage
    var method: String
    var target: HTTPTarget
    var packets: [Int]

    /// Whether this is a request of the long-polling form.
    var isPolling: Bool {
        HTTPExchange.purpose(of: target, isUpgrade: message.isWebSocketUpgrade) == .polling
    }
}

extension Conversation {
    /// Reads requests and answers as far as they came.
    mutating func advanceHTTP<Consumer>(_ arrival: Arrival, _ core: inout WorkerCore<Consumer>) {
        var moved = true
        while moved, case .http = phase {
            moved = false
            if !awaitsUpgrade, let request = nextMessage(fromFirst: context.firstIsClient, nil, arrival, &core) {
                take(request: request.message, request.packets, arrival, &core)
                moved = true
            }
            let method = requests.first?.method
            if case .http = phase,
                let response = nextMessage(fromFirst: !context.firstIsClient, method, arrival, &core)
            {
                take(response: response.message, response.packets, arrival, &core)
                moved = true
            }
        }
    }

    private mutating func nextMessage<Consumer>(
        fromFirst: Bool,
        _ method: String?,
        _ arrival: Arrival,
        _ core: inout WorkerCore<Consumer>
    ) -> (message: HTTPMessage, packets: [Int])? {
        do throws(WireError) {
            return fromFirst ? try first.nextHTTP(method) : try second.nextHTTP(method)
        } catch {
            // Not HTTP after all; if RongCloud was seen here before, what is lost is said.
            phase = .other
            if core.explains { core.explanations.append("flow \(context.flow.number): other: \(error)") }
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
        let pending = PendingHTTPRequest(message: request, method: method, target: HTTPTarget(target), packets: packets)
        if pending.isPolling { emitPolling(request: pending, arrival, &core) }
        requests.append(pending)
        if requests.count > core.limits.pendingRequests { emitUnanswered(1, &core) }
        if request.isWebSocketUpgrade { awaitsUpgrade = true }
    }

    private mutating func take<Consumer>(
        response: HTTPMessage,
        _ packets: [Int],
        _ arrival: Arrival,
        _ core: inout WorkerCore<Consumer>
    ) {
        guard case .response(let status) = response.start else {
            phase = .other
            return
        }
        if status >= 100, status < 200, status != 101 { return }
        let request = requests.isEmpty ? nil : requests.removeFirst()
        if let request, request.isPolling {
            emitPolling(answer: response, to: request, packets, arrival, &core)
            return
        }
        let isUpgrade = status == 101 && (request?.message.isWebSocketUpgrade ?? response.isWebSocketUpgrade)
        if request?.message.isWebSocketUpgrade == true { awaitsUpgrade = false }
        let exchange = HTTPExchange(
            method: request?.method ?? "",
            target: request?.target ?? HTTPTarget(""),
            status: status,
            isUpgrade: isUpgrade || request?.message.isWebSocketUpgrade == true,
            length: (request?.message.length ?? 0) + response.length,
            body: (try? response.decodedBody(limit: core.limits.httpBodyBytes)) ?? response.body
        )
        emit(exchange, (request?.packets ?? []) + packets, arrival, &core)
        if isUpgrade {
            agreeOnDeflate(PerMessageDeflate(extensions: response.field("Sec-WebSocket-Extensions")))
            upgrade(exchange, request?.message, &core)
        }
    }

    private mutating func agreeOnDeflate(_ deflate: PerMessageDeflate?) {
        guard let deflate else { return }
        first.webSocket.inflater = Inflater(.raw)
        second.webSocket.inflater = Inflater(.raw)
        let firstForgets = context.firstIsClient ? deflate.clientNoContextTakeover : deflate.serverNoContextTakeover
        let secondForgets = context.firstIsClient ? deflate.serverNoContextTakeover : deflate.clientNoContextTakeover
        first.webSocket.keepsContext = !firstForgets
        second.webSocket.keepsContext = !secondForgets
    }

    private mutating func emit<Consumer>(
        _ exchange: HTTPExchange,
        _ packets: [Int],
        _ arrival: Arrival,
        _ core: inout WorkerCore<Consumer>
    ) {
        guard exchange.purpose != nil else {
            core.summary.otherBytes += exchange.length
            return
        }
        context.begin(.http(exchange), arrival, &core.event)
        core.event.sender = .client
        core.event.packets = packets
        if exchange.status == nil {
            core.event.diagnose(.note, "http-unanswered", "no answer was seen")
        } else if exchange.method.isEmpty {
            core.event.diagnose(.note, "http-unpaired", "the request was not seen")
        }
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
        let switching = awaitsUpgrade ? requests.last { $0.message.isWebSocketUpgrade } : nil
        emitUnanswered(requests.count, &core)
        awaitsUpgrade = false
        guard let switching else { return }
        let exchange = HTTPExchange(
            method: switching.method,
            target: switching.target,
            status: nil,
            isUpgrade: true,
            length: switching.message.length,
            body: []
        )
        upgrade(exchange, switching.message, &core)
        first.needsSync = true
        second.needsSync = true
    }

    /// The oldest requests that nothing answered: at the end of the connection, or when there are too many.
    mutating func emitUnanswered<Consumer>(_ count: Int, _ core: inout WorkerCore<Consumer>) {
        for request in requests.prefix(count) where !request.isPolling {
            let exchange = HTTPExchange(
                method: request.method,
                target: request.target,
                status: nil,
                isUpgrade: request.message.isWebSocketUpgrade,
                length: request.message.length,
                body: []
            )
            let arrival = Arrival(
                packet: request.packets.last ?? 0,
                time: core.event.time,
                fromFirst: context.firstIsClient,
                hasNanoseconds: core.event.hasNanoseconds
            )
            emit(exchange, request.packets, arrival, &core)
        }
        requests.removeFirst(min(count, requests.count))
    }

    mutating func endHTTP<Consumer>(fromFirst: Bool, _ core: inout WorkerCore<Consumer>) {
        let arrival = Arrival(
            packet: core.event.packets.last ?? 0,
            time: core.event.time,
            fromFirst: fromFirst,
            hasNanoseconds: core.event.hasNanoseconds
        )
        let last = fromFirst ? first.http.end() : second.http.end()
        if let last, case .response = last.start { take(response: last, [], arrival, &core) }
        let left = fromFirst ? first.buffer.bytes.count : second.buffer.bytes.count
        core.summary.undecodedBytes += left
        if fromFirst { first.buffer.consume(left) } else { second.buffer.consume(left) }
    }
}

extension StreamSide {
    /// The next HTTP message that is whole, and the packets that brought its last part.
    mutating func nextHTTP(_ method: String?) throws(WireError) -> (message: HTTPMessage, packets: [Int])? {
        guard !buffer.isEmpty else { return nil }
        let waiting = buffer.takeBytes()
        var position = 0
        var failure: WireError?
        var message: HTTPMessage?
        do throws(WireError) {
            message = try http.next(waiting.span, at: &position, requestMethod: method)
        } catch {
            failure = error
        }
        buffer.restore(waiting)
        if position > 0 { _ = buffer.packets(of: buffer.start..<buffer.start + position, into: &httpPackets) }
        buffer.consume(position)
        if let failure { throw failure }
        guard let message else { return nil }
        let packets = httpPackets
        httpPackets = []
        return (message, packets)
    }
}
