import WireFormat

// Segments other than the next of their stream.
extension TCPConnection {
    @inline(never)
    static func receiveOther(
        _ segment: Segment,
        _ payload: Span<UInt8>,
        _ own: inout TCPDirection,
        _ other: inout TCPDirection,
        _ now: Moment,
        _ isWaiting: inout Bool,
        _ context: inout ReassemblyContext
    ) -> Range<Int> {
        context.change(cost: 0, steps: 1)
        if segment.missingCount > 0 { context.noteCut(segment.missingCount) }
        let flags = segment.flags
        // Data in a reset do not belong to the stream (RFC 9293 section 3.5.3).
        if flags.contains(.rst) { return 0..<0 }
        if flags.contains(.ack) {
            other.note(reached: segment.acknowledgment, time: now, isConfirmed: true)
        }
        let acknowledgment = flags.contains(.ack) ? segment.acknowledgment : nil
        var sequence = segment.sequence
        if flags.contains(.syn) {
            sequence &+= 1
            if own.state == .unsettled || own.state == .expected {
                start(&own, at: sequence, isSeen: true, side: segment.side, &context)
            }
            if let acknowledgment, other.state == .unsettled {
                start(&other, at: acknowledgment, isSeen: false, side: segment.side.other, &context)
            }
        }
        if own.state == .expected || own.state == .absent { own.appear(at: sequence, count: segment.payloadCount) }
        if let acknowledgment, own.state == .open, own.offset == 0, sequence == own.next, other.state == .unsettled {
            presume(&other, at: acknowledgment, side: segment.side.other, &context)
        }
        isWaiting = isWaiting || own.isBusy || other.isBusy
        let count = segment.payloadCount
        let isEnd = flags.contains(.fin)
        guard count > 0 || segment.missingCount > 0 || isEnd else {
            // A bare acknowledgment has the sequence number that the sender's stream has reached.
            if own.state == .open, own.ahead(sequence) > 0 || own.aheadCount > 0 {
                own.note(reached: sequence, time: now, isConfirmed: false)
                isWaiting = true
            }
            return 0..<0
        }
        let piece = HeldSegments.Piece(
            sequence: sequence,
            acknowledgment: acknowledgment,
            packet: segment.packet,
            time: segment.time,
            since: now,
            content: .end
        )
        guard own.isStarted else {
            // A keep-alive before the first byte that counts.
            if count <= 1, !isEnd, own.hasReached, TCPSequence.distance(own.reached, from: sequence) > 0 {
                return 0..<0
            }
            own.orient(at: sequence)
            hold(piece, payload, segment, 0, &own, &context)
            isWaiting = true
            return 0..<0
        }
        return receiveData(piece, segment, payload, &own, other, &isWaiting, &context)
    }

    /// Starts a stream without a captured SYN at the place that the other end, which has just begun, acknowledges.
    private static func presume(
        _ other: inout TCPDirection,
        at acknowledgment: UInt32,
        side: FlowSide,
        _ context: inout ReassemblyContext
    ) {
        var place = acknowledgment
        // The acknowledged bytes may have arrived before.
        if let piece = other.held.first, TCPSequence.distance(place, from: piece.sequence) > 0 {
            place = piece.sequence
        }
        start(&other, at: place, isSeen: false, side: side, &context)
        other.startIsPresumed = true
    }

    /// Handles a segment with data or FIN, of a stream whose beginning is known.
    private static func receiveData(
        _ piece: HeldSegments.Piece,
        _ segment: Segment,
        _ payload: Span<UInt8>,
        _ own: inout TCPDirection,
        _ other: TCPDirection,
        _ isWaiting: inout Bool,
        _ context: inout ReassemblyContext
    ) -> Range<Int> {
        let length = segment.payloadCount + segment.missingCount
        if own.finTime != nil, length > 0 { weighEnd(piece.sequence, length, &own) }
        if own.endIsAssumed, own.ahead(piece.sequence) < 0, own.ahead(piece.sequence) + length >= -1 {
            // The byte assumed to be the FIN arrives after all, or the FIN itself.
            own.retractEnd()
        }
        let ahead = own.ahead(piece.sequence)
        let end = ahead + length
        let isEnd = segment.flags.contains(.fin)
        if end < 0 || end == 0 && !isEnd || own.isEnded {
            drop(piece, segment, end, &own, &isWaiting, &context)
            return 0..<0
        }
        if ahead > TCPDirection.widestWindow {
            context.prepare(
                .notice(.stray(distance: ahead, length: segment.payloadCount), side: segment.side)
            )
            isWaiting = true
            return 0..<0
        }
        if ahead < 0 { tellLate(piece.sequence, min(length, -ahead), own, segment.side, &isWaiting, &context) }
        var taken = max(0, -ahead)
        let isNext = ahead <= 0 && !own.endIsAssumed && !isEarly(piece.acknowledgment, other)
        var direct = 0..<0
        if isNext, taken < segment.payloadCount {
            // Waiting data arrived first, and count.
            let room = own.held.first.map { own.ahead($0.sequence) } ?? .max
            direct = taken..<taken + min(segment.payloadCount - taken, room)
            own.advance(direct.count)
            own.noteProgress(piece.since)
            taken = direct.upperBound
        }
        guard taken < length || isEnd else { return direct }
        isWaiting = true
        if isNext, taken >= segment.payloadCount, own.held.isEmpty {
            // Missing bytes and a FIN need not be held.
            let missing = length - taken
            if missing > 0 {
                context.prepare(.gap(offset: own.offset, length: missing, side: segment.side))
                own.lose(missing)
            }
            if isEnd { own.awaitEnd(piece.since) }
            return direct
        }
        hold(piece, payload, segment, taken, &own, &context)
        return direct
    }

    /// Weighs data at the sequence number of a FIN: unless the other end has confirmed the FIN, the stream continues.
    private static func weighEnd(_ sequence: UInt32, _ length: Int, _ own: inout TCPDirection) {
        guard !own.endIsConfirmed else { return }
        let start = own.ahead(sequence)
        if start <= 0, start + length > 0 { own.denyFIN() }
    }

    /// Holds a segment from its `start`-th byte on, except for places already held.
    private static func hold(
        _ piece: HeldSegments.Piece,
        _ payload: Span<UInt8>,
        _ segment: Segment,
        _ start: Int,
        _ own: inout TCPDirection,
        _ context: inout ReassemblyContext
    ) {
        var part = piece
        var steps = 0
        let before = own.held.cost
        let base = own.next
        let confirmedEnd = own.confirmedEnd
        if start < segment.payloadCount {
            part.sequence = piece.sequence &+ UInt32(truncatingIfNeeded: start)
            part.content = .bytes(Array(copying: payload.extracting(droppingFirst: start)))
            own.held.insert(part, base: base, confirmedEnd: confirmedEnd, steps: &steps)
        }
        let missingStart = max(start, segment.payloadCount)
        let length = segment.payloadCount + segment.missingCount
        if missingStart < length {
            part.sequence = piece.sequence &+ UInt32(truncatingIfNeeded: missingStart)
            part.content = .missing(length - missingStart)
            own.held.insert(part, base: base, confirmedEnd: confirmedEnd, steps: &steps)
        }
        if segment.flags.contains(.fin) {
            part.sequence = piece.sequence &+ UInt32(truncatingIfNeeded: length)
            part.content = .end
            own.held.insert(part, base: base, steps: &steps)
        }
        context.change(cost: own.held.cost - before, steps: steps)
    }

    /// Starts a stream, and discards held pieces that are before its start or too far after it.
    static func start(
        _ direction: inout TCPDirection,
        at sequence: UInt32,
        isSeen: Bool,
        side: FlowSide,
        _ context: inout ReassemblyContext
    ) {
        let before = direction.held.cost
        direction.start(at: sequence, isSeen: isSeen)
        while let piece = direction.held.last,
            !(-TCPDirection.widestWindow...TCPDirection.widestWindow)
                .contains(direction.ahead(piece.sequence))
        {
            _ = direction.held.removeLast()
            context.prepare(
                .notice(.stray(distance: direction.ahead(piece.sequence), length: piece.length), side: side)
            )
        }
        while let piece = direction.held.first, direction.ahead(piece.sequence) < 0 {
            _ = direction.held.removeFirst()
            let covered = -direction.ahead(piece.sequence)
            if case .bytes(let bytes) = piece.content {
                let early = min(covered, bytes.count)
                context.prepare(.notice(.late(offset: -covered, length: early), side: side))
                if bytes.count > covered {
                    var rest = piece
                    rest.sequence = sequence
                    rest.content = .bytes(Array(bytes[covered...]))
                    var steps = 0
                    direction.held.insert(rest, base: sequence, steps: &steps)
                }
            }
        }
        context.change(cost: direction.held.cost - before, steps: 0)
    }

    /// Drops a segment without new bytes; reports it only if its bytes were never delivered.
    private static func drop(
        _ piece: HeldSegments.Piece,
        _ segment: Segment,
        _ end: Int,
        _ own: inout TCPDirection,
        _ isWaiting: inout Bool,
        _ context: inout ReassemblyContext
    ) {
        let count = segment.payloadCount
        guard count > 0 else { return }
        if own.isEnded, end > 0 {
            let offset = max(own.offset, own.position(of: piece.sequence))
            context.prepare(.notice(.late(offset: offset, length: min(count, end)), side: segment.side))
            isWaiting = true
        } else if own.position(of: piece.sequence) < 0, count > 1 {
            // The stream was joined in the middle, and these bytes precede that place.
            let offset = own.position(of: piece.sequence)
            context.prepare(
                .notice(.late(offset: offset, length: min(count, -offset)), side: segment.side)
            )
            isWaiting = true
        } else {
            tellLate(piece.sequence, count, own, segment.side, &isWaiting, &context)
        }
    }

    private static func tellLate(
        _ sequence: UInt32,
        _ count: Int,
        _ own: TCPDirection,
        _ side: FlowSide,
        _ isWaiting: inout Bool,
        _ context: inout ReassemblyContext
    ) {
        guard let late = own.late(sequence, count: count) else { return }
        context.prepare(.notice(.late(offset: late.offset, length: late.length), side: side))
        isWaiting = true
    }
}
