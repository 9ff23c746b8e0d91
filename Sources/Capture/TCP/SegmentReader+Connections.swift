import WireFormat

// Which connection a segment belongs to, and when one begins and is over.
extension SegmentReader {
    /// By how many bytes a SYN may be behind the first packet of its connection.
    private static let lateness = 0...1 << 20
    /// How far from the end of a stream, in bytes, a FIN or RST is believed.
    private static let nearEnd = -1...1 << 20
    /// How far from the end of a stream, in bytes, data belong to a connection that is over.
    private static let nearOver = -(1 << 24)...1 << 24

    /// Whose segment it is.
    struct Owner: BitwiseCopyable {
        var place: Int
        var fromFirst: Bool
        var isLow: Bool
    }

    /// The connection of a segment, which may begin with it; `nil` when it is over.
    @inline(__always)
    mutating func locate(
        _ header: SegmentHeader,
        _ packet: Packet,
        _ emit: (FlowEvent, Span<UInt8>) -> Void
    ) -> Owner? {
        let (key, sourceIsLow) = FlowKey.make(header.source, header.destination)
        let place: Int
        if let known = table.find(key) {
            place = known
            if header.flags.contains(.syn) || table.entries[place].stage == .over {
                guard isWelcome(place, header, packet, sourceIsLow, emit) else { return nil }
            }
            table.entries[place].lastPacket = packet.number
            table.entries[place].lastTime = packet.time
        } else {
            if table.isFull { evict(emit) }
            place = table.insert(
                key,
                packet: packet.number,
                time: packet.time,
                sequence: header.sequence,
                acknowledgment: header.acknowledgment,
                firstIsLow: sourceIsLow
            )
            begin(place, header, emit)
        }
        if sourceIsLow { table.entries[place].low.isSeen = true } else { table.entries[place].high.isSeen = true }
        if !header.flags.isDisjoint(with: [.syn, .fin, .rst]) { noteControl(place, header, sourceIsLow) }
        let isFirst = table.entries[place].firstIsLow == sourceIsLow
        return Owner(place: place, fromFirst: isFirst, isLow: sourceIsLow)
    }

    @inline(never)
    mutating func evict(_ emit: (FlowEvent, Span<UInt8>) -> Void) {
        for leaver in table.evict() where leaver.stage != .over {
            if leaver.stage == .open { tally.evictedFlows += 1 }
            emit(.end(place: leaver.place), Span())
        }
    }

    /// Looks at a SYN, or a packet of a connection that is over, and begins a new connection where it belongs to one;
    /// `false` when the packet is late.
    @inline(never)
    mutating func isWelcome(
        _ place: Int,
        _ header: SegmentHeader,
        _ packet: Packet,
        _ sourceIsLow: Bool,
        _ emit: (FlowEvent, Span<UInt8>) -> Void
    ) -> Bool {
        let entry = table.entries[place]
        if entry.stage == .over {
            guard header.flags.contains(.syn) || isFarFromEnd(sourceIsLow ? entry.low : entry.high, header) else {
                tally.latePackets &+= 1
                return false
            }
        } else {
            guard isNewConnection(entry, header, sourceIsLow) else { return true }
            emit(.end(place: place), Span())
        }
        table.replace(
            place,
            packet: packet.number,
            time: packet.time,
            sequence: header.sequence,
            acknowledgment: header.acknowledgment,
            firstIsLow: sourceIsLow
        )
        begin(place, header, emit)
        return true
    }

    /// Whether data come from elsewhere than the end of a connection that is over: from a new one on the same ports.
    mutating func isFarFromEnd(_ side: FlowTable.Side, _ header: SegmentHeader) -> Bool {
        let count = header.wireEnd - header.payloadStart
        guard count > 0, !header.flags.contains(.rst) else { return false }
        guard side.hasNext else { return true }
        let end = TCPSequence.distance(header.sequence &+ UInt32(truncatingIfNeeded: count), from: side.next)
        guard Self.nearOver.contains(end) else { return true }
        if end > 0 { tally.lateBytes += min(end, count) }
        return false
    }

    /// Whether a SYN opens a connection anew on ports that were used before.
    private func isNewConnection(_ entry: FlowTable.Entry, _ header: SegmentHeader, _ sourceIsLow: Bool) -> Bool {
        if header.flags.contains(.ack) {
            // The answer to a SYN that was not captured, after both ends had closed.
            return entry.stage == .closing && entry.low.sawFIN && entry.high.sawFIN && entry.sawSYN
                && header.acknowledgment != entry.synSequence &+ 1
        }
        if entry.sawSYN { return entry.synSequence != header.sequence }
        if entry.sawEnd { return true }
        // A SYN that came late belongs right before what was seen first.
        let first = entry.firstIsLow == sourceIsLow ? entry.firstSequence : entry.firstAcknowledgment
        return !Self.lateness.contains(TCPSequence.distance(first, from: header.sequence &+ 1))
    }

    /// Takes note of SYN, FIN and RST.
    @inline(never)
    mutating func noteControl(_ place: Int, _ header: SegmentHeader, _ sourceIsLow: Bool) {
        if header.flags.contains(.syn), !header.flags.contains(.ack) {
            table.entries[place].synSequence = header.sequence
            table.entries[place].sawSYN = true
        }
        guard !header.flags.isDisjoint(with: [.fin, .rst]) else { return }
        table.entries[place].sawEnd = true
        let side = sourceIsLow ? table.entries[place].low : table.entries[place].high
        let end = header.dataSequence &+ UInt32(truncatingIfNeeded: header.wireEnd - header.payloadStart)
        // What ends a connection stands at the end of its stream; a stray packet does not.
        guard !side.hasNext || Self.nearEnd.contains(TCPSequence.distance(end, from: side.next)) else { return }
        if header.flags.contains(.rst) { return table.close(place) }
        if sourceIsLow { table.entries[place].low.sawFIN = true } else { table.entries[place].high.sawFIN = true }
        let entry = table.entries[place]
        if entry.low.sawFIN || !entry.low.isSeen, entry.high.sawFIN || !entry.high.isSeen { table.close(place) }
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
            firstIsClient: firstIsClient,
            sawSYN: sawSYN
        )
        emit(.begin(place: place, flow), Span())
    }
}
