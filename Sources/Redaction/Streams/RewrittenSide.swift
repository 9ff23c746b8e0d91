import Inspection
import Transport
import WireFormat

/// One direction of a connection on its way from the old to the new stream.
final class RewrittenSide {
    /// Where reading stands in the stream, as the inspector reads it.
    enum Place {
        /// Where a frame begins.
        case inStep
        /// Inside a frame with a hole: so many bytes of it are passed over.
        case passingOver(Int)
        /// Anywhere: the next frame has to be found.
        case lost
        /// Where a frame of the TCP form should begin and none does; so many bytes behind that are known to begin none.
        case damaged(checked: Int, isLength: Bool)
    }

    /// From the TCP stream to the bytes of the application, where these were encrypted.
    @exclusivity(unchecked) var decryption: StreamMap?
    /// From the bytes of the application to the new ones.
    @exclusivity(unchecked) var map = StreamMap()
    /// Bytes of the application that wait to be rewritten; they follow `map`.
    @exclusivity(unchecked) var waiting = ByteQueue()
    /// Bytes of TLS that wait to be decrypted, and how far they are read.
    @exclusivity(unchecked) var sealed: [UInt8] = []
    @exclusivity(unchecked) var opened = 0
    @exclusivity(unchecked) var http = HTTPSide()
    @exclusivity(unchecked) var webSocket = WebSocketSide()
    @exclusivity(unchecked) var place = Place.inStep
    /// What looking for frames remembers.
    @exclusivity(unchecked) var search = FrameFinder.Progress()
    /// Whether bytes are missing of what came before the connection was recognised.
    @exclusivity(unchecked) var hasLostBytes = false

    /// Whether a frame begins where reading stands.
    var isInStep: Bool { if case .inStep = place { true } else { false } }

    /// Forgets what is needed only while the stream is rewritten.
    func close() {
        waiting = ByteQueue()
        sealed = []
        webSocket = WebSocketSide()
        http = HTTPSide()
    }

    /// Where an offset in the old stream is in the new one.
    func newOffset(of old: Int) -> Int {
        map.newOffset(of: decryption?.newOffset(of: old) ?? old)
    }
}

/// The HTTP message under way in one direction.
struct HTTPSide {
    var stream = HTTPStream()
    /// How much of what waits belongs to it.
    var position = 0
    /// Whether this is a request whose answer has come, though it is not whole.
    var isAnswered = false
}

/// The WebSocket message under way in one direction.
struct WebSocketSide {
    /// A frame that came, and waits for the message to be whole.
    struct Frame {
        var header: WebSocketFrameHeader
        /// The new payload of a control frame; `nil` for a part of the message.
        var control: [UInt8]?
    }

    var frames: [Frame] = []
    var message: [UInt8] = []
    /// Whether what is left of a message is passed over, since a part of it is lost.
    var isDiscarding = false
    var isText = false
    var isCompressed = false
    /// What takes the compression off messages, where the ends agreed to it, and what compresses the new ones.
    var inflation: WebSocketInflation?
    var deflater: StreamDeflater?
}
