// Segments in datagrams that arrive in fragments.
extension SegmentReader {
    /// Handles an IP fragment, which may complete its datagram.
    ///
    /// - Parameter headers: the headers that led to the fragment.
    @inline(never)
    mutating func fragment(
        _ packet: Packet,
        _ fragment: IPFragment,
        _ headers: Encapsulation,
        _ block: Span<UInt8>,
        end: Int,
        _ emit: (FlowEvent, Span<UInt8>) -> Void
    ) {
        tally.fragments &+= 1
        guard var datagram = fragments.add(fragment, packet, block, end: end) else { return }
        var headers = headers
        // A datagram inside a fragment of another one counts as a header, so the loop ends.
        while headers.descend() {
            let bytes = datagram.bytes
            carriers = datagram.carriers
            headers.isTunnelled = false
            switch headers.find(bytes.span, .internet, start: 0, end: bytes.count) {
            case .tcp(var carrier, let internet, let end):
                if !headers.isTunnelled { carrier.end = datagram.wireLength }
                return tcp(packet, carrier, datagram, internet, headers.network, end: end, block, emit)
            case .fragment(let fragment, let end):
                let whole = fragments.add(fragment, packet, bytes.span, end: end, carriers: datagram.carriers)
                guard let whole else { return }
                datagram = whole
            case .unread(.tooDeep):
                tally.unread[.tooDeep] &+= 1
                return
            case .aggregate, .unread, .unreadPort, .unreadEtherType, .malformed, .unknownLink:
                tally.unreadDatagrams &+= 1
                return
            }
        }
        tally.unread[.tooDeep] &+= 1
    }

    /// Handles a TCP segment in a reassembled datagram: emits a segment for each packet with a part of the payload.
    ///
    /// - Parameter internet: the index of the IP header around the segment in the datagram.
    mutating func tcp(
        _ packet: Packet,
        _ carrier: InternetLayer.Carrier,
        _ datagram: ReassembledDatagram,
        _ internet: Int,
        _ network: UInt32,
        end: Int,
        _ block: Span<UInt8>,
        _ emit: (FlowEvent, Span<UInt8>) -> Void
    ) {
        let bytes = datagram.bytes
        guard let header = SegmentHeader(bytes.span, carrier, end: end) else {
            tally.unreadDatagrams &+= 1
            return
        }
        guard let owner = locate(header, packet, network, emit) else { return }
        let base = block.count + extra.count
        reassembled = ReassembledSegment(
            start: base,
            bytes: bytes,
            inner: InnerPacket(header, carrier, internet: internet, outerEnd: end, network: network)
        )
        extra += bytes
        var parts = datagram.runs.compactMap { run -> (Int, Int, Int)? in
            let start = max(run.start, header.payloadStart)
            let end = min(run.end, header.wireEnd)
            return start < end ? (start, end, run.packet) : nil
        }
        if let last = parts.last, last.1 < header.wireEnd { parts.append((last.1, header.wireEnd, packet.number)) }
        if parts.isEmpty || header.flags.contains(.rst) {
            parts = [(header.payloadStart, header.wireEnd, packet.number)]
        }
        for (index, (start, end, number)) in parts.enumerated() {
            var flags = header.flags
            if index > 0 { flags.remove(.syn) }
            if index < parts.count - 1 { flags.remove(.fin) }
            let captured = max(start, min(end, header.capturedEnd))
            let offset = UInt32(truncatingIfNeeded: start - header.payloadStart)
            // Bytes that the capture cut off have no index.
            let place = min(start, bytes.count)
            let segment = Segment(
                packet: number,
                time: packet.time,
                place: owner.place,
                payloadStart: base + place,
                payloadCount: captured - start,
                missingCount: end - captured,
                sequence: index == 0 ? header.sequence : header.dataSequence &+ offset,
                acknowledgment: header.acknowledgment,
                flags: flags,
                side: owner.side,
                hasNanoseconds: packet.hasNanoseconds,
                isStrayEnd: owner.isStrayEnd
            )
            emitSegment(segment, bytes.span.extracting(place..<place + captured - start), owner, block, emit)
        }
    }
}
