/// Two segments that hold different bytes for the same place of a stream.
///
/// The bytes that were captured first count; here are both, so that nobody has to take them on trust.
public struct SegmentConflict: Sendable, BitwiseCopyable {
    /// The connection's place, as in ``Segment/place``.
    public var place: Int
    /// Which end sent the segments.
    public var side: FlowSide
    /// Number of the later packet.
    public var packet: Int
    /// Sequence number of the first byte that differs.
    public var sequence: UInt32
    /// Bytes from the first that differs to the last, both included.
    public var length: Int
    /// The first of the bytes that came first.
    public var earlier: Excerpt
    /// The first of the bytes that came later.
    public var later: Excerpt

    /// Up to eight bytes.
    public struct Excerpt: Hashable, Sendable, BitwiseCopyable {
        private var value: UInt64 = 0
        private var count: UInt8 = 0

        /// No bytes.
        public init() {}

        /// The bytes.
        public var bytes: [UInt8] {
            (0..<Int(count)).map { UInt8(truncatingIfNeeded: value >> UInt64(8 * $0)) }
        }

        /// Takes one more byte; a ninth is left out.
        mutating func append(_ byte: UInt8) {
            guard count < 8 else { return }
            value |= UInt64(byte) << UInt64(8 * count)
            count += 1
        }
    }
}
