import Transport
import WireFormat

/// Whether the messages of a WebSocket connection may be compressed (permessage-deflate, RFC 7692).
enum WebSocketCompression: Sendable {
    /// They are not.
    case none
    /// The agreement was not seen.
    case possible
    /// Both ends agreed to it.
    case agreed
}

/// One direction of a WebSocket connection: what is under way in it.
struct WebSocketState {
    /// The payload so far of a message that comes in several frames, unmasked.
    var message: [UInt8] = []
    /// Offset in the stream where that message began; `nil` when none is under way.
    var messageStart: Int?
    /// Packets that carried the message's frames so far.
    var messagePackets: [Int] = []
    /// Whether the message under way is text.
    var isText = false
    /// Whether messages may be compressed.
    var compression = WebSocketCompression.none
    /// Inflates compressed messages; made for the first one.
    var inflater: Inflater?
    /// Whether a compressed message may refer to the one before.
    var keepsContext = true
    /// Whether the message under way is compressed.
    var isCompressed = false
    /// Whether bytes that later compressed messages may refer to are lost, so that the window begins anew.
    var lostContext = false
    /// Bytes inflated since then; all that matter when there are as many as a window has, or nothing was lost.
    var windowBytes = Int.max
    /// Whether what is left of the message under way is passed over: a part of it is lost, or it became too long.
    var isDiscarding = false
    /// Control frames seen.
    var controlFrames = 0
    /// The code of the close frame; 1005 when it had none (RFC 6455 section 7.1.5).
    var closeCode: Int?
    /// When it came.
    var closeTime: Int64?
}

extension WebSocketState {
    /// Bytes back that compressed data may refer to (RFC 7692 section 7.1.2).
    static let windowSize = 1 << 15

    /// Adds a frame's payload to the message under way.
    mutating func append(_ payload: Span<UInt8>, mask: UInt32) {
        // Through a small buffer: a message may be as long as the limit allows.
        var plain = ByteWriter(capacity: min(payload.count, 1 << 14))
        var rest = payload
        while !rest.isEmpty {
            let count = min(rest.count, 1 << 14)
            plain.removeAll()
            plain.append(rest.extracting(0..<count), masked: mask)
            message.append(contentsOf: Array(copying: plain.span))
            rest = rest.extracting(droppingFirst: count)
        }
    }

    /// Notes that bytes are lost to which later compressed messages may refer.
    mutating func loseWindow() {
        lostContext = true
        windowBytes = 0
    }

    /// What became of a compressed message.
    enum Inflation {
        /// The message without its compression.
        case message([UInt8])
        /// It refers to earlier bytes that are lost.
        case needsLostBytes
        /// It can not be inflated at all.
        case failed(WireError)
    }

    /// Inflates a compressed message.
    ///
    /// After a loss the window is empty. A message that refers to lost bytes then fails for sure, and one that does not
    /// is right for sure: what it inflates to can only refer to itself and to what was inflated since.
    mutating func inflate(_ message: [UInt8], _ limits: Limits) -> Inflation {
        let inflater = inflater ?? Inflater(.raw)
        self.inflater = inflater
        if lostContext {
            inflater.reset()
            lostContext = false
        }
        do throws(WireError) {
            let plain = try PerMessageDeflate.inflate(message, inflater, keepsContext: keepsContext, limits: limits)
            if windowBytes < Self.windowSize { windowBytes += plain.count }
            return .message(plain)
        } catch {
            let isPartial = keepsContext && windowBytes < Self.windowSize
            loseWindow()
            return isPartial && error.code == .value ? .needsLostBytes : .failed(error)
        }
    }
}
