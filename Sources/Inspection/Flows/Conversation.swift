import Capture
import Transport
import WireFormat

/// One connection from its packets to its events: order, HTTP, the switch to WebSocket, frames.
struct Conversation {
    /// What the connection speaks, as far as that is known.
    enum Phase: Sendable {
        /// The first bytes have not told yet.
        case detecting
        /// HTTP/1.1.
        case http
        /// WebSocket, of which the first messages must tell whose it is.
        case unproven
        /// A system's messages over WebSocket.
        case webSocket
        /// A system's frames in the stream itself.
        case stream
        /// Something that is not followed.
        case other
    }

    var context: FlowContext
    var connection = TCPConnection()
    var phase = Phase.detecting
    var first = StreamSide()
    var second = StreamSide()
    /// Requests whose answers have not come, oldest first.
    var requests: [PendingHTTPRequest] = []
    /// A switch to WebSocket or a tunnel was asked for; the client's next bytes depend on the answer.
    var awaitsSwitch = false
    /// The switch to WebSocket that waits for its proof.
    @Aside var proof: UpgradeProof?
    /// The encryption below all this, when there is one.
    var tls: TLSLayer?
    /// Bytes that wait for the connection to be recognised, as far as they were counted for all connections.
    var detectionBytes = 0

    /// - Parameter system: what it is taken for, whatever anybody claims.
    init(_ flow: Flow, as system: MessagingSystem? = nil) {
        context = FlowContext(flow)
        context.forced = system
    }

    /// Takes a segment in.
    @inline(__always)
    mutating func receive<Consumer>(
        _ segment: Segment,
        _ block: Span<UInt8>,
        _ core: inout WorkerCore<Consumer>,
        _ scratch: inout ByteWriter
    ) {
        context.tally.note(segment)
        // A segment without payload may come from an earlier block: it waited for the connection's worker.
        let payload = segment.payload.isEmpty ? Span() : block.extracting(segment.payload)
        let direct = connection.receive(segment, payload, &core.reassembly)
        if !direct.isEmpty {
            let arrival = Arrival(
                packet: segment.packet,
                time: segment.time,
                fromFirst: segment.fromFirst,
                hasNanoseconds: segment.hasNanoseconds
            )
            arrive(payload.extracting(direct), arrival, &core, &scratch)
        }
        if connection.mayDeliver {
            drain(.normal, hasNanoseconds: segment.hasNanoseconds, &core, &scratch)
        }
    }

    /// Ends the connection: what waits comes out, what is incomplete is said.
    mutating func finish<Consumer>(_ core: inout WorkerCore<Consumer>, _ scratch: inout ByteWriter) {
        drain(.final, hasNanoseconds: context.tally.hasNanoseconds, &core, &scratch)
        presumeUpgrade(&core, &scratch)
        endDetection(&core)
        endStream(fromFirst: true, &core, &scratch)
        endStream(fromFirst: false, &core, &scratch)
        if !requests.isEmpty { emitUnanswered(requests.count, &core) }
        endHandshake(&core)
        connection.discard(&core.reassembly)
        tellRest(&core)
        context.session.forEachSlot { core.slots.giveBack($0) }
        if core.reportsFlows { core.flows.append(report) }
        core.consumer.end(end)
    }

    /// Gives up what has not come for too long, while nothing comes.
    mutating func release<Consumer>(_ core: inout WorkerCore<Consumer>, _ scratch: inout ByteWriter) {
        drain(.normal, hasNanoseconds: context.tally.hasNanoseconds, &core, &scratch)
    }

    mutating func drain<Consumer>(
        _ patience: TCPConnection.Patience,
        hasNanoseconds: Bool,
        _ core: inout WorkerCore<Consumer>,
        _ scratch: inout ByteWriter
    ) {
        while let delivery = connection.next(patience, limits: core.limits, &core.reassembly) {
            switch delivery {
            case .bytes(let bytes, let packet, let time, let fromFirst):
                let arrival = Arrival(packet: packet, time: time, fromFirst: fromFirst, hasNanoseconds: hasNanoseconds)
                arrive(bytes.span, arrival, &core, &scratch)
            case .gap(let offset, let length, let fromFirst):
                gap(offset: offset, length: length, fromFirst: fromFirst, &core, &scratch)
            case .end(let fromFirst):
                endStream(fromFirst: fromFirst, &core, &scratch)
            case .notice(let notice, let fromFirst):
                context.remember(Diagnostic(notice), fromFirst: fromFirst)
            }
        }
    }

    /// Bytes of the TCP stream come up.
    @inline(__always)
    private mutating func arrive<Consumer>(
        _ bytes: Span<UInt8>,
        _ arrival: Arrival,
        _ core: inout WorkerCore<Consumer>,
        _ scratch: inout ByteWriter
    ) {
        if context.isTLS {
            decrypt(bytes, arrival, &core, &scratch)
        } else {
            deliver(bytes, arrival, &core, &scratch)
        }
    }

    /// Bytes of the application come up.
    @inline(__always)
    mutating func deliver<Consumer>(
        _ bytes: Span<UInt8>,
        _ arrival: Arrival,
        _ core: inout WorkerCore<Consumer>,
        _ scratch: inout ByteWriter
    ) {
        switch phase {
        case .webSocket:
            if arrival.fromFirst {
                first.webSocket(bytes, arrival, &context, &core, &scratch)
            } else {
                second.webSocket(bytes, arrival, &context, &core, &scratch)
            }
        case .other:
            core.summary.otherBytes += bytes.count
        case .detecting, .http, .stream, .unproven:
            let packets = arrival.isRecord ? core.recordPackets : []
            if arrival.fromFirst {
                first.buffer.append(bytes, packet: arrival.packet, time: arrival.time, packets: packets)
            } else {
                second.buffer.append(bytes, packet: arrival.packet, time: arrival.time, packets: packets)
            }
            advance(arrival, &core, &scratch)
        }
    }

    /// Goes on with what both directions hold, until nothing moves.
    private mutating func advance<Consumer>(
        _ arrival: Arrival,
        _ core: inout WorkerCore<Consumer>,
        _ scratch: inout ByteWriter
    ) {
        let tunnels = context.tunnels
        step(arrival, &core, &scratch)
        // What already waits behind a proxy's answer is looked at anew, the client's part first.
        while context.tunnels > tunnels, case .detecting = phase, !first.buffer.isEmpty || !second.buffer.isEmpty {
            leaveHTTP()
            let isClientWaiting = context.firstIsClient ? !first.buffer.isEmpty : !second.buffer.isEmpty
            var place = arrival
            place.fromFirst = context.firstIsClient == isClientWaiting
            let before = context.tunnels
            step(place, &core, &scratch)
            if context.tunnels == before { return }
        }
    }

    private mutating func step<Consumer>(
        _ arrival: Arrival,
        _ core: inout WorkerCore<Consumer>,
        _ scratch: inout ByteWriter
    ) {
        if case .detecting = phase {
            if !context.isTLS {
                let waiting = arrival.fromFirst ? first.buffer.bytes : second.buffer.bytes
                switch detectTLS(waiting.span, fromFirst: arrival.fromFirst) {
                case true?: return startTLS(arrival, &core, &scratch)
                case nil where !waiting.isEmpty: return
                case false?, nil: break
                }
            }
            detect(fromFirst: arrival.fromFirst, &core)
            weighDetection(&core)
        }
        switch phase {
        case .http:
            advanceHTTP(arrival, &core)
            // A client that goes on without an answer to its upgrade is not waited for without end.
            if awaitsSwitch, first.buffer.bytes.count + second.buffer.bytes.count > core.limits.httpBodyBytes {
                phase = .other
            }
            if case .webSocket = phase {
                leaveHTTP()
                requests = []
                startWebSocket(arrival, &core, &scratch)
            }
            if case .unproven = phase {
                leaveHTTP()
                requests = []
                prove(arrival, &core, &scratch)
            }
            if case .other = phase { dropBuffers(&core) }
        case .webSocket: startWebSocket(arrival, &core, &scratch)
        case .unproven: prove(arrival, &core, &scratch)
        case .stream: advanceStream(arrival, isFinal: false, &core, &scratch)
        case .other: dropBuffers(&core)
        case .detecting: break
        }
    }

    private mutating func leaveHTTP() {
        first.leaveHTTP()
        second.leaveHTTP()
    }

    /// What came before the connection was known for WebSocket is read now.
    mutating func startWebSocket<Consumer>(
        _ arrival: Arrival,
        _ core: inout WorkerCore<Consumer>,
        _ scratch: inout ByteWriter
    ) {
        var place = arrival
        // The end that spoke first comes first; where that is not known, the client.
        let one = first.buffer.firstPacket
        let other = second.buffer.firstPacket
        let beginsWithFirst = one == other ? context.firstIsClient : one < other
        for fromFirst in [beginsWithFirst, !beginsWithFirst] {
            place.fromFirst = fromFirst
            if fromFirst {
                first.webSocket(Span(), place, &context, &core, &scratch)
            } else {
                second.webSocket(Span(), place, &context, &core, &scratch)
            }
        }
    }

    mutating func dropBuffers<Consumer>(_ core: inout WorkerCore<Consumer>) {
        core.summary.otherBytes += first.buffer.bytes.count + second.buffer.bytes.count
        first.buffer.consume(first.buffer.bytes.count)
        second.buffer.consume(second.buffer.bytes.count)
    }

    private mutating func gap<Consumer>(
        offset: Int,
        length: Int,
        fromFirst: Bool,
        _ core: inout WorkerCore<Consumer>,
        _ scratch: inout ByteWriter
    ) {
        if context.isTLS {
            gapInTLS(length: length, fromFirst: fromFirst, &core, &scratch)
            emitGap(offset: offset, length: length, fromFirst: fromFirst, &core)
            return
        }
        switch phase {
        case .other:
            return
        case .webSocket:
            if fromFirst {
                first.webSocketGap(length, fromFirst: true, &context, &core, &scratch)
            } else {
                second.webSocketGap(length, fromFirst: false, &context, &core, &scratch)
            }
        case .stream:
            advanceStream(context.tail(fromFirst: fromFirst), isFinal: true, &core, &scratch)
            streamGap(length, fromFirst: fromFirst, &core)
        case .unproven:
            phase = .other
            explain("other: a hole before anything told whose WebSocket it is", &core)
            dropBuffers(&core)
            return
        case .http, .detecting:
            if fromFirst { context.hasLostBytes.first = true } else { context.hasLostBytes.second = true }
            if MessagingSystem.beginsSwitch((fromFirst ? first : second).buffer.bytes) { context.sawRequestLine = true }
            // An HTTP message with a hole can not be finished; the bytes before the hole are given up,
            // and what comes after it must speak for itself.
            if fromFirst {
                core.summary.undecodedBytes += first.buffer.bytes.count
                first.buffer.consume(first.buffer.bytes.count)
                first.buffer.pass(length)
                first.dropHTTPMessage()
            } else {
                core.summary.undecodedBytes += second.buffer.bytes.count
                second.buffer.consume(second.buffer.bytes.count)
                second.buffer.pass(length)
                second.dropHTTPMessage()
            }
            if case .http = phase { resumeAfterHTTPGap(inRequests: fromFirst == context.firstIsClient, &core) }
        }
        emitGap(offset: offset, length: length, fromFirst: fromFirst, &core)
    }

    /// Whether the connection is known for one of a system that is followed.
    private var isRecognised: Bool {
        guard context.system != nil else { return false }
        switch phase {
        case .webSocket, .stream: return true
        case .unproven: return false
        case .http, .detecting: return context.tally.first.events + context.tally.second.events > 0
        case .other: return false
        }
    }

    private mutating func emitGap<Consumer>(
        offset: Int,
        length: Int,
        fromFirst: Bool,
        _ core: inout WorkerCore<Consumer>
    ) {
        context.tally.gapBytes += length
        // Holes of a connection that is not followed are no events; of one that is not recognised yet, they are said
        // when it is.
        guard isRecognised else {
            context.rememberHole(offset: offset, length: length, fromFirst: fromFirst)
            return
        }
        let arrival = context.tail(fromFirst: fromFirst)
        context.begin(.gap(offset: offset, length: length), arrival, &core.event)
        if case .stream = phase { core.event.transport = .tcp }
        // A session of long polling is known by its URL.
        if case .http = phase, context.tally.facts.sessionId != nil { core.event.transport = .polling }
        core.event.packets.removeAll(keepingCapacity: true)
        core.emit(Span())
    }

    private mutating func endStream<Consumer>(
        fromFirst: Bool,
        _ core: inout WorkerCore<Consumer>,
        _ scratch: inout ByteWriter
    ) {
        if context.isTLS { endTLS(fromFirst: fromFirst, &core, &scratch) }
        switch phase {
        case .webSocket:
            if fromFirst {
                first.endWebSocket(fromFirst: true, &context, &core, &scratch)
            } else {
                second.endWebSocket(fromFirst: false, &context, &core, &scratch)
            }
        case .http: endHTTP(fromFirst: fromFirst, &core)
        case .stream:
            advanceStream(context.tail(fromFirst: fromFirst), isFinal: true, &core, &scratch)
            endStreamFrames("the stream ends inside the frame", fromFirst: fromFirst, &core)
        case .detecting, .unproven, .other: dropBuffers(&core)
        }
    }
}
