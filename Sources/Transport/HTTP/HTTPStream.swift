public import WireFormat

/// Cuts one direction of an HTTP/1.1 connection into messages (RFC 9112 sections 6 and 7).
public struct HTTPStream: Sendable {
    /// A stretch of a message's body: where it lies in the body, and where it began in the bytes that were handed over.
    public struct BodyPiece: Hashable, Sendable {
        /// The place in the body, without the framing of chunks.
        public var range: Range<Int>
        /// The offset in the bytes.
        public var position: Int
    }

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
    /// Bytes of empty lines before the head that is looked for.
    private var emptyLineBytes = 0
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

    /// The message that has begun and is not complete, without its body.
    public var begun: HTTPMessage? {
        guard isInsideMessage else { return nil }
        var begun = message
        begun.body = []
        return begun
    }

    /// Whether a message has begun and is not complete.
    public var isInsideMessage: Bool {
        if case .head = state { return false }
        return true
    }

    /// Whether these bytes begin an HTTP/1.x message, or agree with the first word of a common one as far as they go.
    ///
    /// A request with another method is told only by its whole first line: until that is there, the result is `false`.
    public static func looksLikeHTTP(_ bytes: Span<UInt8>, from start: Int) -> Bool {
        switch HTTPBeginning(bytes, from: start) {
        case .begun, .request, .answer: true
        case .unclear, nil: false
        }
    }

    /// How many of the first bytes are empty lines, which may stand before a message (RFC 9112 section 2.2).
    public static func emptyLines(_ bytes: Span<UInt8>) -> Int { HTTPHeadParser.begin(bytes, from: 0) }

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
            let step = try step(bytes, at: &position, requestMethod: requestMethod)
            message.length += position - begin
            switch step {
            case .goesOn: continue
            case .waits: return nil
            case .isWhole: return finish()
            }
        }
    }

    /// What reading comes to by going on from one state to the next.
    private enum Step {
        case goesOn
        /// More bytes are needed.
        case waits
        case isWhole
    }

    private mutating func step(
        _ bytes: Span<UInt8>,
        at position: inout Int,
        requestMethod: String?
    ) throws(WireError) -> Step {
        switch state {
        case .head:
            // Each byte of them is looked at once.
            let start = HTTPHeadParser.begin(bytes, from: position + emptyLineBytes)
            examined += start - position - emptyLineBytes
            emptyLineBytes = start - position
            guard let end = HTTPHeadParser.end(bytes, from: start, scanned: &scanned, examined: &examined) else {
                if bytes.count - position > headLimit {
                    throw WireError(.limit, at: position, path: ["HTTP"], available: headLimit)
                }
                return .waits
            }
            (scanned, emptyLineBytes) = (0, 0)
            guard end - position <= headLimit else {
                throw WireError(.limit, at: position, path: ["HTTP"], available: headLimit)
            }
            message = try HTTPHeadParser.parse(bytes, start..<end)
            state = try bodyState(requestMethod: requestMethod, at: position)
            position = end
            if case .head = state { return .isWhole }
            return .goesOn
        case .body(let left):
            let count = min(left, bytes.count - position)
            take(bytes, &position, count)
            state = .body(left: left - count)
            return count == left ? .isWhole : .waits
        case .chunkSize:
            let start = position
            guard let line = try line(bytes, &position) else { return .waits }
            let digits = line.prefix { $0 != ";" && $0 != " " && $0 != "\t" }
            guard let size = Self.number(digits, radix: 16) else {
                position = start
                throw WireError(.length, at: start, path: ["HTTP", "chunk size"])
            }
            state = size == 0 ? .trailers : .chunk(left: size)
            return .goesOn
        case .chunk(let left):
            let count = min(left, bytes.count - position)
            take(bytes, &position, count)
            state = count == left ? .chunkEnd : .chunk(left: left - count)
            return count == left ? .goesOn : .waits
        case .chunkEnd:
            let start = position
            guard let line = try line(bytes, &position) else { return .waits }
            guard line.isEmpty else {
                position = start
                throw WireError(.length, at: start, path: ["HTTP", "chunk"])
            }
            state = .chunkSize
            return .goesOn
        case .trailers:
            guard let line = try line(bytes, &position) else { return .waits }
            return line.isEmpty ? .isWhole : .goesOn
        case .untilEnd:
            take(bytes, &position, bytes.count - position)
            return .waits
        }
    }

    /// The message that only the end of the stream ends; `nil` when there is none.
    public mutating func end() -> HTTPMessage? {
        guard case .untilEnd = state else { return nil }
        return finish()
    }

    /// Hands the message out, and stands before the next one.
    private mutating func finish() -> HTTPMessage {
        state = .head
        keepsBody = true
        defer { message = HTTPMessage(start: .response(status: 0)) }
        return message
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
        if let length = try contentLength(at: offset) { return length == 0 ? .head : .body(left: length) }
        if case .response = message.start { return .untilEnd }
        return .head
    }

    /// The length that the fields tell; `nil` where none does.
    ///
    /// They may tell the same one several times, also in one field (RFC 9110 section 8.6).
    private func contentLength(at offset: Int) throws(WireError) -> Int? {
        var length: Int?
        for field in message.fields.values("Content-Length") {
            for part in field.split(separator: ",", omittingEmptySubsequences: false) {
                var digits = part.drop { $0 == " " || $0 == "\t" }
                while digits.last == " " || digits.last == "\t" { digits.removeLast() }
                guard let number = Self.number(digits, radix: 10), length ?? number == number else {
                    throw WireError(.length, at: offset, path: ["HTTP", "Content-Length"])
                }
                length = number
            }
        }
        return length
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
