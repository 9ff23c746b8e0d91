import Capture
import WireFormat

extension FlowRewriter {
    /// What becomes of a segment, once both streams are rewritten.
    ///
    /// - Parameter payload: takes the new bytes that the segment carries.
    func newSegment(
        for segment: Segment,
        _ payload: inout ByteWriter
    ) throws(RedactionError) -> PacketRewriter.NewSegment {
        let side = sides[segment.side]
        let first = Self.first(segment)
        let old = connection.offset(of: first, side: segment.side) ?? 0
        let count = segment.payloadCount
        let start = side.newOffset(of: old)
        let end = count == 0 ? start : side.newOffset(of: old + count)
        let missing = segment.missingCount
        let wireEnd = missing == 0 ? end : side.newOffset(of: old + count + missing)
        try side.map.read(max(start, 0)..<max(end, start, 0), context.spool, into: &payload)
        return PacketRewriter.NewSegment(
            sequence: segment.sequence &+ UInt32(truncatingIfNeeded: start - old),
            acknowledgment: newSequence(segment.acknowledgment, of: segment.side.other),
            length: max(0, wireEnd - start)
        )
    }

    /// The sequence number of the first byte that a segment may carry.
    private static func first(_ segment: Segment) -> UInt32 {
        segment.flags.contains(.syn) ? segment.sequence &+ 1 : segment.sequence
    }

    /// Lets a segment repeat bytes with others, as it did in the capture.
    ///
    /// - Parameter payload: the new bytes that it carries, which are those of the stream.
    func keep(_ conflict: SegmentConflict, in segment: Segment, _ payload: inout ByteWriter) {
        guard let start = connection.offset(of: Self.first(segment), side: segment.side),
            let old = connection.offset(of: conflict.sequence, side: segment.side)
        else { return }
        let side = sides[segment.side]
        let place = side.newOffset(of: old) - max(side.newOffset(of: start), 0)
        guard payload.span.indices.contains(place) else { return }
        payload.replaceByte(at: place, with: ~payload.span[place])
    }

    /// What becomes of a sequence number of one direction.
    func newSequence(_ sequence: UInt32, of side: FlowSide) -> UInt32 {
        guard let old = connection.offset(of: sequence, side: side) else { return sequence }
        return sequence &+ UInt32(truncatingIfNeeded: sides[side].newOffset(of: old) - old)
    }

    /// What becomes of an edge of what was acknowledged of one direction; `nil` for one that is not in its stream.
    func newEdge(_ sequence: UInt32, of side: FlowSide) -> UInt32? {
        let end = sides[side].decryption?.oldEnd ?? sides[side].map.oldEnd
        // The end of the stream takes a number, too.
        guard let old = connection.offset(of: sequence, side: side), 0...end + 1 ~= old else { return nil }
        return sequence &+ UInt32(truncatingIfNeeded: sides[side].newOffset(of: old) - old)
    }
}
