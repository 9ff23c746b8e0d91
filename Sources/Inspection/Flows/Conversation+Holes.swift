import Capture
import WireFormat

// Holes: bytes of a connection that are missing from the capture.
extension Conversation {
    /// Handles a hole in a direction; the incomplete unit before it is given up, and reading must find its place again
    /// after it.
    mutating func gap(
        offset: Int,
        length: Int,
        side: FlowSide,
        _ parts: inout WorkerParts,
        _ scratch: inout ByteWriter
    ) {
        context.hasHoles = true
        if context.isTLS { gapInTLS(length: length, side: side, &parts.emitter.summary) }
        // Bytes that were unclear cannot become a frame after the hole, so a later frame may be found now.
        if case .detecting = phase, joinAtEnd(of: side, &parts, &scratch) { weighDetection(&parts) }
        // The phase may change after the hole, so the transport is determined before.
        let transport = transportOfGap
        switch phase {
        case .other:
            // For a connection that is not decrypted, the missing bytes are still reported.
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
            loseUnproven(length, side: side, &parts.emitter.summary)
        case .http, .detecting:
            context.hasLostBytes[side] = true
            if MessagingSystem.beginsSwitch(sides[side].buffer.bytes) { context.sawRequestLine = true }
            // An HTTP message with a hole cannot be completed, and the bytes before the hole are given up.
            giveUpHTTP(side: side, &parts.emitter.summary)
            if !context.isTLS { passHole(length, side: side) }
            resumeInside(side: side, &parts.emitter, &parts.log)
        }
        emitGap(offset: offset, length: length, side: side, transport, &parts.emitter)
    }

    /// Handles a hole before the first messages have identified the system: those of the other end may still do so.
    private mutating func loseUnproven(
        _ length: Int,
        side: FlowSide,
        _ summary: inout DecodingSummary
    ) {
        let count = sides[side].buffer.bytes.count
        sides[side].skipped += count
        summary.undecodedBytes += count
        sides[side].buffer.consumeAll()
        if !context.isTLS { passHole(length, side: side) }
        sides[side].webSocket.inflation.loseWindow()
        sides[side].place = .lost
        guard sides.first.isLost, sides.second.isLost else { return }
        proof = nil
        seekFrames()
    }

    /// Moves on to the end of a hole in bytes that have not told yet what the connection is.
    private mutating func passHole(_ length: Int, side: FlowSide) {
        sides[side].buffer.pass(length)
        context.tally.passedHoleBytes += length
    }

    /// Continues as in a capture that begins inside the connection: the frames must be found, and prove a system.
    mutating func seekFrames() {
        phase = .detecting
        context.hasLostBytes = Sides(first: true, second: true)
    }

    /// The transport of the unit that contains the hole.
    var transportOfGap: EventTransport {
        switch phase {
        case .stream: .tcp
        // After a hole in HTTP, detection may start anew even if there are events.
        case .http, .detecting: context.tally.hasPolled ? .polling : .http
        case .webSocket, .unproven, .other: .websocket
        }
    }

    /// Whether the connection is known to belong to a followed system.
    var isRecognised: Bool {
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
        // A hole in a connection that is not followed is no event. In a connection that is not recognised yet, it is
        // reported with the first event.
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
