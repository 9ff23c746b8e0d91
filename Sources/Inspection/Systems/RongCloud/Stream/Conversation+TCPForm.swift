import Capture
import RongCloud
import WireFormat

extension Conversation {
    /// Whether a stream begins with frames of the TCP form; settles who is the client.
    mutating func detectTCPForm(_ bytes: Span<UInt8>, fromFirst: Bool) -> StreamClaim {
        switch verdict(bytes, fromFirst: fromFirst) {
        case .yes: .yes(.rongCloud, "the TCP form, from checksum and length of its first frames")
        case .unclear: .unclear
        case .no: .no
        }
    }

    private mutating func verdict(_ bytes: Span<UInt8>, fromFirst: Bool) -> StreamVerdict {
        guard bytes.count >= 3 else { return .unclear }
        guard let envelope = try? TCPEnvelope(bytes, at: 0), TCPFormFinder.isPlausible(envelope) else { return .no }
        let isClient: Bool
        switch envelope.header.type {
        case .connect, .query, .pingreq, .querycon: isClient = true
        case .connack, .queryack, .pingresp: isClient = false
        default: isClient = fromFirst == context.firstIsClient
        }
        // A connection that was seen from its beginning begins with the client's CONNECT and the answer to it.
        if context.sawBeginning(fromFirst: fromFirst) {
            let expected = fromFirst == context.firstIsClient ? FrameType.connect : .connack
            guard envelope.header.type == expected else { return .no }
        }
        var verdict = TCPFormFinder.chain(bytes, at: 0, frames: 3)
        if verdict != .yes, bytes.count >= envelope.totalLength {
            let frame = bytes.extracting(0..<envelope.totalLength)
            if ObfuscationKey.recover(from: frame, sender: isClient ? .client : .server) != nil { verdict = .yes }
        }
        if verdict == .yes, !context.flow.sawSYN { context.firstIsClient = fromFirst == isClient }
        return verdict
    }

    /// Reads frames, once the key is known or will not be found.
    mutating func advanceTCPForm<Consumer>(
        _ arrival: Arrival,
        isFinal: Bool,
        _ core: inout WorkerCore<Consumer>,
        _ scratch: inout ByteWriter
    ) {
        if context.session.rongCloud.obfuscation.key == nil, !context.session.rongCloud.obfuscation.isGivenUp {
            context.session.rongCloud.obfuscation.key = core.systems.rongCloud.obfuscationKey
            if context.session.rongCloud.obfuscation.key == nil {
                let client = context.firstIsClient ? first.buffer.bytes : second.buffer.bytes
                context.session.rongCloud.obfuscation.key = Self.recoverKey(client.span)
                context.session.rongCloud.obfuscation.isRecovered = context.session.rongCloud.obfuscation.key != nil
            }
            if context.session.rongCloud.obfuscation.key == nil {
                guard isFinal || first.buffer.bytes.count + second.buffer.bytes.count > core.limits.syncBytes else {
                    return
                }
                context.session.rongCloud.obfuscation.isGivenUp = true
            }
        }
        var place = arrival
        // Where frames of both ends wait, in the order of the capture.
        while let ofFirst = first.packetOfNextTCPFrame, let ofSecond = second.packetOfNextTCPFrame {
            place.fromFirst = ofFirst < ofSecond || ofFirst == ofSecond && context.firstIsClient
            if place.fromFirst {
                first.tcpForm(isFinal: isFinal, upTo: ofSecond, place, &context, &core, &scratch)
            } else {
                second.tcpForm(isFinal: isFinal, upTo: ofFirst, place, &context, &core, &scratch)
            }
        }
        // The client's part first where both wait, so that answers find their requests.
        for fromFirst in [context.firstIsClient, !context.firstIsClient] {
            place.fromFirst = fromFirst
            if fromFirst {
                first.tcpForm(isFinal: isFinal, place, &context, &core, &scratch)
            } else {
                second.tcpForm(isFinal: isFinal, place, &context, &core, &scratch)
            }
        }
    }

    /// A hole in a stream of frames.
    mutating func tcpFormGap<Consumer>(_ length: Int, fromFirst: Bool, _ core: inout WorkerCore<Consumer>) {
        if fromFirst {
            first.tcpFormGap(length, fromFirst: true, &context, &core)
        } else {
            second.tcpFormGap(length, fromFirst: false, &context, &core)
        }
    }

    /// What the end of a stream leaves of a frame.
    mutating func endTCPForm<Consumer>(_ reason: String, fromFirst: Bool, _ core: inout WorkerCore<Consumer>) {
        if fromFirst {
            first.endTCPForm(reason, fromFirst: true, &context, &core)
        } else {
            second.endTCPForm(reason, fromFirst: false, &context, &core)
        }
    }

    /// The key from the first frame that gives it away.
    private static func recoverKey(_ bytes: Span<UInt8>) -> ObfuscationKey? {
        var position = 0
        while let envelope = try? TCPEnvelope(bytes, at: position), bytes.count - position >= envelope.totalLength {
            let frame = bytes.extracting(position..<position + envelope.totalLength)
            if let key = ObfuscationKey.recover(from: frame, sender: .client) { return key }
            position += envelope.totalLength
        }
        return nil
    }
}
