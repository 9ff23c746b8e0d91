import Capture
import Inspection
import NIM
import Transport
import WireFormat

extension FlowRewriter {
    func advanceHTTP() throws(RedactionError) {
        var moved = true
        while moved, case .http = phase {
            moved = false
            if !awaitsSwitch, let message = try nextMessage(client) {
                try take(request: message)
                moved = true
            }
            guard case .http = phase else { return }
            if awaitsSwitch, !isAnswering, try presumeSwitch() { return }
            if let message = try nextMessage(server) {
                try take(answer: message)
                moved = true
            }
        }
        guard case .http = phase else { return try advance() }
        let waiting = sides.first.waiting.count + sides.second.waiting.count
        if waiting > context.limits.transport.httpBodyBytes {
            giveUp("more of HTTP waits than \(context.limits.transport.httpBodyBytes) bytes")
        }
    }

    /// Handles an answer that ends with the stream.
    func endHTTP() throws(RedactionError) {
        guard case .http = phase, let message = sides[server].http.stream.end() else { return }
        try take(answer: message)
    }

    private func nextMessage(_ side: FlowSide) throws(RedactionError) -> HTTPMessage? {
        guard !sides[side].waiting.isEmpty else { return nil }
        if sides[side].seeksHTTP, !(try findHTTP(side)) { return nil }
        let method = side == server ? awaitedMethod : nil
        let failure: WireError
        do throws(WireError) {
            let waiting = sides[side].waiting
            var position = sides[side].http.position
            defer { sides[side].http.position = position }
            let message = try sides[side].http.stream.next(waiting.span, at: &position, requestMethod: method)
            if message != nil { sides[side].hasBegunHTTP = true }
            return message
        } catch {
            failure = error
        }
        let http = sides[side].http
        sides[side].http = HTTPSide()
        if side == server, try presumeSwitch() { return nil }
        // Where the beginning was not captured, the bytes may be the rest of a message.
        let mayBeRest = mayJoin(side) && !sides[side].hasBegunHTTP && !http.stream.isInsideMessage
        if !mayBeRest, try passBrokenHTTP(failure, at: http.position, side) { return nil }
        giveUp("no HTTP: \(failure)")
        return nil
    }

    /// After a hole, skips the bytes before the next message; returns whether its beginning was found.
    private func findHTTP(_ side: FlowSide) throws(RedactionError) -> Bool {
        var keepFrom = 0
        let waiting = sides[side].waiting
        let found = HTTPBeginning.find(in: waiting.span, isRequest: side == client, keepFrom: &keepFrom)
        try passOver(side, found ?? keepFrom)
        // Without room, the rest was cut.
        guard found != nil, case .http = phase else { return false }
        sides[side].seeksHTTP = false
        return true
    }

    /// Whether the bytes of the server that wait are, or may become, the answer to a request.
    private var isAnswering: Bool {
        let (waiting, http) = (sides[server].waiting, sides[server].http)
        return waiting.isEmpty || http.position > 0 || http.stream.isInsideMessage
            || HTTPStream.looksLikeHTTP(waiting.span, from: 0)
    }

    /// The method of the request that the next answer belongs to; `nil` if it is not known.
    private var awaitedMethod: String? { requests.isEmpty ? begunRequest?.method : requests.nextMethod }

    /// The incomplete request that has no answer yet; `nil` if there is none.
    private var begunRequest: PendingRequest? {
        let http = sides[client].http
        guard !http.isAnswered, let begun = http.stream.begun, case .request(let method, let target) = begun.start
        else { return nil }
        return PendingRequest(method: method, target: target, isUpgrade: begun.isWebSocketUpgrade)
    }

    /// Returns the request that a final answer belongs to: the oldest waiting one, or the incomplete one, since a
    /// server may answer before it has read a whole request (RFC 9112 section 9.5).
    private func takeRequest(answeredWith status: Int) -> PendingRequest? {
        guard requests.isEmpty else { return requests.takeNext() }
        // The bytes after a switch or the head of a tunnel are not a body.
        guard status != 101, let begun = begunRequest, begun.method != "CONNECT" else { return nil }
        sides[client].http.isAnswered = true
        return begun
    }

    /// Returns the bytes of the last message.
    private func takeRaw(_ side: FlowSide) -> [UInt8] {
        let count = sides[side].http.position
        sides[side].http.position = 0
        return sides[side].waiting.copy(0..<count)
    }

    private func take(request message: HTTPMessage) throws(RedactionError) {
        let raw = takeRaw(client)
        guard case .request(let method, let target) = message.start, method != "PRI" else {
            return giveUp("a request that is not followed")
        }
        let rewriter = HTTPRewriter(context, system)
        guard let made = rewriter.rewrite(raw, message, answering: nil) else {
            return giveUp("HTTP that cannot be rebuilt")
        }
        try replace(client, raw.count, by: made)
        if system == .nim, NIMHandshake.session(inPath: HTTPTarget(target).path) != nil { polledTarget = target }
        guard !sides[client].http.isAnswered else {
            // The answer arrived before the request was complete.
            sides[client].http.isAnswered = false
            return
        }
        let subprotocol = message.field("Sec-WebSocket-Protocol")?.split(separator: ",").first.map(String.init)
        requests.append(
            PendingRequest(
                method: method,
                target: target,
                isUpgrade: message.isWebSocketUpgrade,
                subprotocol: subprotocol?.filter { $0 != " " },
                offersDeflate: PerMessageDeflate(extensions: message.list("Sec-WebSocket-Extensions")) != nil,
                socketKey: made.socketKey
            ),
            most: context.limits.pendingRequests
        )
        if message.isWebSocketUpgrade || method == "CONNECT" { awaitsSwitch = true }
    }

    private func take(answer message: HTTPMessage) throws(RedactionError) {
        let raw = takeRaw(server)
        guard case .response(let status) = message.start else { return giveUp("no answer of HTTP") }
        let isInterim = status >= 100 && status < 200 && status != 101
        let request = isInterim ? nil : takeRequest(answeredWith: status)
        let rewriter = HTTPRewriter(context, system)
        let asked = request ?? PendingRequest(method: "", target: missingTarget(of: message), isUpgrade: false)
        guard let made = rewriter.rewrite(raw, message, answering: asked) else {
            return giveUp("HTTP that cannot be rebuilt")
        }
        try replace(server, raw.count, by: made)
        if let request, request.method == "CONNECT" {
            awaitsSwitch = false
            if (200..<300).contains(status) { enterTunnel() }
            return
        }
        if request?.isUpgrade == true { awaitsSwitch = false }
        guard status == 101, request?.isUpgrade ?? (seeksItsWay && message.isWebSocketUpgrade) else { return }
        if let deflate = PerMessageDeflate(extensions: message.list("Sec-WebSocket-Extensions")) {
            agree(client, !deflate.clientNoContextTakeover, deflate.clientWindowBits)
            agree(server, !deflate.serverNoContextTakeover, deflate.serverWindowBits)
        }
        let answered = message.field("Sec-WebSocket-Protocol")
        phase = .webSocket
        guard let request else { return joinSwitch(to: answered) }
        let chosen = answered ?? request.subprotocol ?? HTTPTarget(request.target)["subprotocol"]
        reader = SystemReader(
            system,
            begunBy: request.target,
            isUpgrade: true,
            subprotocol: chosen,
            context.reading
        )
    }

    /// Reads what follows as the beginning of a connection through a proxy.
    private func enterTunnel() {
        phase = .detecting
        requests.removeAll()
        for side in [FlowSide.first, .second] { sides[side].http = HTTPSide() }
    }

    /// Returns the target of the request of an answer whose request was not captured; empty if it is not known.
    private func missingTarget(of answer: HTTPMessage) -> String {
        guard let polledTarget, answer.holdsNIMPackets(context.limits) else { return "" }
        return polledTarget
    }

    private func agree(_ side: FlowSide, _ keepsContext: Bool, _ windowBits: Int) {
        sides[side].webSocket.inflation = WebSocketInflation(keepsContext: keepsContext)
        // zlib does not support a window of 8 bits without a wrapper.
        sides[side].webSocket.deflater = MessageDeflater(windowBits: -Int32(max(9, windowBits)), context.deflaters)
        sides[side].search.compression = .agreed
    }

    // MARK: Holes

    /// Continues after the answer to a switch whose request was not captured.
    ///
    /// The frames must be recognised by themselves, unless the subprotocol names the system.
    private func joinSwitch(to subprotocol: String?) {
        foundItsWay = true
        let target = subprotocol.map { _ in "/" }
        reader = SystemReader(system, begunBy: target, isUpgrade: true, subprotocol: subprotocol, context.reading)
        if let subprotocol, MessagingSystem.isKnown(bySubprotocol: subprotocol) { return }
        for side in [client, server] { sides[side].place = .lost }
    }

    /// Assumes that a switch succeeded whose answer is missing in a hole.
    func presume(_ request: PendingRequest, _ hole: Hole) throws(RedactionError) {
        try cutHTTP(server)
        append(hole, sides[server])
        guard case .http = phase else { return }
        try presume(request)
    }

    /// Assumes, as the inspector does, that a switch without a captured answer succeeded, if either end continues with
    /// WebSocket frames; returns whether this was assumed.
    @discardableResult
    func presumeSwitch() throws(RedactionError) -> Bool {
        guard case .http = phase, awaitsSwitch, seeksItsWay, let request = requests.lastUpgrade,
            beginsWithFrame(client) || beginsWithFrame(server)
        else { return false }
        try presume(request)
        return true
    }

    private func presume(_ request: PendingRequest) throws(RedactionError) {
        foundItsWay = true
        requests.removeAll()
        awaitsSwitch = false
        reader = SystemReader(
            system,
            begunBy: request.target,
            isUpgrade: true,
            subprotocol: request.subprotocol,
            context.reading
        )
        phase = .webSocket
        for side in [client, server] {
            // The client's bytes after its request are complete; the beginning of the server's bytes may be missing.
            let isComplete = side == client && sides[side].waiting.isEmpty
            sides[side].place = isComplete || beginsWithFrame(side) ? .inStep : .lost
            if request.offersDeflate { mayCompress(side) }
        }
        try advance()
    }

    private func beginsWithFrame(_ side: FlowSide) -> Bool {
        let waiting = sides[side].waiting
        guard let header = try? WebSocketFrameHeader(waiting.span, at: 0) else { return false }
        return header.mayBegin(from: side == client ? .client : .server)
    }

    /// Continues without knowing whether the ends agreed on compression of messages.
    func mayCompress(_ side: FlowSide) {
        sides[side].search.compression = .possible
        sides[side].webSocket.inflation = WebSocketInflation()
        sides[side].webSocket.deflater = MessageDeflater(windowBits: -15, context.deflaters)
    }

    /// Continues after a hole in HTTP; the bytes after it must be recognised by themselves.
    func passHTTPHole(_ hole: Hole, _ side: FlowSide) throws(RedactionError) {
        let own = sides[side]
        try cutHTTP(side)
        append(hole, own)
        guard case .http = phase else { return }
        foundItsWay = true
        own.hasLostBytes = !hole.isEncrypted
        own.seeksHTTP = true
        own.hasBegunHTTP = true
        phase = .detecting
        if side == client {
            own.place = .lost
        } else {
            // It is unknown which request the next answer belongs to.
            requests.removeAll()
        }
    }

    /// Replaces the incomplete waiting message by another one; its head ends if the original head does.
    func cutHTTP(_ side: FlowSide) throws(RedactionError) {
        let own = sides[side]
        let count = own.waiting.count
        own.http = HTTPSide()
        guard count > 0 else { return }
        if own.seeksHTTP { return try passOver(side, count) }
        let waiting = own.waiting.array
        guard let lineEnd = waiting.firstIndex(of: 10) else {
            let part = side == client ? requestLine(partOf: waiting) : String(Self.statusLine(waiting).prefix(count))
            return try replace(side, count, by: Array(part.utf8))
        }
        let first = String(decoding: waiting[..<lineEnd].filter { $0 != 13 }, as: UTF8.self)
        let line =
            side == client
            ? HTTPRewriter(context, system).startLine(first, isRequest: true) : Self.statusLine(waiting)
        // The announced length is twice what is there, so the body is incomplete.
        let field = HTTPRewriter.headEnd(waiting) != nil ? "Content-Length: \(count * 2)\r\n\r\n" : "X: "
        var made = Array("\(line)\r\n\(field)".utf8)
        made += [UInt8](repeating: UInt8(ascii: "x"), count: max(0, count - made.count))
        try replace(side, count, by: made)
    }

    /// Returns the beginning of a request line: method, target and version, as far as they are captured.
    private func requestLine(partOf bytes: [UInt8]) -> String {
        let words = String(decoding: bytes, as: UTF8.self)
            .split(separator: " ", maxSplits: 2, omittingEmptySubsequences: false).map(String.init)
        let method = HTTPWords.methods.first { $0.hasPrefix(words[0]) }.map { _ in words[0] } ?? "GET"
        guard words.count > 1 else { return method }
        let target = HTTPRewriter(context, system).target(words[1])
        guard words.count > 2 else { return "\(method) \(target)" }
        let version = HTTPWords.versions.contains { $0.hasPrefix(words[2]) } ? words[2] : "HTTP/1.1"
        return "\(method) \(target) \(version)"
    }

    /// Returns a status line with the captured status.
    static func statusLine(_ bytes: [UInt8]) -> String {
        let status = bytes.dropFirst("HTTP/1.1 ".utf8.count).prefix(3)
        let isStatus = status.count == 3 && status.allSatisfy { $0 &- 48 < 10 } && bytes.starts(with: "HTTP/1.".utf8)
        return "HTTP/1.1 \(isStatus ? String(decoding: status, as: UTF8.self) : "200") OK"
    }
}
