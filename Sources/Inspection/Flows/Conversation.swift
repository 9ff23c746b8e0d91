import Capture
import Reporting
import Transport
import WireFormat

/// Processes one connection from packets to events: reassembly, HTTP, the upgrade to WebSocket, frames.
struct Conversation {
    /// The protocol of the connection, as far as it is known.
    enum Phase: Sendable {
        /// The first bytes have not identified the protocol yet.
        case detecting
        /// HTTP/1.1.
        case http
        /// WebSocket whose first messages must identify the system.
        case unproven
        /// Messages of a system over WebSocket.
        case webSocket
        /// Frames of a system directly in the stream.
        case stream
        /// A protocol that is not followed.
        case other
    }

    var context: FlowContext
    var connection = TCPConnection()
    var phase = Phase.detecting
    /// The state of each direction, by its sender.
    var sides = Sides(first: StreamSide(), second: StreamSide())
    var requests = RequestQueue()
    /// Whether the client asked for an upgrade to WebSocket or for a tunnel; the meaning of its next bytes depends on
    /// the answer.
    var awaitsSwitch = false
    /// The upgrade to WebSocket whose system is not proved yet.
    @Aside var proof: UpgradeProof?
    /// The TLS layer, if the connection is encrypted.
    var tls: TLSLayer?
    /// The number of bytes waiting for detection that are counted in `WorkerParts.unrecognisedBytes`.
    var detectionBytes = 0
    /// The memory for incomplete messages that is counted in `WorkerParts.unfinished`, in bytes.
    var unfinishedBytes = 0

    /// Begins a connection.
    ///
    /// - Parameter system: the system that the user assigned to the connection, whatever the systems themselves claim.
    init(_ flow: Flow, as system: MessagingSystem? = nil) {
        context = FlowContext(flow)
        context.forced = system
    }

    @inline(__always)
    mutating func receive(
        _ segment: Segment,
        _ block: Span<UInt8>,
        _ parts: inout WorkerParts,
        _ scratch: inout ByteWriter
    ) {
        context.tally.note(segment)
        // The block of a segment without payload may be gone: the segment waited for the connection's worker.
        let payload = segment.payload.isEmpty ? Span() : block.extracting(segment.payload)
        let direct = connection.receive(segment, payload, &parts.reassembly)
        if !direct.isEmpty {
            let arrival = Arrival(
                packet: segment.packet,
                time: segment.time,
                side: segment.side,
                hasNanoseconds: segment.hasNanoseconds
            )
            arrive(payload.extracting(direct), arrival, &parts, &scratch)
        } else if !connection.isNext(segment) {
            noteRepetition(segment)
        }
        if connection.mayDeliver {
            connection.noteRequest(side: segment.side)
            drain(.normal, &parts, &scratch)
        }
        if !payload.isEmpty { weighUnfinished(&parts.unfinished) }
    }

    /// Notes a segment if all its bytes were delivered before, or if it is a keep-alive without a byte.
    ///
    /// Both ask the other end for an acknowledgment.
    @inline(never)
    private mutating func noteRepetition(_ segment: Segment) {
        guard let start = connection.offset(of: segment.sequence, side: segment.side) else { return }
        let next = connection.offset(side: segment.side)
        let isRepetition =
            segment.payloadCount > 0
            ? start + segment.payloadCount <= next
            : segment.missingCount == 0 && start == next - 1 && segment.flags.isDisjoint(with: [.syn, .fin, .rst])
        if isRepetition { context.tally.reach.noteRepetition(segment) }
    }

    /// Ends the connection: delivers waiting bytes and reports incomplete messages.
    mutating func finish(_ parts: inout WorkerParts, _ scratch: inout ByteWriter) {
        drain(.final, &parts, &scratch)
        presumeUpgrade(&parts.emitter, &parts.log, &scratch)
        endDetection(&parts, &scratch)
        endStream(side: .first, &parts, &scratch)
        endStream(side: .second, &parts, &scratch)
        tellCutHTTP(&parts.emitter, &parts.log)
        if !requests.isEmpty { emitUnanswered(&parts.emitter, &parts.log) }
        endHandshake(&parts)
        connection.discard(&parts.reassembly)
        endUnfinished(&parts.unfinished)
        tellRest(&parts.log)
        tellUnfollowed(&parts.log)
        context.session.forEachSlot { parts.emitter.slots.giveBack($0) }
        parts.log.close(report)
        parts.emitter.end(end)
    }

    /// Gives up bytes that have been missing for too long, although no packet arrives.
    mutating func release(_ parts: inout WorkerParts, _ scratch: inout ByteWriter) {
        drain(.normal, &parts, &scratch)
        weighUnfinished(&parts.unfinished)
    }

    mutating func drain(
        _ patience: TCPConnection.Patience,
        _ parts: inout WorkerParts,
        _ scratch: inout ByteWriter
    ) {
        while let delivery = connection.next(patience, limits: parts.emitter.limits.capture, &parts.reassembly) {
            switch delivery {
            case .bytes(let bytes, let packet, let time, let side):
                let arrival = Arrival(
                    packet: packet,
                    time: time,
                    side: side,
                    hasNanoseconds: context.tally.hasNanoseconds
                )
                arriveLate(bytes.span, arrival, &parts, &scratch)
            case .gap(let offset, let length, let side):
                gap(offset: offset, length: length, side: side, &parts, &scratch)
            case .end(let side):
                endStream(side: side, &parts, &scratch)
                noteLostRequests(endOf: side, &parts.emitter)
            case .notice(let notice, let side):
                context.remember(Diagnostic(notice), side: side)
            }
        }
    }

    /// The number of bytes that wait in both directions.
    var waitingBytes: Int { sides.first.buffer.bytes.count + sides.second.buffer.bytes.count }

    /// Processes bytes of the TCP stream.
    @inline(__always)
    private mutating func arrive(
        _ bytes: Span<UInt8>,
        _ arrival: Arrival,
        _ parts: inout WorkerParts,
        _ scratch: inout ByteWriter
    ) {
        parts.emitter.tell(stream: bytes, of: context.flow, side: arrival.side)
        if context.isTLS {
            decrypt(bytes, arrival, &parts, &scratch)
        } else {
            deliver(bytes, arrival, &parts, &scratch)
        }
    }

    /// Processes bytes that had to wait; not inlined, to keep the common path short.
    @inline(never)
    private mutating func arriveLate(
        _ bytes: Span<UInt8>,
        _ arrival: Arrival,
        _ parts: inout WorkerParts,
        _ scratch: inout ByteWriter
    ) {
        arrive(bytes, arrival, &parts, &scratch)
    }

    /// Processes bytes of the application layer.
    @inline(__always)
    mutating func deliver(
        _ bytes: Span<UInt8>,
        _ arrival: Arrival,
        _ parts: inout WorkerParts,
        _ scratch: inout ByteWriter
    ) {
        switch phase {
        case .webSocket:
            sides[arrival.side].webSocket(bytes, arrival, &context, &parts.emitter, &scratch)
        case .other:
            parts.emitter.summary.otherBytes += bytes.count
        case .detecting, .http, .stream, .unproven:
            let packets = arrival.isRecord ? context.recordPackets : []
            sides[arrival.side].buffer.append(bytes, packet: arrival.packet, time: arrival.time, packets: packets)
            advance(arrival, &parts, &scratch)
        }
    }

    /// Processes the waiting bytes of both directions until no progress is possible.
    private mutating func advance(
        _ arrival: Arrival,
        _ parts: inout WorkerParts,
        _ scratch: inout ByteWriter
    ) {
        let tunnels = context.tunnels
        step(arrival, &parts, &scratch)
        // Bytes that already wait after a proxy's answer go through detection, the client's bytes first.
        while context.tunnels > tunnels, case .detecting = phase, waitingBytes > 0 {
            leaveHTTP()
            var place = arrival
            place.side = sides[context.client].buffer.isEmpty ? context.client.other : context.client
            let before = context.tunnels
            step(place, &parts, &scratch)
            if context.tunnels == before { return }
        }
    }

    private mutating func step(
        _ arrival: Arrival,
        _ parts: inout WorkerParts,
        _ scratch: inout ByteWriter
    ) {
        if case .detecting = phase {
            if !context.isTLS {
                let waiting = sides[arrival.side].buffer.bytes
                switch detectTLS(waiting.span, side: arrival.side) {
                case true?: return startTLS(arrival, &parts, &scratch)
                case nil where !waiting.isEmpty: return
                case false?, nil: break
                }
            }
            detect(side: arrival.side, &parts.emitter, &parts.log)
            weighDetection(&parts)
        }
        switch phase {
        case .http:
            advanceHTTP(arrival, &parts.emitter, &parts.log)
            // A client that continues without an answer to its upgrade is not waited for without limit.
            if awaitsSwitch, waitingBytes > parts.emitter.limits.transport.httpBodyBytes {
                phase = .other
                let count = waitingBytes
                explain("other: \(Count.of("byte", count)) came and no answer to an upgrade", &parts.log)
            }
            if case .webSocket = phase {
                leaveHTTP()
                requests.removeAll()
                startWebSocket(arrival, &parts.emitter, &scratch)
            }
            if case .unproven = phase {
                leaveHTTP()
                requests.removeAll()
                prove(arrival, &parts.emitter, &parts.log, &scratch)
            }
            if case .other = phase { dropBuffers(&parts.emitter) }
        case .webSocket: startWebSocket(arrival, &parts.emitter, &scratch)
        case .unproven: prove(arrival, &parts.emitter, &parts.log, &scratch)
        case .stream: advanceStream(arrival, isFinal: false, &parts.emitter, &scratch)
        case .other: dropBuffers(&parts.emitter)
        case .detecting: break
        }
    }

    private mutating func leaveHTTP() {
        sides.first.leaveHTTP()
        sides.second.leaveHTTP()
    }

    mutating func dropBuffers(_ emitter: inout EventEmitter) {
        for side in [FlowSide.first, .second] { dropBuffer(side: side, &emitter) }
    }

    private mutating func dropBuffer(side: FlowSide, _ emitter: inout EventEmitter) {
        emitter.summary.otherBytes += sides[side].buffer.bytes.count
        sides[side].buffer.consumeAll()
    }

    private mutating func endStream(
        side: FlowSide,
        _ parts: inout WorkerParts,
        _ scratch: inout ByteWriter
    ) {
        if context.isTLS { endTLS(side: side, &parts, &scratch) }
        switch phase {
        case .webSocket:
            sides[side].endWebSocket(side: side, &context, &parts.emitter, &scratch)
        case .http: endHTTP(side: side, &parts.emitter, &parts.log)
        case .stream:
            advanceStream(context.tail(side: side), isFinal: true, &parts.emitter, &scratch)
            endStreamFrames("the stream ends inside the frame", side: side, &parts.emitter)
        case .unproven:
            // The other end's messages may still identify the system.
            dropBuffer(side: side, &parts.emitter)
        case .detecting:
            if joinAtEnd(of: side, &parts, &scratch) {
                return sides[side].endWebSocket(side: side, &context, &parts.emitter, &scratch)
            }
            // The other end's bytes may still identify the protocol, and then the meaning of a single small frame.
            context.hasEnded[side] = true
            if context.sawBeginning(side: side) { dropBuffer(side: side, &parts.emitter) }
            if context.hasEnded[side.other] { dropBuffers(&parts.emitter) }
        case .other: dropBuffers(&parts.emitter)
        }
    }
}
