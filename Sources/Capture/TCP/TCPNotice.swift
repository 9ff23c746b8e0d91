/// A remark about a stream, besides its bytes and holes.
public enum TCPNotice: Hashable, Sendable {
    /// The limit that was reached.
    public enum Limit: Hashable, Sendable {
        /// Bytes held back in one direction of one connection.
        case bytes
        /// Segments held back in one direction of one connection.
        case segments
        /// Memory for segments held back in all connections.
        case bytesInAll
    }

    /// The next hole was given up because too much waited after it.
    case limit(Limit)
    /// Bytes arrived after their place was given up or the stream had ended: offset of the first byte, and length.
    case late(offset: Int, length: Int)
    /// Bytes are so far ahead of all others that they cannot belong to the stream: distance and length.
    case stray(distance: Int, length: Int)
}
