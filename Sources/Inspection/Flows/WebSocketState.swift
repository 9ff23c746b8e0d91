import Transport
import WireFormat

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
    /// Inflates compressed messages, once the connection agreed to permessage-deflate.
    var inflater: Inflater?
    /// Whether a compressed message may refer to the one before.
    var keepsContext = true
    /// Whether the message under way is compressed.
    var isCompressed = false
    /// Whether a hole took bytes that later compressed messages refer to.
    var lostContext = false
    /// Control frames seen.
    var controlFrames = 0
    /// The code of the close frame; 1005 when it had none (RFC 6455 section 7.1.5).
    var closeCode: Int?
}
