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
        var isUnclear = false
        for system in MessagingSystem.allCases where (context.forced ?? system) == system && system.hasStream {
            switch detectStream(of: system, bytes, fromFirst: fromFirst) {
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
        fromFirst: Bool
    ) -> StreamClaim {
        switch system {
        case .rongCloud: detectTCPForm(bytes, fromFirst: fromFirst)
        default: .no
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
        default: break
        }
    }

    /// A hole in a stream of frames.
    mutating func streamGap<Consumer>(_ length: Int, fromFirst: Bool, _ core: inout WorkerCore<Consumer>) {
        switch context.system {
        case .rongCloud: tcpFormGap(length, fromFirst: fromFirst, &core)
        default: break
        }
    }

    /// What the end of a stream leaves of a frame.
    mutating func endStreamFrames<Consumer>(_ reason: String, fromFirst: Bool, _ core: inout WorkerCore<Consumer>) {
        switch context.system {
        case .rongCloud: endTCPForm(reason, fromFirst: fromFirst, &core)
        default: break
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
        default: break
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
        case .rongCloud: emitRongCloudPolling(answer, of: head, arrival, &core)
        case .nim:
            guard let head else { return }
            let body = answer.message.decodedBody(limits: core.limits).bytes
            emitNIMPolling(body, of: head, from: .server, packets: answer.packets, arrival, &core)
        case .yc: emitYC(answer, arrival, &core)
        default: break
        }
    }
}
