import Capture
import WireFormat

/// A connection whose streams were rewritten: what its packets are created from.
///
/// A capture may have very many connections, so each keeps little.
final class RewrittenFlow {
    /// One direction.
    final class Stream {
        /// The numbering of the TCP stream; `nil` if its start is unknown.
        let numbering: StreamNumbering?
        /// The map from the TCP stream to the decrypted bytes, if the connection is encrypted.
        @exclusivity(unchecked) private(set) var decryption: StreamMap?
        /// The map from the original bytes of the application to the new bytes.
        @exclusivity(unchecked) var map: StreamMap

        init(_ numbering: StreamNumbering?, _ side: RewrittenSide) {
            self.numbering = numbering
            decryption = side.decryption
            map = side.map
        }

        /// Returns the offset in the new stream of an offset in the old one.
        func newOffset(of old: Int) -> Int { map.newOffset(of: decryption?.newOffset(of: old) ?? old) }
    }

    let number: Int
    /// The reason why the rest is cut.
    let reason: String?
    /// Whether reading continued after a hole, or began in the middle of the connection.
    let foundItsWay: Bool
    private let streams: Sides<Stream>
    private let spool: Spool

    /// Takes the results of a rewriting that has ended.
    init(_ rewriter: FlowRewriter) {
        number = rewriter.flow.number
        reason = rewriter.reason
        foundItsWay = rewriter.foundItsWay
        spool = rewriter.context.spool
        let (connection, sides) = (rewriter.connection, rewriter.sides)
        streams = Sides(
            first: Stream(connection.numbering(of: .first), sides.first),
            second: Stream(connection.numbering(of: .second), sides.second)
        )
    }

    /// The length of a stream, in bytes, below which a unit that grows exceeds no limit of the decoders.
    private static let leastLong = 64 << 10

    /// Whether a long stream has grown: a unit may exceed a limit that the original unit did not.
    var hasGrown: Bool {
        [streams.first.map, streams.second.map].contains { $0.newEnd > max($0.oldEnd, Self.leastLong) }
    }

    /// Returns the replacement of a segment.
    ///
    /// - Parameter payload: receives the new bytes of the segment.
    func newSegment(
        for segment: Segment,
        _ payload: inout ByteWriter
    ) throws(RedactionError) -> PacketRewriter.NewSegment {
        let side = streams[segment.side]
        let first = Self.first(segment)
        let old = side.numbering?.offset(of: first) ?? 0
        let count = segment.payloadCount
        let start = side.newOffset(of: old)
        let end = count == 0 ? start : side.newOffset(of: old + count)
        let missing = segment.missingCount
        let wireEnd = missing == 0 ? end : side.newOffset(of: old + count + missing)
        try side.map.read(start..<max(end, start), spool, knowsEnd: side.decryption == nil, into: &payload)
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
        let side = streams[segment.side]
        guard let numbering = side.numbering else { return }
        let old = numbering.offset(of: conflict.sequence)
        let place = side.newOffset(of: old) - side.newOffset(of: numbering.offset(of: Self.first(segment)))
        guard payload.span.indices.contains(place) else { return }
        payload.replaceByte(at: place, with: ~payload.span[place])
    }

    /// Returns the new sequence number for one in a direction.
    private func newSequence(_ sequence: UInt32, of side: FlowSide) -> UInt32 {
        let side = streams[side]
        guard let old = side.numbering?.offset(of: sequence) else { return sequence }
        return sequence &+ UInt32(truncatingIfNeeded: side.newOffset(of: old) - old)
    }

    /// Returns the new edge of a selective acknowledgment for a direction; `nil` if the edge is not in the stream.
    func newEdge(_ sequence: UInt32, of side: FlowSide) -> UInt32? {
        let side = streams[side]
        let end = side.decryption?.oldEnd ?? side.map.oldEnd
        // The FIN takes a sequence number, too.
        guard let old = side.numbering?.offset(of: sequence), 0...end + 1 ~= old else { return nil }
        return sequence &+ UInt32(truncatingIfNeeded: side.newOffset(of: old) - old)
    }
}
