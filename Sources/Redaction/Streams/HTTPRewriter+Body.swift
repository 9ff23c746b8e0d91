import Inspection
import NIM
import Transport
import WireFormat

// The replacement of HTTP bodies.
extension HTTPRewriter {
    func body(_ message: HTTPMessage, of path: String, from sender: FrameSender) -> [UInt8] {
        guard !message.body.isEmpty else { return [] }
        let decoded = message.decodedBody(limits: context.limits.transport)
        // A body with several codings is not decoded.
        guard let coding = message.bodyCodings.first else {
            guard decoded.failure == nil else { return context.pseudonyms.bytes(message.body) }
            return content(decoded.bytes, of: path, from: sender)
        }
        return coded(message.body, decoded, as: coding) { content(decoded.bytes, of: path, from: sender) }
            ?? context.pseudonyms.bytes(message.body)
    }

    /// Returns a body without its coding with other leaves.
    private func content(_ body: [UInt8], of path: String, from sender: FrameSender) -> [UInt8] {
        nimPolling(body, of: path, from: sender)
            ?? UnitTables.rebuild(httpBody: body, of: system, context.leaves)
    }

    /// A block of the type that DEFLATE reserves (RFC 1951 section 3.2.3), as the last one.
    private static let reservedBlock: UInt8 = 0x07

    /// Returns a compressed body with other content, which cannot be decoded for the same reason as the original one;
    /// `nil` for other codings and reasons.
    ///
    /// - Parameter content: makes the new content.
    private func coded(
        _ body: [UInt8],
        _ decoded: HTTPDecodedBody,
        as coding: String,
        _ content: () -> [UInt8]
    ) -> [UInt8]? {
        guard ["gzip", "x-gzip", "deflate"].contains(coding) else { return nil }
        let deflater = StreamDeflater(windowBits: coding == "deflate" ? 15 : 31)
        guard let failure = decoded.failure else { return deflater.deflate(content(), ends: true) }
        switch failure.code {
        case .truncated: return deflater.deflate(content(), ends: false)
        case .value: return deflater.deflate(content(), ends: false).map { $0 + [Self.reservedBlock] }
        case .trailing:
            var rest = context.pseudonyms.textOrBytes(Array(body.dropFirst(failure.offset)))
            // This byte would begin another member of gzip.
            if rest.first == 0x1F { rest[0] = FlowRewriter.filler }
            return deflater.deflate(content(), ends: true).map { $0 + rest }
        default: return nil
        }
    }

    /// Rebuilds the packets in a body of NIM's long polling; returns `nil` for another body.
    private func nimPolling(_ body: [UInt8], of path: String, from sender: FrameSender) -> [UInt8]? {
        guard system == .nim, let session = NIMHandshake.session(inPath: path)?.sessionId else { return nil }
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
