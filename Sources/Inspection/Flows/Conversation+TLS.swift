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
        var layer = TLSLayer()
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
        var plaintext = ByteWriter(capacity: 1 << 14)
        let arrivedFromClient = arrival.fromFirst == context.firstIsClient
        var moved = true
        while moved {
            moved = false
            for fromClient in [arrivedFromClient, !arrivedFromClient] {
                while let step = tls?.next(fromClient: fromClient, core.secrets, into: &plaintext) {
                    moved = true
                    take(step, plaintext.span, fromClient: fromClient, arrival, &core, &scratch)
                }
            }
        }
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
            guard !plaintext.isEmpty else { return }
            var place = arrival
            place.fromFirst = fromClient == context.firstIsClient
            place.packet = step.packets.last ?? arrival.packet
            place.time = step.time
            place.isRecord = true
            core.recordPackets = step.packets
            deliver(plaintext, place, &core, &scratch)
        case .skipped(let count): core.summary.otherBytes += count
        case .undecrypted(let status): notice("TLS is not decrypted: \(status)", &core)
        case .record, .alert, .end: break
        }
    }

    /// A hole in the encrypted bytes: decryption may go on behind it, the streams inside it have lost their place.
    mutating func gapInTLS<Consumer>(
        length: Int,
        fromFirst: Bool,
        _ core: inout WorkerCore<Consumer>,
        _ scratch: inout ByteWriter
    ) {
        tls?.gap(length: length, fromClient: fromFirst == context.firstIsClient)
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
            notice("TLS is not decrypted: \(status)", &core)
        }
        // What the other direction kept back for this one comes out now.
        let arrival = Arrival(
            packet: core.event.packets.last ?? 0,
            time: core.event.time,
            fromFirst: !fromFirst,
            hasNanoseconds: core.event.hasNanoseconds
        )
        advanceTLS(arrival, &core, &scratch)
    }

    private mutating func notice<Consumer>(_ text: String, _ core: inout WorkerCore<Consumer>) {
        context.tally.reason = text
        core.notices.append("flow \(context.flow.number): \(text)")
    }
}
