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
        let isSYN = segment.flags.contains(.syn)
        let old = side.assembly.offset(of: isSYN ? segment.sequence &+ 1 : segment.sequence)
        let count = segment.payloadCount
        let start = side.newOffset(of: old)
        let end = count == 0 ? start : side.newOffset(of: old + count)
        let missing = segment.missingCount
        let wireEnd = missing == 0 ? end : side.newOffset(of: old + count + missing)
        try side.map.read(max(start, 0)..<max(end, start, 0), context.spool, into: &payload)
        let base = side.assembly.base
        let sequence = base.map { $0 &+ UInt32(truncatingIfNeeded: start) &- (isSYN ? 1 : 0) }
        return PacketRewriter.NewSegment(
            sequence: sequence ?? segment.sequence,
            acknowledgment: newSequence(segment.acknowledgment, of: segment.side.other),
            length: max(0, wireEnd - start)
        )
    }

    /// Lets a segment repeat bytes with others, as it did in the capture.
    ///
    /// - Parameter payload: the new bytes that it carries, which are those of the stream.
    func keep(_ conflict: SegmentConflict, in segment: Segment, _ payload: inout ByteWriter) {
        let side = sides[segment.side]
        let isSYN = segment.flags.contains(.syn)
        let start = side.assembly.offset(of: isSYN ? segment.sequence &+ 1 : segment.sequence)
        let old = side.assembly.offset(of: conflict.sequence)
        let new = side.newOffset(of: old)
        // What became nothing is told by the byte before it.
        let hasBytes = side.newOffset(of: old + conflict.length) > new
        let place = new - max(side.newOffset(of: start), 0) - (hasBytes ? 0 : 1)
        guard payload.span.indices.contains(place) else { return }
        payload.replaceByte(at: place, with: ~payload.span[place])
    }

    /// What becomes of a sequence number of one direction.
    func newSequence(_ sequence: UInt32, of side: FlowSide) -> UInt32 {
        let side = sides[side]
        guard let base = side.assembly.base else { return sequence }
        let offset = side.assembly.offset(of: sequence)
        return base &+ UInt32(truncatingIfNeeded: side.newOffset(of: offset))
    }
}
