import WireFormat

/// The 32 random bytes of a ClientHello, by which a key log identifies the secrets of a session.
public struct TLSClientRandom: Hashable, Sendable, BitwiseCopyable {
    private var first: UInt64
    private var second: UInt64
    private var third: UInt64
    private var fourth: UInt64

    /// Makes a random from 32 bytes; `nil` for any other count.
    public init?(_ bytes: Span<UInt8>) {
        guard bytes.count == 32 else { return nil }
        first = bytes.uint64(at: 0)
        second = bytes.uint64(at: 8)
        third = bytes.uint64(at: 16)
        fourth = bytes.uint64(at: 24)
    }

    /// The 32 bytes.
    public var bytes: [UInt8] {
        var writer = ByteWriter(capacity: 32)
        for word in [first, second, third, fourth] { writer.append(bigEndian: word) }
        return writer.array
    }
}

extension TLSClientRandom: CustomStringConvertible {
    /// 64 lower-case hex digits.
    public var description: String { Hex.encode(bytes) }
}
