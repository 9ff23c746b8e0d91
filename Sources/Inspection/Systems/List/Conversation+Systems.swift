import Capture
import Transport
import WireFormat

// What lies in a TCP stream itself, and what lies in HTTP requests and answers.
extension Conversation {
    /// What the first bytes of a stream are.
    enum StreamClaim {
        /// A system's frames, and why.
        case yes(MessagingSystem, String)
        /// So far they may be some system's.
        case unclear
        /// Nobody's.
        case no
    }

    /// Whether a stream begins with a system's frames; settles who is the client.
    mutating func detectStream(_ bytes: Span<UInt8>, side: FlowSide) -> StreamClaim {
        if let forced = context.forced, !forced.hasStream { return .no }
        return switch detectTCPForm(bytes, side: side) {
        case .yes: .yes(.rongCloud, "the TCP form, from checksum and length of its first frames")
        case .unclear: .unclear
        case .no: .no
        }
    }

    /// Reads frames of a stream.
    mutating func advanceStream(
        _ arrival: Arrival,
        isFinal: Bool,
        _ emitter: inout EventEmitter,
        _ scratch: inout ByteWriter
    ) {
        switch context.system {
        case .rongCloud: advanceTCPForm(arrival, isFinal: isFinal, &emitter, &scratch)
        case .leanCloud, .nim, .yc, nil: break
        }
    }

    /// A hole in a stream of frames.
    mutating func streamGap(_ length: Int, side: FlowSide, _ emitter: inout EventEmitter) {
        switch context.system {
        case .rongCloud:
            sides[side].tcpFormGap(length, side: side, &context, &emitter)
        case .leanCloud, .nim, .yc, nil: break
        }
    }

    /// What the end of a stream leaves of a frame.
    mutating func endStreamFrames(_ reason: String, side: FlowSide, _ emitter: inout EventEmitter) {
        switch context.system {
        case .rongCloud:
            sides[side].endTCPForm(reason, side: side, &context, &emitter)
        case .leanCloud, .nim, .yc, nil: break
        }
    }

    /// The events of a polling request.
    mutating func emitPolling(
        request: PendingHTTPRequest,
        _ arrival: Arrival,
        _ emitter: inout EventEmitter,
        _ log: inout ConnectionLog
    ) {
        switch request.polling?.system {
        case .rongCloud: emitRongCloudPolling(request: request, arrival, &emitter, &log)
        case .nim:
            emitNIMPolling(
                request.message.body,
                of: request.head,
                from: .client,
                packets: request.packets,
                arrival,
                &emitter,
                &log
            )
        case .leanCloud, .yc, nil: break
        }
    }

    /// The events of an answer to a polling request; without its head, of one that was not seen.
    mutating func emitPolling(
        _ answer: ReceivedHTTP,
        of system: MessagingSystem,
        _ head: RequestHead?,
        _ arrival: Arrival,
        _ emitter: inout EventEmitter,
        _ log: inout ConnectionLog
    ) {
        switch system {
        case .rongCloud:
            let sessionId = head.map { $0.target["sessionid"] } ?? context.tally.facts.sessionId
            emitRongCloudPolling(answer, sessionId: sessionId, arrival, &emitter, &log)
        case .nim:
            guard let head else { return }
            let body = answer.message.decodedBody(limits: emitter.limits).bytes
            emitNIMPolling(body, of: head, from: .server, packets: answer.packets, arrival, &emitter, &log)
        case .yc: emitYC(answer, arrival, &emitter, &log)
        case .leanCloud: break
        }
    }
}
