public import WireFormat

/// Puts the two byte streams of a connection in order.
///
/// Segments may come late, twice, cut otherwise or not at all. The first bytes seen for a place in the stream count. Also
/// the order between the two directions is kept: a segment that acknowledges bytes which have not come up yet waits for
/// them, so that an answer never comes before its request.
public struct TCPConnection: Sendable {
    /// What comes next of a stream.
    public enum Delivery: Sendable {
        /// Bytes that waited.
        case bytes([UInt8], packet: Int, time: Int64, fromFirst: Bool)
        /// Bytes that the capture does not hold.
        case gap(offset: Int, length: Int, fromFirst: Bool)
        /// The end of a stream.
        case end(fromFirst: Bool)
    }

    private var first = TCPDirection()
    private var second = TCPDirection()
    private var now: Int64 = 0

    /// Segments with data after which a connection without a SYN starts where it starts.
    static let settlingSegments = 8
    /// Nanoseconds after which it does.
    static let settlingTime: Int64 = 1_000_000_000

    /// Makes the state of a new connection.
    public init() {}

    /// Whether segments wait, so that ``next(limits:)`` may have something.
    @inlinable public var mayDeliver: Bool { isWaiting }
    @usableFromInline var isWaiting = false

    /// Stream offset of the next byte of a direction.
    public func offset(fromFirst: Bool) -> Int { fromFirst ? first.offset : second.offset }

    /// Takes a segment in.
    ///
    /// - Parameter payload: the captured bytes of the segment.
    /// - Returns: the part of `payload` that is next in its stream, to be taken at once; empty when nothing is. After it,
    ///   and always when ``mayDeliver``, ask ``next(limits:)``.
    @inline(__always)
    public mutating func receive(_ segment: Segment, _ payload: Span<UInt8>) -> Range<Int> {
        now = segment.time
        if segment.fromFirst {
            return Self.receive(segment, payload, &first, &second, &isWaiting)
        } else {
            return Self.receive(segment, payload, &second, &first, &isWaiting)
        }
    }

    @inline(__always)
    private static func receive(
        _ segment: Segment,
        _ payload: Span<UInt8>,
        _ own: inout TCPDirection,
        _ other: inout TCPDirection,
        _ isWaiting: inout Bool
    ) -> Range<Int> {
        let carriesAck = segment.flags.contains(.ack)
        // The ordinary case: in order, nothing waits, everything acknowledged has been seen.
        if own.state == .open, !isWaiting, segment.sequence == own.next, segment.missingCount == 0,
            segment.flags.isDisjoint(with: [.syn, .fin, .rst]),
            !carriesAck || !other.isStarted
                || TCPSequence.distance(segment.acknowledgment, from: other.next) <= 0
        {
            own.advance(segment.payloadCount)
            return 0..<segment.payloadCount
        }
        return receiveOther(segment, payload, &own, &other, &isWaiting)
    }

    @inline(never)
    private static func receiveOther(
        _ segment: Segment,
        _ payload: Span<UInt8>,
        _ own: inout TCPDirection,
        _ other: inout TCPDirection,
        _ isWaiting: inout Bool
    ) -> Range<Int> {
        let flags = segment.flags
        if flags.contains(.ack) {
            let ahead = other.acknowledged.map { TCPSequence.distance(segment.acknowledgment, from: $0) } ?? 1
            if ahead > 0 { other.acknowledged = segment.acknowledgment }
        }
        var sequence = segment.sequence
        if flags.contains(.syn) {
            sequence &+= 1
            if !own.isStarted { own.start(at: sequence) }
            if flags.contains(.ack), !other.isStarted { other.start(at: segment.acknowledgment) }
            if !own.held.isEmpty || !other.held.isEmpty { isWaiting = true }
        }
        // What a reset carries is no part of the stream (RFC 9293 section 3.5.3), nor is what follows the end.
        guard !flags.contains(.rst), !own.isEnded else { return 0..<0 }
        let isEnd = flags.contains(.fin)
        guard segment.payloadCount > 0 || segment.missingCount > 0 || isEnd else {
            return 0..<0
        }
        // A keep-alive repeats the byte before the next one.
        if own.isStarted, TCPSequence.distance(sequence, from: own.next) < 0,
            TCPSequence.distance(sequence &+ UInt32(truncatingIfNeeded: segment.payloadCount), from: own.next) <= 0,
            segment.missingCount == 0, !isEnd
        {
            return 0..<0
        }
        own.hold(
            TCPDirection.Held(
                sequence: sequence,
                acknowledgment: flags.contains(.ack) ? segment.acknowledgment : nil,
                packet: segment.packet,
                time: segment.time,
                bytes: Array(copying: payload),
                missingCount: segment.missingCount,
                isEnd: isEnd
            )
        )
        isWaiting = true
        return 0..<0
    }

    /// What comes next of what waited; `nil` when nothing is ready.
    public mutating func next(limits: Limits) -> Delivery? {
        settle(isFinal: false)
        let delivery = deliver(limits: limits, isFinal: false)
        if delivery == nil { isWaiting = !first.held.isEmpty || !second.held.isEmpty }
        return delivery
    }

    /// What is left when nothing more will come: holes are given up.
    ///
    /// `nil` when all is out.
    public mutating func finish(limits: Limits) -> Delivery? {
        settle(isFinal: true)
        return deliver(limits: limits, isFinal: true)
    }

    /// A direction whose SYN was not seen starts at the first byte held, once enough has come to trust the order.
    private mutating func settle(isFinal: Bool) {
        let oldest = min(
            first.isStarted ? .max : first.held.first?.time ?? .max,
            second.isStarted ? .max : second.held.first?.time ?? .max
        )
        guard oldest != .max,
            isFinal || first.held.count + second.held.count >= Self.settlingSegments
                || now &- oldest >= Self.settlingTime
        else { return }
        first.startAtHeld()
        second.startAtHeld()
    }

    private mutating func deliver(limits: Limits, isFinal: Bool) -> Delivery? {
        Self.dropCovered(&first)
        Self.dropCovered(&second)
        let firstReady = Self.isNext(first)
        let secondReady = Self.isNext(second)
        // What the other direction waits for goes first; two that wait for each other go by packet number.
        let firstFree = firstReady && !Self.waits(first, for: second)
        let secondFree = secondReady && !Self.waits(second, for: first)
        if firstFree, !secondFree || first.held[0].packet < second.held[0].packet {
            return Self.take(&first, fromFirst: true)
        }
        if secondFree { return Self.take(&second, fromFirst: false) }
        if firstReady, secondReady {
            return first.held[0].packet < second.held[0].packet
                ? Self.take(&first, fromFirst: true) : Self.take(&second, fromFirst: false)
        }
        let patience = Patience(now: now, isFinal: isFinal, limits: limits)
        return Self.gap(&first, &second, fromFirst: true, patience)
            ?? Self.gap(&second, &first, fromFirst: false, patience)
    }

    private static func isNext(_ direction: TCPDirection) -> Bool {
        guard direction.isStarted, let segment = direction.held.first else { return false }
        return TCPSequence.distance(segment.sequence, from: direction.next) <= 0
    }

    /// Whether the first waiting segment acknowledges bytes of the other direction that have not come up.
    private static func waits(_ own: TCPDirection, for other: TCPDirection) -> Bool {
        guard let acknowledgment = own.held.first?.acknowledgment, other.isStarted, !other.isEnded else { return false }
        return TCPSequence.distance(acknowledgment, from: other.next) > 0
    }

    /// Lets go of segments whose bytes are all out already.
    private static func dropCovered(_ direction: inout TCPDirection) {
        while direction.isStarted, let segment = direction.held.first {
            let end = segment.sequence &+ UInt32(truncatingIfNeeded: segment.length)
            guard TCPSequence.distance(segment.sequence, from: direction.next) < 0,
                TCPSequence.distance(end, from: direction.next) <= 0
            else { return }
            _ = direction.release()
        }
    }

    private static func take(_ direction: inout TCPDirection, fromFirst: Bool) -> Delivery {
        var segment = direction.release()
        let behind = -TCPSequence.distance(segment.sequence, from: direction.next)
        let covered = min(behind, segment.bytes.count)
        if covered > 0 { segment.bytes.removeFirst(covered) }
        segment.missingCount = max(0, segment.missingCount - (behind - covered))
        if segment.missingCount > 0 {
            // The bytes that the capture cut off are a hole that nothing can fill but a repetition.
            let known = segment.bytes.count
            var rest = segment
            rest.sequence = direction.next &+ UInt32(truncatingIfNeeded: known)
            rest.bytes = []
            guard known == 0 else {
                direction.advance(known)
                direction.hold(rest)
                return .bytes(segment.bytes, packet: segment.packet, time: segment.time, fromFirst: fromFirst)
            }
            let offset = direction.offset
            direction.advance(segment.missingCount)
            if segment.isEnd {
                rest.sequence = direction.next
                rest.missingCount = 0
                direction.hold(rest)
            }
            return .gap(offset: offset, length: segment.missingCount, fromFirst: fromFirst)
        }
        if segment.bytes.isEmpty, segment.isEnd {
            direction.end()
            return .end(fromFirst: fromFirst)
        }
        direction.advance(segment.bytes.count)
        if segment.isEnd {
            var end = segment
            end.sequence = direction.next
            end.bytes = []
            direction.hold(end)
        }
        return .bytes(segment.bytes, packet: segment.packet, time: segment.time, fromFirst: fromFirst)
    }

    /// When a hole is given up.
    private struct Patience {
        var now: Int64
        var isFinal: Bool
        var limits: Limits

        /// Whether what waits behind a hole since `time` has waited long enough.
        func isOver(_ direction: TCPDirection, since time: Int64, isAcknowledged: Bool) -> Bool {
            let unit: Int64 = isAcknowledged ? 1_000_000_000 : 10_000_000_000
            let longest = Int64(limits.missingSegmentSeconds).multipliedReportingOverflow(by: unit)
            return isFinal || isFull(direction) || !longest.overflow && now &- time >= longest.partialValue
        }

        /// Whether more is held back than the limits allow.
        func isFull(_ direction: TCPDirection) -> Bool {
            direction.held.count > limits.outOfOrderSegments || direction.heldBytes > limits.outOfOrderBytes
        }
    }

    /// Gives a hole up when it will not be filled any more.
    private static func gap(
        _ own: inout TCPDirection,
        _ other: inout TCPDirection,
        fromFirst: Bool,
        _ patience: Patience
    ) -> Delivery? {
        guard own.isStarted else { return nil }
        let length: Int
        if let segment = own.held.first {
            length = TCPSequence.distance(segment.sequence, from: own.next)
            let isAcknowledged = own.acknowledged.map { TCPSequence.distance($0, from: segment.sequence) >= 0 } ?? false
            // The other direction may be ready and wait for this hole only; then its limits count too.
            guard length > 0,
                patience.isOver(own, since: segment.time, isAcknowledged: isAcknowledged)
                    || patience.isFull(other) && isNext(other)
            else { return nil }
        } else if let waiting = other.held.first, let acknowledgment = waiting.acknowledgment, isNext(other) {
            // Nothing of this direction waits, but the other end has received bytes that were never captured.
            length = TCPSequence.distance(acknowledgment, from: own.next)
            guard length > 0, patience.isOver(other, since: waiting.time, isAcknowledged: true) else { return nil }
        } else {
            return nil
        }
        let offset = own.offset
        own.advance(length)
        return .gap(offset: offset, length: length, fromFirst: fromFirst)
    }
}
