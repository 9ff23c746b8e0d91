import Capture
import Transport
import WireFormat

// Incomplete messages: their memory is counted over all connections of a worker, and they are given up when it exceeds
// the limit.
extension Conversation {
    /// Updates the counted memory of this connection's incomplete frames and messages.
    ///
    /// Bytes that wait for detection have their own limit.
    @inline(__always)
    mutating func weighUnfinished(_ budget: inout UnfinishedBudget) {
        var held = sides.first.unfinishedBytes &+ sides.second.unfinishedBytes
        if case .detecting = phase { held = 0 }
        held &+= requests.cost
        if context.isTLS { held &+= tls?.unfinishedBytes ?? 0 }
        guard held != unfinishedBytes else { return }
        budget.change(by: held &- unfinishedBytes)
        unfinishedBytes = held
    }

    /// Removes the connection from the count when it ends.
    func endUnfinished(_ budget: inout UnfinishedBudget) { budget.change(by: -unfinishedBytes) }

    /// Gives up incomplete frames and messages and reports this; reading continues with the next frame or message.
    mutating func giveUpUnfinished(_ parts: inout WorkerParts, _ scratch: inout ByteWriter) {
        let reason = "all connections together hold back as much as the limit allows"
        let held = unfinishedBytes
        if let tls, tls.unfinishedBytes > held / 2 {
            tls.stream.stopWaiting()
            advanceTLS(context.tail(side: context.client), &parts, &scratch)
        }
        switch phase {
        case .webSocket:
            for side in [FlowSide.first, .second] {
                sides[side].giveUpWebSocket(reason, side: side, &context, &parts.emitter, &scratch)
            }
        case .stream:
            for side in [FlowSide.first, .second] { giveUpStream(reason, side: side, &parts.emitter) }
        case .http:
            // An answer continues without its body, with a diagnostic.
            sides.first.dropHTTPBody()
            sides.second.dropHTTPBody()
            if requests.cost > held / 2 { giveUp(requests.count, &parts.emitter, &parts.log) }
            // The end of a head or the answer to an upgrade is no longer waited for.
            if waitingBytes > held / 2 { leave(parts: &parts, reason) }
        case .unproven: leave(parts: &parts, reason)
        case .detecting, .other: break
        }
        weighUnfinished(&parts.unfinished)
        guard unfinishedBytes < held else { return }
        let text = "what had come of a message was given up: \(reason)"
        parts.log.notices.append(FlowNote(flow: context.flow.number, text: text))
    }

    private mutating func leave(parts: inout WorkerParts, _ reason: String) {
        phase = .other
        explain("other: \(reason)", &parts.log)
        dropBuffers(&parts.emitter)
    }
}

extension StreamSide {
    /// The memory for incomplete frames and messages, in bytes.
    @inline(__always)
    var unfinishedBytes: Int {
        if buffer.isEmpty, webSocket.message.isNone, !hasHTTP { return 0 }
        return unfinishedBytesInDetail
    }

    @inline(never)
    private var unfinishedBytesInDetail: Int {
        var count = buffer.cost
        if case .underWay(let message) = webSocket.message { count += message.cost }
        return count + httpCost
    }

    /// Gives up an incomplete frame and message: the received part is emitted, the rest is skipped.
    mutating func giveUpWebSocket(
        _ reason: String,
        side: FlowSide,
        _ context: inout FlowContext,
        _ emitter: inout EventEmitter,
        _ scratch: inout ByteWriter
    ) {
        let isUnderWay = !webSocket.message.isNone
        emitUnfinished(reason, context.tail(side: side), &context, &emitter)
        abandonMessage()
        if isUnderWay { webSocket.message = .discarded }
        guard let head = try? WebSocketFrameHeader(buffer.bytes.span, at: 0), isInStep else { return }
        let left = head.totalLength - buffer.bytes.count
        loseFrame(head, reason, context.tail(side: side), &context, &emitter)
        // The frame that is given up may be the last one of a message.
        if isUnderWay, head.isFinal, !head.opcode.isControl { webSocket.message = .none }
        emitCut(reason, side: side, &context, &emitter, &scratch)
        buffer.consumeAll()
        place = left > 0 ? .passingOver(left) : .inStep
    }

    mutating func dropHTTPBody() {
        guard var progress = http.take() else { return }
        progress.dropBody()
        http = progress
    }
}
