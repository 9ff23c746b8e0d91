/// Where a text or a run of bytes lies in a command.
///
/// Small, since each command makes some: offsets have 32 bits, and longer commands are refused.
public struct LeanCloudText: Hashable, Sendable, BitwiseCopyable {
    private let start: UInt32
    private let end: UInt32
    private let flags: UInt8

    /// Its bytes in ``LeanCloudLayout/payload(_:)``, of a JSON string without the quotes.
    public var range: Range<Int> { Int(start)..<Int(end) }
    /// Whether it is a JSON string in which characters are escaped.
    public var isEscaped: Bool { flags & 1 != 0 }
    /// Whether the bytes are base64 of those that are meant: binary messages among the messages of the past.
    public var isBase64: Bool { flags & 2 != 0 }

    /// The longest command whose texts have a place, in bytes.
    static let longestCommand = Int(UInt32.max)

    init(_ range: Range<Int>, isEscaped: Bool = false, isBase64: Bool = false) {
        start = UInt32(truncatingIfNeeded: range.lowerBound)
        end = UInt32(truncatingIfNeeded: range.upperBound)
        flags = (isEscaped ? 1 : 0) | (isBase64 ? 2 : 0)
    }
}
