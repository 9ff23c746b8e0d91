// Where a stream begins that was not captured from its SYN on.
extension TCPConnection {
    /// Lets a stream without a SYN start at its first waiting byte if a message of the protocol above TCP begins there.
    ///
    /// Call it after ``receive(_:_:_:)`` and before ``next(_:limits:_:)``. It has no effect while the place of the other
    /// direction is unknown: the bytes of that direction would come out later than these.
    ///
    /// - Parameters:
    ///   - side: the end that sent the segment.
    ///   - begins: returns whether bytes begin a message.
    package mutating func noteBeginning(side: FlowSide, where begins: (Span<UInt8>) -> Bool) {
        switch side {
        case .first: Self.noteBeginning(&directions.first, directions.second, begins)
        case .second: Self.noteBeginning(&directions.second, directions.first, begins)
        }
    }

    private static func noteBeginning(
        _ own: inout TCPDirection,
        _ other: TCPDirection,
        _ begins: (Span<UInt8>) -> Bool
    ) {
        if other.isStarted || other.hasReached { own.noteBeginning(where: begins) }
    }

    /// Starts a direction without a SYN at its first byte held, once enough has arrived to trust the order, or a message
    /// begins there, or the acknowledgments show that nothing before that byte will arrive.
    mutating func settle(_ patience: Patience, _ now: Moment, _ context: inout ReassemblyContext) {
        let waits = [waitsSince(.first), waitsSince(.second)].compactMap(\.self)
        guard !waits.isEmpty,
            patience != .normal || heldCount >= Self.settlingSegments || knowsBeginnings
                || waits.contains(where: { since in
                    max(now.activity &- since.activity, now.waiting &- since.waiting) >= Self.settlingTime
                })
        else { return }
        Self.settle(&directions.first, directions.second, side: .first, &context)
        Self.settle(&directions.second, directions.first, side: .second, &context)
    }

    /// Whether each direction that waits has its beginning, so that both directions come out in their order.
    private var knowsBeginnings: Bool {
        (waitsSince(.first) == nil || directions.first.hasKnownBeginning)
            && (waitsSince(.second) == nil || directions.second.hasKnownBeginning)
    }

    /// Returns the time since which a direction waits for its own beginning, or for the first packet of the other one.
    private func waitsSince(_ side: FlowSide) -> Moment? {
        let own = directions[side]
        let other = directions[side.other]
        guard let piece = own.held.first else { return nil }
        if !own.isStarted { return piece.since }
        return other.state == .expected && Self.isEarly(piece.acknowledgment, other) ? piece.since : nil
    }

    private static func settle(
        _ own: inout TCPDirection,
        _ other: TCPDirection,
        side: FlowSide,
        _ context: inout ReassemblyContext
    ) {
        if !own.isStarted, !own.held.isEmpty {
            let start = startingPlace(own.held)
            self.start(&own, at: start, isSeen: true, side: side, &context)
        }
        // Possibly only one direction of the connection was captured.
        if own.state == .expected, let piece = other.held.first, isEarly(piece.acknowledgment, own) {
            own.giveUpExpecting()
        }
    }

    /// Returns the start of a stream: the first piece, unless that is alone and far from the others.
    private static func startingPlace(_ held: HeldSegments) -> UInt32 {
        guard let first = held.first else { return 0 }
        if held.count >= 3, let second = held.second, let last = held.last,
            TCPSequence.distance(second.sequence, from: first.sequence) > TCPDirection.farAhead,
            TCPSequence.distance(last.sequence, from: second.sequence) <= TCPDirection.farAhead
        {
            return second.sequence
        }
        return first.sequence
    }
}
