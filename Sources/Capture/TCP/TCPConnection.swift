import WireFormat

/// Puts the two byte streams of a connection in order.
///
/// Segments may come late, twice, cut otherwise or not at all. The first bytes seen for a place in the stream count. Also
/// the order between the two directions is kept: a segment that acknowledges bytes which have not come up yet waits for
/// them, so that an answer never comes before its request.
///
/// A connection in order is a few numbers; memory is taken only while something waits.
public struct TCPConnection: Sendable {
    /// What comes next of a stream.
    public enum Delivery: Sendable {
        /// Bytes that waited.
        case bytes([UInt8], packet: Int, time: Int64, side: FlowSide)
        /// Bytes that the capture does not hold.
        case gap(offset: Int, length: Int, side: FlowSide)
        /// The end of a stream.
        case end(side: FlowSide)
        /// Something that should be said of a stream.
        case notice(TCPNotice, side: FlowSide)
    }

    /// How long is waited for what is missing.
    public enum Patience: Sendable {
        /// As long as the limits say.
        case normal
        /// Not any more, since other connections need the memory.
        case relief
        /// Not any more, since nothing more will come.
        case final
    }

    var directions = Sides(first: TCPDirection(), second: TCPDirection())
    /// Nanoseconds of the connection's activity (``Moment/activity``).
    private var activity: Int64 = 0
    private var lastTime: Int64 = 0

    /// Segments with data after which a connection without a SYN starts where it starts.
    static let settlingSegments = 8
    /// Nanoseconds, of activity or of waiting for input, after which it does.
    static let settlingTime: Int64 = 1_000_000_000
    /// Nanoseconds that a pause between two packets counts at most.
    static let longestStep: Int64 = 500_000_000

    func now(_ context: ReassemblyContext) -> Moment {
        Moment(activity: activity, waiting: context.waitingTime)
    }

    /// Makes the state of a new connection.
    public init() {}

    /// Whether something may come up of ``next(_:limits:_:)``.
    @inlinable public var mayDeliver: Bool { isWaiting }
    @usableFromInline var isWaiting = false

    /// Memory that is taken by what waits, in bytes, about.
    public var heldCost: Int { directions.first.held.cost + directions.second.held.cost }

    /// Stream offset of the next byte of a direction.
    public func offset(side: FlowSide) -> Int { directions[side].offset }

    /// Stream offset of the byte with a sequence number; `nil` while the beginning of the stream is not known.
    public func offset(of sequence: UInt32, side: FlowSide) -> Int? {
        let direction = directions[side]
        return direction.isStarted ? direction.position(of: sequence) : nil
    }

    /// Takes a segment in.
    ///
    /// - Parameter payload: the captured bytes of the segment.
    /// - Returns: the part of `payload` that is next in its stream, to be taken at once; empty when nothing is. After it,
    ///   and always when ``mayDeliver``, ask ``next(_:limits:_:)``.
    @inline(__always)
    public mutating func receive(
        _ segment: Segment,
        _ payload: Span<UInt8>,
        _ context: inout ReassemblyContext
    ) -> Range<Int> {
        activity &+= min(max(0, segment.time &- lastTime), Self.longestStep)
        lastTime = segment.time
        switch segment.side {
        case .first:
            return Self.receive(
                segment,
                payload,
                &directions.first,
                &directions.second,
                activity,
                &isWaiting,
                &context
            )
        case .second:
            return Self.receive(
                segment,
                payload,
                &directions.second,
                &directions.first,
                activity,
                &isWaiting,
                &context
            )
        }
    }

    @inline(__always)
    private static func receive(
        _ segment: Segment,
        _ payload: Span<UInt8>,
        _ own: inout TCPDirection,
        _ other: inout TCPDirection,
        _ activity: Int64,
        _ isWaiting: inout Bool,
        _ context: inout ReassemblyContext
    ) -> Range<Int> {
        // The ordinary case: in order, nothing waits, everything acknowledged has been seen.
        if own.state == .open, !isWaiting, segment.sequence == own.next, segment.missingCount == 0,
            segment.flags.isDisjoint(with: [.syn, .fin, .rst]), !own.endIsAssumed, own.offset > 0 || other.isStarted,
            !isEarly(segment.flags.contains(.ack) ? segment.acknowledgment : nil, other)
        {
            own.advance(segment.payloadCount)
            return 0..<segment.payloadCount
        }
        let now = Moment(activity: activity, waiting: context.waitingTime)
        return receiveOther(segment, payload, &own, &other, now, &isWaiting, &context)
    }

    /// Whether what carries this acknowledgment must wait for the other direction.
    @inline(__always)
    static func isEarly(_ acknowledgment: UInt32?, _ other: TCPDirection) -> Bool {
        guard let acknowledgment, other.isAwaited else { return false }
        return other.ahead(acknowledgment) > 0
    }
}
