import Transport
import WireFormat

// What a hole or the end of a stream leaves of a frame.
extension StreamSide {
    /// A hole: what was cut off by it is shown, and unless the frame's length tells, the next frame is looked for.
    mutating func webSocketGap<Consumer>(
        _ length: Int,
        fromFirst: Bool,
        _ context: inout FlowContext,
        _ core: inout WorkerCore<Consumer>,
        _ scratch: inout ByteWriter
    ) {
        if skip >= length, buffer.isEmpty {
            skip -= length
            buffer.pass(length)
            return
        }
        settleSync(fromFirst: fromFirst, &context, &core, &scratch)
        let reason = "the rest is not in the capture"
        let tail = context.tail(fromFirst: fromFirst)
        let waiting = buffer.bytes
        var left: Int?
        if !needsSync, let head = try? WebSocketFrameHeader(waiting.span, at: 0),
            head.payloadLength <= core.limits.frameBytes, head.totalLength - waiting.count >= length
        {
            left = head.totalLength - waiting.count - length
            loseFrame(head, reason, tail, &context, &core)
        } else {
            loseMessage(reason, tail, &context, &core)
        }
        emitCut(reason, fromFirst: fromFirst, &context, &core, &scratch)
        if left == nil { needsSync = true }
        buffer.consume(buffer.bytes.count)
        buffer.pass(length)
        skip = left ?? 0
    }

    /// A hole of unknown length, in the encrypted bytes below: the next frame is looked for.
    mutating func losePlace<Consumer>(
        fromFirst: Bool,
        _ context: inout FlowContext,
        _ core: inout WorkerCore<Consumer>,
        _ scratch: inout ByteWriter
    ) {
        settleSync(fromFirst: fromFirst, &context, &core, &scratch)
        let reason = "the rest is not in the capture"
        loseMessage(reason, context.tail(fromFirst: fromFirst), &context, &core)
        emitCut(reason, fromFirst: fromFirst, &context, &core, &scratch)
        buffer.consume(buffer.bytes.count)
        dropHTTPMessage()
        skip = 0
        needsSync = true
    }

    /// The end of a direction: a frame that is not complete is shown as far as it came.
    mutating func endWebSocket<Consumer>(
        fromFirst: Bool,
        _ context: inout FlowContext,
        _ core: inout WorkerCore<Consumer>,
        _ scratch: inout ByteWriter
    ) {
        settleSync(fromFirst: fromFirst, &context, &core, &scratch)
        loseMessage("the stream ends", context.tail(fromFirst: fromFirst), &context, &core)
        emitCut("the stream ends inside the frame", fromFirst: fromFirst, &context, &core, &scratch)
        buffer.consume(buffer.bytes.count)
    }

    /// Notes that an unknown part of the stream is lost, and the message under way with it.
    private mutating func loseMessage<Consumer>(
        _ reason: String,
        _ arrival: Arrival,
        _ context: inout FlowContext,
        _ core: inout WorkerCore<Consumer>
    ) {
        emitUnfinished(reason, arrival, &context, &core)
        abandonMessage(&core)
        webSocket.loseWindow()
    }

    /// Notes that a frame of which the head is known is lost, and with it its message.
    ///
    /// A control frame has none, and a plain message is no part of the window.
    mutating func loseFrame<Consumer>(
        _ head: WebSocketFrameHeader,
        _ reason: String,
        _ arrival: Arrival,
        _ context: inout FlowContext,
        _ core: inout WorkerCore<Consumer>
    ) {
        guard !head.opcode.isControl else { return }
        emitUnfinished(reason, arrival, &context, &core)
        abandonMessage(&core)
        if head.reserved & 0x40 != 0 { webSocket.loseWindow() }
        guard !head.isFinal else { return }
        webSocket.messageStart = buffer.start
        webSocket.isDiscarding = true
    }

    /// The event of a frame that is cut off, with what it still tells.
    private mutating func emitCut<Consumer>(
        _ reason: String,
        fromFirst: Bool,
        _ context: inout FlowContext,
        _ core: inout WorkerCore<Consumer>,
        _ scratch: inout ByteWriter
    ) {
        guard !buffer.isEmpty else { return }
        let waiting = buffer.bytes
        if needsSync {
            core.summary.undecodedBytes += waiting.count
            return
        }
        let arrival = context.tail(fromFirst: fromFirst)
        context.begin(.undecoded, arrival, &core.event)
        notePackets(of: 0..<waiting.count, &core.event)
        core.event.isComplete = true
        scratch.removeAll()
        if let head = try? WebSocketFrameHeader(waiting.span, at: 0) {
            scratch.append(waiting.span.extracting(droppingFirst: head.headerLength), masked: head.mask)
            if !scratch.span.isEmpty, head.opcode != .text {
                core.event.kind = .frame
                core.systems.decode(cut: scratch.span, into: &core.event)
            }
            let error = WireError(.truncated, at: 0, needed: head.payloadLength, available: scratch.count)
            core.event.diagnose(.error, "frame-cut", "\(reason): \(error)")
        } else {
            scratch.append(waiting)
            core.event.diagnose(.error, "frame-cut", reason)
        }
        core.event.undecoded = 0..<scratch.count
        core.emit(scratch.span)
    }
}
