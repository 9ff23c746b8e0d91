import WireFormat

// Delivery of waiting bytes.
extension TCPConnection {
    /// Returns the next delivery of the bytes that waited; `nil` when nothing is ready.
    ///
    /// With ``Patience/final``, holes are given up, and `nil` means that everything was delivered.
    public mutating func next(
        _ patience: Patience,
        limits: CaptureLimits,
        _ context: inout ReassemblyContext
    ) -> Delivery? {
        while true {
            if let ready = context.popReady() { return ready }
            context.change(cost: 0, steps: 1)
            let now = now(context)
            settle(patience, now, &context)
            let before = heldCost
            let count = heldCount
            let judge = Judge(now: now, patience: patience, limits: limits, isOverLimit: context.isOverLimit)
            let delivery = deliver(judge, &context)
            context.change(cost: heldCost - before, steps: 0)
            if let delivery { return delivery }
            // A FIN was taken but not delivered yet.
            if heldCount < count { continue }
            if !context.hasReady { break }
        }
        isWaiting = directions.first.isBusy || directions.second.isBusy
        return nil
    }

    /// Discards everything held, when no more deliveries are wanted.
    public mutating func discard(_ context: inout ReassemblyContext) {
        context.change(cost: -heldCost, steps: 0)
        _ = directions.first.held.removeAll()
        _ = directions.second.held.removeAll()
        while context.popReady() != nil {}
        isWaiting = false
    }

    // MARK: Order

    private mutating func deliver(_ judge: Judge, _ context: inout ReassemblyContext) -> Delivery? {
        if let end = Self.takeEnd(&directions.first, directions.second, side: .first, judge, &context) { return end }
        if let end = Self.takeEnd(&directions.second, directions.first, side: .second, judge, &context) { return end }
        let firstReady = Self.isNext(directions.first)
        let secondReady = Self.isNext(directions.second)
        // A direction that the other one waits for goes first; if both wait, the older packet does.
        let firstFree = firstReady && !Self.isEarly(directions.first.held.first?.acknowledgment, directions.second)
        let secondFree = secondReady && !Self.isEarly(directions.second.held.first?.acknowledgment, directions.first)
        let firstIsOlder = firstPacketHeld(.first) < firstPacketHeld(.second)
        if firstFree, !secondFree || firstIsOlder { return take(.first) }
        if secondFree { return take(.second) }
        if firstReady, secondReady { return take(firstIsOlder ? .first : .second) }
        return Self.giveUp(&directions.first, &directions.second, side: .first, judge, &context)
            ?? Self.giveUp(&directions.second, &directions.first, side: .second, judge, &context)
    }

    /// The number of waiting pieces of both directions.
    var heldCount: Int { directions.first.held.count + directions.second.held.count }

    /// Returns the packet of a direction's first waiting piece; `.max` when nothing waits.
    private func firstPacketHeld(_ side: FlowSide) -> Int { directions[side].held.first?.packet ?? .max }

    private mutating func take(_ side: FlowSide) -> Delivery? {
        Self.take(&directions[side], side: side)
    }

    /// Returns the end of a stream, once it is certain: confirmed, or the other end has ended, or time has passed.
    ///
    /// Two FINs that nobody confirms prove no more than one: data may follow both.
    private static func takeEnd(
        _ own: inout TCPDirection,
        _ other: TCPDirection,
        side: FlowSide,
        _ judge: Judge,
        _ context: inout ReassemblyContext
    ) -> Delivery? {
        guard let time = own.finTime else { return nil }
        guard own.endIsConfirmed || other.isEnded || judge.isOver(since: time, isConfirmed: false) else { return nil }
        let offset = own.offset
        let lost = own.end()
        if lost > 0 { context.prepare(.notice(.late(offset: offset, length: lost), side: side)) }
        return .end(side: side)
    }

    private static func isNext(_ direction: TCPDirection) -> Bool {
        guard direction.isStarted, let piece = direction.held.first else { return false }
        return piece.sequence == direction.next
    }

    /// Takes the first piece, which must be the next of its stream.
    private static func take(_ direction: inout TCPDirection, side: FlowSide) -> Delivery? {
        if direction.endIsAssumed {
            // The stream continues after the assumed end.
            direction.denyEnd()
            return .gap(offset: direction.offset - 1, length: 1, side: side)
        }
        guard let piece = direction.held.removeFirst() else { return nil }
        switch piece.content {
        case .bytes(let bytes):
            direction.advance(bytes.count)
            return .bytes(bytes, packet: piece.packet, time: piece.time, side: side)
        case .missing(let count):
            let offset = direction.offset
            direction.lose(count)
            return .gap(offset: offset, length: count, side: side)
        case .end:
            direction.awaitEnd(piece.since)
            return nil
        }
    }

    // MARK: Holes

    /// The criteria for giving up a hole.
    private struct Judge {
        var now: Moment
        var patience: Patience
        var limits: CaptureLimits
        /// Whether all connections together hold back too much.
        var isOverLimit: Bool

        /// Returns whether data that have waited for missing bytes since `time` have waited long enough.
        func isOver(since time: Moment, isConfirmed: Bool) -> Bool {
            if patience != .normal || hasWaited(since: time) { return true }
            // Ten times as long without an acknowledgment.
            let unit: Int64 = isConfirmed ? Nanoseconds.perSecond : 10 * Nanoseconds.perSecond
            let longest = Int64(limits.missingSegmentSeconds).multipliedReportingOverflow(by: unit)
            return !longest.overflow && now.activity &- time.activity >= longest.partialValue
        }

        /// Returns whether the wait for input was long enough for missing bytes that the other end has acknowledged.
        func hasWaited(confirmedSince time: Int64) -> Bool {
            now.waiting &- time >= Self.nanoseconds(limits.confirmedWaitingMilliseconds)
        }

        /// Returns whether the wait for input was long enough for missing bytes that nobody has acknowledged.
        func hasWaited(since time: Moment) -> Bool {
            now.waiting &- time.waiting >= Self.nanoseconds(limits.waitingMilliseconds)
        }

        private static func nanoseconds(_ milliseconds: Int) -> Int64 {
            let (product, overflow) = Int64(milliseconds).multipliedReportingOverflow(by: 1_000_000)
            return overflow ? .max : max(1, product)
        }

        /// Returns the limit that the data held back exceed.
        func limit(of direction: TCPDirection) -> TCPNotice.Limit? {
            if direction.held.count > limits.outOfOrderSegments { return .segments }
            if direction.held.byteCount > limits.outOfOrderBytes { return .bytes }
            if patience == .relief || isOverLimit, !direction.held.isEmpty { return .bytesInAll }
            return nil
        }
    }

    /// Gives up a hole if it will not be filled any more.
    private static func giveUp(
        _ own: inout TCPDirection,
        _ other: inout TCPDirection,
        side: FlowSide,
        _ judge: Judge,
        _ context: inout ReassemblyContext
    ) -> Delivery? {
        guard own.state == .open else { return nil }
        if let piece = own.held.first {
            return giveUpHole(before: piece, &own, other, side: side, judge, &context)
        }
        if let piece = other.held.first, isNext(other), isEarly(piece.acknowledgment, own) {
            // The other end has received bytes that were never captured; its later data wait for them.
            if own.aheadCount == 0 {
                // The other end has corrected its acknowledgment since.
                other.held.forgetFirstAcknowledgment()
                return take(&other, side: side.other)
            }
            guard
                judge.hasWaited(confirmedSince: piece.since.waiting)
                    || judge.isOver(since: piece.since, isConfirmed: true)
                    || judge.limit(of: other) != nil
            else { return nil }
            return lose(own.ahead(piece.acknowledgment ?? own.next), &own, side: side)
                ?? take(&other, side: side.other)
        }
        // Nothing waits, but bytes were sent that are not in the capture.
        guard own.aheadCount > 0, judge.patience != .relief,
            judge.isOver(since: own.reachedTime, isConfirmed: own.reachedIsConfirmed)
        else { return nil }
        return lose(own.aheadCount, &own, side: side)
    }

    /// Gives up the hole before the first waiting piece.
    private static func giveUpHole(
        before piece: HeldSegments.Piece,
        _ own: inout TCPDirection,
        _ other: TCPDirection,
        side: FlowSide,
        _ judge: Judge,
        _ context: inout ReassemblyContext
    ) -> Delivery? {
        let length = own.ahead(piece.sequence)
        if length == 0 { return nil }
        if length < 0 {
            // Should not happen, but nothing may wait for ever.
            _ = own.held.removeFirst()
            return .notice(.late(offset: own.offset + length, length: piece.length), side: side)
        }
        let confirmation = own.confirmation(ofHoleBefore: piece, now: judge.now)
        let isConfirmed = confirmation != nil
        var limit = judge.patience == .relief ? TCPNotice.Limit.bytesInAll : nil
        if judge.patience == .normal, let reached = judge.limit(of: own) {
            limit = reached
        } else if let reached = judge.limit(of: other), isNext(other) {
            // The other direction is ready and waits only for this hole.
            limit = reached
        } else {
            let isOver = confirmation.map(judge.hasWaited(confirmedSince:)) ?? false
            guard isOver || judge.isOver(since: piece.since, isConfirmed: isConfirmed) else { return nil }
            if judge.patience == .normal, !isConfirmed, !judge.hasWaited(since: piece.since), !isBelieved(piece, own) {
                return nil
            }
        }
        if !isConfirmed, length > TCPDirection.farAhead, !hasNeighbour(piece, own) {
            // A stray segment: the stream does not reach that far.
            guard let stray = own.held.removeFirst() else { return nil }
            return .notice(.stray(distance: length, length: stray.length), side: side)
        }
        let offset = own.offset
        own.lose(length)
        let gap = Delivery.gap(offset: offset, length: length, side: side)
        guard let limit, judge.patience != .final else { return gap }
        context.prepare(gap)
        return .notice(.limit(limit), side: side)
    }

    /// Returns whether a piece after a hole is believed although the other end has not acknowledged it.
    private static func isBelieved(_ piece: HeldSegments.Piece, _ own: TCPDirection) -> Bool {
        // The other end still requests the bytes in the hole.
        if own.hasReached, own.reachedIsConfirmed, own.reachedTime.activity >= piece.since.activity,
            own.ahead(own.reached) <= 0
        {
            return false
        }
        return hasNeighbour(piece, own)
    }

    /// Returns whether the second waiting piece is near `piece`, the first one.
    private static func hasNeighbour(_ piece: HeldSegments.Piece, _ own: TCPDirection) -> Bool {
        guard let second = own.held.second else { return false }
        return TCPSequence.distance(second.sequence, from: piece.sequence) <= TCPDirection.farAhead
    }

    /// Gives up bytes that were sent but are not in the capture.
    ///
    /// - Returns: the hole; `nil` when it is a single number, which may be that of a FIN that was not captured.
    private static func lose(_ length: Int, _ own: inout TCPDirection, side: FlowSide) -> Delivery? {
        if length == 1, !own.endIsAssumed {
            own.assumeEnd()
            return nil
        }
        let offset = own.offset
        own.lose(length)
        return .gap(offset: offset, length: length, side: side)
    }
}
