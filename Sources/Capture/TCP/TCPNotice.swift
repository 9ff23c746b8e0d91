/// What should be said of a stream besides its bytes and holes.
public enum TCPNotice: Hashable, Sendable {
    /// Which limit was reached.
    public enum Limit: Hashable, Sendable {
        /// Bytes held back of one direction of one connection.
        case bytes
        /// Segments held back of one direction of one connection.
        case segments
        /// Memory for segments held back of all connections.
        case bytesInAll
    }

    /// The hole that comes next was given up because too much waited behind it.
    case limit(Limit)
    /// Bytes came after their place was given up or the stream had ended: how many, and where the first belongs.
    case late(offset: Int, length: Int)
    /// Bytes that stand so far ahead of all others that they can not belong to the stream: how many, how far.
    case stray(distance: Int, length: Int)
}
