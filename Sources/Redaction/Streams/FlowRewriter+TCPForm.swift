import Capture
import Inspection
import RongCloud
import WireFormat
import WireProtobuf

extension FlowRewriter {
    func advanceTCPForm() throws(RedactionError) {
        if obfuscation == nil {
            obfuscation = context.obfuscationKey.flatMap { try? ObfuscationKey($0) } ?? recoverKey()
            guard obfuscation != nil else {
                let waiting = sides.first.waiting.count + sides.second.waiting.count
                if waiting > context.limits.syncBytes { giveUp("its obfuscation key is not known") }
                return
            }
        }
        for side in [client, server] { while try takeTCPFrame(side) {} }
    }

    private func recoverKey() -> ObfuscationKey? {
        let bytes = sides[client].waiting.array
        var position = 0
        while let envelope = try? TCPEnvelope(bytes.span, at: position),
            bytes.count - position >= envelope.totalLength
        {
            let frame = bytes.span.extracting(position..<position + envelope.totalLength)
            if let key = ObfuscationKey.recover(from: frame, sender: .client) { return key }
            position += envelope.totalLength
        }
        return nil
    }

    /// Rewrites the frame that waits first, if it is whole; answers whether it is.
    func takeTCPFrame(_ side: FlowSide) throws(RedactionError) -> Bool {
        guard case .tcpForm = phase, let key = obfuscation, try findTCPFrame(side, isFinal: false) else { return false }
        let envelope: TCPEnvelope
        do throws(WireError) {
            guard let read = try nextEnvelope(side) else { return false }
            envelope = read
        } catch {
            giveUp("no frame of the TCP form: \(error)")
            return false
        }
        guard sides[side].waiting.count >= envelope.totalLength else { return false }
        let whole = clear(side, envelope, key)
        let frame = [envelope.header.rawValue] + whole.dropFirst(envelope.prefixLength)
        if reader == nil {
            reader = SystemReader(.rongCloud, begunBy: nil, context.reading)
        }
        let sender: FrameSender = side == client ? .client : .server
        let payload = reader?.payload(ofRongCloud: whole.span, form: .tcp, sender: sender) ?? MessageIndex.none
        var made = ByteWriter(capacity: frame.count + 64)
        guard context.rongCloud.rebuild(frame.span, form: .tcp, sender: sender, payload: payload, to: &made),
            var new = try? TCPEnvelope(envelope.header, bodyLength: made.count - 1)
        else {
            giveUp("a frame of the TCP form that cannot be rebuilt")
            return false
        }
        new.lengthBytes = max(new.lengthBytes, envelope.lengthBytes)
        var writer = ByteWriter(capacity: made.count + 8)
        new.encode(into: &writer)
        newKey(key).append(made.span.extracting(droppingFirst: 1), to: &writer)
        try replace(side, envelope.totalLength, by: writer.array)
        return true
    }

    /// The frame that waits first, in the clear.
    private func clear(_ side: FlowSide, _ envelope: TCPEnvelope, _ key: ObfuscationKey) -> [UInt8] {
        let waiting = sides[side].waiting
        var clear = ByteWriter(capacity: envelope.totalLength)
        clear.append(waiting.span.extracting(0..<envelope.prefixLength))
        key.append(waiting.span.extracting(envelope.prefixLength..<envelope.totalLength), to: &clear)
        return clear.array
    }

    private func nextEnvelope(_ side: FlowSide) throws(WireError) -> TCPEnvelope? {
        let waiting = sides[side].waiting
        return try TCPEnvelope(waiting.span, at: 0)
    }

    /// The key of the output; what is not obfuscated stays so.
    private func newKey(_ key: ObfuscationKey) -> ObfuscationKey {
        key == .none ? key : context.newObfuscationKey(key.bytes).flatMap { try? ObfuscationKey($0) } ?? .none
    }
}
