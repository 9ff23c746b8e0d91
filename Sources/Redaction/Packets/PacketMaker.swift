import Capture
import Inspection
import WireFormat

/// Creates the packets of the output from the packets of the capture and the new streams.
struct PacketMaker: ~Copyable {
    private var flows: [Int: RewrittenFlow]
    private var segments: SegmentReader
    private var open = OpenFlows<RewrittenFlow>()
    private var unwrapper = PacketUnwrapper()
    private var rewriter: PacketRewriter
    private var aggregate = WirelessAggregate()
    /// The segments of the current packet before its last one.
    private var earlier: [Carried] = []
    private let limits: CaptureLimits
    private var payload = ByteWriter(capacity: 1 << 12)
    private var writer = PcapNGWriter()
    private var interfaces: [Int: Int] = [:]
    /// The interface of the last packet; most packets are of the same kind as the one before.
    private var latest = (kind: -1, interface: 0)
    /// The report so far.
    private(set) var report = RedactionReport()

    /// A segment, and its connection if that is rewritten.
    private struct Carried {
        var segment: Segment
        var flow: RewrittenFlow?
        /// The conflict of a byte in the segment with an earlier segment.
        var conflict: SegmentConflict?
    }

    init(_ options: CaptureRedactor.Options, _ flows: [Int: RewrittenFlow], _ addresses: AddressMap) {
        self.flows = flows
        limits = options.capture.limits.capture
        segments = SegmentReader(limits: limits)
        rewriter = PacketRewriter(addresses)
        writer.beginSection(
            application: options.application,
            comment: """
                Redacted by \(options.application): addresses are mapped, what users and applications wrote is replaced by \
                pseudonyms, packets of other connections are cut after their headers, packets in tunnels become Ethernet frames, \
                comments, names and secrets are left out.
                """
        )
    }

    /// The number of bytes that wait to be written.
    var count: Int { writer.count }

    /// Writes the waiting bytes.
    mutating func write<Failure: Error>(to sink: (Span<UInt8>) throws(Failure) -> Void) throws(Failure) {
        try writer.drain(to: sink)
    }

    /// Frees the streams, which nothing reads after the last packet.
    mutating func finish() {
        flows = [:]
        open = OpenFlows()
    }

    /// Creates the packets of a block.
    mutating func make(_ block: PacketBlock) throws(RedactionError) {
        let bytes = block.bytes.span
        for packet in block.packets { try make(packet, of: bytes) }
        segments.forgetBlock()
    }

    @inline(__always)
    private mutating func make(_ packet: Packet, of block: Span<UInt8>) throws(RedactionError) {
        var found: Segment?
        var flow: RewrittenFlow?
        var conflict: SegmentConflict?
        segments.read(packet, in: block) { event, _ in
            switch event {
            case .begin(let place, let flow): open[place] = flows[flow.number]
            case .segment(let segment):
                if let found { earlier.append(Carried(segment: found, flow: flow)) }
                found = segment
                flow = open[segment.place]
            case .end(let place): open[place] = nil
            case .conflict(let found): conflict = found
            }
        }
        report.packets += 1
        let whole = block.extracting(packet.start..<packet.start + packet.capturedLength)
        let place = PacketPlace(whole, packet.link)
        guard let found else { return writeCut(whole, packet) }
        let carried = Carried(segment: found, flow: flow, conflict: conflict)
        guard earlier.isEmpty, place?.kind.payload == found.payloadStart - packet.start else {
            return try makeWrapped(packet, carried, of: block)
        }
        if try rewrite(whole, place, start: packet.start, carried) {
            report.rewrittenPackets += 1
            write(packet, packet.link)
        } else {
            writeCut(whole, packet)
        }
    }

    /// Creates the packet of a rewritten connection's segment; returns `false` if there is no such segment, or if it no
    /// longer fits in a packet.
    ///
    /// - Parameters:
    ///   - bytes: the packet, or the frame in its place, which begins at `start` in the block.
    ///   - place: the positions of its headers.
    @inline(__always)
    private mutating func rewrite(
        _ bytes: Span<UInt8>,
        _ place: PacketPlace?,
        start: Int,
        _ carried: Carried
    ) throws(RedactionError) -> Bool {
        let segment = carried.segment
        guard let flow = carried.flow, let place, case .tcp(let payloadStart) = place.kind,
            segment.payloadStart - start == payloadStart
        else { return false }
        payload.removeAll()
        let new = try flow.newSegment(for: segment, &payload)
        if let conflict = carried.conflict { flow.keep(conflict, in: segment, &payload) }
        return Self.rewrite(bytes, place, new, payload, with: &rewriter) { edge in
            flow.newEdge(edge, of: segment.side.other)
        }
    }

    @inline(__always)
    private static func rewrite(
        _ bytes: Span<UInt8>,
        _ place: PacketPlace,
        _ segment: PacketRewriter.NewSegment,
        _ payload: borrowing ByteWriter,
        with rewriter: inout PacketRewriter,
        _ edge: (UInt32) -> UInt32?
    ) -> Bool {
        rewriter.rewrite(bytes, place, segment, payload.span, edge: edge)
    }

    // MARK: Packets whose segments are put into other packets

    /// Creates the packet for a segment that is not in a plain packet, or for several segments.
    @inline(never)
    private mutating func makeWrapped(
        _ packet: Packet,
        _ last: Carried,
        of block: Span<UInt8>
    ) throws(RedactionError) {
        defer { earlier.removeAll() }
        let first = earlier.first ?? last
        if let whole = segments.reassembled, first.segment.payloadStart == whole.start + whole.inner.payload {
            let start = whole.start + unwrapper.unwrap(whole.inner, in: whole.bytes.span)
            return try makeFrame(packet, joined(last), start: start)
        }
        if !earlier.isEmpty, try makeAggregate(packet, last, of: block) {
            let (frame, length) = (aggregate.frame, aggregate.originalLength)
            return write(packet, .wireless, frame, length)
        }
        var own: InnerPacket?
        InnerPacket.forEach(in: packet, of: block, limits) { inner in
            if own == nil, inner.payload == last.segment.payloadStart { own = inner }
        }
        guard earlier.isEmpty, let own else {
            return writeCut(block.extracting(packet.start..<packet.start + packet.capturedLength), packet)
        }
        try makeFrame(packet, last, start: unwrapper.unwrap(own, in: block))
    }

    /// Writes the frame that was unwrapped, with its segment rewritten or cut.
    private mutating func makeFrame(_ packet: Packet, _ carried: Carried, start: Int) throws(RedactionError) {
        if try makeFrame(carried, start: start) {
            report.rewrittenPackets += 1
        } else {
            report.cutPackets += 1
        }
        write(packet, .ethernet)
    }

    /// Makes the frame that was unwrapped, with its segment rewritten or cut; returns whether it was rewritten.
    private mutating func makeFrame(_ carried: Carried, start: Int) throws(RedactionError) -> Bool {
        let frame = unwrapper.frame
        if try rewrite(frame.span, PacketPlace(frame.span, .ethernet), start: start, carried) { return true }
        rewriter.cut(frame.span, .ethernet, originalLength: frame.count)
        return false
    }

    /// Returns the segment whose parts, from one fragment each, are the segments of the current packet.
    ///
    /// In the output it is in the packet that completed it, so the packets of its events are others.
    private mutating func joined(_ last: Carried) -> Carried {
        guard var whole = earlier.first else { return noteJoined(last) }
        for part in earlier.dropFirst() + [last] {
            whole.segment.payloadCount += part.segment.payloadCount
            whole.segment.missingCount += part.segment.missingCount
            whole.segment.flags.formUnion(part.segment.flags)
        }
        whole.conflict = last.conflict
        return noteJoined(whole)
    }

    private mutating func noteJoined(_ carried: Carried) -> Carried {
        if let flow = carried.flow { report.joinedFlows.insert(flow.number) }
        return carried
    }

    /// Makes a frame with all segments of the current packet, which come from a frame with several; returns `false` if
    /// that is not possible.
    private mutating func makeAggregate(
        _ packet: Packet,
        _ last: Carried,
        of block: Span<UInt8>
    ) throws(RedactionError) -> Bool {
        var inner: [InnerPacket] = []
        InnerPacket.forEach(in: packet, of: block, limits) { inner.append($0) }
        aggregate.begin()
        var isRewritten = false
        var rest = inner[...]
        for (index, carried) in (earlier + [last]).enumerated() {
            // Packets of connections that are over have no segment.
            rest = rest.drop { $0.payload != carried.segment.payloadStart }
            guard let own = rest.popFirst() else { return false }
            var carried = carried
            carried.conflict = last.conflict.flatMap { conflict in
                conflict.place == carried.segment.place && conflict.side == carried.segment.side ? conflict : nil
            }
            if try makeFrame(carried, start: unwrapper.unwrap(own, in: block)) { isRewritten = true }
            // The capture can cut off only the last packet; an earlier one may be longer than its place in the frame.
            let made = rewriter.made
            let wireLength = index == earlier.count ? rewriter.originalLength : made.count
            guard aggregate.append(made.span, wireLength: wireLength) else { return false }
        }
        if isRewritten { report.rewrittenPackets += 1 } else { report.cutPackets += 1 }
        return true
    }

    // MARK: Writing

    /// Writes the packet that was made last.
    @inline(__always)
    private mutating func write(_ packet: Packet, _ link: LinkType) {
        write(packet, link, rewriter.made, rewriter.originalLength)
    }

    @inline(__always)
    private mutating func write(_ packet: Packet, _ link: LinkType, _ made: [UInt8], _ originalLength: Int) {
        writer.write(
            made.span,
            interface: interface(link, hasNanoseconds: packet.hasNanoseconds),
            time: max(0, packet.time),
            originalLength: originalLength
        )
    }

    /// Writes a packet that is cut after its headers.
    private mutating func writeCut(_ bytes: Span<UInt8>, _ packet: Packet) {
        report.cutPackets += 1
        rewriter.cut(bytes, packet.link, originalLength: packet.originalLength)
        write(packet, packet.link)
    }

    /// Returns the number of the interface in the output for packets of a kind.
    @inline(__always)
    private mutating func interface(_ link: LinkType, hasNanoseconds: Bool) -> Int {
        let kind = Int(link.rawValue) << 1 | (hasNanoseconds ? 1 : 0)
        if kind == latest.kind { return latest.interface }
        let interface =
            interfaces[kind] ?? writer.add(PcapNGWriter.Interface(link: link, hasNanoseconds: hasNanoseconds))
        interfaces[kind] = interface
        latest = (kind, interface)
        return interface
    }
}
