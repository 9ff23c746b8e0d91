import RongCloud
import Transport
import WireFormat

/// One direction of a connection: bytes that wait, and what is under way in them.
struct StreamSide {
    var buffer = StreamBuffer()
    var http = HTTPStream()
    /// Packets that brought the HTTP message under way.
    var httpPackets: [Int] = []
    var webSocket = WebSocketState()
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
        if buffer.isEmpty, webSocket.skip == 0, !webSocket.needsSync {
            let taken = frames(bytes, isBuffered: false, arrival, &context, &core, &scratch)
            buffer.pass(taken)
            if taken < bytes.count {
                buffer.append(bytes.extracting(droppingFirst: taken), packet: arrival.packet, time: arrival.time)
                if webSocket.needsSync || webSocket.skip > 0 {
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
        if buffer.isEmpty, webSocket.skip > 0 {
            let passed = min(webSocket.skip, fresh.count)
            webSocket.skip -= passed
            buffer.pass(passed)
            core.summary.undecodedBytes += passed
            fresh = fresh.extracting(droppingFirst: passed)
        }
        if !fresh.isEmpty { buffer.append(fresh, packet: arrival.packet, time: arrival.time) }
        while !buffer.isEmpty {
            if webSocket.skip > 0 {
                let passed = min(webSocket.skip, buffer.bytes.count)
                webSocket.skip -= passed
                core.summary.undecodedBytes += passed
                buffer.consume(passed)
                continue
            }
            if webSocket.needsSync, !synchronise(arrival, context, &core) { return }
            let waiting = buffer.takeBytes()
            let taken = frames(waiting.span, isBuffered: true, arrival, &context, &core, &scratch)
            buffer.restore(waiting)
            buffer.consume(taken)
            if webSocket.skip == 0, !webSocket.needsSync { return }
        }
    }

    /// Looks for the first frame; passes over what is before it.
    private mutating func synchronise<Consumer>(
        _ arrival: Arrival,
        _ context: FlowContext,
        _ core: inout WorkerCore<Consumer>
    ) -> Bool {
        var keepFrom = 0
        let isMasked = arrival.fromFirst == context.firstIsClient
        let found = FrameFinder.find(buffer.bytes.span, from: 0, isMasked: isMasked, keepFrom: &keepFrom)
        // What only may be a frame is not waited for without end.
        if found == nil, buffer.bytes.count - keepFrom > core.limits.syncBytes { keepFrom = buffer.bytes.count }
        let passed = found?.offset ?? keepFrom
        webSocket.skipped += passed
        core.summary.undecodedBytes += passed
        buffer.consume(passed)
        if found != nil { webSocket.needsSync = false }
        return found != nil
    }
}
