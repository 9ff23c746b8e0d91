/// The position of a text or of bytes in a command.
///
/// Small, since each command creates several: offsets have 32 bits, and longer commands are refused.
public struct LeanCloudText: Hashable, Sendable, BitwiseCopyable {
    private let start: UInt32
    private let end: UInt32
    private let flags: UInt8

    /// The range in ``LeanCloudLayout/payload(_:)``; for a JSON string without the quotes.
    public var range: Range<Int> { Int(start)..<Int(end) }
    /// Whether the text is a JSON string with escaped characters.
    public var isEscaped: Bool { flags & 1 != 0 }
    /// Whether the bytes are base64 of the actual ones, as in binary messages of the JSON form and of `logs`.
    public var isBase64: Bool { flags & 2 != 0 }

    /// The longest command for which 32-bit offsets suffice, in bytes.
    static let longestCommand = Int(UInt32.max)

    init(_ range: Range<Int>, isEscaped: Bool = false, isBase64: Bool = false) {
        start = UInt32(truncatingIfNeeded: range.lowerBound)
        end = UInt32(truncatingIfNeeded: range.upperBound)
        flags = (isEscaped ? 1 : 0) | (isBase64 ? 2 : 0)
    }
}
