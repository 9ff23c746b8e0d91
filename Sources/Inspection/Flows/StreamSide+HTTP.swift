import Transport
import WireFormat

/// An HTTP message and the packets that brought it.
struct ReceivedHTTP: Sendable {
    let message: HTTPMessage
    let packets: HTTPPackets
    /// Those that brought the body, by offset in it.
    let body: PacketMarks
    /// Whether this is a request whose answer came before it was whole.
    let isAnswered: Bool
}

/// The HTTP messages of a direction that are being read.
struct HTTPProgress {
    var stream: HTTPStream
    /// Bytes at the front of the buffer whose messages were taken.
    var taken = 0
    /// Packets that brought the message under way.
    private var packets = HTTPPackets()
    /// The packets that brought its body, by offset in the body.
    private(set) var body = PacketMarks()
    /// Whether the answer to the request under way has come.
    private var isAnswered = false

    init(limits: TransportLimits) { stream = HTTPStream(limits: limits) }

    /// Notes who brought what the last step took, beginning at a place in the buffer.
    mutating func notePackets(from begin: Int, in buffer: borrowing StreamBuffer, limit: Int) {
        if taken > begin { packets.add(buffer.start + begin..<buffer.start + taken, of: buffer, limit: limit) }
        for piece in stream.pieces {
            let start = buffer.start + piece.position
            body.append(piece.range.lowerBound, start..<start + piece.range.count, of: buffer.marks)
        }
    }

    /// Memory for the message under way, in bytes.
    var cost: Int { stream.bodyBytesKept + body.cost + packets.numbers.count * MemoryLayout<Int>.stride }

    /// Lets go of the body of the message under way.
    mutating func dropBody() {
        stream.dropBody()
        body = PacketMarks()
    }

    /// Hands out a message that is whole.
    mutating func finish(_ message: HTTPMessage) -> ReceivedHTTP {
        defer {
            packets = HTTPPackets()
            body = PacketMarks()
            isAnswered = false
        }
        return ReceivedHTTP(message: message, packets: packets, body: body, isAnswered: isAnswered)
    }

    /// The request under way as far as it has come, and without its body; `nil` when none is, or it has its answer.
    var unanswered: ReceivedHTTP? {
        guard !isAnswered, let begun = stream.begun, case .request = begun.start else { return nil }
        return ReceivedHTTP(message: begun, packets: packets, body: PacketMarks(), isAnswered: true)
    }

    /// The message under way, without its body; `nil` when none is, or it was told of with its answer.
    var untold: HTTPMessage? { isAnswered ? nil : stream.begun }

    /// Notes that the answer to the request under way has come.
    mutating func answer() { isAnswered = true }
}

// HTTP, one message after the other.
extension StreamSide {
    /// Bytes at the front of the buffer whose HTTP messages were taken.
    var httpTaken: Int { http?.taken ?? 0 }

    /// The next HTTP message that is whole, and the packets that brought its last part.
    mutating func nextHTTP(_ method: String?, _ limits: Limits) throws(WireError) -> ReceivedHTTP? {
        guard httpTaken < buffer.bytes.count else { return nil }
        var progress = http.take() ?? HTTPProgress(limits: limits.transport)
        defer { http = progress }
        let waiting = buffer.takeBytes()
        let begin = progress.taken
        var failure: WireError?
        var message: HTTPMessage?
        do throws(WireError) {
            message = try progress.stream.next(waiting.span, at: &progress.taken, requestMethod: method)
        } catch {
            failure = error
        }
        buffer.restore(waiting)
        progress.notePackets(from: begin, in: buffer, limit: limits.httpMessagePackets)
        if let failure { throw failure }
        return message.map { progress.finish($0) }
    }

    /// Lets go of the bytes of the messages that were taken, all at once.
    mutating func dropHTTP() {
        guard httpTaken > 0 else { return }
        buffer.consume(httpTaken)
        http?.taken = 0
    }

    /// Gives back what only HTTP needs, when the connection goes on with something else.
    mutating func leaveHTTP() {
        dropHTTPMessage()
        buffer.trim()
    }

    /// Forgets the HTTP message under way.
    mutating func dropHTTPMessage() { http = nil }

    /// The message that only the end of the stream ends; `nil` when there is none.
    mutating func endHTTP() -> ReceivedHTTP? {
        guard let message = http?.stream.end() else { return nil }
        return http?.finish(message)
    }
}
