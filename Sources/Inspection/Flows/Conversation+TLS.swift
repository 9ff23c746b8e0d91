import Capture
import Transport
import WireFormat

extension Conversation {
    /// Whether a stream begins with TLS, and who its client then is; `nil` while that can not be told.
    mutating func detectTLS(_ bytes: Span<UInt8>, fromFirst: Bool) -> Bool? {
        guard let isHello = TLSRecordHeader.looksLikeHello(bytes, from: 0) else { return nil }
        if isHello {
            // 1 is the client's hello, 2 the server's.
            if !context.flow.sawSYN { context.firstIsClient = fromFirst == (bytes[5] == 1) }
            return true
        }
        // A record of application data in the middle of a connection; its version is that of TLS 1.2 in all later ones.
        guard let isRecord = TLSRecordHeader.looksLikeRecord(bytes, from: 0) else { return nil }
        return isRecord && bytes[0] == 23 && bytes[2] == 3 && bytes.uint16(at: 3) >= 17
    }

    /// Begins to decrypt with what both directions hold.
    mutating func startTLS<Consumer>(
        _ arrival: Arrival,
        _ core: inout WorkerCore<Consumer>,
        _ scratch: inout ByteWriter
    ) {
        context.isTLS = true
        let layer = TLSLayer(limits: core.limits)
        let (client, server) = context.firstIsClient ? (first.buffer, second.buffer) : (second.buffer, first.buffer)
        layer.client = client
        layer.server = server
        first.buffer = StreamBuffer()
        second.buffer = StreamBuffer()
        tls = layer
        advanceTLS(arrival, &core, &scratch)
    }

    /// Takes encrypted bytes in.
    mutating func decrypt<Consumer>(
        _ bytes: Span<UInt8>,
        _ arrival: Arrival,
        _ core: inout WorkerCore<Consumer>,
        _ scratch: inout ByteWriter
    ) {
        let fromClient = arrival.fromFirst == context.firstIsClient
        tls?.append(bytes, fromClient: fromClient, packet: arrival.packet, time: arrival.time)
        advanceTLS(arrival, &core, &scratch)
    }

    /// Decrypts whole records of both directions until nothing moves.
    private mutating func advanceTLS<Consumer>(
        _ arrival: Arrival,
        _ core: inout WorkerCore<Consumer>,
        _ scratch: inout ByteWriter
    ) {
        // Taken out for the time, since what comes up is worked on with the core's other parts.
        var plaintext = ByteWriter(capacity: 0)
        swap(&plaintext, &core.plaintext)
        var fromClient = arrival.fromFirst == context.firstIsClient
        var idleTurns = 0
        while idleTurns < 2 {
            idleTurns += 1
            while let step = tls?.next(fromClient: fromClient, core.secrets, into: &plaintext) {
                idleTurns = 0
                take(step, plaintext.span, fromClient: fromClient, arrival, &core, &scratch)
            }
            fromClient.toggle()
        }
        swap(&plaintext, &core.plaintext)
    }

    private mutating func take<Consumer>(
        _ step: TLSLayer.Step,
        _ plaintext: Span<UInt8>,
        fromClient: Bool,
        _ arrival: Arrival,
        _ core: inout WorkerCore<Consumer>,
        _ scratch: inout ByteWriter
    ) {
        switch step.event {
        case .applicationData:
            context.hasPlaintext = true
            guard !plaintext.isEmpty else { return }
            var place = arrival
            place.fromFirst = fromClient == context.firstIsClient
            place.packet = step.packets.last ?? arrival.packet
            place.time = step.time
            place.isRecord = true
            core.recordPackets = step.packets
            if case .detecting = phase, tls?.stream.session.applicationProtocol == "h2" { nameHTTP2(&core) }
            deliver(plaintext, place, &core, &scratch)
        case .skipped(let count): core.summary.otherBytes += count
        case .undecrypted(let status): notice(status, &core)
        case .record:
            if core.selection != nil, let random = tls?.stream.session.clientRandom {
                core.selection?.note(random, flow: context.flow.number)
            }
        case .alert(let alert):
            // TLS 1.2 has warnings after which the handshake goes on.
            guard !context.hasPlaintext, alert.isFatal || tls?.stream.session.version == .tls13 else { return }
            notice(.handshakeFailed(alert, fromClient: fromClient), &core)
        case .end: break
        }
    }

    /// A hole in the encrypted bytes: decryption may go on behind it, the streams inside it have lost their place.
    mutating func gapInTLS<Consumer>(
        length: Int,
        fromFirst: Bool,
        _ core: inout WorkerCore<Consumer>,
        _ scratch: inout ByteWriter
    ) {
        let lost = tls?.gap(length: length, fromClient: fromFirst == context.firstIsClient) ?? 0
        countLost(lost, &core)
        if fromFirst {
            first.losePlace(fromFirst: true, &context, &core, &scratch)
        } else {
            second.losePlace(fromFirst: false, &context, &core, &scratch)
        }
        if case .http = phase { phase = .detecting }
    }

    /// The end of a direction's encrypted bytes.
    mutating func endTLS<Consumer>(
        fromFirst: Bool,
        _ core: inout WorkerCore<Consumer>,
        _ scratch: inout ByteWriter
    ) {
        let fromClient = fromFirst == context.firstIsClient
        if case .undecrypted(let status)? = tls?.stream.finish(fromClient: fromClient) {
            notice(status, &core)
        }
        // What the other direction kept back for this one comes out now.
        advanceTLS(context.tail(fromFirst: !fromFirst), &core, &scratch)
        countLost(tls?.drop(fromClient: fromClient) ?? 0, &core)
    }

    /// Counts encrypted bytes that are given up: those of a followed system, as far as that was seen.
    private func countLost<Consumer>(_ count: Int, _ core: inout WorkerCore<Consumer>) {
        switch phase {
        case .webSocket, .stream, .http: core.summary.undecodedBytes += count
        case .detecting, .unproven, .other: core.summary.otherBytes += count
        }
    }

    /// Says of a connection that ends in the middle of its handshake that it does.
    mutating func endHandshake<Consumer>(_ core: inout WorkerCore<Consumer>) {
        guard let session = tls?.stream.session, !context.hasPlaintext, context.tally.other != "tls" else { return }
        notice(.handshakeUnfinished(hasServerHello: session.version != nil), &core)
    }

    private mutating func notice<Consumer>(_ status: TLSStatus, _ core: inout WorkerCore<Consumer>) {
        var text = "TLS is not decrypted: \(status)"
        switch status {
        case .handshakeFailed, .handshakeUnfinished:
            // The reason that was given before is the one that this follows from.
            guard context.tally.other == nil else { return }
            text = "TLS: \(status)"
        default: break
        }
        if case .detecting = phase {
            context.tally.other = "tls"
            if tls?.stream.session.applicationProtocol == "h2" {
                context.tally.other = "http2"
                text += "; it carries HTTP/2"
            }
        }
        context.tally.reason = text
        core.note(status, FlowNote(flow: context.flow.number, text: text))
    }
}
