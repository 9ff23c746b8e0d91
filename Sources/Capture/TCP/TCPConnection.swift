/// Puts the two byte streams of a connection in order.
///
/// Segments may arrive late, twice, divided differently or not at all. The first bytes seen for a place in the stream
/// count. The order between the two directions is kept, too: a segment that acknowledges bytes not delivered yet waits
/// for them, so that a response never precedes its request.
///
/// A connection in order is a few numbers; it takes memory only while data wait.
public struct TCPConnection: Sendable {
    /// A piece of output of a stream.
    public enum Delivery: Sendable {
        /// Bytes that had to wait.
        case bytes([UInt8], packet: Int, time: Int64, side: FlowSide)
        /// A hole: bytes that the capture does not hold.
        case gap(offset: Int, length: Int, side: FlowSide)
        /// The end of a stream.
        case end(side: FlowSide)
        /// A notice about a stream.
        case notice(TCPNotice, side: FlowSide)
    }

    /// The patience with missing bytes.
    public enum Patience: Sendable {
        /// As long as the limits say.
        case normal
        /// None, since other connections need the memory.
        case relief
        /// None, since no more packets will arrive.
        case final
    }

    var directions = Sides(first: TCPDirection(), second: TCPDirection())
    /// Nanoseconds of the connection's activity (``Moment/activity``).
    private var activity: Int64 = 0
    private var lastTime: Int64 = 0

    /// The number of held segments, of both directions together, with which streams without a SYN start.
    static let settlingSegments = 8
    /// Nanoseconds, of activity or of waiting for input, after which such a stream starts.
    static let settlingTime: Int64 = 1_000_000_000
    /// The longest pause between two packets that counts, in nanoseconds.
    static let longestStep: Int64 = 500_000_000

    func now(_ context: ReassemblyContext) -> Moment {
        Moment(activity: activity, waiting: context.waitingTime)
    }

    /// Makes the state of a new connection.
    public init() {}

    /// Whether ``next(_:limits:_:)`` may return a delivery.
    @inlinable public var mayDeliver: Bool { isWaiting }
    @usableFromInline var isWaiting = false

    /// The memory of the data held, in bytes, approximately.
    public var heldCost: Int { directions.first.held.cost + directions.second.held.cost }

    /// Returns the stream offset of the next byte of a direction.
    public func offset(side: FlowSide) -> Int { directions[side].offset }

    /// Returns the stream offset of the byte with a sequence number; `nil` while the start of the stream is unknown.
    public func offset(of sequence: UInt32, side: FlowSide) -> Int? {
        numbering(of: side)?.offset(of: sequence)
    }

    /// Returns whether a segment has the sequence number of the next byte of its direction.
    @inline(__always)
    package func isNext(_ segment: Segment) -> Bool {
        switch segment.side {
        case .first: segment.sequence == directions.first.next
        case .second: segment.sequence == directions.second.next
        }
    }

    /// Returns the numbering of a stream's bytes so far; `nil` while the start of the stream is unknown.
    package func numbering(of side: FlowSide) -> StreamNumbering? {
        switch side {
        case .first: directions.first.numbering
        case .second: directions.second.numbering
        }
    }

    /// Receives a segment.
    ///
    /// - Parameters:
    ///   - segment: the fields of the segment's header.
    ///   - payload: the captured bytes of the segment.
    ///   - context: what the connections of a worker share.
    /// - Returns: the part of `payload` that is next in its stream and must be used at once; empty if none is. After
    ///   that, and whenever ``mayDeliver`` is true, call ``next(_:limits:_:)``.
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
        // The common case: in order, nothing waits, all acknowledged bytes were seen.
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

    /// Returns whether a segment with this acknowledgment must wait for the other direction.
    @inline(__always)
    static func isEarly(_ acknowledgment: UInt32?, _ other: TCPDirection) -> Bool {
        guard let acknowledgment, other.isAwaited else { return false }
        return other.ahead(acknowledgment) > 0
    }
}
