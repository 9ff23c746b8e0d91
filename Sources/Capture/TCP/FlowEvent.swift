/// What happens on the connections of a capture, in the order of its packets.
public enum FlowEvent: Sendable, BitwiseCopyable {
    /// A connection appears at a place.
    case begin(place: Int, Flow)
    /// A segment of the connection at a place (``Segment/place``).
    case segment(Segment)
    /// The segment that follows holds other bytes than an earlier one for the same place of the stream.
    case conflict(SegmentConflict)
    /// The connection at a place is over, or makes room for another; nothing more will come of it.
    case end(place: Int)
}
