/// The kind of HTTP/1.x message that the first bytes of a direction begin.
public enum HTTPBeginning: Hashable, Sendable {
    /// A line that may become a request with an uncommon method: more bytes are needed to decide.
    case unclear
    /// The beginning of a message's first word, or empty lines before it.
    case begun
    /// A request.
    case request
    /// A response.
    case answer

    /// Methods so common that the word alone is enough, each with the space after it.
    package static let commonMethods: [StaticString] = [
        "GET ", "POST ", "PUT ", "HEAD ", "DELETE ", "OPTIONS ", "PATCH ", "CONNECT ", "TRACE ",
    ]
    private static let version: StaticString = "HTTP/1."
    /// The number of bytes needed from a common method on, or from the start of a response: the length of `HTTP/1.1 `.
    private static let leastBytes = 9
    /// The largest number of bytes of empty lines accepted before the first message.
    private static let longestGap = 256
    /// The longest other method; no registered method has more than 17 letters.
    private static let longestMethod = 32
    /// The longest first line examined for another method; RFC 9112 section 3 requires at least 8000 bytes.
    private static let longestLine = 8192

    /// Recognises the bytes from `start` on; `nil` when they do not begin an HTTP/1.x message.
    ///
    /// Empty lines may precede the message (RFC 9112 section 2.2). The first word decides for a response and for a
    /// request with a common method. Any other method needs its line up to the version, so that text of other protocols
    /// is not mistaken for HTTP.
    public init?(_ bytes: Span<UInt8>, from start: Int) {
        let first = HTTPHeadParser.begin(bytes, from: start)
        guard bytes.count > start, first - start <= Self.longestGap else { return nil }
        let isShort = bytes.count - first < Self.leastBytes
        if first == bytes.count {
            self = .begun
        } else if Self.agrees(bytes, from: first, with: Self.version) {
            self = isShort ? .begun : .answer
        } else if Self.commonMethods.contains(where: { Self.agrees(bytes, from: first, with: $0) }) {
            self = isShort ? .begun : .request
        } else {
            self.init(line: bytes, from: first)
        }
    }

    /// Recognises a request with any other method: a token, a target and the version, separated by one space each.
    private init?(line bytes: Span<UInt8>, from start: Int) {
        var index = start
        while index < bytes.count, index - start <= Self.longestMethod, Self.isTokenByte(bytes[index]) { index += 1 }
        guard index - start <= Self.longestMethod else { return nil }
        guard index < bytes.count else {
            self = .unclear
            return
        }
        guard index > start, bytes[index] == UInt8(ascii: " ") else { return nil }
        index += 1
        let target = index
        while index < bytes.count, index - start <= Self.longestLine, bytes[index] > 0x20, bytes[index] != 0x7F {
            index += 1
        }
        guard index - start <= Self.longestLine else { return nil }
        guard index < bytes.count else {
            self = .unclear
            return
        }
        guard index > target, bytes[index] == UInt8(ascii: " "),
            index + 1 == bytes.count || Self.agrees(bytes, from: index + 1, with: Self.version)
        else { return nil }
        self = bytes.count - index > Self.version.utf8CodeUnitCount ? .request : .unclear
    }

    /// Returns the first place in the middle of a stream at which a message begins.
    ///
    /// A body may hold any text, so only a status line, or the whole first line of a request with a common method, is
    /// enough.
    /// - Parameters:
    ///   - isRequest: whether the stream has requests; otherwise it has responses.
    ///   - keepFrom: set to the first place that may still become the beginning of a message.
    package static func find(in bytes: Span<UInt8>, isRequest: Bool, keepFrom: inout Int) -> Int? {
        for offset in bytes.indices {
            switch isRequest ? beginsRequest(bytes, at: offset) : beginsResponse(bytes, at: offset) {
            case true?: return offset
            case nil:
                keepFrom = offset
                return nil
            case false?: break
            }
        }
        keepFrom = bytes.count
        return nil
    }

    /// Returns whether `HTTP/1.`, a digit and a status of three digits are at a place; `nil` if more bytes are needed.
    private static func beginsResponse(_ bytes: Span<UInt8>, at start: Int) -> Bool? {
        guard agrees(bytes, from: start, with: version) else { return false }
        let digits = start + version.utf8CodeUnitCount
        let end = digits + 5
        guard digits < bytes.count else { return nil }
        for index in digits..<min(end, bytes.count) {
            let isSpace = index == digits + 1
            guard isSpace ? bytes[index] == UInt8(ascii: " ") : bytes[index] &- 48 < 10 else { return false }
        }
        return end <= bytes.count ? true : nil
    }

    /// Returns whether the first line of a request with a common method is at a place; `nil` if more bytes are needed.
    private static func beginsRequest(_ bytes: Span<UInt8>, at start: Int) -> Bool? {
        guard commonMethods.contains(where: { agrees(bytes, from: start, with: $0) }) else { return false }
        return switch Self(line: bytes, from: start) {
        case .request?: true
        case .unclear?: nil
        case .begun?, .answer?, nil: false
        }
    }

    /// Returns whether bytes begin with a word, or are a beginning of the word.
    private static func agrees(_ bytes: Span<UInt8>, from start: Int, with word: StaticString) -> Bool {
        let count = min(word.utf8CodeUnitCount, bytes.count - start)
        for index in 0..<count where bytes[start + index] != (unsafe word.utf8Start[index]) { return false }
        return true
    }

    /// Returns whether a byte is allowed in a method (RFC 9110 section 5.6.2).
    private static func isTokenByte(_ byte: UInt8) -> Bool {
        switch byte {
        case 48...57, 65...90, 94...122, 0x21, 0x23...0x27, 0x2A, 0x2B, 0x2D, 0x2E, 0x7C, 0x7E: true
        default: false
        }
    }
}
