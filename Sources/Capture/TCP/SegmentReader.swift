public import WireFormat

/// What happens on the connections of a capture, in the order of its packets.
public enum FlowEvent: Sendable, BitwiseCopyable {
    /// A connection appears at a place.
    case begin(place: Int, Flow)
    /// A segment of the connection at a place (``Segment/flow``).
    case segment(Segment)
    /// The connection at a place makes room for another; nothing more will come of it.
    case end(place: Int)
}

/// Counts of what a capture holds besides segments.
public struct PacketCounts: Hashable, Sendable {
    /// All packets.
    public var packets = 0
    /// Packets with a TCP segment.
    public var tcp = 0
    /// Packets of other protocols.
    public var other = 0
    /// IP fragments, which are not put together.
    public var fragments = 0
    /// Packets that end in the middle of a header, or whose headers contradict themselves.
    public var malformed = 0
    /// Packets whose TCP segment lay in a tunnel.
    public var tunnelled = 0
    /// Packets with more tunnels inside one another than the limits allow to follow.
    public var deepTunnels = 0
    /// Records that are numbered like packets and hold none.
    public var otherRecords = 0
    /// Packets of link types that are not read, by type.
    public var unknownLinks: [LinkType: Int] = [:]
    /// Connections.
    public var flows = 0
    /// Connections that were let go because there were too many.
    public var evictedFlows = 0
}

/// Turns packets into the segments of numbered connections.
public struct SegmentReader: Sendable {
    private var table: FlowTable
    private let tunnelDepth: Int
    /// What has been seen.
    public private(set) var counts = PacketCounts()

    /// Makes a reader.
    public init(limits: Limits = Limits()) {
        table = FlowTable(limit: limits.flows)
        tunnelDepth = limits.tunnelDepth
    }

    /// Looks at one packet of `block` and hands what happens, in order, to `emit`.
    @inline(__always)
    public mutating func read(_ packet: Packet, in block: Span<UInt8>, emit: (FlowEvent) -> Void) {
        counts.packets &+= 1
        let end = packet.start &+ packet.capturedLength
        switch LinkLayer.network(block, start: packet.start, end: end, link: packet.link) {
        case .internet(let start):
            switch InternetLayer.transport(block, start: start, end: end) {
            case .tcp(let carrier): tcp(packet, carrier, block, end: end, emit: emit)
            case .other: tunnel(packet, block, start: start, end: end, emit: emit)
            case .fragment: counts.fragments &+= 1
            case .malformed: counts.malformed &+= 1
            }
        case .other: counts.other &+= 1
        case .truncated where packet.isOtherRecord: counts.otherRecords &+= 1
        case .truncated: counts.malformed &+= 1
        case .unknown: counts.unknownLinks[packet.link, default: 0] += 1
        }
    }

    /// An IP packet without a TCP segment of its own, which may carry another packet.
    @inline(never)
    private mutating func tunnel(
        _ packet: Packet,
        _ block: Span<UInt8>,
        start: Int,
        end: Int,
        emit: (FlowEvent) -> Void
    ) {
        switch Tunnel.transport(block, start: start, end: end, depth: tunnelDepth) {
        case .tcp(let carrier, let end):
            counts.tunnelled &+= 1
            tcp(packet, carrier, block, end: end, emit: emit)
        case .other: counts.other &+= 1
        case .fragment: counts.fragments &+= 1
        case .malformed: counts.malformed &+= 1
        case .tooDeep: counts.deepTunnels &+= 1
        }
    }

    /// RFC 9293 section 3.1.
    @inline(__always)
    private mutating func tcp(
        _ packet: Packet,
        _ carrier: InternetLayer.Carrier,
        _ block: Span<UInt8>,
        end: Int,
        emit: (FlowEvent) -> Void
    ) {
        let header = carrier.start
        guard end &- header >= 20 else {
            counts.malformed &+= 1
            return
        }
        let payloadStart = header &+ Int(block[header &+ 12] >> 4) &* 4
        guard payloadStart &- header >= 20, payloadStart <= carrier.end else {
            counts.malformed &+= 1
            return
        }
        counts.tcp &+= 1
        let source = Endpoint(address: carrier.source, port: block.uint16(at: header))
        let destination = Endpoint(address: carrier.destination, port: block.uint16(at: header &+ 2))
        let flags = TCPFlags(rawValue: block[header &+ 13])
        let sequence = block.uint32(at: header &+ 4)
        let acknowledgment = block.uint32(at: header &+ 8)
        let (key, sourceIsLow) = FlowKey.make(source, destination)
        let place: Int
        if let known = table.find(key) {
            place = known
            table.touch(place, packet: packet.number)
            if flags.contains(.syn), isNewConnection(place, flags, sequence, sourceIsLow) {
                emit(.end(place: place))
                table.replace(
                    place,
                    packet: packet.number,
                    sequence: sequence,
                    acknowledgment: acknowledgment,
                    firstIsLow: sourceIsLow
                )
                begin(place, source, destination, flags, emit)
            }
        } else {
            if table.isFull {
                for evicted in table.evict() {
                    counts.evictedFlows += 1
                    emit(.end(place: evicted))
                }
            }
            place = table.insert(
                key,
                packet: packet.number,
                sequence: sequence,
                acknowledgment: acknowledgment,
                firstIsLow: sourceIsLow
            )
            begin(place, source, destination, flags, emit)
        }
        if !flags.isDisjoint(with: [.syn, .fin, .rst]) {
            if flags.contains(.syn), !flags.contains(.ack) { table.noteSYN(place, sequence: sequence) }
            if !flags.isDisjoint(with: [.fin, .rst]) { table.noteEnd(place) }
        }
        let capturedEnd = min(end, carrier.end)
        emit(
            .segment(
                Segment(
                    packet: packet.number,
                    time: packet.time,
                    flow: place,
                    payloadStart: min(payloadStart, capturedEnd),
                    payloadCount: max(0, capturedEnd &- payloadStart),
                    missingCount: carrier.end &- max(capturedEnd, payloadStart),
                    sequence: sequence,
                    acknowledgment: acknowledgment,
                    flags: flags,
                    fromFirst: table.entries[place].firstIsLow == sourceIsLow,
                    hasNanoseconds: packet.hasNanoseconds
                )
            )
        )
    }

    /// Whether a SYN opens a connection anew on ports that were used before.
    private func isNewConnection(_ place: Int, _ flags: TCPFlags, _ sequence: UInt32, _ sourceIsLow: Bool) -> Bool {
        let entry = table.entries[place]
        if flags.contains(.ack) { return false }
        if entry.sawSYN { return entry.synSequence != sequence }
        if entry.sawEnd { return true }
        // A SYN that came late belongs right before what was seen first.
        let first = entry.firstIsLow == sourceIsLow ? entry.firstSequence : entry.firstAcknowledgment
        return !Self.lateness.contains(TCPSequence.distance(first, from: sequence &+ 1))
    }

    /// By how many bytes a SYN may be behind the first packet of its connection.
    private static let lateness = 0...1 << 20

    private mutating func begin(
        _ place: Int,
        _ source: Endpoint,
        _ destination: Endpoint,
        _ flags: TCPFlags,
        _ emit: (FlowEvent) -> Void
    ) {
        counts.flows = table.flowCount
        let sawSYN = flags.contains(.syn)
        let firstIsClient = sawSYN ? !flags.contains(.ack) : source.port > destination.port
        emit(
            .begin(
                place: place,
                Flow(
                    number: table.flowCount,
                    first: source,
                    second: destination,
                    firstIsClient: firstIsClient,
                    sawSYN: sawSYN
                )
            )
        )
    }
}
