import Transport
import WireFormat

/// An HTTP message and the packets that carried it.
struct ReceivedHTTP: Sendable {
    let message: HTTPMessage
    let packets: HTTPPackets
    /// The packets of the body, by offset in the body.
    let body: PacketMarks
    /// Whether this is a request whose answer arrived before the request was complete.
    let isAnswered: Bool
}

/// The state of reading HTTP messages in a direction.
struct HTTPProgress {
    var stream: HTTPStream
    /// The number of bytes at the front of the buffer that were read.
    var taken = 0
    private var packets = HTTPPackets()
    /// The packets of the current message's body, by offset in the body.
    private(set) var body = PacketMarks()
    /// Whether the answer to the current request has arrived.
    private var isAnswered = false

    init(limits: TransportLimits) { stream = HTTPStream(limits: limits) }

    /// Records the packets of the bytes that the last step read, from a position in the buffer on.
    mutating func notePackets(from begin: Int, in buffer: borrowing StreamBuffer, limit: Int) {
        if taken > begin { packets.add(buffer.start + begin..<buffer.start + taken, of: buffer, limit: limit) }
        for piece in stream.pieces {
            let start = buffer.start + piece.position
            body.append(piece.range.lowerBound, start..<start + piece.range.count, of: buffer.marks)
        }
    }

    /// The memory for the current message, in bytes.
    var cost: Int { stream.bodyBytesKept + body.cost + packets.numbers.count * MemoryLayout<Int>.stride }

    /// Drops the body of the current message.
    mutating func dropBody() {
        stream.dropBody()
        body = PacketMarks()
    }

    /// Returns a complete message with its packets and resets the state.
    mutating func finish(_ message: HTTPMessage) -> ReceivedHTTP {
        defer {
            packets = HTTPPackets()
            body = PacketMarks()
            isAnswered = false
        }
        return ReceivedHTTP(message: message, packets: packets, body: body, isAnswered: isAnswered)
    }

    /// The received part of the current request, without its body; `nil` if there is none, or it was answered.
    var unanswered: ReceivedHTTP? {
        guard !isAnswered, let begun = stream.begun, case .request = begun.start else { return nil }
        return ReceivedHTTP(message: begun, packets: packets, body: PacketMarks(), isAnswered: true)
    }

    /// The current message without its body; `nil` if there is none, or it was reported with its answer.
    var untold: HTTPMessage? { isAnswered ? nil : stream.begun }

    mutating func answer() { isAnswered = true }
}

// HTTP messages of a direction.
extension StreamSide {
    /// The number of bytes at the front of the buffer that HTTP messages were read from.
    var httpTaken: Int { http?.taken ?? 0 }

    /// Returns the next complete HTTP message and the packets that carried it; `nil` if more bytes are needed.
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
        guard let message else { return nil }
        hasBegunHTTP = true
        return progress.finish(message)
    }

    /// Removes the bytes that were read from the buffer, all at once.
    mutating func dropHTTP() {
        guard httpTaken > 0 else { return }
        buffer.consume(httpTaken)
        http?.taken = 0
    }

    /// Frees the memory for HTTP when the connection continues with another protocol.
    mutating func leaveHTTP() {
        dropHTTPMessage()
        buffer.trim()
    }

    mutating func dropHTTPMessage() { http = nil }

    /// Returns the message that ends with the stream; `nil` if there is none.
    mutating func endHTTP() -> ReceivedHTTP? {
        guard let message = http?.stream.end() else { return nil }
        return http?.finish(message)
    }
}
