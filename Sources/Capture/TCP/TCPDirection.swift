/// One direction of a connection during reassembly.
struct TCPDirection: Sendable {
    /// The state of a stream.
    enum State: UInt8, Sendable {
        /// The sequence number of the first byte is unknown.
        case unsettled
        /// The other end's acknowledgment shows the start of the stream, but the stream is not in the capture.
        case absent
        /// The end was delivered.
        case ended
        /// The other end's acknowledgment shows the start of the stream; none of its packets has arrived.
        case expected
        /// Packets arrive.
        case open
    }

    /// The state of the stream.
    private(set) var state = State.unsettled
    /// Whether `reached` is known.
    private(set) var hasReached = false
    /// Whether the receiver confirmed `reached`.
    private(set) var reachedIsConfirmed = false
    /// Whether one sequence number without a captured byte was assumed to be the FIN's; `next` is the one after it.
    private(set) var endIsAssumed = false
    /// Whether the start was only taken from an acknowledgment, which may have arrived late.
    var startIsPresumed = false
    /// Whether the first waiting piece of a stream without a SYN begins a message of the protocol above TCP.
    private var beginsMessage = false
    /// The sequence number of the next byte; while the stream is unsettled, that of any of its bytes.
    private(set) var next: UInt32 = 0
    /// The sequence number that the sender has reached, according to either end.
    private(set) var reached: UInt32 = 0
    /// The hole given up last.
    private var lostStart: UInt32 = 0
    private var lostCount: UInt32 = 0
    /// The time at which `reached` was stated last; while it is ahead of `next`, the time since which it has been.
    private(set) var reachedTime = Moment()
    /// The sequence number after the hole whose bytes the other end has acknowledged.
    private var confirmedHole: UInt32 = 0
    /// The time since which the other end has acknowledged these bytes, on the clock of waiting for input; -1 when it
    /// has not.
    private var confirmedSince: Int64 = -1
    /// The number of bytes of the stream before `next`, holes included.
    private(set) var offset = 0
    /// The time of a FIN before which everything was delivered, until the end is delivered: more bytes may contradict a
    /// FIN that nobody confirms.
    var finTime: Moment? { hasFIN ? finMoment : nil }
    private var hasFIN = false
    private var finMoment = Moment()
    /// The pieces that wait.
    var held = HeldSegments()

    /// Nanoseconds after which a lower acknowledgment is not a late packet: the higher one was wrong.
    private static let reorderingTime: Int64 = 1_000_000_000
    /// The widest window that TCP can announce (RFC 7323 section 2.3); data further ahead do not belong to the stream.
    static let widestWindow = 1 << 30
    /// The distance ahead, in bytes, beyond which the word of a single packet is not believed.
    static let farAhead = 16 << 20

    /// Whether the sequence number of the first byte is known.
    var isStarted: Bool { state != .unsettled }
    /// Whether the sender has ended its stream, and everything before the end was delivered.
    var isEnded: Bool { state == .ended }
    /// Whether segments that acknowledge bytes of this direction wait for these bytes.
    @inline(__always)
    var isAwaited: Bool { state.rawValue >= State.expected.rawValue }
    /// The number of sent bytes that were not delivered, according to either end.
    var aheadCount: Int {
        guard hasReached, isStarted else { return 0 }
        let distance = TCPSequence.distance(reached, from: next)
        return distance <= Self.farAhead ? max(0, distance) : 0
    }
    /// Whether something may still be delivered without another packet of this direction.
    var isBusy: Bool { !held.isEmpty || finTime != nil || state == .open && aheadCount > 0 }
    /// Whether the other end has acknowledged the FIN.
    var endIsConfirmed: Bool {
        hasReached && reachedIsConfirmed && TCPSequence.distance(reached, from: next) > 0
    }

    /// The sequence number of a FIN, if one was captured, that the other end's acknowledgment confirms.
    var confirmedEnd: UInt32? { hasReached && reachedIsConfirmed ? reached &- 1 : nil }

    /// Returns the distance of a sequence number from the next byte.
    func ahead(_ sequence: UInt32) -> Int { TCPSequence.distance(sequence, from: next) }

    /// The numbering of the stream's bytes; the FIN's number does not count.
    private var places: StreamNumbering {
        StreamNumbering(next: next, offset: offset + (isEnded || endIsAssumed ? 1 : 0))
    }

    /// The numbering of the stream's bytes; `nil` while the start is unknown.
    var numbering: StreamNumbering? { isStarted ? places : nil }

    /// Returns the stream offset of a sequence number.
    func position(of sequence: UInt32) -> Int { places.offset(of: sequence) }

    /// Takes a FIN before which nothing is missing.
    mutating func awaitEnd(_ time: Moment) {
        if !hasFIN { finMoment = time }
        hasFIN = true
    }

    /// Withdraws the FIN: the stream continues.
    mutating func denyFIN() { hasFIN = false }

    /// Sets the sequence number of the first byte.
    ///
    /// - Parameter isSeen: whether the number comes from a packet of this direction.
    mutating func start(at sequence: UInt32, isSeen: Bool) {
        state = isSeen || !held.isEmpty ? .open : .expected
        next = sequence
    }

    /// Whether the waiting bytes of a stream without a SYN begin it: they begin a message, or the other end has
    /// acknowledged all bytes before them, and perhaps some or all of the waiting ones.
    ///
    /// In the second case only repetitions of earlier bytes can still arrive before the waiting ones.
    var hasKnownBeginning: Bool {
        if state == .unsettled, beginsMessage { return true }
        guard state == .unsettled, hasReached, reachedIsConfirmed, let first = held.first, let last = held.last else {
            return false
        }
        let confirmed = TCPSequence.distance(reached, from: first.sequence)
        if confirmed == 0 { return true }
        // With a hole among the waiting bytes, nothing is certain.
        let length = TCPSequence.distance(last.sequence, from: first.sequence) + last.length
        return confirmed > 0 && confirmed <= length && length == held.byteCount
    }

    /// Notes whether the first waiting bytes of a stream without a SYN begin a message.
    mutating func noteBeginning(where begins: (Span<UInt8>) -> Bool) {
        guard state == .unsettled else { return }
        beginsMessage = if case .bytes(let bytes)? = held.first?.content { begins(bytes.span) } else { false }
    }

    /// Sets `next` to a number near the next bytes, before the first one is known.
    mutating func orient(at sequence: UInt32) {
        if state == .unsettled, held.isEmpty { next = sequence }
    }

    /// The distance before the presumed start of a stream, in bytes, within which its first packet may move the start.
    private static let presumption = 1 << 16

    /// Handles the first packet of a stream whose start was known from the other end.
    ///
    /// - Parameter count: the number of data bytes in it; a single one may be a keep-alive, which repeats a place.
    mutating func appear(at sequence: UInt32, count: Int) {
        if startIsPresumed, count > 1, (-Self.presumption..<0).contains(ahead(sequence)) { next = sequence }
        // After a long absence, the numbers may have wrapped an unknown number of times.
        if state == .absent, !(0...Self.widestWindow).contains(ahead(sequence)) { next = sequence }
        state = .open
    }

    /// Stops the other direction from waiting for this stream, which does not arrive.
    mutating func giveUpExpecting() { state = .absent }

    /// Ends the stream and discards the held pieces, which cannot belong to it any more; returns their number of bytes.
    mutating func end() -> Int {
        if !endIsAssumed { next &+= 1 }
        endIsAssumed = false
        hasFIN = false
        state = .ended
        return held.removeAll()
    }

    /// Counts bytes as delivered.
    @inline(__always)
    mutating func advance(_ count: Int) {
        next &+= UInt32(truncatingIfNeeded: count)
        offset &+= count
    }

    /// Counts bytes as lost.
    mutating func lose(_ count: Int) {
        // Data after the hole contradict a FIN before it.
        hasFIN = false
        lostStart = next
        lostCount = UInt32(truncatingIfNeeded: count)
        advance(count)
    }

    /// Assumes that one number that was reported as sent is the FIN's, which has no byte.
    mutating func assumeEnd() {
        next &+= 1
        endIsAssumed = true
    }

    /// Withdraws the assumption that the number was the FIN's: its byte has arrived.
    mutating func retractEnd() {
        next &-= 1
        endIsAssumed = false
    }

    /// Withdraws the assumption that the number was the FIN's: it was that of a byte, which is lost.
    mutating func denyEnd() {
        endIsAssumed = false
        lostStart = next &- 1
        lostCount = 1
        offset &+= 1
    }

    /// Returns the part of a segment that was given up earlier: offset in the stream and length.
    func late(_ sequence: UInt32, count: Int) -> (offset: Int, length: Int)? {
        let start = TCPSequence.distance(sequence, from: lostStart)
        let range = max(0, start)..<max(max(0, start), min(Int(lostCount), start + count))
        guard !range.isEmpty else { return nil }
        return (position(of: lostStart) + range.lowerBound, range.count)
    }

    /// Records that the sender has reached a sequence number.
    ///
    /// - Parameter isConfirmed: whether the receiver says so, and not only the sender.
    mutating func note(reached sequence: UInt32, time: Moment, isConfirmed: Bool) {
        guard hasReached else {
            hasReached = true
            reached = sequence
            reachedTime = time
            reachedIsConfirmed = isConfirmed
            return
        }
        let step = TCPSequence.distance(sequence, from: reached)
        if aheadCount > 0, step >= 0, !isConfirmed, reachedIsConfirmed { return }
        if step == 0, aheadCount > 0 {
            reachedIsConfirmed = reachedIsConfirmed || isConfirmed
            return
        }
        // An old packet may arrive late, but not much; a number that is repeated is right.
        if step < 0, aheadCount > 0, time.activity &- reachedTime.activity < Self.reorderingTime || isCaptured(reached)
        {
            return
        }
        let wasAhead = aheadCount > 0
        reached = sequence
        reachedIsConfirmed = isConfirmed
        if !wasAhead || aheadCount == 0 { reachedTime = time }
    }

    /// Records that the next bytes of the stream arrived, although later ones were said to be sent already.
    mutating func noteProgress(_ time: Moment) {
        if aheadCount > 0 { reachedTime = time }
    }

    /// Returns the time, on the clock of waiting for input, since which the other end acknowledges the bytes missing
    /// before the first waiting piece; `nil` when it does not.
    mutating func confirmation(ofHoleBefore piece: HeldSegments.Piece, now: Moment) -> Int64? {
        guard hasReached, reachedIsConfirmed, TCPSequence.distance(reached, from: piece.sequence) >= 0 else {
            confirmedSince = -1
            return nil
        }
        if confirmedSince < 0 || confirmedHole != piece.sequence {
            confirmedHole = piece.sequence
            confirmedSince = now.waiting
        }
        return confirmedSince
    }

    /// Returns whether bytes up to this number wait, which proves that the sender has reached the number.
    private func isCaptured(_ sequence: UInt32) -> Bool {
        guard let last = held.last else { return false }
        return TCPSequence.distance(last.sequence, from: sequence) + last.length >= 0
    }
}
