import Capture
import Inspection
import WireFormat

/// Creates the packets of the output from the packets of the capture and the new streams.
struct PacketMaker: ~Copyable {
    private var flows: [Int: RewrittenFlow]
    private var segments: SegmentReader
    private var open = OpenFlows<RewrittenFlow>()
    private var unwrapper: PacketUnwrapper
    private var rewriter: PacketRewriter
    private var payload = ByteWriter(capacity: 1 << 12)
    private var writer = PcapNGWriter()
    private var interfaces: [Int: Int] = [:]
    /// The interface of the last packet; most packets are of the same kind as the one before.
    private var latest = (kind: -1, interface: 0)
    /// The report so far.
    private(set) var report = RedactionReport()

    init(_ options: CaptureRedactor.Options, _ flows: [Int: RewrittenFlow], _ addresses: AddressMap) {
        self.flows = flows
        segments = SegmentReader(limits: options.capture.limits.capture)
        unwrapper = PacketUnwrapper(options.capture.limits.capture)
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
        var hasSeveral = false
        var conflict: SegmentConflict?
        segments.read(packet, in: block) { event, _ in
            switch event {
            case .begin(let place, let flow): open[place] = flows[flow.number]
            case .segment(let segment):
                hasSeveral = found != nil
                found = segment
            case .end(let place): open[place] = nil
            case .conflict(let found): conflict = found
            }
        }
        let segment = hasSeveral ? nil : found
        let whole = block.extracting(packet.start..<packet.start + packet.capturedLength)
        let place = PacketPlace(whole, packet.link)
        var link = packet.link
        if let segment, place?.kind.payload != segment.payloadStart - packet.start,
            let start = unwrapper.unwrap(packet, in: block)
        {
            link = .ethernet
            let frame = unwrapper.frame
            if try !rewrite(frame.span, PacketPlace(frame.span, link), start: start, segment, conflict) {
                cut(frame.span, link, originalLength: frame.count)
            }
        } else if try !rewrite(whole, place, start: packet.start, segment, conflict) {
            cut(whole, link, originalLength: packet.originalLength)
        }
        report.packets += 1
        let interface = interface(link, hasNanoseconds: packet.hasNanoseconds)
        let made = rewriter.made
        writer.write(
            made.span,
            interface: interface,
            time: max(0, packet.time),
            originalLength: rewriter.originalLength
        )
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
        _ segment: Segment?,
        _ conflict: SegmentConflict?
    ) throws(RedactionError) -> Bool {
        guard let segment, let flow = open[segment.place], let place, case .tcp(let payloadStart) = place.kind,
            segment.payloadStart - start == payloadStart
        else { return false }
        payload.removeAll()
        let new = try flow.newSegment(for: segment, &payload)
        if let conflict { flow.keep(conflict, in: segment, &payload) }
        let isRewritten = Self.rewrite(bytes, place, new, payload, with: &rewriter) { edge in
            flow.newEdge(edge, of: segment.side.other)
        }
        if isRewritten { report.rewrittenPackets += 1 }
        return isRewritten
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

    private mutating func cut(_ bytes: Span<UInt8>, _ link: LinkType, originalLength: Int) {
        report.cutPackets += 1
        rewriter.cut(bytes, link, originalLength: originalLength)
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
