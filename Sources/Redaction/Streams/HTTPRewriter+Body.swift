import Inspection
import NIM
import RongCloud
import Transport
import WireFormat

// The replacement of HTTP bodies.
extension HTTPRewriter {
    func body(_ message: HTTPMessage, of target: String, from sender: FrameSender) -> [UInt8] {
        guard !message.body.isEmpty else { return [] }
        let decoded = message.decodedBody(limits: context.limits.transport)
        guard decoded.failure == nil else { return context.pseudonyms.bytes(message.body) }
        let made =
            nimPolling(decoded.bytes, of: target, from: sender)
            ?? UnitTables.rebuild(httpBody: decoded.bytes, of: system, context.leaves)
        // A body with several codings is not decoded.
        switch message.bodyCodings.first {
        case nil: return made
        case "gzip", "x-gzip":
            return StreamDeflater(windowBits: 31).deflate(made, ends: true) ?? context.pseudonyms.bytes(message.body)
        case "deflate":
            return StreamDeflater(windowBits: 15).deflate(made, ends: true) ?? context.pseudonyms.bytes(message.body)
        default: return context.pseudonyms.bytes(message.body)
        }
    }

    /// Rebuilds the packets in a body of NIM's long polling; returns `nil` for another body.
    private func nimPolling(_ body: [UInt8], of target: String, from sender: FrameSender) -> [UInt8]? {
        guard system == .nim, let session = NIMHandshake.session(inPath: target)?.sessionId else { return nil }
        // The answer to a sent packet is the single digit 1.
        if body == [UInt8(ascii: "1")] { return body }
        let broken = BrokenUnits(leaves: context.leaves, limits: context.limits)
        guard let polling = try? NIMPollingBody(decoding: body.span, limits: context.limits.nim) else {
            return broken.nimPolling(body)
        }
        let reader = context.nimReader(ofSession: session)
        var packets: [[UInt8]] = []
        for packet in polling.packets {
            let units = NIMUnits(leaves: context.leaves, scope: reader.scope(ofNIM: packet, sender: sender))
            guard let made = units.rebuild(packet) ?? broken.nim(packet) else { return nil }
            packets.append(made)
        }
        return (try? NIMPollingBody(packets))?.encoded()
    }

    /// Returns a body in at most as many chunks as before, each with its share.
    func chunks(_ body: [UInt8], like raw: ArraySlice<UInt8>) -> [UInt8] {
        let sizes = HTTPBodyLayout(raw, isChunked: true).sizes
        let total = max(1, sizes.reduce(0, +))
        var result: [UInt8] = []
        var done = 0
        var start = 0
        for size in sizes {
            done += size
            let end = body.count * done / total
            if end > start {
                result += Array((String(end - start, radix: 16) + "\r\n").utf8) + body[start..<end] + [13, 10]
            }
            start = end
        }
        if start < body.count {
            result += Array((String(body.count - start, radix: 16) + "\r\n").utf8) + body[start...] + [13, 10]
        }
        return result + Array("0\r\n\r\n".utf8)
    }
}
