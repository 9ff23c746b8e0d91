/// Turns packets into the segments of numbered connections.
public struct SegmentReader: Sendable {
    var table: FlowTable
    var fragments: FragmentTable
    var history: SegmentHistory
    /// Datagrams put together in the block that is being read; their bytes follow those of the block.
    var extra: [UInt8] = []
    /// Numbers of the packets that brought the newest datagram put together, whether it holds a segment or not.
    var carriers: [Int] = []
    var tally = PacketCounts()
    let encapsulations: Int

    /// The longest segment that offload makes, in bytes, with room to spare.
    private static let longestOffload = 1 << 20

    /// Makes a reader.
    public init(limits: CaptureLimits = CaptureLimits()) {
        table = FlowTable(limits: limits)
        fragments = FragmentTable(limits: limits)
        history = SegmentHistory(limits: limits)
        encapsulations = max(0, limits.encapsulations)
    }

    /// What has been seen.
    public var counts: PacketCounts {
        var counts = tally
        counts.reassembledDatagrams = fragments.counts.reassembled
        counts.datagramsOverLimit = fragments.counts.overLimit
        counts.incompleteDatagrams = fragments.incomplete + fragments.counts.overLimit + fragments.counts.timedOut
        counts.overlappingFragments = fragments.counts.overlaps
        counts.conflictingFragments = fragments.counts.conflicts
        return counts
    }

    /// Steps taken in the tables of connections and of datagrams.
    package var tableSteps: Int { table.steps &+ fragments.steps }

    /// Steps taken to compare repeated segments.
    package var comparisonSteps: Int { history.steps }

    /// Looks at the packets of a block and hands what happens, in order, to `emit`, with the payload of each segment.
    ///
    /// - Returns: the bytes in which the segments' payloads lie: those of the block, and behind them datagrams that were
    ///   put together from fragments.
    @inline(__always)
    public mutating func read(_ block: PacketBlock, emit: (FlowEvent, Span<UInt8>) -> Void) -> [UInt8] {
        let bytes = block.bytes.span
        for packet in block.packets { read(packet, in: bytes, emit: emit) }
        var all = block.bytes
        if !extra.isEmpty {
            all += extra
            extra.removeAll()
        }
        history.endBlock(all)
        return all
    }

    /// Takes notice that the bytes handed to ``read(_:in:emit:)`` are gone.
    package mutating func forgetBlock() {
        extra.removeAll()
        history.forgetBlock()
    }

    /// The packets that brought the datagram whose segment came last, when it came in fragments.
    package mutating func takeCarriers() -> [Int] {
        let taken = carriers
        carriers = []
        return taken
    }

    /// Looks at one packet of a block that must stay until ``forgetBlock()``.
    @inline(__always)
    package mutating func read(_ packet: Packet, in block: Span<UInt8>, emit: (FlowEvent, Span<UInt8>) -> Void) {
        tally.packets &+= 1
        history.advance(packet.capturedLength)
        if packet.time >= table.nextDeadline { endClosed(packet.time, emit) }
        let end = packet.start &+ packet.capturedLength
        let start = LinkLayer.plainInternet(block, start: packet.start, end: end, link: packet.link)
        if start >= 0, case .tcp(let carrier) = InternetLayer.transport(block, start: start, end: end) {
            tcp(packet, carrier, block, end: end, network: 0, emit: emit)
        } else {
            readOther(packet, block, end: end, emit)
        }
    }

    /// Connections that have been closed for long enough are over.
    @inline(never)
    private mutating func endClosed(_ now: Int64, _ emit: (FlowEvent, Span<UInt8>) -> Void) {
        while let place = table.popOver(now) { emit(.end(place: place), Span()) }
    }

    /// A TCP segment in a packet of its own.
    ///
    /// - Parameter network: the VLANs and virtual networks that it is in; 0 for none.
    @inline(__always)
    mutating func tcp(
        _ packet: Packet,
        _ carrier: InternetLayer.Carrier,
        _ block: Span<UInt8>,
        end: Int,
        network: UInt32,
        emit: (FlowEvent, Span<UInt8>) -> Void
    ) {
        var carrier = carrier
        if carrier.isOpenEnded {
            carrier.end = max(end, min(packet.start &+ packet.originalLength, carrier.start &+ Self.longestOffload))
        }
        guard let header = SegmentHeader(block, carrier, end: end) else {
            tally.malformed &+= 1
            return
        }
        tally.tcp &+= 1
        guard let owner = locate(header, packet, network, emit) else { return }
        let segment = Segment(
            packet: packet.number,
            time: packet.time,
            place: owner.place,
            payloadStart: min(header.payloadStart, end),
            payloadCount: header.capturedEnd &- header.payloadStart,
            missingCount: header.wireEnd &- header.capturedEnd,
            sequence: header.sequence,
            acknowledgment: header.acknowledgment,
            flags: header.flags,
            side: owner.side,
            hasNanoseconds: packet.hasNanoseconds,
            isStrayEnd: owner.isStrayEnd
        )
        emitSegment(segment, block.extracting(segment.payload), owner, block, emit)
    }
}
