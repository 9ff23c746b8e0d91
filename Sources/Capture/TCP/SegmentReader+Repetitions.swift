// Checks whether retransmitted segments hold the same bytes.
extension SegmentReader {
    /// Emits a segment, after a conflict if its bytes differ from earlier ones.
    @inline(__always)
    mutating func emitSegment(
        _ segment: Segment,
        _ payload: Span<UInt8>,
        _ owner: Owner,
        _ block: Span<UInt8>,
        _ emit: (FlowEvent, Span<UInt8>) -> Void
    ) {
        if segment.payloadCount &+ segment.missingCount > 0 {
            let side = owner.isLow ? table.entries[owner.place].low : table.entries[owner.place].high
            if side.hasNext, side.next == segment.sequence, segment.flags.isDisjoint(with: [.syn, .rst]) {
                note(segment, owner, segment.sequence, after: side.lastRecord)
            } else {
                compare(segment, payload, owner, side, block, emit)
            }
        }
        emit(.segment(segment), payload)
    }

    /// Reopens a closing connection if new data show that a FIN or reset was false: the data go on after the FIN, or both
    /// ends were seen, and not both have ended their streams.
    @inline(never)
    private mutating func reconsider(_ owner: Owner) {
        let entry = table.entries[owner.place]
        let side = entry.side(isLow: owner.isLow)
        let isBehindFIN = side.sawFIN && !side.hasEnded
        let bothAreSeen = entry.low.isSeen && entry.high.isSeen
        guard isBehindFIN || bothAreSeen && !(entry.low.hasEnded && entry.high.hasEnded) else { return }
        table.reopen(owner.place)
    }

    /// Records the position of a payload, and advances the stream to its end.
    @inline(__always)
    mutating func note(_ segment: Segment, _ owner: Owner, _ sequence: UInt32, after last: Int) {
        let end = sequence &+ UInt32(truncatingIfNeeded: segment.payloadCount &+ segment.missingCount)
        var record = last
        if segment.payloadCount > 0 {
            record = history.add(sequence, start: segment.payloadStart, count: segment.payloadCount, after: last)
        }
        keep(owner, record, next: end)
        if table.entries[owner.place].stage == .closing { reconsider(owner) }
    }

    @inline(__always)
    mutating func keep(_ owner: Owner, _ record: Int, next: UInt32) {
        if owner.isLow {
            table.entries[owner.place].low.lastRecord = record
            table.entries[owner.place].low.next = next
            table.entries[owner.place].low.hasNext = true
        } else {
            table.entries[owner.place].high.lastRecord = record
            table.entries[owner.place].high.next = next
            table.entries[owner.place].high.hasNext = true
        }
    }

    /// Handles a payload that is not the next of its stream: it may repeat bytes, and these may differ.
    @inline(never)
    mutating func compare(
        _ segment: Segment,
        _ payload: Span<UInt8>,
        _ owner: Owner,
        _ side: FlowTable.Side,
        _ block: Span<UInt8>,
        _ emit: (FlowEvent, Span<UInt8>) -> Void
    ) {
        if segment.flags.contains(.rst) { return }
        let sequence = segment.flags.contains(.syn) ? segment.sequence &+ 1 : segment.sequence
        let count = segment.payloadCount &+ segment.missingCount
        guard side.hasNext else { return note(segment, owner, sequence, after: 0) }
        // A keep-alive repeats the sequence number of the last byte, but not the byte.
        if count == 1, sequence &+ 1 == side.next { return }
        let datagrams = extra
        let finding = history.search(sequence, payload, from: side.lastRecord, block, datagrams.span)
        if let difference = finding.difference {
            tally.conflictingSegments &+= 1
            emit(
                .conflict(
                    SegmentConflict(
                        place: segment.place,
                        side: segment.side,
                        packet: segment.packet,
                        sequence: sequence &+ UInt32(truncatingIfNeeded: difference.offset),
                        length: difference.length,
                        earlier: finding.earlier,
                        later: finding.later
                    )
                ),
                Span()
            )
        }
        var record = side.lastRecord
        for part in finding.new {
            record = history.add(
                sequence &+ UInt32(truncatingIfNeeded: part.lowerBound),
                start: segment.payloadStart + part.lowerBound,
                count: part.count,
                after: record
            )
        }
        let end = sequence &+ UInt32(truncatingIfNeeded: count)
        let isRepetition = finding.new.reduce(0) { $0 + $1.count } < segment.payloadCount
        let behind = TCPSequence.distance(side.next, from: end)
        var next = end
        if behind > TCPDirection.farAhead, !isRepetition {
            // After a stray segment, later ones show the stream's true place; this one may itself be late.
            next = history.furthestEnd(near: end, from: record)
        } else if behind > 0 {
            // Neither a retransmission nor data that fill a hole move the stream back, since the data after the hole may
            // be sent again.
            next = side.next
        }
        keep(owner, record, next: next)
        if !isRepetition, table.entries[owner.place].stage == .closing { reconsider(owner) }
    }
}
