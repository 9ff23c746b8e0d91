import WireFormat

/// What the first bytes of a direction tell of HTTP/1.x.
public enum HTTPBeginning: Hashable, Sendable {
    /// A line that may become a request with a method that is not common: more must come to tell.
    case unclear
    /// The beginning of a message's first word, or the empty lines before it.
    case begun
    /// A request.
    case request
    /// The answer to one.
    case answer

    /// Methods that are so common that their word is enough, each with the space behind it.
    package static let commonMethods: [StaticString] = [
        "GET ", "POST ", "PUT ", "HEAD ", "DELETE ", "OPTIONS ", "PATCH ", "CONNECT ", "TRACE ",
    ]
    private static let version: StaticString = "HTTP/1."
    /// How much must have come of what begins with a common method or as an answer does: as many bytes as `HTTP/1.1 ` has.
    private static let leastBytes = 9
    /// Most bytes of empty lines before the first message.
    private static let longestGap = 256
    /// Longest other method; of those registered none has more than 17 letters.
    private static let longestMethod = 32
    /// Longest first line that is looked at for another method; RFC 9112 section 3 wants 8000 bytes to be read at least.
    private static let longestLine = 8192

    /// Looks at bytes from `start` on; `nil` when they begin no HTTP/1.x message.
    ///
    /// Empty lines may stand before it (RFC 9112 section 2.2). Of a request with a common method, as of an answer, the
    /// first word tells. Any other method needs its line up to the version, so that no other protocol's text passes for it.
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

    /// A request with any other method: a token, its target, and the version, with a space between them.
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

    /// Whether bytes begin with a word, or with as much of it as there is of them.
    private static func agrees(_ bytes: Span<UInt8>, from start: Int, with word: StaticString) -> Bool {
        let count = min(word.utf8CodeUnitCount, bytes.count - start)
        for index in 0..<count where bytes[start + index] != (unsafe word.utf8Start[index]) { return false }
        return true
    }

    /// Whether a byte may stand in a method (RFC 9110 section 5.6.2).
    private static func isTokenByte(_ byte: UInt8) -> Bool {
        switch byte {
        case 48...57, 65...90, 94...122, 0x21, 0x23...0x27, 0x2A, 0x2B, 0x2D, 0x2E, 0x7C, 0x7E: true
        default: false
        }
    }
}
