import Capture
import RongCloud
import WireFormat

extension Conversation {
    /// Returns whether a stream begins with frames of the TCP form; without a SYN, also decides which side is the
    /// client.
    mutating func detectTCPForm(_ bytes: Span<UInt8>, side: FlowSide) -> StreamClaim {
        switch verdict(bytes, side: side) {
        case .yes: .yes(.rongCloud, "the TCP form, from checksum and length of its first frames")
        case .unclear: .unclear
        case .no: .no
        }
    }

    private mutating func verdict(_ bytes: Span<UInt8>, side: FlowSide) -> StreamVerdict {
        guard bytes.count >= 3 else { return .unclear }
        guard let envelope = try? TCPEnvelope(bytes, at: 0), TCPFormFinder.isPlausible(envelope) else { return .no }
        let sender = envelope.header.type.onlySender ?? (side == context.client ? .client : .server)
        // A connection seen from its start begins with the client's CONNECT and the server's CONNACK.
        if context.sawBeginning(side: side) {
            let expected = side == context.client ? FrameType.connect : .connack
            guard envelope.header.type == expected else { return .no }
        }
        var verdict = TCPFormFinder.chain(bytes, at: 0, frames: 3)
        if verdict != .yes, bytes.count >= envelope.totalLength {
            let frame = bytes.extracting(0..<envelope.totalLength)
            if ObfuscationKey.recover(from: frame, sender: sender) != nil { verdict = .yes }
        }
        if verdict == .yes, !context.flow.sawSYN { context.client = sender == .client ? side : side.other }
        return verdict
    }

    /// Reads frames as soon as the key is known, or is given up.
    mutating func advanceTCPForm(
        _ arrival: Arrival,
        isFinal: Bool,
        _ emitter: inout EventEmitter,
        _ scratch: inout ByteWriter
    ) {
        if case .unknown = context.session.rongCloud.obfuscation {
            let given = emitter.systems.rongCloud.obfuscationKey
            let client = sides[context.client].buffer.bytes
            if let key = ObfuscationKey.ofConnection(client.span, given: given) {
                context.session.rongCloud.obfuscation = key == given ? .given(key) : .recovered(key, isReported: false)
            } else {
                guard isFinal || waitingBytes > emitter.limits.syncBytes else { return }
                context.session.rongCloud.obfuscation = given.map { .given($0) } ?? .givenUp
            }
        }
        sides.first.joinTCPForm()
        sides.second.joinTCPForm()
        var place = arrival
        // While frames of both ends wait, read them in the order of the capture.
        while let ofFirst = sides.first.packetOfNextTCPFrame, let ofSecond = sides.second.packetOfNextTCPFrame {
            place.side = ofFirst == ofSecond ? context.client : ofFirst < ofSecond ? .first : .second
            let last = place.side == .first ? ofSecond : ofFirst
            sides[place.side].tcpForm(isFinal: isFinal, upTo: last, place, &context, &emitter, &scratch)
        }
        // Read the client's frames first, so that answers find their requests.
        for side in [context.client, context.client.other] {
            place.side = side
            sides[side].tcpForm(isFinal: isFinal, place, &context, &emitter, &scratch)
        }
    }
}
