/// Two segments that hold different bytes for the same place of a stream.
///
/// The bytes captured first count; the conflict shows both, so that a reader can check.
public struct SegmentConflict: Sendable, BitwiseCopyable {
    /// The index of the connection, as in ``Segment/place``.
    public var place: Int
    /// The end that sent the segments.
    public var side: FlowSide
    /// The number of the later packet.
    public var packet: Int
    /// The sequence number of the first differing byte.
    public var sequence: UInt32
    /// The number of bytes from the first differing one to the last, inclusive.
    public var length: Int
    /// The bytes of the earlier segment from the first differing one on, at most eight.
    public var earlier: Excerpt
    /// The bytes of the later segment at the same places.
    public var later: Excerpt

    /// An excerpt of up to eight bytes.
    public struct Excerpt: Hashable, Sendable, BitwiseCopyable {
        private var value: UInt64 = 0
        private var count: UInt8 = 0

        /// Makes an empty excerpt.
        public init() {}

        /// The bytes.
        public var bytes: [UInt8] {
            (0..<Int(count)).map { UInt8(truncatingIfNeeded: value >> UInt64(8 * $0)) }
        }

        /// Appends a byte; a ninth is ignored.
        mutating func append(_ byte: UInt8) {
            guard count < 8 else { return }
            value |= UInt64(byte) << UInt64(8 * count)
            count += 1
        }
    }
}
