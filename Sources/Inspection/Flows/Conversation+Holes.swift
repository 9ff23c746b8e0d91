import Capture
import Transport
import WireFormat

// Bytes of a connection that the capture does not have.
extension Conversation {
    /// A hole in a direction: what it cut is given up, and what comes behind it must tell where it begins.
    mutating func gap(
        offset: Int,
        length: Int,
        side: FlowSide,
        _ parts: inout WorkerParts,
        _ scratch: inout ByteWriter
    ) {
        context.hasHoles = true
        if context.isTLS { gapInTLS(length: length, side: side, &parts.emitter.summary) }
        // What might have become a frame does not any more, and so one behind it may be found.
        if case .detecting = phase, joinAtEnd(of: side, &parts, &scratch) { weighDetection(&parts) }
        // What comes behind the hole may be something else than what was before it.
        let transport = transportOfGap
        switch phase {
        case .other:
            // Of a connection that is not decrypted it is still said how much is missing.
            guard context.isTLS else { return }
        case .webSocket where context.isTLS:
            sides[side].losePlace(side: side, &context, &parts.emitter, &scratch)
        case .webSocket:
            sides[side].webSocketGap(length, side: side, &context, &parts.emitter, &scratch)
        case .stream:
            advanceStream(context.tail(side: side), isFinal: true, &parts.emitter, &scratch)
            if context.isTLS {
                endStreamFrames("the rest is not in the capture", side: side, &parts.emitter)
                sides[side].place = .lost
            } else {
                streamGap(length, side: side, &parts.emitter)
            }
        case .unproven:
            phase = .other
            explain("other: a hole before anything told whose WebSocket it is", &parts.log)
            dropBuffers(&parts.emitter)
            guard context.isTLS else { return }
        case .http, .detecting:
            context.hasLostBytes[side] = true
            if MessagingSystem.beginsSwitch(sides[side].buffer.bytes) { context.sawRequestLine = true }
            // An HTTP message with a hole can not be finished; the bytes before the hole are given up,
            // and what comes after it must speak for itself.
            parts.emitter.summary.undecodedBytes += sides[side].buffer.bytes.count
            sides[side].buffer.consumeAll()
            if !context.isTLS { sides[side].buffer.pass(length) }
            sides[side].dropHTTPMessage()
            context.tally.bytesAtHole = seenBytes
            if case .http = phase {
                resumeAfterHTTPGap(inRequests: side == context.client, &parts.emitter, &parts.log)
            }
        }
        emitGap(offset: offset, length: length, side: side, transport, &parts.emitter)
    }

    /// How a unit would have come that a hole has taken.
    private var transportOfGap: EventTransport {
        switch phase {
        case .stream: .tcp
        // What has events is looked at anew after a hole in HTTP. A session of long polling is known by its URL.
        case .http, .detecting: context.tally.facts.sessionId != nil ? .polling : .websocket
        case .webSocket, .unproven, .other: .websocket
        }
    }

    /// Whether the connection is known for one of a system that is followed.
    private var isRecognised: Bool {
        guard context.system != nil else { return false }
        switch phase {
        case .webSocket, .stream: return true
        case .unproven: return false
        case .http, .detecting: return context.tally.events > 0
        case .other: return false
        }
    }

    private mutating func emitGap(
        offset: Int,
        length: Int,
        side: FlowSide,
        _ transport: EventTransport,
        _ emitter: inout EventEmitter
    ) {
        context.tally.gapBytes += length
        // Holes of a connection that is not followed are no events; of one that is not recognised yet, they are said
        // when it is.
        guard isRecognised else {
            context.rememberHole(offset: offset, length: length, side: side)
            return
        }
        let arrival = context.tail(side: side)
        context.begin(.gap(offset: offset, length: length), arrival, &emitter.event)
        emitter.event.transport = transport
        emitter.event.packets.clear()
        emitter.emit(Span())
    }
}
