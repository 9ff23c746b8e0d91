import Transport
import WireFormat

/// One direction of a connection: bytes that wait, and what is under way in them.
struct StreamSide {
    var buffer = StreamBuffer()
    /// The HTTP message under way; made when HTTP is read.
    @Aside var http: HTTPStream?
    /// Bytes at the front of the buffer whose HTTP messages were taken.
    var httpTaken = 0
    /// Packets that brought the HTTP message under way.
    var httpPackets: [Int] = []
    /// The packets that brought its body, by offset in the body.
    var httpBody = PacketMarks()
    var webSocket = WebSocketState()
    /// Bytes still to be passed over: the rest of a frame that is too long or has a hole.
    var skip = 0
    /// Whether the place of the next frame has to be found: at the start in the middle of a stream, and after damage.
    var needsSync = false
    /// Bytes passed over while looking for it.
    var skipped = 0
    /// How far looking for it is.
    var search = FrameFinder.Progress()
    /// Of the bytes after damage: how many are known to begin no frame.
    var damaged = 0
    /// What made it necessary, where bytes and not a hole did.
    @Aside var brokenBy: WireError?
}

// MARK: - WebSocket

extension StreamSide {
    /// Reads WebSocket frames out of what waits and what just came.
    @inline(__always)
    mutating func webSocket<Consumer>(
        _ bytes: Span<UInt8>,
        _ arrival: Arrival,
        _ context: inout FlowContext,
        _ core: inout WorkerCore<Consumer>,
        _ scratch: inout ByteWriter
    ) {
        if buffer.isEmpty, skip == 0, !needsSync, !arrival.isRecord {
            let taken = frames(bytes, isBuffered: false, arrival, &context, &core, &scratch)
            buffer.pass(taken)
            if taken < bytes.count {
                buffer.append(bytes.extracting(droppingFirst: taken), packet: arrival.packet, time: arrival.time)
                if needsSync || skip > 0 {
                    webSocketBuffered(Span(), arrival, &context, &core, &scratch)
                }
            }
        } else {
            webSocketBuffered(bytes, arrival, &context, &core, &scratch)
        }
    }

    /// The same when something waits, is to be passed over or to be found.
    @inline(never)
    private mutating func webSocketBuffered<Consumer>(
        _ bytes: Span<UInt8>,
        _ arrival: Arrival,
        _ context: inout FlowContext,
        _ core: inout WorkerCore<Consumer>,
        _ scratch: inout ByteWriter
    ) {
        var fresh = bytes
        if buffer.isEmpty, skip > 0 {
            let passed = min(skip, fresh.count)
            skip -= passed
            buffer.pass(passed)
            core.summary.undecodedBytes += passed
            fresh = fresh.extracting(droppingFirst: passed)
        }
        if !fresh.isEmpty {
            let packets = arrival.isRecord ? core.recordPackets : []
            buffer.append(fresh, packet: arrival.packet, time: arrival.time, packets: packets)
        }
        while !buffer.isEmpty {
            if skip > 0 {
                let passed = min(skip, buffer.bytes.count)
                skip -= passed
                core.summary.undecodedBytes += passed
                buffer.consume(passed)
                continue
            }
            let isMasked = arrival.fromFirst == context.firstIsClient
            if needsSync, !synchronise(isMasked: isMasked, isFinal: false, &context, &core) { return }
            let waiting = buffer.takeBytes()
            let taken = frames(waiting.span, isBuffered: true, arrival, &context, &core, &scratch)
            buffer.restore(waiting)
            buffer.consume(taken)
            if skip == 0, !needsSync { return }
        }
    }

    /// Settles what is unclear when nothing more comes before a hole or the end.
    mutating func settleSync<Consumer>(
        fromFirst: Bool,
        _ context: inout FlowContext,
        _ core: inout WorkerCore<Consumer>,
        _ scratch: inout ByteWriter
    ) {
        let arrival = context.tail(fromFirst: fromFirst)
        while needsSync, !buffer.isEmpty {
            let isMasked = fromFirst == context.firstIsClient
            guard synchronise(isMasked: isMasked, isFinal: true, &context, &core) else { return }
            webSocketBuffered(Span(), arrival, &context, &core, &scratch)
        }
    }

    /// Looks for the first frame; passes over what is before it.
    mutating func synchronise<Consumer>(
        isMasked: Bool,
        isFinal: Bool,
        _ context: inout FlowContext,
        _ core: inout WorkerCore<Consumer>
    ) -> Bool {
        var keepFrom = 0
        var progress = search
        progress.compression = webSocket.compression
        progress.base = buffer.start
        progress.system = context.system
        let found = FrameFinder.find(
            buffer.bytes.span,
            isMasked: isMasked,
            isFinal: isFinal,
            &progress,
            keepFrom: &keepFrom
        )
        search = progress
        if let found, context.system == nil { context.hand(to: found.system, begunBy: nil) }
        let passed = found?.offset ?? keepFrom
        skipped += passed
        core.summary.undecodedBytes += passed
        buffer.consume(passed)
        needsSync = found == nil
        return found != nil
    }
}
