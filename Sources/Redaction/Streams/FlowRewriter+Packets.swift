import Capture
import WireFormat

extension FlowRewriter {
    /// Returns the replacement of a segment, after both streams are rewritten.
    ///
    /// - Parameter payload: receives the new bytes of the segment.
    func newSegment(
        for segment: Segment,
        _ payload: inout ByteWriter
    ) throws(RedactionError) -> PacketRewriter.NewSegment {
        let side = sides[segment.side]
        let first = Self.first(segment)
        let old = side.numbering?.offset(of: first) ?? 0
        let count = segment.payloadCount
        let start = side.newOffset(of: old)
        let end = count == 0 ? start : side.newOffset(of: old + count)
        let missing = segment.missingCount
        let wireEnd = missing == 0 ? end : side.newOffset(of: old + count + missing)
        let knowsHoles = side.decryption == nil
        try side.map.read(start..<max(end, start), context.spool, knowsHoles: knowsHoles, into: &payload)
        return PacketRewriter.NewSegment(
            sequence: segment.sequence &+ UInt32(truncatingIfNeeded: start - old),
            acknowledgment: newSequence(segment.acknowledgment, of: segment.side.other),
            length: max(0, wireEnd - start)
        )
    }

    /// Returns the sequence number of the segment's first payload byte.
    private static func first(_ segment: Segment) -> UInt32 {
        segment.flags.contains(.syn) ? segment.sequence &+ 1 : segment.sequence
    }

    /// Changes a repeated byte in a segment, so that it conflicts with an earlier segment as in the original capture.
    ///
    /// - Parameter payload: the new bytes of the segment, as they are in the stream.
    func keep(_ conflict: SegmentConflict, in segment: Segment, _ payload: inout ByteWriter) {
        let side = sides[segment.side]
        guard let numbering = side.numbering else { return }
        let old = numbering.offset(of: conflict.sequence)
        let place = side.newOffset(of: old) - side.newOffset(of: numbering.offset(of: Self.first(segment)))
        guard payload.span.indices.contains(place) else { return }
        payload.replaceByte(at: place, with: ~payload.span[place])
    }

    /// Returns the new sequence number for one in a direction.
    func newSequence(_ sequence: UInt32, of side: FlowSide) -> UInt32 {
        let side = sides[side]
        guard let old = side.numbering?.offset(of: sequence) else { return sequence }
        return sequence &+ UInt32(truncatingIfNeeded: side.newOffset(of: old) - old)
    }

    /// Returns the new edge of a selective acknowledgment for a direction; `nil` if the edge is not in the stream.
    func newEdge(_ sequence: UInt32, of side: FlowSide) -> UInt32? {
        let side = sides[side]
        let end = side.decryption?.oldEnd ?? side.map.oldEnd
        // The FIN takes a sequence number, too.
        guard let old = side.numbering?.offset(of: sequence), 0...end + 1 ~= old else { return nil }
        return sequence &+ UInt32(truncatingIfNeeded: side.newOffset(of: old) - old)
    }
}
