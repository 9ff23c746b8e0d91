/// Text from the wire: the decoded text, and the original bytes if they are unusual.
///
/// The strings of frames come from Java and JavaScript writers. They write a character beyond U+FFFF as two surrogates
/// of three bytes each (CESU-8); Java also writes NUL as `c0 80`. These forms and plain UTF-8 are read. Bytes that our
/// own writer would not produce are kept in ``raw``, so that re-encoding is exact.
public struct WireString: Hashable, Sendable, ExpressibleByStringLiteral, CustomStringConvertible {
    /// The encoding of a text's bytes.
    public enum Encoding: Hashable, Sendable {
        /// Plain UTF-8 with all characters below U+10000; all writers produce the same bytes.
        case common
        /// UTF-8 with four-byte sequences.
        case utf8
        /// Surrogate pairs of three bytes each, as JavaScript SDKs and Java write them.
        case cesu8
        /// NUL as `c0 80` (Java's modified UTF-8).
        case modifiedUTF8
        /// Bytes that are not text; the bad parts are decoded as U+FFFD.
        case invalid
    }

    /// The decoded text.
    public var text: String
    /// The bytes on the wire, if they differ from the bytes that ``encode(into:)`` would write for ``text``.
    public var raw: [UInt8]?

    /// Texts are equal if their scalars and raw bytes are the same; canonically equivalent spellings differ.
    public static func == (left: WireString, right: WireString) -> Bool {
        left.text.utf8.elementsEqual(right.text.utf8) && left.raw == right.raw
    }

    /// Hashes the parts that ``==(_:_:)`` compares.
    public func hash(into hasher: inout Hasher) {
        for byte in text.utf8 { hasher.combine(byte) }
        hasher.combine(raw)
    }

    /// The decoded text.
    public var description: String { text }

    /// Makes a text that is written in the documented form.
    public init(_ text: String) {
        self.text = text
    }

    /// Makes a text that is written in the documented form.
    public init(stringLiteral value: String) {
        self.init(value)
    }

    /// Decodes the bytes of a text, without its length prefix.
    ///
    /// Never fails: bytes that are not text become U+FFFD and stay in ``raw``.
    public init(decoding bytes: Span<UInt8>) {
        let (text, _) = Self.decode(bytes)
        self.text = text
        var canonical = ByteWriter(capacity: bytes.count + 8)
        Self.appendDocumented(text, to: &canonical)
        let written = canonical.span
        var same = written.count == bytes.count
        if same {
            for index in bytes.indices where written[index] != bytes[index] {
                same = false
                break
            }
        }
        raw = same ? nil : Array(copying: bytes)
    }

    /// Returns the text of the bytes, and their encoding.
    public static func decode(_ bytes: Span<UInt8>) -> (text: String, encoding: Encoding) {
        if bytes.isASCII { return (String(decodingUTF8: bytes), .common) }
        var scalars = String.UnicodeScalarView()
        var encoding = Encoding.common
        var index = 0
        while index < bytes.count {
            let sequence = EncodedScalar(bytes, at: index)
            if let value = sequence.value, let scalar = Unicode.Scalar(value) {
                scalars.append(scalar)
                if sequence.encoding != .common, encoding != .invalid { encoding = sequence.encoding }
                index += sequence.length
            } else {
                scalars.append("\u{FFFD}")
                encoding = .invalid
                // One U+FFFD for each sequence that breaks off, and for each half of a surrogate pair.
                let broken = max(1, -UTF8Sequence.length(bytes, at: index, to: bytes.count))
                index += sequence.length > 1 ? sequence.length : broken
            }
        }
        return (String(scalars), encoding)
    }

    /// The bytes of one character in any of the encodings.
    private struct EncodedScalar {
        /// The character's number; `nil` if the bytes are no character.
        var value: UInt32?
        /// The number of bytes; 1 if they begin no sequence.
        var length = 1
        /// The encoding that the character shows.
        var encoding = Encoding.common

        init(_ bytes: Span<UInt8>, at index: Int) {
            let lead = bytes[index]
            if lead < 0x80 {
                value = UInt32(lead)
            } else if lead & 0xE0 == 0xC0, let second = Self.continuation(bytes, at: index + 1) {
                take(pair: UInt32(lead & 0x1F) << 6 | second)
            } else if let unit = Self.threeBytes(bytes, at: index), unit >= 0x800 {
                take(unit: unit, low: Self.threeBytes(bytes, at: index + 3))
            } else if lead & 0xF8 == 0xF0, let second = Self.continuation(bytes, at: index + 1),
                let third = Self.continuation(bytes, at: index + 2),
                let fourth = Self.continuation(bytes, at: index + 3)
            {
                take(wide: UInt32(lead & 7) << 18 | second << 12 | third << 6 | fourth)
            }
        }

        private mutating func take(pair: UInt32) {
            length = 2
            if pair >= 0x80 {
                value = pair
            } else if pair == 0 {
                value = 0
                encoding = .modifiedUTF8
            }
        }

        /// Takes a UTF-16 unit in three bytes; in CESU-8, two of them are a surrogate pair.
        private mutating func take(unit: UInt32, low: UInt32?) {
            length = 3
            if unit < 0xD800 || unit > 0xDFFF {
                value = unit
            } else if unit < 0xDC00, let low, low >= 0xDC00, low <= 0xDFFF {
                value = 0x10000 + (unit - 0xD800) << 10 + (low - 0xDC00)
                length = 6
                encoding = .cesu8
            }
        }

        private mutating func take(wide: UInt32) {
            guard wide >= 0x10000, wide <= 0x10FFFF else { return }
            value = wide
            length = 4
            encoding = .utf8
        }

        private static func continuation(_ bytes: Span<UInt8>, at position: Int) -> UInt32? {
            guard position < bytes.count, bytes[position] & 0xC0 == 0x80 else { return nil }
            return UInt32(bytes[position] & 0x3F)
        }

        private static func threeBytes(_ bytes: Span<UInt8>, at position: Int) -> UInt32? {
            guard position < bytes.count, bytes[position] & 0xF0 == 0xE0,
                let second = continuation(bytes, at: position + 1), let third = continuation(bytes, at: position + 2)
            else { return nil }
            return UInt32(bytes[position] & 0x0F) << 12 | second << 6 | third
        }
    }

    /// Appends the bytes of the text without a length: ``raw`` if set, otherwise the documented form.
    public func encode(into writer: inout ByteWriter) {
        if let raw { writer.append(raw) } else { Self.appendDocumented(text, to: &writer) }
    }

    /// Appends the length in two bytes and the bytes of the text.
    ///
    /// Throws `length` beyond 65535 bytes.
    public func encodePrefixed(_ name: StaticString, into writer: inout ByteWriter) throws(WireError) {
        try writer.lengthPrefixed16(name) { writer throws(WireError) in encode(into: &writer) }
    }

    /// Appends the documented form, which the JavaScript SDKs write: surrogates of three bytes each, NUL as one byte.
    private static func appendDocumented(_ text: String, to writer: inout ByteWriter) {
        for scalar in text.unicodeScalars {
            guard scalar.value >= 0x10000 else {
                for byte in UTF8.encode(scalar) ?? UTF8.encodedReplacementCharacter { writer.append(byte) }
                continue
            }
            let offset = scalar.value - 0x10000
            for unit in [0xD800 + offset >> 10, 0xDC00 + offset & 0x3FF] {
                writer.append(UInt8(truncatingIfNeeded: 0xE0 | unit >> 12))
                writer.append(UInt8(truncatingIfNeeded: 0x80 | unit >> 6 & 0x3F))
                writer.append(UInt8(truncatingIfNeeded: 0x80 | unit & 0x3F))
            }
        }
    }
}
