public import WireFormat

/// The header of the PROXY protocol, version 1 or 2, which a reverse proxy writes before the bytes of a connection that
/// it passes on (HAProxy's specification "The PROXY protocol").
///
/// The client's stream is read from its first byte, as often as bytes arrive: a header is short.
public enum ProxyHeader: Hashable, Sendable {
    /// More bytes are needed.
    case unfinished
    /// A whole header of `count` bytes.
    ///
    /// `source` is the address and port of the client that the proxy serves; `nil` if the header names none.
    case complete(source: String?, count: Int)

    private static let line: StaticString = "PROXY "
    private static let signature: StaticString = "\r\n\r\n\0\r\nQUIT\n"
    /// The longest line of version 1, with its end.
    private static let longestLine = 107

    /// Whether a client's bytes begin a header, as far as they go.
    public static func mayBegin(_ client: Span<UInt8>) -> Bool {
        agrees(client, with: line) || agrees(client, with: signature)
    }

    /// Reads a header from the first bytes of the client's stream; `nil` when they are none.
    public init?(_ client: Span<UInt8>) {
        self.init(client, trace: NoTrace())
    }

    /// Reads a header, and tells the trace of its fields.
    ///
    /// The fields that name somebody are `text` (an address of version 1), `address` (one of version 2) and `rest`: what
    /// follows the addresses of version 2, or is not known.
    public init?<Trace: FieldTrace>(_ client: Span<UInt8>, trace: Trace) {
        guard Self.mayBegin(client) else { return nil }
        var reader = ByteReader(client, trace: trace)
        do throws(WireError) {
            self =
                try client[0] == UInt8(ascii: "P") ? Self.version1(&reader, client) : Self.version2(&reader, client)
        } catch {
            guard error.code == .truncated else { return nil }
            self = .unfinished
        }
    }

    // MARK: Version 1

    private static func version1<Trace: FieldTrace>(
        _ reader: inout ByteReader<Trace>,
        _ client: Span<UInt8>
    ) throws(WireError) -> ProxyHeader {
        guard let end = (0..<min(client.count, longestLine)).first(where: { client[$0] == 10 }) else {
            throw WireError(client.count < longestLine ? .truncated : .limit)
        }
        guard client[end - 1] == 13 else { throw WireError(.value) }
        reader.skip(line.utf8CodeUnitCount)
        let family = try word(&reader, "family", client)
        if family == "UNKNOWN" {
            _ = try reader.bytes("rest", count: end - 1 - reader.offset)
            return .complete(source: nil, count: end + 1)
        }
        guard family == "TCP4" || family == "TCP6" else { throw WireError(.value) }
        let source = try nextWord(&reader, "text", client)
        _ = try nextWord(&reader, "text", client)
        let port = try nextWord(&reader, "port", client)
        _ = try nextWord(&reader, "port", client)
        guard reader.offset == end - 1 else { throw WireError(.value) }
        return .complete(source: family == "TCP6" ? "[\(source)]:\(port)" : "\(source):\(port)", count: end + 1)
    }

    /// Reads the space before a word, and the word.
    private static func nextWord<Trace: FieldTrace>(
        _ reader: inout ByteReader<Trace>,
        _ name: StaticString,
        _ client: Span<UInt8>
    ) throws(WireError) -> String {
        guard try reader.uint8("space") == UInt8(ascii: " ") else { throw WireError(.value) }
        return try word(&reader, name, client)
    }

    /// Reads the letters, digits and marks of addresses up to the next other byte.
    private static func word<Trace: FieldTrace>(
        _ reader: inout ByteReader<Trace>,
        _ name: StaticString,
        _ client: Span<UInt8>
    ) throws(WireError) -> String {
        var count = 0
        while let byte = reader.peek(at: reader.offset + count), isPartOfWord(byte) { count += 1 }
        guard count > 0 else { throw WireError(.value) }
        return String(decoding: try reader.bytes(name, count: count).map { client[$0] }, as: UTF8.self)
    }

    private static func isPartOfWord(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "0")...UInt8(ascii: ":"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "a")...UInt8(ascii: "f"), UInt8(ascii: "."):
            true
        default: false
        }
    }

    // MARK: Version 2

    private static func version2<Trace: FieldTrace>(
        _ reader: inout ByteReader<Trace>,
        _ client: Span<UInt8>
    ) throws(WireError) -> ProxyHeader {
        // A beginning of the signature is all that there is yet.
        guard client.count > signature.utf8CodeUnitCount else { throw WireError(.truncated) }
        reader.skip(signature.utf8CodeUnitCount)
        let command = try reader.uint8("command")
        guard command == 0x20 || command == 0x21 else { throw WireError(.value) }
        let family = try reader.uint8("family")
        let length = Int(try reader.uint16("length"))
        let end = reader.offset + length
        guard end <= client.count else { throw WireError(.truncated) }
        var source: String?
        // The proxy's own connections, such as those for its checks of a server's health, name nobody.
        if command == 0x21, let size = addressSize(family) {
            guard length >= 2 * size + 4 else { throw WireError(.value) }
            let address = try reader.bytes("address", count: size)
            _ = try reader.bytes("address", count: size)
            let port = try reader.uint16("port")
            _ = try reader.uint16("port")
            let text = size == 4 ? AddressText.ipv4(client, address) : AddressText.ipv6(client, address)
            source = "\(text):\(port)"
        }
        if reader.offset < end { _ = try reader.bytes("rest", count: end - reader.offset) }
        return .complete(source: source, count: end)
    }

    /// Returns the size of the addresses of a family with ports: IPv4 or IPv6; `nil` for others.
    private static func addressSize(_ family: UInt8) -> Int? {
        switch family >> 4 {
        case 1: 4
        case 2: 16
        default: nil
        }
    }

    /// Returns whether bytes begin with a word, or are a beginning of the word.
    private static func agrees(_ bytes: Span<UInt8>, with word: StaticString) -> Bool {
        let count = min(word.utf8CodeUnitCount, bytes.count)
        for index in 0..<count where bytes[index] != (unsafe word.utf8Start[index]) { return false }
        return count > 0
    }
}
