/// One direction of a connection while it is put in order.
struct TCPDirection: Sendable {
    /// How far a stream is.
    enum State: UInt8, Sendable {
        /// The place of the first byte is not known.
        case unsettled
        /// The other end said where the stream begins, but it is not in the capture.
        case absent
        /// The end is out.
        case ended
        /// The other end said where the stream begins; no packet of it has come.
        case expected
        /// Bytes come.
        case open
    }

    /// How far the stream is.
    private(set) var state = State.unsettled
    /// Whether `reached` is known.
    private(set) var hasReached = false
    /// Whether the receiver said `reached`.
    private(set) var reachedIsConfirmed = false
    /// Whether one number that nobody sent in this capture was taken for that of the FIN; `next` is behind it.
    private(set) var endIsAssumed = false
    /// Whether the place of the first byte was only taken from an acknowledgment, which may have come late.
    var startIsPresumed = false
    /// Sequence number of the next byte; while the stream is unsettled, that of any byte of it.
    private(set) var next: UInt32 = 0
    /// How far the sender has come by what either end said.
    private(set) var reached: UInt32 = 0
    /// The hole given up last.
    private var lostStart: UInt32 = 0
    private var lostCount: UInt32 = 0
    /// When `reached` was last said; once it is ahead of `next`, since when.
    private(set) var reachedTime = Moment()
    /// The hole that the other end has said it has the bytes of, by the number behind it.
    private var confirmedHole: UInt32 = 0
    /// Since when, on the clock of waiting for input; -1 when there is none.
    private var confirmedSince: Int64 = -1
    /// Bytes of the stream before `next`, holes included.
    private(set) var offset = 0
    /// When the FIN came that everything before is out of, until the end is told: one that nobody confirms may be
    /// contradicted by more bytes.
    var finTime: Moment? { hasFIN ? finMoment : nil }
    private var hasFIN = false
    private var finMoment = Moment()
    /// What waits.
    var held = HeldSegments()

    /// Nanoseconds after which a lower acknowledgment is no older packet that came late: a higher one was wrong.
    private static let reorderingTime: Int64 = 1_000_000_000
    /// The widest window that TCP can announce (RFC 7323 section 2.3); nothing further ahead belongs to a stream.
    static let widestWindow = 1 << 30
    /// How far ahead, in bytes, nothing is believed that only one packet says.
    static let farAhead = 16 << 20

    /// Whether the place of the first byte is settled.
    var isStarted: Bool { state != .unsettled }
    /// Whether the sender has ended its stream, and everything before that is out.
    var isEnded: Bool { state == .ended }
    /// Whether what acknowledges bytes of this direction waits for them.
    @inline(__always)
    var isAwaited: Bool { state.rawValue >= State.expected.rawValue }
    /// How many bytes of the sender have not come up, by what either end said.
    var aheadCount: Int {
        guard hasReached, isStarted else { return 0 }
        let distance = TCPSequence.distance(reached, from: next)
        return distance <= Self.farAhead ? max(0, distance) : 0
    }
    /// Whether something may still come up without a packet of this direction.
    var isBusy: Bool { !held.isEmpty || finTime != nil || state == .open && aheadCount > 0 }
    /// Whether the other end has said that the FIN came.
    var endIsConfirmed: Bool {
        hasReached && reachedIsConfirmed && TCPSequence.distance(reached, from: next) > 0
    }

    /// Where a sequence number is, counted from the next byte.
    func ahead(_ sequence: UInt32) -> Int { TCPSequence.distance(sequence, from: next) }

    /// Where in the stream a sequence number is; that of the FIN counts for nothing.
    func position(of sequence: UInt32) -> Int { offset + ahead(sequence) + (isEnded || endIsAssumed ? 1 : 0) }

    /// Takes the FIN, before which nothing is missing.
    mutating func awaitEnd(_ time: Moment) {
        if !hasFIN { finMoment = time }
        hasFIN = true
    }

    /// Takes back the FIN: the stream goes on.
    mutating func denyFIN() { hasFIN = false }

    /// Settles the sequence number of the first byte.
    ///
    /// - Parameter isSeen: whether a packet of this direction said it.
    mutating func start(at sequence: UInt32, isSeen: Bool) {
        state = isSeen || !held.isEmpty ? .open : .expected
        next = sequence
    }

    /// Takes a number that is near those to come, before the first one is known.
    mutating func orient(at sequence: UInt32) {
        if state == .unsettled, held.isEmpty { next = sequence }
    }

    /// How far before the presumed beginning of a stream, in bytes, its first packet may show that it begins earlier.
    private static let presumption = 1 << 16

    /// Takes notice of the first packet of a stream whose beginning the other end had told.
    ///
    /// - Parameter count: bytes of data in it; a single one may be a keep-alive, which repeats a place.
    mutating func appear(at sequence: UInt32, count: Int) {
        if startIsPresumed, count > 1, (-Self.presumption..<0).contains(ahead(sequence)) { next = sequence }
        // After a long time without it, nobody knows how often its numbers have wrapped.
        if state == .absent, !(0...Self.widestWindow).contains(ahead(sequence)) { next = sequence }
        state = .open
    }

    /// Nothing waits any more for a stream that does not come.
    mutating func giveUpExpecting() { state = .absent }

    /// Takes the end of the stream; nothing that waits can belong to it any more.
    mutating func end() -> Int {
        if !endIsAssumed { next &+= 1 }
        endIsAssumed = false
        hasFIN = false
        state = .ended
        return held.removeAll()
    }

    /// Counts bytes as out.
    @inline(__always)
    mutating func advance(_ count: Int) {
        next &+= UInt32(truncatingIfNeeded: count)
        offset &+= count
    }

    /// Counts bytes as lost.
    mutating func lose(_ count: Int) {
        // What lies behind the hole contradicts a FIN before it.
        hasFIN = false
        lostStart = next
        lostCount = UInt32(truncatingIfNeeded: count)
        advance(count)
    }

    /// Takes one number that was said to be sent for the FIN, which has no byte.
    mutating func assumeEnd() {
        next &+= 1
        endIsAssumed = true
    }

    /// Takes back that the number was the FIN's: here comes its byte.
    mutating func retractEnd() {
        next &-= 1
        endIsAssumed = false
    }

    /// Takes back that the number was the FIN's: it was a byte's, which is lost.
    mutating func denyEnd() {
        endIsAssumed = false
        lostStart = next &- 1
        lostCount = 1
        offset &+= 1
    }

    /// The part of a segment that was given up when it did not come: offset in the stream and length.
    func late(_ sequence: UInt32, count: Int) -> (offset: Int, length: Int)? {
        let start = TCPSequence.distance(sequence, from: lostStart)
        let range = max(0, start)..<max(max(0, start), min(Int(lostCount), start + count))
        guard !range.isEmpty else { return nil }
        return (position(of: lostStart) + range.lowerBound, range.count)
    }

    /// Takes notice that the sender has come so far.
    ///
    /// - Parameter isConfirmed: whether the receiver says it, and not only the sender.
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
        // An old packet may come late, but not much; what is said again and again is right.
        if step < 0, aheadCount > 0, time.activity &- reachedTime.activity < Self.reorderingTime || isCaptured(reached)
        {
            return
        }
        let wasAhead = aheadCount > 0
        reached = sequence
        reachedIsConfirmed = isConfirmed
        if !wasAhead || aheadCount == 0 { reachedTime = time }
    }

    /// Takes notice that bytes came which are the next of the stream, though others were said to be sent already.
    mutating func noteProgress(_ time: Moment) {
        if aheadCount > 0 { reachedTime = time }
    }

    /// Since when, on the clock of waiting for input, the other end has said that it has what is missing before the first
    /// piece that waits; `nil` when it has not.
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

    /// Whether bytes up to this number wait, so that there is no doubt about it.
    private func isCaptured(_ sequence: UInt32) -> Bool {
        guard let last = held.last else { return false }
        return TCPSequence.distance(last.sequence, from: sequence) + last.length >= 0
    }
}
