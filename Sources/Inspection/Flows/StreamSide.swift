import Capture
import Transport
import WireFormat

/// One direction of a connection: its waiting bytes, and the state of reading them.
struct StreamSide {
    /// The position of reading relative to the frames of the stream.
    enum Place {
        /// At the beginning of a frame.
        case inStep
        /// Inside a frame that is too long or has a hole; the associated number of bytes must be skipped.
        case passingOver(Int)
        /// At the point where the capture joins the stream: perhaps the beginning of a frame, perhaps any other place.
        case joining
        /// At any place: the next frame must be found, because the capture begins in the middle or after a hole.
        case lost
        /// At the beginning of bytes that are no frame: the next frame must be found. No frame begins at the buffer's
        /// offsets 0 to `checked`, inclusive.
        indirect case damaged(WireError, checked: Int)
    }

    /// The length in bytes from which a frame gets memory of its exact size.
    private static let longFrame = 1 << 16

    var buffer = StreamBuffer()
    /// The state of reading HTTP; created when HTTP is read.
    @Aside var http: HTTPProgress?
    var hasHTTP: Bool { _http.isThere }
    /// The memory for HTTP, in bytes.
    var httpCost: Int { _http.map { $0.cost } ?? 0 }
    var webSocket = WebSocketState()
    var place = Place.inStep
    /// The number of skipped bytes that no event has reported yet.
    var skipped = 0
    /// The number of skipped bytes of frames and messages that were given up, as long as no event has reported them.
    var skippedRest = 0
    /// Whether the next HTTP message must be found first, after a hole or because the capture begins inside a message.
    var seeksHTTP = false
    /// Whether a message of HTTP, or the search for one, has begun.
    var hasBegunHTTP = false
    /// The state of the search for frames.
    var search = FrameFinder.Progress()

    var isInStep: Bool { if case .inStep = place { true } else { false } }

    /// Whether the next frame must be found first.
    var isLost: Bool {
        switch place {
        case .joining, .lost, .damaged: true
        case .inStep, .passingOver: false
        }
    }

    /// Skips bytes of a frame that is not read.
    ///
    /// - Parameters:
    ///   - left: the number of bytes left in the frame.
    ///   - available: the number of bytes that have arrived.
    /// - Returns: the number of bytes skipped.
    mutating func passOver(_ left: Int, available: Int, _ summary: inout DecodingSummary) -> Int {
        let passed = min(left, available)
        place = passed < left ? .passingOver(left - passed) : .inStep
        skippedRest += passed
        summary.undecodedBytes += passed
        return passed
    }
}

// MARK: - WebSocket

extension StreamSide {
    /// Continues as WebSocket whose beginning or agreement on extensions was not captured.
    ///
    /// - Parameter isInStep: whether reading is at the beginning of a frame.
    mutating func joinWebSocket(compression: WebSocketCompression, isInStep: Bool = false) {
        webSocket.compression = compression
        place = isInStep ? .inStep : .lost
        // Messages before the first one that is found may have been sent, and later ones may refer to them.
        if !isInStep { webSocket.inflation.loseWindow() }
    }

    /// Reads WebSocket frames from the waiting bytes and the new ones.
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

    /// Reads WebSocket frames if bytes wait, if bytes must be skipped, or if the next frame must be found.
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

    /// Reserves memory for a long frame that is incomplete.
    private mutating func reserveRoom() {
        guard buffer.bytes.count >= Self.longFrame,
            let head = try? WebSocketFrameHeader(buffer.bytes.span, at: 0)
        else { return }
        buffer.reserve(unitOf: head.totalLength)
    }

    /// Decides unclear places before a hole or the end of the stream.
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

    /// Looks for the first frame and skips the bytes before it; returns whether a frame was found.
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
