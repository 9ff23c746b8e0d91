import Capture
import Transport
import WireFormat

// Units in the TCP stream itself, and in HTTP requests and answers.
extension Conversation {
    /// The verdict on the first bytes of a stream.
    enum StreamClaim {
        /// Frames of a system, with the reason.
        case yes(MessagingSystem, String)
        /// Perhaps frames of a system; more bytes are needed.
        case unclear
        /// Frames of no system.
        case no
    }

    /// Returns whether a stream begins with a system's frames; may also decide which side is the client.
    mutating func detectStream(_ bytes: Span<UInt8>, side: FlowSide) -> StreamClaim {
        var isUnclear = false
        for system in MessagingSystem.allCases where (context.forced ?? system) == system && system.hasStream {
            switch detectStream(of: system, bytes, side: side) {
            case .yes(let system, let reason): return .yes(system, reason)
            case .unclear: isUnclear = true
            case .no: break
            }
        }
        return isUnclear ? .unclear : .no
    }

    private mutating func detectStream(
        of system: MessagingSystem,
        _ bytes: Span<UInt8>,
        side: FlowSide
    ) -> StreamClaim {
        switch system {
        case .rongCloud: detectTCPForm(bytes, side: side)
        default: .no
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
        default: break
        }
    }

    /// Handles a hole in a stream of frames.
    mutating func streamGap(_ length: Int, side: FlowSide, _ emitter: inout EventEmitter) {
        switch context.system {
        case .rongCloud: sides[side].tcpFormGap(length, side: side, &context, &emitter)
        default: break
        }
    }

    /// Gives up an incomplete frame of a stream; the rest of the frame is skipped.
    mutating func giveUpStream(_ reason: String, side: FlowSide, _ emitter: inout EventEmitter) {
        switch context.system {
        case .rongCloud: sides[side].giveUpTCPForm(reason, side: side, &context, &emitter)
        default: break
        }
    }

    /// Emits the part of a frame that the end of a stream leaves.
    mutating func endStreamFrames(_ reason: String, side: FlowSide, _ emitter: inout EventEmitter) {
        switch context.system {
        case .rongCloud: sides[side].endTCPForm(reason, side: side, &context, &emitter)
        default: break
        }
    }

    /// Emits the events of a polling request.
    mutating func emitPolling(
        request: PendingHTTPRequest,
        _ received: ReceivedHTTP,
        _ arrival: Arrival,
        _ emitter: inout EventEmitter,
        _ log: inout ConnectionLog
    ) {
        switch request.polling?.system {
        case .rongCloud: emitRongCloudPolling(request: request, arrival, &emitter, &log)
        case .nim:
            emitNIMPolling(received, of: request.head, from: .client, arrival, &emitter, &log)
        default: break
        }
    }

    /// Returns whether an answer to a request that was not captured holds units of the connection's session, for a
    /// system whose units do not show this by themselves.
    func continuesPolling(_ answer: HTTPMessage, _ limits: Limits) -> Bool {
        switch context.system {
        case .nim: continuesNIMPolling(answer, limits)
        default: false
        }
    }

    /// Emits the events of an answer to a polling request; `head` is `nil` if the request was not seen.
    mutating func emitPolling(
        _ answer: ReceivedHTTP,
        of system: MessagingSystem,
        _ head: RequestHead?,
        _ arrival: Arrival,
        _ emitter: inout EventEmitter,
        _ log: inout ConnectionLog
    ) {
        switch system {
        case .rongCloud: emitRongCloudPolling(answer, of: head, arrival, &emitter, &log)
        case .nim: emitNIMPolling(answer, of: head, from: .server, arrival, &emitter, &log)
        case .yc: emitYC(answer, arrival, &emitter, &log)
        default: break
        }
    }
}
