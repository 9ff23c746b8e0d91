import Capture
import Transport
import WireFormat

/// One direction of a connection: bytes that wait, and what is under way in them.
struct StreamSide {
    /// Where reading stands in the stream.
    enum Place {
        /// Where a frame begins.
        case inStep
        /// Inside a frame that is too long or has a hole: so many bytes of it are passed over.
        case passingOver(Int)
        /// Where the capture joins the stream: perhaps where a frame begins, else anywhere.
        case joining
        /// Anywhere: the next frame has to be found, where the capture begins in the middle and after a hole.
        case lost
        /// Behind the beginning of what is no frame; the next one has to be found, and so many bytes are known to begin none.
        indirect case damaged(WireError, checked: Int)
    }

    /// Bytes of a frame from which on it gets memory in its size.
    private static let longFrame = 1 << 16

    var buffer = StreamBuffer()
    /// The HTTP message under way; made when HTTP is read.
    @Aside var http: HTTPProgress?
    /// Whether an HTTP message is under way.
    var hasHTTP: Bool { _http.isThere }
    /// Memory for it, in bytes.
    var httpCost: Int { _http.map { $0.cost } ?? 0 }
    var webSocket = WebSocketState()
    var place = Place.inStep
    /// Bytes that were passed over to find a frame, of which no event has told yet.
    var skipped = 0
    /// What looking for frames remembers.
    var search = FrameFinder.Progress()

    /// Whether a frame begins where reading stands.
    var isInStep: Bool { if case .inStep = place { true } else { false } }

    /// Whether the next frame has to be found.
    var isLost: Bool {
        switch place {
        case .joining, .lost, .damaged: true
        case .inStep, .passingOver: false
        }
    }

    /// Passes over bytes of a frame that is not read.
    ///
    /// - Parameters:
    ///   - left: how many of its bytes are left.
    ///   - available: how many have come.
    /// - Returns: how many were passed over.
    mutating func passOver(_ left: Int, available: Int, _ summary: inout DecodingSummary) -> Int {
        let passed = min(left, available)
        place = passed < left ? .passingOver(left - passed) : .inStep
        summary.undecodedBytes += passed
        return passed
    }
}

// MARK: - WebSocket

extension StreamSide {
    /// Goes on as WebSocket that was not seen from its beginning, or whose agreement was not.
    ///
    /// - Parameter isInStep: whether a frame begins where reading stands.
    mutating func joinWebSocket(compression: WebSocketCompression, isInStep: Bool = false) {
        webSocket.compression = compression
        place = isInStep ? .inStep : .lost
    }

    /// Reads WebSocket frames out of what waits and what just came.
    @inline(__always)
    mutating func webSocket(
        _ bytes: Span<UInt8>,
        _ arrival: Arrival,
        _ context: inout FlowContext,
        _ emitter: inout EventEmitter,
        _ scratch: inout ByteWriter
    ) {
        if buffer.isEmpty, isInStep, !arrival.isRecord {
            let taken = frames(bytes, isBuffered: false, arrival, &context, &emitter, &scratch)
            buffer.pass(taken)
            if taken < bytes.count {
                buffer.append(bytes.extracting(droppingFirst: taken), packet: arrival.packet, time: arrival.time)
                if !isInStep { webSocketBuffered(Span(), arrival, &context, &emitter, &scratch) }
            }
        } else {
            webSocketBuffered(bytes, arrival, &context, &emitter, &scratch)
        }
    }

    /// The same when something waits, is to be passed over or to be found.
    @inline(never)
    mutating func webSocketBuffered(
        _ bytes: Span<UInt8>,
        _ arrival: Arrival,
        _ context: inout FlowContext,
        _ emitter: inout EventEmitter,
        _ scratch: inout ByteWriter
    ) {
        var fresh = bytes
        if buffer.isEmpty, case .passingOver(let left) = place {
            let passed = passOver(left, available: fresh.count, &emitter.summary)
            buffer.pass(passed)
            fresh = fresh.extracting(droppingFirst: passed)
        }
        if !fresh.isEmpty {
            let packets = arrival.isRecord ? context.recordPackets : []
            buffer.append(fresh, packet: arrival.packet, time: arrival.time, packets: packets)
        }
        while !buffer.isEmpty {
            switch place {
            case .passingOver(let left):
                buffer.consume(passOver(left, available: buffer.bytes.count, &emitter.summary))
                continue
            case .joining, .lost, .damaged:
                guard synchronise(arrival.side, isFinal: false, &context, &emitter.summary) else { return }
            case .inStep: break
            }
            let waiting = buffer.takeBytes()
            let taken = frames(waiting.span, isBuffered: true, arrival, &context, &emitter, &scratch)
            buffer.restore(waiting)
            buffer.consume(taken)
            guard isInStep else { continue }
            return reserveRoom()
        }
    }

    /// Makes room for a long frame that waits for more.
    private mutating func reserveRoom() {
        guard buffer.bytes.count >= Self.longFrame,
            let head = try? WebSocketFrameHeader(buffer.bytes.span, at: 0)
        else { return }
        buffer.reserve(unitOf: head.totalLength)
    }

    /// Settles what is unclear when nothing more comes before a hole or the end.
    mutating func settleSync(
        side: FlowSide,
        _ context: inout FlowContext,
        _ emitter: inout EventEmitter,
        _ scratch: inout ByteWriter
    ) {
        let arrival = context.tail(side: side)
        while isLost, !buffer.isEmpty {
            guard synchronise(side, isFinal: true, &context, &emitter.summary) else { return }
            webSocketBuffered(Span(), arrival, &context, &emitter, &scratch)
        }
    }

    /// Looks for the first frame; passes over what is before it.
    private mutating func synchronise(
        _ side: FlowSide,
        isFinal: Bool,
        _ context: inout FlowContext,
        _ summary: inout DecodingSummary
    ) -> Bool {
        var keepFrom = 0
        var progress = search
        progress.compression = webSocket.compression
        progress.base = buffer.start
        progress.system = context.system
        let found = FrameFinder.find(
            buffer.bytes.span,
            isMasked: side == context.client,
            isFinal: isFinal,
            &progress,
            keepFrom: &keepFrom
        )
        search = progress
        if let found, context.system == nil { context.hand(to: found.system, begunBy: nil) }
        let passed = found?.offset ?? keepFrom
        skipped += passed
        summary.undecodedBytes += passed
        buffer.consume(passed)
        place = found == nil ? .lost : .inStep
        return found != nil
    }
}
