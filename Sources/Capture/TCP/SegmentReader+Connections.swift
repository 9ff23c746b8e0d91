// Assigns segments to connections, and decides when a connection begins and is over.
extension SegmentReader {
    /// The range of bytes by which a SYN may precede the first packet of its connection.
    private static let lateness = 0...1 << 20
    /// The distance from the end of a stream, in bytes, within which a FIN or RST is believed.
    private static let nearEnd = -1...1 << 20
    /// The distance from the current place of a stream, in bytes, within which a segment belongs to it without doubt.
    private static let farAway = 1 << 24
    /// The same distance for a segment from another network.
    private static let nearby = 1 << 20
    /// The distance before the end of a stream, in bytes, within which data belong to a connection that is over.
    private static let nearOver = 1 << 24

    /// The connection and direction of a segment.
    struct Owner: BitwiseCopyable {
        var place: Int
        var side: FlowSide
        var isLow: Bool
        /// Whether a FIN or RST of the segment is not at the end of the sender's stream.
        var isStrayEnd = false
    }

    /// Returns the connection of a segment, which may begin with the segment; `nil` when the connection is over.
    @inline(__always)
    mutating func locate(
        _ header: SegmentHeader,
        _ packet: Packet,
        _ network: UInt32,
        _ emit: (FlowEvent, Span<UInt8>) -> Void
    ) -> Owner? {
        let (key, sourceIsLow) = FlowKey.make(header.source, header.destination)
        var known = table.find(key) ?? -1
        var hasKin = false
        if known >= 0, isDoubtful(table.entries[known], header, network, sourceIsLow) {
            hasKin = true
            known = choose(known, header, network, sourceIsLow)
        }
        let place: Int
        if known >= 0 {
            place = known
            if header.flags.contains(.syn) || table.entries[place].stage == .over {
                guard admit(place, header, packet, network, sourceIsLow, emit) else { return nil }
            }
            table.entries[place].lastPacket = packet.number
            table.entries[place].lastTime = packet.time
        } else {
            if table.isFull { evict(emit) }
            place = table.insert(key, opening(header, packet, network, sourceIsLow))
            if hasKin { table.entries[place].hasKin = true }
            begin(place, header, emit)
        }
        if sourceIsLow { table.entries[place].low.isSeen = true } else { table.entries[place].high.isSeen = true }
        let isFirst = table.entries[place].opening.isLow == sourceIsLow
        var owner = Owner(place: place, side: isFirst ? .first : .second, isLow: sourceIsLow)
        if !header.flags.isDisjoint(with: [.syn, .fin, .rst]) {
            owner.isStrayEnd = !noteControl(place, header, sourceIsLow)
        }
        return owner
    }

    private func opening(
        _ header: SegmentHeader,
        _ packet: Packet,
        _ network: UInt32,
        _ sourceIsLow: Bool
    ) -> FlowTable.Opening {
        FlowTable.Opening(
            packet: packet.number,
            time: packet.time,
            sequence: header.sequence,
            acknowledgment: header.acknowledgment,
            hasAcknowledgment: header.flags.contains(.ack),
            isLow: sourceIsLow,
            network: network
        )
    }

    /// Returns whether a segment may belong to a connection other than the one found for its ends: it comes from
    /// another network than the direction's earlier segments, or its sequence number is far away.
    @inline(__always)
    private func isDoubtful(
        _ entry: FlowTable.Entry,
        _ header: SegmentHeader,
        _ network: UInt32,
        _ sourceIsLow: Bool
    ) -> Bool {
        let side = entry.side(isLow: sourceIsLow)
        if side.network != network { return true }
        guard side.hasNext else { return entry.hasKin }
        return header.sequence &- side.next &+ UInt32(Self.farAway) > 2 * UInt32(Self.farAway)
    }

    /// Returns the connection of a doubtful segment, among all with its ends; -1 for none.
    ///
    /// Connections with the same ends, on two VLANs or on reused ports, are told apart by their sequence numbers.
    /// Packets of the other direction, or a second copy of the same packets, have matching numbers, and so belong to
    /// the same connection on any VLAN.
    ///
    /// - Parameter found: the newest connection with these ends.
    @inline(never)
    private mutating func choose(_ found: Int, _ header: SegmentHeader, _ network: UInt32, _ sourceIsLow: Bool) -> Int {
        // A reset needs no matching numbers.
        if header.flags.contains(.rst) { return found }
        let kin = table.findAll(table.entries[found].key).map { place in
            (place: place, side: table.entries[place].side(isLow: sourceIsLow))
        }
        let fitting = kin.filter { fits(header, table.entries[$0.place], network, sourceIsLow) }
        if let fit = fitting.first(where: { $0.side.network == network && $0.side.isSeen }) ?? fitting.first {
            if !fit.side.isSeen { table.enter(network, at: fit.place, isLow: sourceIsLow) }
            return fit.place
        }
        // On a network of its own, a connection may begin with any segment. Otherwise only data and a SYN-ACK indicate
        // a new one; a SYN is judged in ``isNewConnection(_:_:_:_:)``.
        if let same = kin.first(where: { $0.side.network == network })?.place {
            let stage = table.entries[same].stage
            let hasData = header.wireEnd > header.payloadStart
            guard header.flags.contains(.ack), stage != .over,
                header.flags.contains(.syn) ? stage != .closing : hasData
            else { return same }
            return kin.count < FlowTable.longestKin ? -1 : same
        }
        return kin.count < FlowTable.longestKin ? -1 : found
    }

    /// Returns whether the numbers of a segment fit a connection, as far as they can be compared.
    private func fits(
        _ header: SegmentHeader,
        _ entry: FlowTable.Entry,
        _ network: UInt32,
        _ sourceIsLow: Bool
    ) -> Bool {
        let own = entry.side(isLow: sourceIsLow)
        let other = entry.side(isLow: !sourceIsLow)
        let isAtHome = own.network == network
        let reach = isAtHome ? Self.farAway : Self.nearby
        func isNear(_ number: UInt32, _ side: FlowTable.Side, isLow: Bool) -> Bool? {
            let place: UInt32
            if side.hasNext {
                place = side.next
            } else if entry.opening.isLow == isLow {
                place = entry.opening.sequence
            } else if entry.opening.hasAcknowledgment {
                place = entry.opening.acknowledgment
            } else {
                return nil
            }
            return abs(TCPSequence.distance(number, from: place)) <= reach
        }
        if header.flags.contains(.syn), !isAtHome {
            if !header.flags.contains(.ack), own.sawSYN { return header.sequence == own.synSequence }
            if header.flags.contains(.ack), other.sawSYN { return header.acknowledgment == other.synSequence &+ 1 }
        }
        let sequenceIsNear = isNear(header.sequence, own, isLow: sourceIsLow)
        let acknowledgmentIsNear =
            header.flags.contains(.ack) ? isNear(header.acknowledgment, other, isLow: !sourceIsLow) : nil
        guard let sequenceIsNear, let acknowledgmentIsNear else {
            return sequenceIsNear ?? acknowledgmentIsNear ?? true
        }
        // On the connection's own network, one of the two numbers may jump.
        return isAtHome ? sequenceIsNear || acknowledgmentIsNear : sequenceIsNear && acknowledgmentIsNear
    }

    @inline(never)
    mutating func evict(_ emit: (FlowEvent, Span<UInt8>) -> Void) {
        for leaver in table.evict() where leaver.stage != .over {
            if leaver.stage == .open { tally.evictedFlows += 1 }
            emit(.end(place: leaver.place), Span())
        }
    }

    /// Handles a SYN, or a packet of a connection that is over: begins a new connection if the packet belongs to one;
    /// `false` when the packet is late.
    @inline(never)
    mutating func admit(
        _ place: Int,
        _ header: SegmentHeader,
        _ packet: Packet,
        _ network: UInt32,
        _ sourceIsLow: Bool,
        _ emit: (FlowEvent, Span<UInt8>) -> Void
    ) -> Bool {
        let entry = table.entries[place]
        if entry.stage == .over {
            let side = sourceIsLow ? entry.low : entry.high
            guard header.flags.contains(.syn) || Self.isOfNewConnection(side, header) else {
                tally.latePackets &+= 1
                tally.lateBytes &+= Self.lateBytes(side, header)
                return false
            }
        } else {
            guard isNewConnection(entry, header, packet.time, sourceIsLow) else { return true }
            emit(.end(place: place), Span())
        }
        table.replace(place, opening(header, packet, network, sourceIsLow))
        begin(place, header, emit)
        return true
    }

    /// Returns whether data belong to a new connection on the ports of a finished one: they begin after its end, or far
    /// before it.
    private static func isOfNewConnection(_ side: FlowTable.Side, _ header: SegmentHeader) -> Bool {
        guard header.wireEnd > header.payloadStart, !header.flags.contains(.rst) else { return false }
        guard side.hasNext else { return true }
        let end = side.sawFIN && side.isBeforeFIN ? side.finSequence : side.next
        return !(-nearOver..<0).contains(TCPSequence.distance(header.sequence, from: end))
    }

    /// Returns the number of bytes in a late packet that were not seen before the connection was over.
    private static func lateBytes(_ side: FlowTable.Side, _ header: SegmentHeader) -> Int {
        let count = header.wireEnd - header.payloadStart
        guard count > 0, !header.flags.contains(.rst), side.hasNext else { return 0 }
        let end = header.sequence &+ UInt32(truncatingIfNeeded: count)
        return max(0, min(TCPSequence.distance(end, from: side.next), count))
    }

    /// Returns whether a SYN opens a new connection on ports that were used before.
    ///
    /// A SYN with the number of an earlier one repeats that one while the connection is open. After a reset, or after
    /// both ends have closed, it opens a connection (RFC 9293 sections 3.5.3 and 3.6), whatever its number is; but a
    /// second copy of the packets may follow the first, with times from before the end.
    private func isNewConnection(
        _ entry: FlowTable.Entry,
        _ header: SegmentHeader,
        _ time: Int64,
        _ sourceIsLow: Bool
    ) -> Bool {
        let own = entry.side(isLow: sourceIsLow)
        let other = entry.side(isLow: !sourceIsLow)
        if header.flags.contains(.ack) {
            // A SYN-ACK whose SYN was not captured, after both ends had closed.
            return entry.stage == .closing && entry.low.hasEnded && entry.high.hasEnded && other.sawSYN
                && header.acknowledgment != other.synSequence &+ 1
        }
        if own.sawSYN {
            if own.synSequence != header.sequence { return true }
            return entry.stage == .closing && time >= entry.closingTime
        }
        if entry.sawEnd { return true }
        // Both ends may send a SYN, at the same time or instead of a SYN-ACK, before either has sent data.
        if other.sawSYN, own.lastRecord == 0 { return false }
        // A late SYN belongs right before the first packet seen.
        let first = entry.opening.isLow == sourceIsLow ? entry.opening.sequence : entry.opening.acknowledgment
        return !Self.lateness.contains(TCPSequence.distance(first, from: header.sequence &+ 1))
    }

    /// Records SYN, FIN and RST; `false` if a FIN or RST is not at the end of the stream.
    @inline(never)
    private mutating func noteControl(_ place: Int, _ header: SegmentHeader, _ sourceIsLow: Bool) -> Bool {
        if header.flags.contains(.syn), !header.flags.contains(.ack) {
            if sourceIsLow {
                table.entries[place].low.synSequence = header.sequence
                table.entries[place].low.sawSYN = true
            } else {
                table.entries[place].high.synSequence = header.sequence
                table.entries[place].high.sawSYN = true
            }
        }
        if header.flags.contains(.syn) { table.begin(place, at: header.dataSequence, isLow: sourceIsLow) }
        guard !header.flags.isDisjoint(with: [.fin, .rst]) else { return true }
        table.entries[place].sawEnd = true
        let side = sourceIsLow ? table.entries[place].low : table.entries[place].high
        let end = header.dataSequence &+ UInt32(truncatingIfNeeded: header.wireEnd - header.payloadStart)
        // A FIN or RST that ends a connection is at the end of its stream; a stray one is not.
        guard !side.hasNext || Self.nearEnd.contains(TCPSequence.distance(end, from: side.next)) else { return false }
        if header.flags.contains(.rst) {
            table.close(place)
            return true
        }
        let isAhead = side.hasNext && TCPSequence.distance(header.dataSequence, from: side.next) > 0
        table.noteFIN(place, at: end, isLow: sourceIsLow)
        let other = table.entries[place].side(isLow: !sourceIsLow)
        if other.hasEnded {
            // Of two FINs that are both ahead of their streams, at least one must be known to the other end.
            let isAnswer = header.flags.contains(.ack) && header.acknowledgment == other.finSequence &+ 1
            if !isAhead || !other.isBeforeFIN || isAnswer { table.close(place) }
        } else if !other.isSeen {
            table.close(place)
        }
        return true
    }

    mutating func begin(_ place: Int, _ header: SegmentHeader, _ emit: (FlowEvent, Span<UInt8>) -> Void) {
        tally.flows = table.flowCount
        let sawSYN = header.flags.contains(.syn)
        let firstIsClient =
            sawSYN ? !header.flags.contains(.ack) : header.source.port > header.destination.port
        let flow = Flow(
            number: table.flowCount,
            first: header.source,
            second: header.destination,
            client: firstIsClient ? .first : .second,
            sawSYN: sawSYN
        )
        emit(.begin(place: place, flow), Span())
    }
}
