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

    /// Returns a body in at most as many chunks as before, without the last chunk, which is empty.
    ///
    /// A chunk ends at the same place of the same unit as before, so that each unit is in as many chunks.
    ///
    /// - Parameters:
    ///   - layout: the chunks of the old body.
    ///   - units: the start and the end of each unit in both bodies, in order.
    func chunks(_ body: [UInt8], like layout: HTTPBodyLayout, _ units: (old: [Int], new: [Int])) -> [UInt8] {
        let old = [0] + units.old + [layout.sizes.reduce(0, +)]
        let new = [0] + units.new + [body.count]
        var result: [UInt8] = []
        var done = 0
        var start = 0
        var stretch = 0
        for (size, lineLength) in zip(layout.sizes, layout.lineLengths) {
            done += size
            while stretch + 2 < old.count, old[stretch + 1] <= done { stretch += 1 }
            let length = (old: old[stretch + 1] - old[stretch], new: new[stretch + 1] - new[stretch])
            let share = length.old > 0 ? (done - old[stretch]) * length.new / length.old : 0
            let end = min(new[stretch] + share, body.count)
            if end > start { result += Self.chunk(body[start..<end], lineLength: lineLength) }
            start = max(start, end)
        }
        if start < body.count { result += Self.chunk(body[start...]) }
        return result
    }

    /// Returns the last chunk with as many bytes of extensions and trailers, which nothing reads.
    ///
    /// Each of the message's packets may have brought a single one of them.
    static func lastChunk(like sent: ArraySlice<UInt8>) -> [UInt8] {
        let zero = UInt8(ascii: "0")
        let shortest = Array("0\r\n\r\n".utf8)
        guard sent.count > shortest.count, sent.first == zero else { return shortest }
        var made = sent.map { byte in
            switch byte {
            case 10, 13, UInt8(ascii: ":"): byte
            default: UInt8(ascii: "x")
            }
        }
        made[0] = zero
        if made[1] != 10, made[1] != 13 { made[1] = UInt8(ascii: ";") }
        return made
    }

    /// - Parameter lineLength: the length that a zero or an extension gives to the line with the size, if that is shorter.
    private static func chunk(_ bytes: ArraySlice<UInt8>, lineLength: Int = 0) -> [UInt8] {
        var line = String(bytes.count, radix: 16)
        let missing = lineLength - line.utf8.count - 2
        if missing == 1 {
            line = "0" + line
        } else if missing > 1 {
            line += ";" + String(repeating: "x", count: missing - 1)
        }
        return Array((line + "\r\n").utf8) + bytes + [13, 10]
    }
}
