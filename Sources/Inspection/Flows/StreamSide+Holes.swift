import RongCloud
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
        var left = 0
        webSocket.lostContext = true
        let waiting = buffer.bytes
        if !needsSync, let head = try? WebSocketFrameHeader(waiting.span, at: 0),
            head.totalLength - waiting.count >= length, head.payloadLength <= core.limits.frameBytes
        {
            left = head.totalLength - waiting.count - length
        } else {
            needsSync = true
        }
        emitCut("the rest is not in the capture", fromFirst: fromFirst, &context, &core, &scratch)
        abandonMessage(&core)
        buffer.consume(buffer.bytes.count)
        buffer.pass(length)
        skip = left
    }

    /// A hole of unknown length, in the encrypted bytes below: the next frame is looked for.
    mutating func losePlace<Consumer>(
        fromFirst: Bool,
        _ context: inout FlowContext,
        _ core: inout WorkerCore<Consumer>,
        _ scratch: inout ByteWriter
    ) {
        settleSync(fromFirst: fromFirst, &context, &core, &scratch)
        webSocket.lostContext = true
        emitCut("the rest is not in the capture", fromFirst: fromFirst, &context, &core, &scratch)
        abandonMessage(&core)
        buffer.consume(buffer.bytes.count)
        http = HTTPStream(limits: core.limits)
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
        emitCut("the stream ends inside the frame", fromFirst: fromFirst, &context, &core, &scratch)
        buffer.consume(buffer.bytes.count)
        abandonMessage(&core)
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
        let arrival = Arrival(packet: 0, time: 0, fromFirst: fromFirst, hasNanoseconds: core.event.hasNanoseconds)
        context.begin(.undecoded, arrival, &core.event)
        notePackets(of: 0..<waiting.count, &core.event)
        core.event.isComplete = true
        scratch.removeAll()
        if let head = try? WebSocketFrameHeader(waiting.span, at: 0) {
            scratch.append(waiting.span.extracting(droppingFirst: head.headerLength), masked: head.mask)
            var layout = FrameLayout()
            var reader = ByteReader(scratch.span)
            try? layout.read(&reader, form: .websocket, sender: core.event.sender)
            if !scratch.span.isEmpty {
                core.event.kind = .frame
                core.event.layout = layout
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
