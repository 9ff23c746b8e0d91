import Capture
import Transport
import WireFormat

extension Conversation {
    /// Returns whether a stream begins with TLS; `nil` if it is not known yet.
    ///
    /// A hello also sets the client if the capture has no SYN.
    mutating func detectTLS(_ bytes: Span<UInt8>, side: FlowSide) -> Bool? {
        guard let isHello = TLSRecordHeader.looksLikeHello(bytes, from: 0) else { return nil }
        if isHello {
            // 1 is the client's hello, 2 the server's.
            if !context.flow.sawSYN { context.client = bytes[5] == 1 ? side : side.other }
            return true
        }
        // An application data record in the middle of a connection; all versions after TLS 1.2 use the version number
        // of TLS 1.2.
        guard let isRecord = TLSRecordHeader.looksLikeRecord(bytes, from: 0) else { return nil }
        return isRecord && bytes[0] == 23 && bytes[2] == 3 && bytes.uint16(at: 3) >= 17
    }

    /// Starts decryption with the waiting bytes of both directions.
    mutating func startTLS(
        _ arrival: Arrival,
        _ parts: inout WorkerParts,
        _ scratch: inout ByteWriter
    ) {
        context.isTLS = true
        // The bytes that waited for detection now belong to the TLS layer.
        parts.unrecognisedBytes -= detectionBytes
        detectionBytes = 0
        let layer = TLSLayer(limits: parts.emitter.limits)
        for side in [FlowSide.first, .second] { swap(&layer.directions[side].buffer, &sides[side].buffer) }
        // The stream offsets begin anew, and holes before TLS are not among them.
        context.tally.passedHoleBytes = 0
        context.tally.bytesAtHole = 0
        tls = layer
        advanceTLS(arrival, &parts, &scratch)
    }

    /// Adds encrypted bytes.
    mutating func decrypt(
        _ bytes: Span<UInt8>,
        _ arrival: Arrival,
        _ parts: inout WorkerParts,
        _ scratch: inout ByteWriter
    ) {
        tls?.directions[arrival.side].buffer.append(bytes, packet: arrival.packet, time: arrival.time)
        advanceTLS(arrival, &parts, &scratch)
    }

    /// Decrypts the complete records of both directions until no progress is possible.
    mutating func advanceTLS(
        _ arrival: Arrival,
        _ parts: inout WorkerParts,
        _ scratch: inout ByteWriter
    ) {
        // Moved out of `parts` for now, because the decrypted bytes are processed with all parts.
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
            context.decryption[side] = .underway
            guard !plaintext.isEmpty else { return }
            let place = place(of: step, side, arrival)
            context.recordPackets = step.packets
            if case .detecting = phase, tls?.stream.session.applicationProtocol == "h2" { nameHTTP2(&parts.log) }
            deliver(plaintext, place, &parts, &scratch)
        case .skipped(let count):
            noteUnread(step, length: count, place(of: step, side, arrival), &parts.emitter)
            countLost(count, &parts.emitter.summary)
        case .undecrypted(let status): notice(status, &parts.keys, &parts.log)
        case .record:
            if parts.emitter.selection != nil, let random = tls?.stream.session.clientRandom {
                parts.emitter.selection?.note(random, flow: context.flow.number)
            }
        case .alert(let alert): take(alert, from: context.sender(at: side), &parts)
        case .end: break
        }
    }

    /// Returns where a record arrived: its last packet and that packet's time.
    private func place(of step: TLSLayer.Step, _ side: FlowSide, _ arrival: Arrival) -> Arrival {
        var place = arrival
        place.side = side
        place.packet = step.packets.last ?? arrival.packet
        place.time = step.time
        place.isRecord = true
        return place
    }

    /// Notes that a direction's records are not decrypted any more: its units are missing from here on.
    ///
    /// In a session of a system this is an event, like a hole. Where a hole is the cause, it has its own event.
    private mutating func noteUnread(
        _ step: TLSLayer.Step,
        length: Int,
        _ place: Arrival,
        _ emitter: inout EventEmitter
    ) {
        let sender = context.sender(at: place.side)
        guard context.decryption[place.side] == .underway, tls?.stream.isUnread(from: sender) == true else { return }
        context.decryption[place.side] = .stopped
        guard isRecognised, let status = tls?.stream.status(from: sender) else { return }
        if case .holeNotBridged = status { return }
        let transport = transportOfGap
        context.begin(.gap(offset: step.offset, length: length), place, &emitter.event)
        emitter.event.transport = transport
        emitter.event.diagnose(.warning, "tls-undecrypted", "\(status)")
        emitter.emit(Span())
    }

    private mutating func take(_ alert: TLSAlert, from sender: FrameSender, _ parts: inout WorkerParts) {
        // TLS 1.2 has warnings after which the connection continues.
        guard alert.isFatal || tls?.stream.session.version == .tls13 else { return }
        if context.hasPlaintext || tls?.stream.isEstablished == true, alert.isClosure { return }
        if context.hasPlaintext {
            let text = "TLS alert \(alert.code) (\(alert)) from the \(sender.rawValue)"
            context.tally.alert = context.tally.alert ?? text
        } else {
            notice(.handshakeFailed(alert, from: sender), &parts.keys, &parts.log)
        }
    }

    /// Whether records were decrypted: application data, or a handshake after which none came.
    var isDecrypted: Bool {
        context.hasPlaintext || tls?.stream.isEstablished == true && context.tally.undecrypted == nil
    }

    /// Handles a hole in the encrypted bytes; decryption may continue after it, but the streams inside lose their
    /// place.
    mutating func gapInTLS(length: Int, side: FlowSide, _ summary: inout DecodingSummary) {
        let lost = tls?.gap(length: length, side, from: context.sender(at: side)) ?? 0
        countLost(lost, &summary)
    }

    /// Handles the end of a direction's encrypted bytes.
    mutating func endTLS(
        side: FlowSide,
        _ parts: inout WorkerParts,
        _ scratch: inout ByteWriter
    ) {
        if case .undecrypted(let status)? = tls?.stream.finish(from: context.sender(at: side)) {
            notice(status, &parts.keys, &parts.log)
        }
        // Records of the other direction that waited for this one are decrypted now.
        advanceTLS(context.tail(side: side.other), &parts, &scratch)
        countLost(tls?.drop(side) ?? 0, &parts.emitter.summary)
    }

    /// Counts encrypted bytes that are given up: as undecoded bytes if HTTP, WebSocket or a system's stream was
    /// recognised, otherwise as other bytes.
    private func countLost(_ count: Int, _ summary: inout DecodingSummary) {
        switch phase {
        case .webSocket, .stream, .http: summary.undecodedBytes += count
        case .detecting, .unproven, .other: summary.otherBytes += count
        }
    }

    /// Adds a notice if the connection ends during its handshake, or before any application data.
    mutating func endHandshake(_ parts: inout WorkerParts) {
        guard let stream = tls?.stream, !context.hasPlaintext, context.tally.unfollowed != .tls else { return }
        let status: TLSStatus =
            stream.isEstablished
            ? .noApplicationData : .handshakeUnfinished(hasServerHello: stream.session.version != nil)
        notice(status, &parts.keys, &parts.log)
    }

    private mutating func notice(_ status: TLSStatus, _ keys: inout TLSKeyring, _ log: inout ConnectionLog) {
        var text = "TLS is not decrypted: \(status)"
        switch status {
        case .handshakeFailed, .handshakeUnfinished, .noApplicationData:
            // The reason that was reported before has caused this one.
            guard context.tally.unfollowed == nil else { return }
            text = "TLS: \(status)"
        default: context.tally.undecrypted = context.tally.undecrypted ?? text
        }
        if case .detecting = phase {
            context.tally.unfollowed = .tls
            if tls?.stream.session.applicationProtocol == "h2" {
                context.tally.unfollowed = .http2
                text += "; it carries HTTP/2"
            }
        }
        context.tally.reason = text
        context.tally.isTold = true
        let missing: FlowNote.MissingKey? = status.code == "tls-no-secret" ? .tlsSecrets : nil
        keys.note(status, FlowNote(flow: context.flow.number, text: text, missing: missing), &log)
    }
}
