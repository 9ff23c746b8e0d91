import RongCloud
import Transport
import WireFormat

/// Finds RongCloud frames in the middle of a WebSocket stream: where a capture begins late, and after a hole.
enum FrameFinder {
    /// What a place in a stream looks like.
    enum Verdict {
        /// A whole frame that makes sense, from the client when masked.
        case frame(isMasked: Bool)
        /// So far it might be one.
        case unclear
        /// It is not.
        case no
    }

    /// Frames longer than this are not waited for while a place is sought.
    static let longestFrame = 16 << 10

    /// The first place that is a frame.
    ///
    /// Places are settled from left to right: one that is unclear holds up those behind it, so that what is found does
    /// not depend on how the bytes came.
    /// - Parameters:
    ///   - isMasked: whether the direction is the client's, when that is known.
    ///   - isFinal: whether nothing more will come, so that what is unclear is no frame.
    ///   - keepFrom: set to the first place that may still turn out to be a frame.
    static func find(
        _ bytes: Span<UInt8>,
        isMasked: Bool?,
        isFinal: Bool,
        keepFrom: inout Int
    ) -> (offset: Int, isMasked: Bool)? {
        for offset in bytes.indices {
            switch judge(bytes, at: offset, isMasked: isMasked) {
            case .frame(let isMasked): return (offset, isMasked)
            case .unclear where !isFinal:
                keepFrom = offset
                return nil
            case .unclear, .no: break
            }
        }
        keepFrom = bytes.count
        return nil
    }

    /// Judges one place.
    static func judge(_ bytes: Span<UInt8>, at offset: Int, isMasked: Bool?) -> Verdict {
        guard bytes[offset] == 0x82 else { return .no }
        let head: WebSocketFrameHeader
        do throws(WireError) {
            guard let read = try WebSocketFrameHeader(bytes, at: offset) else { return .unclear }
            head = read
        } catch {
            return .no
        }
        if let isMasked, head.isMasked != isMasked { return .no }
        let minimal = head.payloadLength < 126 ? 2 : head.payloadLength < 65536 ? 4 : 10
        guard head.headerLength == minimal + (head.isMasked ? 4 : 0), (1...longestFrame).contains(head.payloadLength)
        else {
            return .no
        }
        let sender: FrameSender = head.isMasked ? .client : .server
        let start = offset + head.headerLength
        guard start < bytes.count else { return .unclear }
        let first = bytes[start] ^ UInt8(truncatingIfNeeded: UInt32(littleEndian: head.mask))
        guard isPlausibleStart(FrameHeader(rawValue: first), sender, length: head.payloadLength) else { return .no }
        guard bytes.count - start >= head.payloadLength else { return .unclear }
        var payload = ByteWriter(capacity: head.payloadLength)
        payload.append(bytes.extracting(start..<start + head.payloadLength), masked: head.mask)
        return isPlausible(payload.span, sender) ? .frame(isMasked: head.isMasked) : .no
    }

    private static func isPlausibleStart(_ header: FrameHeader, _ sender: FrameSender, length: Int) -> Bool {
        switch (header.type, sender) {
        case (.publish, _), (.query, .client): length >= 7
        case (.puback, .client), (.querycon, .client): length == 3
        case (.puback, .server), (.queryack, .server): length >= 9
        case (.pingreq, .client), (.pingresp, .server): length == 1
        case (.connack, .server), (.disconnect, .server): length >= 3
        default: false
        }
    }

    private static func isPlausible(_ frame: Span<UInt8>, _ sender: FrameSender) -> Bool {
        var layout = FrameLayout()
        var reader = ByteReader(frame)
        guard (try? layout.read(&reader, form: .websocket, sender: sender)) != nil, layout.trailing == nil else {
            return false
        }
        if let topic = layout.topic {
            return TopicTable.shared.index(of: frame.extracting(topic), kind: .publish) != nil
        }
        // Servers write the current time: between 2012 and 2038.
        if let date = layout.date { return date > 1_325_000_000 }
        return true
    }
}
