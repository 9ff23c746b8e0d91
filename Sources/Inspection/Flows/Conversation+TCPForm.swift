import Capture
import RongCloud
import WireFormat

extension Conversation {
    /// Whether bytes are frames of the TCP form; settles who is the client.
    mutating func detectTCPForm(_ bytes: Span<UInt8>, fromFirst: Bool) -> Bool {
        guard let envelope = try? TCPEnvelope(bytes, at: 0), TCPFormFinder.isPlausible(envelope) else { return false }
        let isClient: Bool
        switch envelope.header.type {
        case .connect: isClient = true
        case .query, .pingreq, .querycon: isClient = true
        case .connack, .queryack, .pingresp: isClient = false
        default: isClient = fromFirst == context.firstIsClient
        }
        let isCertain =
            envelope.header.type == .connect || TCPFormFinder.chain(bytes, from: 0) >= 3
            || (bytes.count >= envelope.totalLength
                && ObfuscationKey.recover(
                    from: bytes.extracting(0..<envelope.totalLength),
                    sender: isClient ? .client : .server
                ) != nil)
        guard isCertain else { return false }
        if !context.flow.sawSYN { context.firstIsClient = fromFirst == isClient }
        return true
    }

    /// Reads frames, once the key is known or will not be found.
    mutating func advanceTCPForm<Consumer>(
        _ arrival: Arrival,
        isFinal: Bool,
        _ core: inout WorkerCore<Consumer>,
        _ scratch: inout ByteWriter
    ) {
        if context.obfuscationKey == nil, !context.gaveUpKey {
            context.obfuscationKey = core.obfuscationKey
            if context.obfuscationKey == nil {
                let client = context.firstIsClient ? first.buffer.bytes : second.buffer.bytes
                context.obfuscationKey = Self.recoverKey(client.span)
                context.isKeyRecovered = context.obfuscationKey != nil
            }
            if context.obfuscationKey == nil {
                guard isFinal || first.buffer.bytes.count + second.buffer.bytes.count > core.limits.syncBytes else {
                    return
                }
                context.gaveUpKey = true
            }
        }
        var place = arrival
        // The client's part first where both wait, so that answers find their requests.
        for fromFirst in [context.firstIsClient, !context.firstIsClient] {
            place.fromFirst = fromFirst
            if fromFirst {
                first.tcpForm(place, &context, &core, &scratch)
            } else {
                second.tcpForm(place, &context, &core, &scratch)
            }
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
