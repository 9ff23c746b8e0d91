public import WireFormat

/// Cuts one direction of an HTTP/1.1 connection into messages (RFC 9112 sections 6 and 7).
public struct HTTPStream: Sendable {
    private enum State {
        case head
        case body(left: Int)
        case chunkSize
        case chunk(left: Int)
        case chunkEnd
        case trailers
        case untilEnd
    }

    private var state = State.head
    private var message = HTTPMessage(start: .response(status: 0))
    private var scanned = 0
    /// A stretch of a message's body: where it lies in the body, and where it began in the bytes that were handed over.
    public struct BodyPiece: Hashable, Sendable {
        /// The place in the body, without the framing of chunks.
        public var range: Range<Int>
        /// The offset in the bytes.
        public var position: Int
    }

    /// What the last call of ``next(_:at:requestMethod:)`` added to the body of the message that it returned, or of the one
    /// under way; bytes beyond the limit are none of it.
    public private(set) var pieces: [BodyPiece] = []
    /// Bytes looked at so far for the ends of heads and lines: a measure of the work done.
    package private(set) var examined = 0
    /// Whether the body under way is kept.
    private var keepsBody = true
    private let headLimit: Int
    private let bodyLimit: Int

    /// Makes a stream that stands before its first message.
    public init(limits: TransportLimits = TransportLimits()) {
        headLimit = limits.httpHeadBytes
        bodyLimit = limits.httpBodyBytes
    }

    /// Bytes of the body under way that are kept.
    public var bodyBytesKept: Int { message.body.count }

    /// Lets go of the body under way: the message comes without it, and its length tells.
    public mutating func dropBody() {
        guard isInsideMessage else { return }
        message.body = []
        keepsBody = false
    }

    /// Whether a message has begun and is not complete.
    public var isInsideMessage: Bool {
        if case .head = state { return false }
        return true
    }

    /// Whether these bytes may begin an HTTP/1.x message.
    public static func looksLikeHTTP(_ bytes: Span<UInt8>, from start: Int) -> Bool {
        HTTPHeadParser.looksLikeHTTP(bytes, from: start)
    }

    /// Whether these bytes may begin HTTP/2.
    ///
    /// - Returns: `nil` while too few have come to tell.
    public static func looksLikeHTTP2(_ bytes: Span<UInt8>, from start: Int) -> Bool? {
        guard HTTPHeadParser.looksLikeHTTP2(bytes, from: start) else { return bytes.count > start ? false : nil }
        return bytes.count - start >= HTTPHeadParser.http2Preface.utf8CodeUnitCount ? true : nil
    }

    /// The next whole message.
    ///
    /// - Parameters:
    ///   - bytes: what has come and was not taken yet.
    ///   - position: where to go on; moved behind what was taken. The caller keeps the bytes from there on.
    ///   - requestMethod: of a response, the method of the request that it answers: HEAD has no body.
    /// - Returns: `nil` when more bytes are needed.
    /// - Throws: `value` for what is not HTTP, `length` for a bad length, `limit` for a head that is too long.
    public mutating func next(
        _ bytes: Span<UInt8>,
        at position: inout Int,
        requestMethod: String?
    ) throws(WireError) -> HTTPMessage? {
        if !pieces.isEmpty { pieces.removeAll(keepingCapacity: true) }
        while true {
            let begin = position
            defer { message.length += position - begin }
            switch state {
            case .head:
                guard
                    let end = HTTPHeadParser.end(bytes, from: position, scanned: &scanned, examined: &examined)
                else {
                    if bytes.count - position > headLimit {
                        throw WireError(.limit, at: position, path: ["HTTP"], available: headLimit)
                    }
                    return nil
                }
                scanned = 0
                guard end - position <= headLimit else {
                    throw WireError(.limit, at: position, path: ["HTTP"], available: headLimit)
                }
                message = try HTTPHeadParser.parse(bytes, position..<end)
                state = try bodyState(requestMethod: requestMethod, at: position)
                position = end
                if case .head = state { return finish(consumed: position - begin) }
            case .body(let left):
                let count = min(left, bytes.count - position)
                take(bytes, &position, count)
                guard count == left else {
                    state = .body(left: left - count)
                    return nil
                }
                return finish(consumed: position - begin)
            case .chunkSize:
                let start = position
                guard let line = try line(bytes, &position) else { return nil }
                let digits = line.prefix { $0 != ";" && $0 != " " && $0 != "\t" }
                guard let size = Self.number(digits, radix: 16) else {
                    position = start
                    throw WireError(.length, at: start, path: ["HTTP", "chunk size"])
                }
                state = size == 0 ? .trailers : .chunk(left: size)
            case .chunk(let left):
                let count = min(left, bytes.count - position)
                take(bytes, &position, count)
                guard count == left else {
                    state = .chunk(left: left - count)
                    return nil
                }
                state = .chunkEnd
            case .chunkEnd:
                let start = position
                guard let line = try line(bytes, &position) else { return nil }
                guard line.isEmpty else {
                    position = start
                    throw WireError(.length, at: start, path: ["HTTP", "chunk"])
                }
                state = .chunkSize
            case .trailers:
                guard let line = try line(bytes, &position) else { return nil }
                if line.isEmpty { return finish(consumed: position - begin) }
            case .untilEnd:
                take(bytes, &position, bytes.count - position)
                return nil
            }
        }
    }

    /// The message that only the end of the stream ends; `nil` when there is none.
    public mutating func end() -> HTTPMessage? {
        guard case .untilEnd = state else { return nil }
        return finish(consumed: 0)
    }

    private mutating func finish(consumed: Int) -> HTTPMessage {
        state = .head
        keepsBody = true
        var done = message
        done.length += consumed
        message.length = -consumed
        return done
    }

    private mutating func take(_ bytes: Span<UInt8>, _ position: inout Int, _ count: Int) {
        let start = message.body.count
        let kept = keepsBody ? min(count, max(0, bodyLimit - start)) : 0
        if kept > 0 {
            message.body.append(contentsOf: Array(copying: bytes.extracting(position..<position + kept)))
            pieces.append(BodyPiece(range: start..<start + kept, position: position))
        }
        message.bodyLength += count
        position += count
    }

    /// How the body's end is told (RFC 9112 section 6.3).
    private func bodyState(requestMethod: String?, at offset: Int) throws(WireError) -> State {
        if case .response(let status) = message.start {
            if requestMethod == "HEAD" || status < 200 || status == 204 || status == 304 { return .head }
            // A proxy's answer that opens a tunnel has no body, whatever its fields say.
            if requestMethod == "CONNECT", status < 300 { return .head }
        }
        if !message.transferCodings.isEmpty {
            if message.isChunked { return .chunkSize }
            // Only the end of the connection ends such an answer, and nothing such a request.
            if case .response = message.start { return .untilEnd }
            throw WireError(.length, at: offset, path: ["HTTP", "Transfer-Encoding"])
        }
        let lengths = message.fields.values("Content-Length")
        if let text = lengths.first {
            guard let length = Self.number(text, radix: 10), lengths.allSatisfy({ $0 == text }) else {
                throw WireError(.length, at: offset, path: ["HTTP", "Content-Length"])
            }
            return length == 0 ? .head : .body(left: length)
        }
        if case .response = message.start { return .untilEnd }
        return .head
    }

    /// A number of digits only; `nil` when it is none, or too large.
    private static func number(_ digits: some StringProtocol, radix: Int) -> Int? {
        digits.utf8.first == UInt8(ascii: "+") || digits.utf8.first == UInt8(ascii: "-")
            ? nil : Int(digits, radix: radix)
    }

    /// A line without its end; `nil` when it is not whole.
    private mutating func line(_ bytes: Span<UInt8>, _ position: inout Int) throws(WireError) -> String? {
        var index = position + scanned
        while index < bytes.count, bytes[index] != 10 { index += 1 }
        examined += index - position - scanned
        scanned = index - position
        guard scanned <= headLimit else {
            throw WireError(.limit, at: position, path: ["HTTP"], available: headLimit)
        }
        guard index < bytes.count else { return nil }
        scanned = 0
        let end = index > position && bytes[index - 1] == 13 ? index - 1 : index
        let text = String(decodingUTF8: bytes.extracting(position..<end))
        position = index + 1
        return text
    }
}
