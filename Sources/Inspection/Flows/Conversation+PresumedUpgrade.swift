import Capture
import Transport
import WireFormat

// Upgrades to WebSocket whose answer is not in the capture.
extension Conversation {
    /// Assumes an upgrade whose answer is missing, if other bytes follow in its place.
    ///
    /// At least one end must have continued with WebSocket frames. Returns whether the upgrade is assumed.
    mutating func presumeUpgrade(
        _ emitter: inout EventEmitter,
        _ log: inout ConnectionLog
    ) -> Bool {
        guard case .http = phase, awaitsSwitch, let switching = requests.lastUpgrade,
            beginsWithFrame(from: .client) || beginsWithFrame(from: .server)
        else { return false }
        emitUnanswered(&emitter, &log)
        awaitsSwitch = false
        presume(switching, &log)
        return true
    }

    /// At the end of the connection, assumes an upgrade whose answer is missing if an end continued with WebSocket
    /// frames.
    mutating func presumeUpgrade(
        _ emitter: inout EventEmitter,
        _ log: inout ConnectionLog,
        _ scratch: inout ByteWriter
    ) {
        guard presumeUpgrade(&emitter, &log), case .webSocket = phase else { return }
        startWebSocket(context.tail(side: context.client), &emitter, &scratch)
    }

    private func beginsWithFrame(from sender: FrameSender) -> Bool {
        let side = sides[context.side(of: sender)]
        guard let head = try? WebSocketFrameHeader(side.buffer.bytes.span, at: 0) else { return false }
        return head.mayBegin(from: sender)
    }

    /// Assumes an upgrade whose answer was not captured.
    ///
    /// Without a certain claim, the frames must prove a system, as in a capture that begins inside the connection.
    mutating func presume(
        _ switching: PendingHTTPRequest,
        _ log: inout ConnectionLog
    ) {
        guard switching.claim != nil || switching.claims.possible.isEmpty else {
            seekFrames()
            sides.first.dropHTTPMessage()
            sides.second.dropHTTPMessage()
            return
        }
        // It is unknown whether the server accepted the offer, which may be spread over several fields (RFC 6455
        // section 9.1).
        let offer = switching.message.list("Sec-WebSocket-Extensions")
        let compression = PerMessageDeflate(extensions: offer) == nil ? WebSocketCompression.none : .possible
        // The client's bytes after its request are complete; the beginning of the server's bytes may be missing.
        for side in [FlowSide.first, .second] {
            let isComplete = side == context.client && sides[side].buffer.isEmpty
            let isInStep = isComplete || beginsWithFrame(from: context.sender(at: side))
            sides[side].joinWebSocket(compression: compression, isInStep: isInStep)
        }
        noteOtherExtension(in: offer)
        upgrade(HTTPExchange(unanswered: switching), switching.head, &log)
    }
}
