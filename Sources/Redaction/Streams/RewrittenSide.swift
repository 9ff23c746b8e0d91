import Inspection
import Transport

/// One direction of a connection while its stream is rewritten.
final class RewrittenSide {
    /// The reading position relative to frames, as in the inspector.
    enum Place {
        /// At the beginning of a frame.
        case inStep
        /// Inside a frame with a hole: this many bytes of it are skipped.
        case passingOver(Int)
        /// Where the captured bytes begin: perhaps at a frame of the TCP form, perhaps inside one.
        case joining
        /// Anywhere: the next frame must be found.
        case lost
        /// At a place where a frame of the TCP form should begin and none does; the `checked` bytes after that place
        /// are known to begin none, either.
        case damaged(checked: Int, isLength: Bool)
    }

    /// The map from the TCP stream to the decrypted bytes, if the connection is encrypted.
    @exclusivity(unchecked) var decryption: StreamMap?
    /// The map from the original bytes of the application to the new bytes.
    @exclusivity(unchecked) var map = StreamMap()
    /// The application's bytes that wait to be rewritten; they follow those in `map`.
    @exclusivity(unchecked) var waiting = ByteQueue()
    /// The TLS bytes that wait to be decrypted, and the number of them that were read.
    @exclusivity(unchecked) var sealed: [UInt8] = []
    @exclusivity(unchecked) var opened = 0
    @exclusivity(unchecked) var http = HTTPSide()
    @exclusivity(unchecked) var webSocket = WebSocketSide()
    @exclusivity(unchecked) var place = Place.inStep
    /// The state of the search for frames.
    @exclusivity(unchecked) var search = FrameFinder.Progress()
    /// Whether bytes are missing before the point where the connection was recognised.
    @exclusivity(unchecked) var hasLostBytes = false
    /// Whether the next HTTP message must be found first, after a hole.
    @exclusivity(unchecked) var seeksHTTP = false
    /// Whether an HTTP message was complete, or the next one was or has to be found.
    @exclusivity(unchecked) var hasBegunHTTP = false

    /// The memory for units that are not complete, in bytes.
    var unfinishedBytes: Int {
        waiting.count + sealed.count + http.stream.bodyBytesKept + webSocket.message.count
            + webSocket.frames.count * MemoryLayout<WebSocketSide.Frame>.stride
    }

    /// Whether a frame begins at the reading position.
    var isInStep: Bool { if case .inStep = place { true } else { false } }

    /// Frees the state that is needed only while the stream is rewritten.
    func close() {
        waiting = ByteQueue()
        sealed = []
        webSocket = WebSocketSide()
        http = HTTPSide()
    }
}

/// The current HTTP message of one direction.
struct HTTPSide {
    var stream = HTTPStream()
    /// The number of waiting bytes that belong to the message.
    var position = 0
    /// Whether the message is an incomplete request that already has an answer.
    var isAnswered = false
}

/// The current WebSocket message of one direction.
struct WebSocketSide {
    /// A frame that waits until the message is complete.
    struct Frame {
        var header: WebSocketFrameHeader
        /// The new payload of a control frame; `nil` for a part of the message.
        var control: [UInt8]?
    }

    /// The frames of an incomplete message, and the control frames between them; their bytes are the first that wait.
    private(set) var frames: [Frame] = []
    /// The number of bytes of these frames.
    private(set) var framesLength = 0
    var message: [UInt8] = []
    /// Whether the rest of a message is skipped, since a part of it is lost.
    var isDiscarding = false
    var isText = false
    var isCompressed = false
    /// The inflation of messages, if compression was agreed, and the compressor of the new ones.
    var inflation: WebSocketInflation?
    var deflater: MessageDeflater?

    mutating func append(_ frame: Frame) {
        frames.append(frame)
        framesLength += frame.header.totalLength
    }

    /// Removes the incomplete message and returns its frames.
    mutating func takeFrames() -> [Frame] {
        defer {
            frames = []
            framesLength = 0
            message = []
        }
        return frames
    }
}
