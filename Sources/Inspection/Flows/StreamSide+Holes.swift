import Capture
import Transport
import WireFormat

// Frames that are cut off by a hole or the end of the stream.
extension StreamSide {
    /// Handles a hole: emits the cut frame; reading then looks for the next frame, unless the length of the cut frame
    /// gives its place.
    mutating func webSocketGap(
        _ length: Int,
        side: FlowSide,
        _ context: inout FlowContext,
        _ emitter: inout EventEmitter,
        _ scratch: inout ByteWriter
    ) {
        if passOverHole(length) { return }
        settleSync(side: side, &context, &emitter, &scratch)
        let reason = "the rest is not in the capture"
        let tail = context.tail(side: side)
        let waiting = buffer.bytes
        var left: Int?
        if !isLost, let head = try? WebSocketFrameHeader(waiting.span, at: 0),
            head.payloadLength <= emitter.limits.transport.frameBytes, head.totalLength - waiting.count >= length
        {
            left = head.totalLength - waiting.count - length
            loseFrame(head, reason, tail, &context, &emitter)
        } else {
            loseMessage(reason, tail, &context, &emitter)
        }
        emitCut(reason, side: side, &context, &emitter, &scratch)
        buffer.consumeAll()
        buffer.pass(length)
        switch left {
        case nil: place = .lost
        case 0?: place = .inStep
        case let left?: place = .passingOver(left)
        }
    }

    /// Skips a hole that lies inside a frame that is skipped anyway; returns whether it does.
    ///
    /// Nothing is lost by such a hole.
    mutating func passOverHole(_ length: Int) -> Bool {
        guard buffer.isEmpty, case .passingOver(let left) = place, left >= length else { return false }
        place = left > length ? .passingOver(left - length) : .inStep
        buffer.pass(length)
        return true
    }

    /// Handles a hole of unknown length, caused by a hole in the encrypted bytes; reading then looks for the next
    /// frame.
    mutating func losePlace(
        side: FlowSide,
        _ context: inout FlowContext,
        _ emitter: inout EventEmitter,
        _ scratch: inout ByteWriter
    ) {
        settleSync(side: side, &context, &emitter, &scratch)
        let reason = "the rest is not in the capture"
        loseMessage(reason, context.tail(side: side), &context, &emitter)
        emitCut(reason, side: side, &context, &emitter, &scratch)
        buffer.consumeAll()
        dropHTTPMessage()
        place = .lost
    }

    /// Handles the end of a direction: emits the received part of an incomplete frame.
    mutating func endWebSocket(
        side: FlowSide,
        _ context: inout FlowContext,
        _ emitter: inout EventEmitter,
        _ scratch: inout ByteWriter
    ) {
        settleSync(side: side, &context, &emitter, &scratch)
        loseMessage("the stream ends", context.tail(side: side), &context, &emitter)
        emitCut("the stream ends inside the frame", side: side, &context, &emitter, &scratch)
        buffer.consumeAll()
    }

    /// Gives up the current message after the loss of an unknown part of the stream.
    private mutating func loseMessage(
        _ reason: String,
        _ arrival: Arrival,
        _ context: inout FlowContext,
        _ emitter: inout EventEmitter
    ) {
        emitUnfinished(reason, arrival, &context, &emitter)
        abandonMessage()
        webSocket.inflation.loseWindow()
    }

    /// Gives up a frame with a known head, and its message.
    ///
    /// A control frame belongs to no message, and an uncompressed message is not in the inflation window.
    mutating func loseFrame(
        _ head: WebSocketFrameHeader,
        _ reason: String,
        _ arrival: Arrival,
        _ context: inout FlowContext,
        _ emitter: inout EventEmitter
    ) {
        guard !head.opcode.isControl else { return }
        emitUnfinished(reason, arrival, &context, &emitter)
        abandonMessage()
        if head.reserved & 0x40 != 0 { webSocket.inflation.loseWindow() }
        guard !head.isFinal else { return }
        webSocket.message = .discarded
    }

    /// Emits the event of a frame that is cut off, with the fields that can still be decoded.
    mutating func emitCut(
        _ reason: String,
        side: FlowSide,
        _ context: inout FlowContext,
        _ emitter: inout EventEmitter,
        _ scratch: inout ByteWriter
    ) {
        guard !buffer.isEmpty else { return }
        let waiting = buffer.bytes
        if isLost {
            skipped += waiting.count
            emitter.summary.undecodedBytes += waiting.count
            return
        }
        let arrival = context.tail(side: side)
        context.begin(.undecoded, arrival, &emitter.event)
        notePackets(of: 0..<waiting.count, &emitter.event)
        emitter.event.isComplete = true
        scratch.removeAll()
        if let head = try? WebSocketFrameHeader(waiting.span, at: 0) {
            scratch.append(waiting.span.extracting(droppingFirst: head.headerLength), masked: head.mask)
            // Only the beginning of an uncompressed message can be decoded.
            if !scratch.span.isEmpty, head.opcode == .binary, head.reserved == 0 {
                emitter.event.kind = .frame
                emitter.systems.decode(cut: scratch.span, into: &emitter.event)
            }
            let error = WireError(.truncated, at: 0, needed: head.payloadLength, available: scratch.count)
            emitter.event.diagnose(.error, Self.cutCode, "\(reason): \(error)")
        } else {
            scratch.append(waiting)
            emitter.event.diagnose(.error, Self.cutCode, reason)
        }
        emitter.event.undecoded = 0..<scratch.count
        emitter.emit(scratch.span)
    }
}
