public import WireFormat

/// The content type of a record (RFC 8446 section 5.1).
public struct TLSContentType: RawRepresentable, Hashable, Sendable, BitwiseCopyable {
    /// The first byte of a record.
    public let rawValue: UInt8
    /// Makes a type from its byte.
    public init(rawValue: UInt8) { self.rawValue = rawValue }
    /// The change to new keys (TLS 1.2); without meaning in TLS 1.3.
    public static let changeCipherSpec = TLSContentType(rawValue: 20)
    /// An alert.
    public static let alert = TLSContentType(rawValue: 21)
    /// Handshake messages.
    public static let handshake = TLSContentType(rawValue: 22)
    /// Application data; in TLS 1.3 any encrypted content.
    public static let applicationData = TLSContentType(rawValue: 23)
    /// Heartbeat (RFC 6520).
    public static let heartbeat = TLSContentType(rawValue: 24)
}

/// The head of a record: type, version and length.
public struct TLSRecordHeader: Hashable, Sendable, BitwiseCopyable {
    /// The length of the head, in bytes.
    public static let byteCount = 5

    /// The content type of the record.
    public var type: TLSContentType
    /// The version of the record layer; 0x0303 in TLS 1.2 and 1.3, lower in a first ClientHello.
    public var version: UInt16
    /// The length of the body, in bytes.
    public var length: Int

    /// The length of head and body, in bytes.
    public var totalLength: Int { Self.byteCount + length }

    /// Reads the head at `start`.
    ///
    /// - Returns: `nil` when there are fewer than five bytes.
    /// - Throws: `value` for an unknown type or version, `length` for a body longer than any version allows.
    public init?(_ bytes: Span<UInt8>, at start: Int) throws(WireError) {
        guard start >= 0, bytes.count - start >= Self.byteCount else { return nil }
        type = TLSContentType(rawValue: bytes[start])
        version = bytes.uint16(at: start + 1)
        length = Int(bytes.uint16(at: start + 3))
        guard type.rawValue >= 20, type.rawValue <= 24 else {
            throw WireError(.value, at: start, path: ["TLS", "type"], expected: "a record type from 20 to 24")
        }
        guard version >> 8 == 3, version & 0xFF <= 4 else {
            throw WireError(.value, at: start + 1, path: ["TLS", "version"], expected: "0x0300 to 0x0304")
        }
        guard length <= TLSLimits.recordBytes else {
            throw WireError(
                .length,
                at: start + 3,
                path: ["TLS", "length"],
                needed: length,
                available: TLSLimits.recordBytes
            )
        }
    }

    /// Returns whether bytes may begin a TLS connection: a record with a hello.
    ///
    /// The decision needs six bytes; `nil` while fewer are present and agree.
    public static func looksLikeHello(_ bytes: Span<UInt8>, from start: Int) -> Bool? {
        looks(bytes, from: start, lowest: [22, 3, 0, 0, 0, 1], highest: [22, 3, 4, 0x48, 255, 2])
    }

    /// Returns whether bytes may be a record in the middle of a connection.
    ///
    /// The decision needs five bytes; `nil` while fewer are present and agree.
    public static func looksLikeRecord(_ bytes: Span<UInt8>, from start: Int) -> Bool? {
        looks(bytes, from: start, lowest: [20, 3, 1, 0, 0], highest: [23, 3, 3, 0x48, 255])
    }

    /// Returns whether each byte is between its two bounds; `nil` when the bytes end before that is decided.
    private static func looks(_ bytes: Span<UInt8>, from start: Int, lowest: [UInt8], highest: [UInt8]) -> Bool? {
        for index in lowest.indices {
            guard start + index < bytes.count else { return nil }
            let byte = bytes[start + index]
            guard lowest[index] <= byte, byte <= highest[index] else { return false }
        }
        return true
    }
}
