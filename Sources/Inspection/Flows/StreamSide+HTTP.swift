import Transport
import WireFormat

/// An HTTP message and the packets that brought it.
struct ReceivedHTTP: Sendable {
    let message: HTTPMessage
    let packets: [Int]
    /// Those that brought the body, by offset in it.
    let body: PacketMarks
}

/// The HTTP messages of a direction that are being read.
struct HTTPProgress {
    var stream: HTTPStream
    /// Bytes at the front of the buffer whose messages were taken.
    var taken = 0
    /// Packets that brought the message under way.
    var packets: [Int] = []
    /// The packets that brought its body, by offset in the body.
    var body = PacketMarks()

    /// Hands out a message that is whole.
    mutating func finish(_ message: HTTPMessage) -> ReceivedHTTP {
        defer {
            packets = []
            body = PacketMarks()
        }
        return ReceivedHTTP(message: message, packets: packets, body: body)
    }
}

// HTTP, one message after the other.
extension StreamSide {
    /// Bytes at the front of the buffer whose HTTP messages were taken.
    var httpTaken: Int { http?.taken ?? 0 }

    /// The next HTTP message that is whole, and the packets that brought its last part.
    mutating func nextHTTP(_ method: String?, _ limits: Limits) throws(WireError) -> ReceivedHTTP? {
        guard httpTaken < buffer.bytes.count else { return nil }
        var progress = http.take() ?? HTTPProgress(stream: HTTPStream(limits: limits.transport))
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
        if progress.taken > begin {
            let range = buffer.start + begin..<buffer.start + progress.taken
            _ = buffer.packets(of: range, into: &progress.packets)
        }
        for piece in progress.stream.pieces {
            let start = buffer.start + piece.position
            progress.body.append(piece.range.lowerBound, start..<start + piece.range.count, of: buffer.marks)
        }
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
