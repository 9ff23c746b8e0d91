import Transport
import WireFormat

/// Whether the messages of a WebSocket connection may be compressed (permessage-deflate, RFC 7692).
package enum WebSocketCompression: Sendable {
    /// Messages are not compressed.
    case none
    /// Messages may be compressed: the agreement was not captured.
    case possible
    /// Both ends agreed on compression.
    case agreed
}

/// A message that has several frames, is compressed, or is text.
struct WebSocketMessage {
    /// The payload so far, unmasked.
    var bytes: [UInt8] = []
    /// The packets that carried its frames so far.
    private(set) var packets: [Int] = []
    /// The framing of its frames so far.
    private(set) var framing = WebSocketFraming()
    /// The number of its frames so far.
    private(set) var frames = 0
    /// Whether it is text.
    let isText: Bool
    /// Whether it is compressed.
    let isCompressed: Bool

    init(isText: Bool, isCompressed: Bool) {
        self.isText = isText
        self.isCompressed = isCompressed
    }

    var cost: Int { bytes.count + packets.count * MemoryLayout<Int>.stride }

    /// Returns the limit that the message exceeds, as an error; `nil` if there is none.
    func excess(_ limits: TransportLimits) -> WireError? {
        if frames > limits.messageFrames { return WireError(.limit, at: 0, path: ["messageFrames"], needed: frames) }
        guard bytes.count > limits.frameBytes else { return nil }
        return WireError(.limit, at: 0, path: ["frameBytes"], needed: bytes.count)
    }

    /// Returns how many of the first packets in `more` also carried the frames before.
    ///
    /// With TLS, these may be all packets of a record.
    private func known(of more: [Int]) -> Int {
        let latest = packets.suffix(more.count)
        guard let first = more.first, let start = latest.firstIndex(of: first) else { return 0 }
        let shared = latest[start...]
        return shared.elementsEqual(more.prefix(shared.count)) ? shared.count : 0
    }

    /// Adds a frame's payload and the packets that carried it.
    mutating func append(_ payload: Span<UInt8>, mask: UInt32, _ framing: WebSocketFraming, packets more: [Int]) {
        frames += 1
        self.framing.formUnion(framing)
        packets.append(contentsOf: more.dropFirst(known(of: more)))
        // Unmask through a small buffer, since a message may be as long as the limit allows.
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

/// The WebSocket state of one direction.
struct WebSocketState {
    /// The current message.
    enum Message {
        /// No message is open.
        case none
        /// Some frames of a message have arrived.
        case underWay(WebSocketMessage)
        /// The rest of the message is skipped: a part of it is lost, or it became too long.
        case discarded

        var isNone: Bool { if case .none = self { true } else { false } }
    }

    var message = Message.none
    /// Whether messages may be compressed.
    var compression = WebSocketCompression.none
    /// Whether the handshake names an extension that is not decoded, which may use reserved bits and opcodes (RFC 6455
    /// section 5.8).
    var hasOtherExtension = false
    /// Inflates compressed messages.
    var inflation = WebSocketInflation()
    var controlFrames = 0
    /// The first close frame.
    var close: WebSocketClose?
}

extension WebSocketState {
    /// Records that both ends agreed on compression.
    mutating func agree(keepsContext: Bool) {
        compression = .agreed
        inflation = WebSocketInflation(keepsContext: keepsContext)
    }

    /// Removes and returns the incomplete message.
    mutating func takeMessage() -> WebSocketMessage? {
        guard case .underWay(let begun) = message else { return nil }
        message = .none
        return begun
    }
}
