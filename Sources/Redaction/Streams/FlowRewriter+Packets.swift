import Capture

extension FlowRewriter {
    /// What becomes of a segment, once both streams are rewritten.
    func newSegment(for segment: Segment) throws(RedactionError) -> PacketRewriter.NewSegment {
        let own = sides[segment.side]
        let other = sides[segment.side.other]
        let isSYN = segment.flags.contains(.syn)
        let old = own.assembly.offset(of: isSYN ? segment.sequence &+ 1 : segment.sequence)
        let count = segment.payloadCount
        let start = own.newOffset(of: old)
        let end = own.newOffset(of: old + count)
        let wireEnd = own.newOffset(of: old + count + segment.missingCount)
        var payload: [UInt8] = []
        try own.map.read(max(start, 0)..<max(end, start, 0), context.spool, into: &payload)
        let sequence = own.assembly.base.map { $0 &+ UInt32(truncatingIfNeeded: start) &- (isSYN ? 1 : 0) }
        return PacketRewriter.NewSegment(
            sequence: sequence ?? segment.sequence,
            acknowledgment: Self.map(segment.acknowledgment, other),
            payload: payload,
            length: max(0, wireEnd - start),
            edge: { Self.map($0, other) }
        )
    }

    private static func map(_ sequence: UInt32, _ side: RewrittenSide) -> UInt32 {
        guard let base = side.assembly.base else { return sequence }
        return base &+ UInt32(truncatingIfNeeded: side.newOffset(of: side.assembly.offset(of: sequence)))
    }
}
