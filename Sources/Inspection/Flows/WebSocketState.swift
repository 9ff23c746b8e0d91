import Transport
import WireFormat

/// Whether the messages of a WebSocket connection may be compressed (permessage-deflate, RFC 7692).
package enum WebSocketCompression: Sendable {
    /// They are not.
    case none
    /// The agreement was not seen.
    case possible
    /// Both ends agreed to it.
    case agreed
}

/// A message that comes in several frames, or is not one plain binary frame.
struct WebSocketMessage {
    /// The payload so far, unmasked.
    var bytes: [UInt8] = []
    /// Packets that carried its frames so far.
    private(set) var packets: [Int] = []
    /// How its frames so far were written.
    private(set) var framing = WebSocketFraming()
    /// How many frames it has so far.
    private(set) var frames = 0
    /// Whether it is text.
    let isText: Bool
    /// Whether it is compressed.
    let isCompressed: Bool

    init(isText: Bool, isCompressed: Bool) {
        self.isText = isText
        self.isCompressed = isCompressed
    }

    /// Memory for it, in bytes.
    var cost: Int { bytes.count + packets.count * MemoryLayout<Int>.stride }

    /// How many of the packets of the next frame brought frames before it, too: those at its beginning.
    ///
    /// That may be all of a TLS record's.
    private func known(of more: [Int]) -> Int {
        let latest = packets.suffix(more.count)
        guard let first = more.first, let start = latest.firstIndex(of: first) else { return 0 }
        let shared = latest[start...]
        return shared.elementsEqual(more.prefix(shared.count)) ? shared.count : 0
    }

    /// Adds a frame's payload and the packets that brought it.
    mutating func append(_ payload: Span<UInt8>, mask: UInt32, _ framing: WebSocketFraming, packets more: [Int]) {
        frames += 1
        self.framing.formUnion(framing)
        packets.append(contentsOf: more.dropFirst(known(of: more)))
        // Through a small buffer: a message may be as long as the limit allows.
        var plain = ByteWriter(capacity: min(payload.count, 1 << 14))
        var rest = payload
        while !rest.isEmpty {
            let count = min(rest.count, 1 << 14)
            plain.removeAll()
            plain.append(rest.extracting(0..<count), masked: mask)
            bytes.append(contentsOf: Array(copying: plain.span))
            rest = rest.extracting(droppingFirst: count)
        }
    }
}

/// How a direction was closed.
struct WebSocketClose {
    /// Its code.
    let code: Int
    /// When it came.
    let time: Int64

    /// Stands for a close frame without a code (RFC 6455 section 7.1.5).
    static let noStatus = 1005
}

/// One direction of a WebSocket connection: what is under way in it.
struct WebSocketState {
    /// The message that is not at its end.
    enum Message {
        /// Between two messages.
        case none
        /// Some of its frames have come.
        case underWay(WebSocketMessage)
        /// What is left of it is passed over: a part of it is lost, or it became too long.
        case discarded

        var isNone: Bool { if case .none = self { true } else { false } }
    }

    var message = Message.none
    /// Whether messages may be compressed.
    var compression = WebSocketCompression.none
    /// Inflates compressed messages.
    var inflation = WebSocketInflation()
    /// Control frames seen.
    var controlFrames = 0
    /// Set with the first close frame.
    var close: WebSocketClose?
}

extension WebSocketState {
    /// Takes over that both ends agreed to compress messages.
    mutating func agree(keepsContext: Bool) {
        compression = .agreed
        inflation = WebSocketInflation(keepsContext: keepsContext)
    }

    /// Takes the message out of which some frames have come.
    mutating func takeMessage() -> WebSocketMessage? {
        guard case .underWay(let begun) = message else { return nil }
        message = .none
        return begun
    }
}
