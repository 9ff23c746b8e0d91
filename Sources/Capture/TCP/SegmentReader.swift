/// Turns packets into the segments of numbered connections.
public struct SegmentReader: Sendable {
    var table: FlowTable
    var fragments: FragmentTable
    var history: SegmentHistory
    /// Datagrams reassembled in the current block; their bytes follow those of the block.
    var extra: [UInt8] = []
    /// The numbers of the packets that carried the last reassembled datagram, whether it holds a segment or not.
    var carriers: [Int] = []
    /// The last segment that was reassembled from fragments in the current block.
    package internal(set) var reassembled: ReassembledSegment?
    var tally = PacketCounts()
    let encapsulations: Int

    /// The longest segment that offload produces, in bytes, with a margin.
    private static let longestOffload = 1 << 20

    /// Makes a reader.
    public init(limits: CaptureLimits = CaptureLimits()) {
        table = FlowTable(limits: limits)
        fragments = FragmentTable(limits: limits)
        history = SegmentHistory(limits: limits)
        encapsulations = max(0, limits.encapsulations)
    }

    /// The counts so far.
    public var counts: PacketCounts {
        var counts = tally
        counts.reassembledDatagrams = fragments.counts.reassembled
        counts.datagramsOverLimit = fragments.counts.overLimit
        counts.incompleteDatagrams = fragments.incomplete + fragments.counts.overLimit + fragments.counts.timedOut
        counts.overlappingFragments = fragments.counts.overlaps
        counts.conflictingFragments = fragments.counts.conflicts
        return counts
    }

    /// The number of steps taken in the tables of connections and of datagrams.
    package var tableSteps: Int { table.steps &+ fragments.steps }

    /// The number of steps taken to compare repeated segments.
    package var comparisonSteps: Int { history.steps }

    /// Reads the packets of a block and passes the events, in order, to `emit`, with the payload of each segment.
    ///
    /// - Returns: the bytes that contain the segments' payloads: the block, followed by reassembled datagrams.
    @inline(__always)
    public mutating func read(_ block: PacketBlock, emit: (FlowEvent, Span<UInt8>) -> Void) -> [UInt8] {
        let bytes = block.bytes.span
        for packet in block.packets { read(packet, in: bytes, emit: emit) }
        var all = block.bytes
        if !extra.isEmpty {
            all += extra
            extra.removeAll()
            reassembled = nil
        }
        history.endBlock(all)
        return all
    }

    /// Releases the bytes passed to ``read(_:in:emit:)``; the caller may free them.
    package mutating func forgetBlock() {
        extra.removeAll()
        reassembled = nil
        history.forgetBlock()
    }

    /// Returns the packets that carried the last reassembled datagram, and forgets them.
    package mutating func takeCarriers() -> [Int] {
        let taken = carriers
        carriers = []
        return taken
    }

    /// Reads one packet of a block that must stay valid until ``forgetBlock()``.
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

    /// Ends connections that have been closed for long enough.
    @inline(never)
    private mutating func endClosed(_ now: Int64, _ emit: (FlowEvent, Span<UInt8>) -> Void) {
        while let place = table.popOver(now) { emit(.end(place: place), Span()) }
    }

    /// Handles a TCP segment in a packet of its own.
    ///
    /// - Parameter network: the VLANs and virtual networks of the packet; 0 for none.
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
