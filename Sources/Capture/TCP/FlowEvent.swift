/// An event on the connections of a capture, in the order of the packets.
public enum FlowEvent: Sendable, BitwiseCopyable {
    /// A connection begins at an index in the table (``Segment/place``).
    case begin(place: Int, Flow)
    /// A segment of the connection at ``Segment/place``.
    case segment(Segment)
    /// The next segment holds other bytes than an earlier one at the same place of the stream.
    case conflict(SegmentConflict)
    /// The connection at a place is over, or makes room for another; no more events follow for it.
    case end(place: Int)
}
