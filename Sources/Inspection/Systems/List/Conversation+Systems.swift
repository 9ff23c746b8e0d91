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
    mutating func detectStream(_ bytes: Span<UInt8>, fromFirst: Bool) -> StreamClaim {
        if let forced = context.forced, !forced.hasStream { return .no }
        return switch detectTCPForm(bytes, fromFirst: fromFirst) {
        case .yes: .yes(.rongCloud, "the TCP form, from checksum and length of its first frames")
        case .unclear: .unclear
        case .no: .no
        }
    }

    /// Reads frames of a stream.
    mutating func advanceStream<Consumer>(
        _ arrival: Arrival,
        isFinal: Bool,
        _ core: inout WorkerCore<Consumer>,
        _ scratch: inout ByteWriter
    ) {
        switch context.system {
        case .rongCloud: advanceTCPForm(arrival, isFinal: isFinal, &core, &scratch)
        case .leanCloud, .nim, .yc, nil: break
        }
    }

    /// A hole in a stream of frames.
    mutating func streamGap<Consumer>(_ length: Int, fromFirst: Bool, _ core: inout WorkerCore<Consumer>) {
        switch context.system {
        case .rongCloud:
            if fromFirst {
                first.tcpFormGap(length, fromFirst: true, &context, &core)
            } else {
                second.tcpFormGap(length, fromFirst: false, &context, &core)
            }
        case .leanCloud, .nim, .yc, nil: break
        }
    }

    /// What the end of a stream leaves of a frame.
    mutating func endStreamFrames<Consumer>(_ reason: String, fromFirst: Bool, _ core: inout WorkerCore<Consumer>) {
        switch context.system {
        case .rongCloud:
            if fromFirst {
                first.endTCPForm(reason, fromFirst: true, &context, &core)
            } else {
                second.endTCPForm(reason, fromFirst: false, &context, &core)
            }
        case .leanCloud, .nim, .yc, nil: break
        }
    }

    /// The events of a polling request.
    mutating func emitPolling<Consumer>(
        request: PendingHTTPRequest,
        _ arrival: Arrival,
        _ core: inout WorkerCore<Consumer>
    ) {
        switch request.polling?.system {
        case .rongCloud: emitRongCloudPolling(request: request, arrival, &core)
        case .nim:
            emitNIMPolling(
                request.message.body,
                of: request.head,
                from: .client,
                packets: request.packets,
                arrival,
                &core
            )
        case .leanCloud, .yc, nil: break
        }
    }

    /// The events of an answer to a polling request; without its head, of one that was not seen.
    mutating func emitPolling<Consumer>(
        _ answer: ReceivedHTTP,
        of system: MessagingSystem,
        _ head: RequestHead?,
        _ arrival: Arrival,
        _ core: inout WorkerCore<Consumer>
    ) {
        switch system {
        case .rongCloud:
            let sessionId = head.map { $0.target["sessionid"] } ?? context.tally.facts.sessionId
            emitRongCloudPolling(answer, sessionId: sessionId, arrival, &core)
        case .nim:
            guard let head else { return }
            let body = answer.message.decodedBody(limits: core.limits).bytes
            emitNIMPolling(body, of: head, from: .server, packets: answer.packets, arrival, &core)
        case .yc: emitYC(answer, arrival, &core)
        case .leanCloud: break
        }
    }
}
