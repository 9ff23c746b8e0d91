import Capture
import Transport
import WireFormat

extension Conversation {
    /// Whether a stream begins with TLS, and who its client then is; `nil` while that can not be told.
    mutating func detectTLS(_ bytes: Span<UInt8>, side: FlowSide) -> Bool? {
        guard let isHello = TLSRecordHeader.looksLikeHello(bytes, from: 0) else { return nil }
        if isHello {
            // 1 is the client's hello, 2 the server's.
            if !context.flow.sawSYN { context.client = bytes[5] == 1 ? side : side.other }
            return true
        }
        // A record of application data in the middle of a connection; its version is that of TLS 1.2 in all later ones.
        guard let isRecord = TLSRecordHeader.looksLikeRecord(bytes, from: 0) else { return nil }
        return isRecord && bytes[0] == 23 && bytes[2] == 3 && bytes.uint16(at: 3) >= 17
    }

    /// Begins to decrypt with what both directions hold.
    mutating func startTLS(
        _ arrival: Arrival,
        _ parts: inout WorkerParts,
        _ scratch: inout ByteWriter
    ) {
        context.isTLS = true
        // What was held back to recognise the connection is the TLS layer's from now on.
        parts.unrecognisedBytes -= detectionBytes
        detectionBytes = 0
        let layer = TLSLayer(limits: parts.emitter.limits)
        for side in [FlowSide.first, .second] { swap(&layer.directions[side].buffer, &sides[side].buffer) }
        tls = layer
        advanceTLS(arrival, &parts, &scratch)
    }

    /// Takes encrypted bytes in.
    mutating func decrypt(
        _ bytes: Span<UInt8>,
        _ arrival: Arrival,
        _ parts: inout WorkerParts,
        _ scratch: inout ByteWriter
    ) {
        tls?.directions[arrival.side].buffer.append(bytes, packet: arrival.packet, time: arrival.time)
        advanceTLS(arrival, &parts, &scratch)
    }

    /// Decrypts whole records of both directions until nothing moves.
    mutating func advanceTLS(
        _ arrival: Arrival,
        _ parts: inout WorkerParts,
        _ scratch: inout ByteWriter
    ) {
        // Taken out for the time, since what comes up is worked on with all parts.
        var plaintext = ByteWriter(capacity: 0)
        swap(&plaintext, &parts.keys.plaintext)
        var side = arrival.side
        var idleTurns = 0
        while idleTurns < 2 {
            idleTurns += 1
            while let step = tls?.next(side, from: context.sender(at: side), parts.keys.secrets, into: &plaintext) {
                idleTurns = 0
                take(step, plaintext.span, side, arrival, &parts, &scratch)
            }
            side = side.other
        }
        swap(&plaintext, &parts.keys.plaintext)
    }

    private mutating func take(
        _ step: TLSLayer.Step,
        _ plaintext: Span<UInt8>,
        _ side: FlowSide,
        _ arrival: Arrival,
        _ parts: inout WorkerParts,
        _ scratch: inout ByteWriter
    ) {
        switch step.event {
        case .applicationData:
            context.hasPlaintext = true
            guard !plaintext.isEmpty else { return }
            var place = arrival
            place.side = side
            place.packet = step.packets.last ?? arrival.packet
            place.time = step.time
            place.isRecord = true
            context.recordPackets = step.packets
            if case .detecting = phase, tls?.stream.session.applicationProtocol == "h2" { nameHTTP2(&parts.log) }
            deliver(plaintext, place, &parts, &scratch)
        case .skipped(let count): parts.emitter.summary.otherBytes += count
        case .undecrypted(let status): notice(status, &parts.keys, &parts.log)
        case .record:
            if parts.emitter.selection != nil, let random = tls?.stream.session.clientRandom {
                parts.emitter.selection?.note(random, flow: context.flow.number)
            }
        case .alert(let alert):
            // TLS 1.2 has warnings after which the handshake goes on.
            guard !context.hasPlaintext, alert.isFatal || tls?.stream.session.version == .tls13 else { return }
            notice(.handshakeFailed(alert, from: context.sender(at: side)), &parts.keys, &parts.log)
        case .end: break
        }
    }

    /// A hole in the encrypted bytes: decryption may go on behind it, the streams inside it have lost their place.
    mutating func gapInTLS(length: Int, side: FlowSide, _ summary: inout DecodingSummary) {
        let lost = tls?.gap(length: length, side, from: context.sender(at: side)) ?? 0
        countLost(lost, &summary)
    }

    /// The end of a direction's encrypted bytes.
    mutating func endTLS(
        side: FlowSide,
        _ parts: inout WorkerParts,
        _ scratch: inout ByteWriter
    ) {
        if case .undecrypted(let status)? = tls?.stream.finish(from: context.sender(at: side)) {
            notice(status, &parts.keys, &parts.log)
        }
        // What the other direction kept back for this one comes out now.
        advanceTLS(context.tail(side: side.other), &parts, &scratch)
        countLost(tls?.drop(side) ?? 0, &parts.emitter.summary)
    }

    /// Counts encrypted bytes that are given up: those of a followed system, as far as that was seen.
    private func countLost(_ count: Int, _ summary: inout DecodingSummary) {
        switch phase {
        case .webSocket, .stream, .http: summary.undecodedBytes += count
        case .detecting, .unproven, .other: summary.otherBytes += count
        }
    }

    /// Says of a connection that ends in the middle of its handshake that it does.
    mutating func endHandshake(_ parts: inout WorkerParts) {
        guard let session = tls?.stream.session, !context.hasPlaintext, context.tally.other != "tls" else { return }
        notice(.handshakeUnfinished(hasServerHello: session.version != nil), &parts.keys, &parts.log)
    }

    private mutating func notice(_ status: TLSStatus, _ keys: inout TLSKeyring, _ log: inout ConnectionLog) {
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
        context.tally.isTold = true
        keys.note(status, FlowNote(flow: context.flow.number, text: text), &log)
    }
}
