public import WireFormat

/// The envelope of a frame's body in the TCP form: header byte, checksum, length.
///
/// Wire: header (1), checksum (1: header XOR each length byte), length (1…3, base-128, low group first, 0x80 = more),
/// body. Source: nubybear's codec, `MqttMessageDecoder` (read); no official SDK shows this form.
public struct TCPEnvelope: Hashable, Sendable, BitwiseCopyable {
    /// The longest body whose length fits in three bytes.
    public static let maximumBodyLength = 1 << 21 - 1

    /// The frame's first byte.
    public var header: FrameHeader
    /// The number of bytes of the length field, 1…3.
    public var lengthBytes: Int
    /// The number of bytes of the body.
    public var bodyLength: Int

    /// The number of bytes before the body.
    public var prefixLength: Int { 2 + lengthBytes }
    /// The number of bytes of the whole frame.
    public var totalLength: Int { prefixLength + bodyLength }

    /// Makes the envelope of a body.
    ///
    /// - Throws: `length` beyond ``maximumBodyLength``.
    public init(_ header: FrameHeader, bodyLength: Int) throws(WireError) {
        guard bodyLength >= 0, bodyLength <= Self.maximumBodyLength else {
            throw WireError(.length, at: 0, needed: bodyLength, available: Self.maximumBodyLength)
        }
        self.header = header
        self.bodyLength = bodyLength
        lengthBytes = Self.fewestLengthBytes(bodyLength)
    }

    /// Whether the length takes more bytes than it needs.
    package var isPadded: Bool { lengthBytes > Self.fewestLengthBytes(bodyLength) }

    private static func fewestLengthBytes(_ bodyLength: Int) -> Int {
        bodyLength < 1 << 7 ? 1 : bodyLength < 1 << 14 ? 2 : 3
    }

    /// Reads the envelope at `start`.
    ///
    /// - Returns: `nil` if more bytes are needed.
    /// - Throws: `length` for a fourth length byte, `checksum` for a checksum that does not match.
    public init?(_ bytes: Span<UInt8>, at start: Int) throws(WireError) {
        guard bytes.count - start >= 3 else { return nil }
        header = FrameHeader(rawValue: bytes[start])
        var sum = bytes[start]
        var length = 0
        var count = 0
        while true {
            guard start + 2 + count < bytes.count else { return nil }
            let byte = bytes[start + 2 + count]
            sum ^= byte
            length |= Int(byte & 0x7F) << (7 * count)
            count += 1
            if byte & 0x80 == 0 { break }
            guard count < 3 else {
                throw WireError(.length, at: start + 2, path: ["length"], expected: "at most 3 length bytes")
            }
        }
        guard sum == bytes[start + 1] else {
            let rule = "the header byte XOR each length byte"
            throw WireError(.checksum, at: start + 1, path: ["checksum"], expected: rule)
        }
        lengthBytes = count
        bodyLength = length
    }

    /// Appends header, checksum and length.
    public func encode(into writer: inout ByteWriter) {
        var rest = bodyLength
        var groups: [UInt8] = []
        for index in 0..<lengthBytes {
            groups.append(UInt8(rest & 0x7F) | (index + 1 < lengthBytes ? 0x80 : 0))
            rest >>= 7
        }
        writer.append(header.rawValue)
        writer.append(groups.reduce(header.rawValue, ^))
        writer.append(groups)
    }
}

/// The key of the TCP form: bodies are XORed with its eight bytes, repeated from the start of each body.
public struct ObfuscationKey: Hashable, Sendable {
    /// The key's bytes as they lie in memory.
    public let bytes: [UInt8]
    private let word: UInt64

    /// The key that changes nothing.
    public static let none = ObfuscationKey(word: 0)

    /// Makes a key.
    ///
    /// - Throws: `length` when there are not eight bytes.
    public init(_ bytes: [UInt8]) throws(WireError) {
        guard bytes.count == 8 else {
            throw WireError(.length, at: 0, path: ["obfuscationKey"], needed: 8, available: bytes.count)
        }
        self.bytes = bytes
        word = bytes.span.loadUnaligned(at: 0, as: UInt64.self)
    }

    private init(word: UInt64) {
        self.word = word
        bytes = (0..<8).map { UInt8(truncatingIfNeeded: word.littleEndian >> (8 * $0)) }
    }

    /// Appends a body XORed with the key, which obfuscates a plain body and restores an obfuscated one.
    public func append(_ body: Span<UInt8>, to writer: inout ByteWriter) {
        writer.append(body, xor: word)
    }
}
