public import WireFormat

/// Splits one direction of an HTTP/1.1 connection into messages (RFC 9112 sections 6 and 7).
public struct HTTPStream: Sendable {
    /// A piece of a message's body: its range in the body, and its start in the bytes passed to the stream.
    public struct BodyPiece: Hashable, Sendable {
        /// The range in the body, without the framing of chunks.
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

    /// The number of pieces for which memory stays reserved from call to call.
    private static let keptPieces = 64

    private var state = State.head
    private var message = HTTPMessage(start: .response(status: 0))
    private var scanned = 0
    /// The number of bytes of empty lines before the head being parsed.
    private var emptyLineBytes = 0
    /// The pieces that the last call of ``next(_:at:requestMethod:)`` added to the body of the message that it
    /// returned, or of the current message; without bytes beyond the limit.
    public private(set) var pieces: [BodyPiece] = []
    /// The number of bytes examined so far for the ends of heads and lines: a measure of the work done.
    package private(set) var examined = 0
    /// Whether the current body is kept.
    private var keepsBody = true
    private let headLimit: Int
    private let bodyLimit: Int

    /// Makes a stream before its first message.
    public init(limits: TransportLimits = TransportLimits()) {
        headLimit = limits.httpHeadBytes
        bodyLimit = limits.httpBodyBytes
    }

    /// The number of bytes kept of the current body.
    public var bodyBytesKept: Int { message.body.count }

    /// Discards the current body: the message is returned without it, but with its length.
    public mutating func dropBody() {
        guard isInsideMessage else { return }
        message.body = []
        keepsBody = false
    }

    /// The message that has begun but is incomplete, without its body.
    public var begun: HTTPMessage? {
        guard isInsideMessage else { return nil }
        var begun = message
        begun.body = []
        return begun
    }

    /// Whether a message has begun but is incomplete.
    public var isInsideMessage: Bool {
        if case .head = state { return false }
        return true
    }

    /// Returns whether bytes begin an HTTP/1.x message, or are a beginning of the first word of a common one.
    ///
    /// A request with another method is recognised only by its whole first line: until then the result is `false`.
    public static func looksLikeHTTP(_ bytes: Span<UInt8>, from start: Int) -> Bool {
        switch HTTPBeginning(bytes, from: start) {
        case .begun, .request, .answer: true
        case .unclear, nil: false
        }
    }

    /// Returns the number of bytes in the empty lines that may precede a message (RFC 9112 section 2.2).
    public static func emptyLines(_ bytes: Span<UInt8>) -> Int { HTTPHeadParser.begin(bytes, from: 0) }

    /// Returns whether bytes may begin HTTP/2.
    ///
    /// - Returns: `nil` while there are too few bytes to decide.
    public static func looksLikeHTTP2(_ bytes: Span<UInt8>, from start: Int) -> Bool? {
        guard HTTPHeadParser.looksLikeHTTP2(bytes, from: start) else { return bytes.count > start ? false : nil }
        return bytes.count - start >= HTTPHeadParser.http2Preface.utf8CodeUnitCount ? true : nil
    }

    /// Returns the next whole message.
    ///
    /// - Parameters:
    ///   - bytes: the bytes that have arrived but were not consumed.
    ///   - position: the index at which to continue; moved after the consumed bytes. The caller keeps the bytes from
    ///     there on.
    ///   - requestMethod: for a response, the method of its request: a response to HEAD has no body.
    /// - Returns: `nil` when more bytes are needed.
    /// - Throws: `value` for bytes that are not HTTP, `length` for a bad length, `limit` for a head that is too long.
    public mutating func next(
        _ bytes: Span<UInt8>,
        at position: inout Int,
        requestMethod: String?
    ) throws(WireError) -> HTTPMessage? {
        // A body in many small chunks has many pieces, and the connection may stay open after it.
        if !pieces.isEmpty { pieces.removeAll(keepingCapacity: pieces.capacity <= Self.keptPieces) }
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

    /// The result of one step of the state machine.
    private enum Step {
        case goesOn
        case waits
        case isWhole
    }

    private mutating func step(
        _ bytes: Span<UInt8>,
        at position: inout Int,
        requestMethod: String?
    ) throws(WireError) -> Step {
        switch state {
        case .head: return try readHead(bytes, &position, requestMethod: requestMethod)
        case .body(let left):
            let count = min(left, bytes.count - position)
            take(bytes, &position, count)
            state = .body(left: left - count)
            return count == left ? .isWhole : .waits
        case .chunkSize: return try readChunkSize(bytes, &position)
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

    /// Reads the first line and the fields of a message once all of them have arrived.
    private mutating func readHead(
        _ bytes: Span<UInt8>,
        _ position: inout Int,
        requestMethod: String?
    ) throws(WireError) -> Step {
        // Each byte of the empty lines is examined once.
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
    }

    private mutating func readChunkSize(_ bytes: Span<UInt8>, _ position: inout Int) throws(WireError) -> Step {
        let start = position
        guard let line = try line(bytes, &position) else { return .waits }
        let digits = line.prefix { $0 != ";" && $0 != " " && $0 != "\t" }
        guard let size = Self.number(digits, radix: 16) else {
            position = start
            throw WireError(.length, at: start, path: ["HTTP", "chunk size"])
        }
        state = size == 0 ? .trailers : .chunk(left: size)
        return .goesOn
    }

    /// Returns the message that ends only with the stream; `nil` when there is none.
    public mutating func end() -> HTTPMessage? {
        guard case .untilEnd = state else { return nil }
        return finish()
    }

    /// Returns the current message, and prepares for the next one.
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

    /// Returns the state for reading the body, according to its framing (RFC 9112 section 6.3).
    private func bodyState(requestMethod: String?, at offset: Int) throws(WireError) -> State {
        if case .response(let status) = message.start {
            if requestMethod == "HEAD" || status < 200 || status == 204 || status == 304 { return .head }
            // A proxy's response that opens a tunnel has no body, whatever its fields say.
            if requestMethod == "CONNECT", status < 300 { return .head }
        }
        if !message.transferCodings.isEmpty {
            if message.isChunked { return .chunkSize }
            // Only the end of the connection ends such a response; such a request has no end.
            if case .response = message.start { return .untilEnd }
            throw WireError(.length, at: offset, path: ["HTTP", "Transfer-Encoding"])
        }
        if let length = try contentLength(at: offset) { return length == 0 ? .head : .body(left: length) }
        if case .response = message.start { return .untilEnd }
        return .head
    }

    /// Returns the length in the `Content-Length` fields; `nil` when there is none.
    ///
    /// The same length may be given several times, even in one field (RFC 9110 section 8.6).
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

    /// Parses a number of digits only; `nil` when it is none, or too large.
    private static func number(_ digits: some StringProtocol, radix: Int) -> Int? {
        digits.utf8.first == UInt8(ascii: "+") || digits.utf8.first == UInt8(ascii: "-")
            ? nil : Int(digits, radix: radix)
    }

    /// Returns a line without its end; `nil` when it is incomplete.
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
