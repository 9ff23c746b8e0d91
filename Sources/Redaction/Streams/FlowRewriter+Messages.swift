import Capture
import Inspection
import RongCloud
import WireFormat

// The replacement of WebSocket messages.
extension FlowRewriter {
    /// Returns the new message, compressed if the original is.
    func rebuild(_ side: FlowSide) -> [UInt8]? {
        var message = sides[side].webSocket.message
        if sides[side].webSocket.isCompressed {
            let beginsAnew = sides[side].webSocket.inflation?.beginsAnew == true
            switch sides[side].webSocket.inflation?.inflate(message, context.limits.transport, context.inflation) {
            case .message(let plain): message = plain
            case .needsLostBytes, .failed: return Self.lostReference
            case nil: return nil
            }
            // A reader of the output has lost the earlier bytes, too.
            if beginsAnew { sides[side].webSocket.deflater?.reset() }
        }
        let made = rebuild(message, isText: sides[side].webSocket.isText, from: side == client ? .client : .server)
        guard let made, sides[side].webSocket.isCompressed else { return made }
        if sides[side].webSocket.inflation?.keepsContext == false { sides[side].webSocket.deflater?.reset() }
        guard let packed = sides[side].webSocket.deflater?.deflate(made) else { return nil }
        // The end of the flushed block is left out (RFC 7692 section 7.2.1).
        return packed.suffix(4) == [0, 0, 0xFF, 0xFF] ? Array(packed.dropLast(4)) : nil
    }

    /// A compressed message that refers to the byte 32 768 bytes back, the maximum distance (RFC 1951 section 3.2.5).
    private static let lostReference: [UInt8] = [0x02, 0xDE, 0xFF, 0x0F, 0x00]

    /// Returns the replacement of a message that is neither masked nor compressed.
    private func rebuild(_ message: [UInt8], isText: Bool, from sender: FrameSender) -> [UInt8]? {
        guard let reader else { return nil }
        if isText, let made = spare({ broken.text(message) }) { return made }
        switch system {
        case .rongCloud:
            return isText ? rongCloud(text: message, from: sender) : rongCloud(message, from: sender)
        case .nim:
            // The reader learns from each packet.
            let scope = isText ? reader.scope(ofNIM: message, sender: sender) : nil
            let made = isText ? NIMUnits(leaves: context.leaves, scope: scope).rebuild(message) : nil
            return made ?? spare { broken.nim(message, isText: isText) }
        case .leanCloud:
            let (form, generation) = reader.reading(ofLeanCloud: message.span, isText: isText)
            return UnitTables.rebuild(leanCloud: message, form, generation, context.leaves)
                ?? spare { broken.leanCloud(message, isText: isText, reader) }
        case .yc:
            return context.leaves.json(message.span, context.leaves.places.whole("YC", in: YCLeaves.replies))
        }
    }

    /// Returns a replacement for a message that cannot be rebuilt, if such replacements are allowed.
    private func spare(_ make: () -> [UInt8]?) -> [UInt8]? {
        guard seeksItsWay, let made = make() else { return nil }
        foundItsWay = true
        return made
    }

    private var broken: BrokenUnits { BrokenUnits(leaves: context.leaves, limits: context.limits) }

    /// Appends a frame of RongCloud that cannot be read, like the original; returns `false` if there is none.
    func rebuild(
        broken frame: Span<UInt8>,
        _ form: FrameForm,
        _ sender: FrameSender,
        to writer: inout ByteWriter
    ) -> Bool {
        guard seeksItsWay,
            broken.rongCloud(frame, form: form, sender: sender, context.rongCloud, to: &writer)
        else { return false }
        foundItsWay = true
        return true
    }

    private func rongCloud(_ frame: [UInt8], from sender: FrameSender) -> [UInt8]? {
        guard let reader else { return nil }
        var writer = ByteWriter(capacity: frame.count + 64)
        let isRebuilt =
            context.rongCloud.rebuild(message: frame.span, sender: sender, reader, to: &writer)
            || rebuild(broken: frame.span, .websocket, sender, to: &writer)
        return isRebuilt ? writer.array : nil
    }

    /// Rebuilds a frame sent as text: its bytes as decimal numbers with commas.
    ///
    /// Any other text has no meaning in the protocol.
    private func rongCloud(text message: [UInt8], from sender: FrameSender) -> [UInt8]? {
        guard let frame = SystemReader.frame(ofRongCloudText: message.span) else {
            return Array(context.pseudonyms.text(String(decoding: message, as: UTF8.self)).utf8)
        }
        guard let made = rongCloud(frame, from: sender) else { return nil }
        var writer = ByteWriter(capacity: message.count)
        for (index, byte) in made.enumerated() {
            if index > 0 { writer.append(UInt8(ascii: ",")) }
            writer.append(decimal: Int(byte))
        }
        return writer.array
    }
}
