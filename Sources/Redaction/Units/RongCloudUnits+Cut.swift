import RongCloud
import WireFormat

// Frames that are cut off, or cannot be read to their end.
extension RongCloudUnits {
    /// Appends the readable part of a frame: texts are replaced, numbers stay, and the rest becomes filler.
    func rebuild(cut frame: Span<UInt8>, form: FrameForm, sender: FrameSender, to writer: inout ByteWriter) {
        var layout = FrameLayout()
        let end = Self.read(frame, form, sender, &layout)
        let start = writer.count
        var done = 0
        for text in texts(layout) where text.range.upperBound <= end {
            guard append(cut: text, of: frame, &done, to: &writer) else { break }
        }
        let kept = max(done, end)
        writer.append(frame.extracting(done..<kept))
        if let signature = layout.signature, kept >= 9 {
            let made = self.signature(signature)
            for index in 0..<8 {
                let byte = UInt8(truncatingIfNeeded: made >> UInt64(56 - 8 * index))
                writer.replaceByte(at: start + 1 + index, with: byte)
            }
        }
        writer.append([UInt8](repeating: FlowRewriter.filler, count: frame.count - kept))
    }

    /// Reads as much of a frame as possible; returns the index of its payload, or of the part that cannot be read.
    private static func read(
        _ frame: Span<UInt8>,
        _ form: FrameForm,
        _ sender: FrameSender,
        _ layout: inout FrameLayout
    ) -> Int {
        var reader = ByteReader(frame)
        let end: Int
        do throws(WireError) {
            try layout.read(&reader, form: form, sender: sender)
            end = layout.data?.lowerBound ?? layout.trailing?.lowerBound ?? frame.count
        } catch {
            end = error.offset
        }
        switch layout.header.type {
        case .connect, .connack, .publish, .puback, .query, .queryack, .querycon, .pingreq, .pingresp, .disconnect:
            return min(max(end, 1), frame.count)
        default: return min(1, frame.count)
        }
    }

    /// Returns the texts of a frame, in byte order.
    private func texts(_ layout: borrowing FrameLayout) -> [Text] {
        let isQuery = layout.header.type == .query
        let connect = [
            Text(layout.protocolId, place("protocolId", of: "CONNECT")),
            Text(layout.clientId, place("clientId", of: "CONNECT")),
            Text(layout.clientIp, place("clientIp", of: "CONNECT")),
            Text(layout.willTopic, place("willTopic", of: "CONNECT")),
            Text(layout.will, place("will", of: "CONNECT")),
            Text(layout.appId, place("appId", of: "CONNECT")),
            Text(layout.token, place("token", of: "CONNECT")),
        ]
        let others = [
            Text(layout.topic, isQuery ? queryTopic : topic),
            Text(layout.targetId, isQuery ? queryTarget : target),
            Text(layout.messageUId, receiptUID),
            Text(layout.userId, place("userId", of: "CONNACK")),
            Text(layout.sessionId, place("sessionId", of: "CONNACK")),
        ]
        return (connect + others).compactMap { $0 }.sorted { $0.range.lowerBound < $1.range.lowerBound }
    }

    /// Appends a frame from `done` up to the end of a text; returns `false` if the new text is too long.
    private func append(
        cut text: Text,
        of frame: Span<UInt8>,
        _ done: inout Int,
        to writer: inout ByteWriter
    ) -> Bool {
        let value = frame.extracting(text.range)
        if value.isASCII { return append(text, of: frame, &done, to: &writer) }
        var made = ByteWriter(capacity: value.count + 32)
        self.text(WireString(decoding: value), text.place).encode(into: &made)
        guard let length = UInt16(exactly: made.count) else { return false }
        writer.append(frame.extracting(done..<text.range.lowerBound))
        writer.replace(at: writer.count - 2, bigEndian: length)
        writer.append(made.span)
        done = text.range.upperBound
        return true
    }
}
