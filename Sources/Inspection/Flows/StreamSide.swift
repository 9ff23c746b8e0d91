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
            if webSocket.needsSync, !synchronise(arrival, context, &core) { return }
            let waiting = buffer.takeBytes()
            let taken = frames(waiting.span, isBuffered: true, arrival, &context, &core, &scratch)
            buffer.restore(waiting)
            buffer.consume(taken)
            if webSocket.skip > 0 {
                let passed = min(webSocket.skip, buffer.bytes.count)
                webSocket.skip -= passed
                core.summary.undecodedBytes += passed
                buffer.consume(passed)
            } else if !webSocket.needsSync {
                return
            }
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

    /// Reads all whole frames in `bytes` and answers how many bytes they took.
    @inline(__always)
    private mutating func frames<Consumer>(
        _ bytes: Span<UInt8>,
        isBuffered: Bool,
        _ arrival: Arrival,
        _ context: inout FlowContext,
        _ core: inout WorkerCore<Consumer>,
        _ scratch: inout ByteWriter
    ) -> Int {
        var position = 0
        while position < bytes.count {
            let head: WebSocketFrameHeader
            do throws(WireError) {
                guard let read = try WebSocketFrameHeader(bytes, at: position) else { return position }
                head = read
            } catch {
                return broken(error, bytes, position, isBuffered, arrival, &context, &core)
            }
            let isDataFrame = head.firstByte == 0x82 && webSocket.messageStart == nil
            guard isDataFrame || isReadable(head) else {
                let error = WireError(
                    .unsupported,
                    at: position,
                    path: ["WebSocket"],
                    expected: "a frame without extension bits and with a known opcode"
                )
                return broken(error, bytes, position, isBuffered, arrival, &context, &core)
            }
            guard head.payloadLength <= core.limits.frameBytes else {
                return tooLong(head, bytes, position, arrival, &context, &core)
            }
            guard bytes.count &- position >= head.totalLength else { return position }
            let payload = position &+ head.headerLength..<position &+ head.totalLength
            let whole = position..<payload.upperBound
            position = payload.upperBound
            if isDataFrame {
                context.begin(.frame, arrival, &core.event)
                if isBuffered { notePackets(of: whole, &core.event) }
                noteSkipped(&core.event)
                if head.isMasked {
                    scratch.removeAll()
                    scratch.append(bytes.extracting(payload), masked: head.mask)
                    core.frame(scratch.span, &context.session)
                } else {
                    core.frame(bytes.extracting(payload), &context.session)
                }
            } else if head.opcode.isControl {
                control(head, bytes.extracting(payload))
            } else {
                fragment(head, bytes.extracting(payload), whole, isBuffered, arrival, &context, &core)
            }
        }
        return position
    }

    private func isReadable(_ head: WebSocketFrameHeader) -> Bool {
        guard head.opcode.isKnown else { return false }
        if head.reserved == 0 { return true }
        // permessage-deflate marks the first frame of a compressed message.
        return head.reserved == 0x40 && webSocket.inflater != nil
            && (head.opcode == .text || head.opcode == .binary)
    }

    /// Packets and time of a unit that came out of the buffer.
    func notePackets(of range: Range<Int>, _ event: inout Event) {
        event.packets.removeAll(keepingCapacity: true)
        let inStream = range.lowerBound + buffer.start..<range.upperBound + buffer.start
        event.time = buffer.packets(of: inStream, into: &event.packets)
    }

    mutating func noteSkipped(_ event: inout Event) {
        guard webSocket.skipped > 0 else { return }
        event.diagnose(.note, "stream-resync", "\(webSocket.skipped) bytes were passed over to find this frame")
        webSocket.skipped = 0
    }

    private mutating func control(_ head: WebSocketFrameHeader, _ payload: Span<UInt8>) {
        webSocket.controlFrames += 1
        guard head.opcode == .close else { return }
        guard payload.count >= 2 else {
            webSocket.closeCode = 1005
            return
        }
        var plain = ByteWriter(capacity: payload.count)
        plain.append(payload, masked: head.mask)
        webSocket.closeCode = Int(plain.span.uint16(at: 0))
    }

    /// A frame of a message that comes in several, or a whole text message.
    private mutating func fragment<Consumer>(
        _ head: WebSocketFrameHeader,
        _ payload: Span<UInt8>,
        _ whole: Range<Int>,
        _ isBuffered: Bool,
        _ arrival: Arrival,
        _ context: inout FlowContext,
        _ core: inout WorkerCore<Consumer>
    ) {
        context.begin(.frame, arrival, &core.event)
        if isBuffered { notePackets(of: whole, &core.event) }
        if head.opcode != .continuation {
            if webSocket.messageStart != nil { abandonMessage(&core) }
            webSocket.messageStart = buffer.start + whole.lowerBound
            webSocket.isText = head.opcode == .text
            webSocket.isCompressed = head.reserved & 0x40 != 0
        } else if webSocket.messageStart == nil {
            core.event.kind = .undecoded
            core.event.diagnose(.error, "websocket-continuation", "a continuation without a beginning")
            core.event.undecoded = 0..<payload.count
            core.emit(payload)
            return
        }
        for packet in core.event.packets where webSocket.messagePackets.last != packet {
            webSocket.messagePackets.append(packet)
        }
        var plain = ByteWriter(capacity: payload.count)
        plain.append(payload, masked: head.mask)
        webSocket.message += plain.array
        guard webSocket.message.count <= core.limits.frameBytes else {
            abandonMessage(&core)
            return
        }
        guard head.isFinal else { return }
        var message: [UInt8] = []
        swap(&message, &webSocket.message)
        core.event.packets = webSocket.messagePackets
        webSocket.messagePackets = []
        webSocket.messageStart = nil
        noteSkipped(&core.event)
        if webSocket.isCompressed {
            guard let plain = inflate(message, &core) else { return }
            message = plain
        }
        if webSocket.isText {
            text(message, &context, &core)
        } else {
            core.frame(message.span, &context.session)
        }
    }

    /// The message without its compression; `nil` after an event that says why that can not be had.
    private mutating func inflate<Consumer>(_ message: [UInt8], _ core: inout WorkerCore<Consumer>) -> [UInt8]? {
        let error: WireError
        do throws(WireError) {
            guard let inflater = webSocket.inflater, !webSocket.lostContext || !webSocket.keepsContext else {
                throw WireError(.value, at: 0, expected: "the bytes of a hole, to which this message refers")
            }
            return try PerMessageDeflate.inflate(
                message,
                inflater,
                keepsContext: webSocket.keepsContext,
                limit: core.limits.frameBytes
            )
        } catch let failure {
            error = failure
        }
        webSocket.lostContext = true
        core.event.kind = .undecoded
        core.event.diagnose(error, stage: "deflate")
        core.event.undecoded = 0..<message.count
        core.emit(message.span)
        return nil
    }

    /// Old SDKs take text: the frame's bytes as decimal numbers with commas.
    private func text<Consumer>(
        _ message: [UInt8],
        _ context: inout FlowContext,
        _ core: inout WorkerCore<Consumer>
    ) {
        let numbers = String(decoding: message, as: UTF8.self).split(separator: ",", omittingEmptySubsequences: false)
        let bytes = numbers.compactMap { UInt8($0) }
        guard bytes.count == numbers.count else {
            core.event.kind = .undecoded
            core.event.diagnose(.warning, "websocket-text", "a text message that is not a list of byte values")
            core.event.undecoded = 0..<message.count
            core.emit(message.span)
            return
        }
        core.event.diagnose(.note, "websocket-text", "the frame came as text: decimal byte values, as for old browsers")
        core.frame(bytes.span, &context.session)
    }

    private mutating func abandonMessage<Consumer>(_ core: inout WorkerCore<Consumer>) {
        core.summary.undecodedBytes += webSocket.message.count
        webSocket.message = []
        webSocket.messagePackets = []
        webSocket.messageStart = nil
    }

    /// Something that is no WebSocket frame, or none that is read: said once, then the next frame is looked for.
    private mutating func broken<Consumer>(
        _ error: WireError,
        _ bytes: Span<UInt8>,
        _ position: Int,
        _ isBuffered: Bool,
        _ arrival: Arrival,
        _ context: inout FlowContext,
        _ core: inout WorkerCore<Consumer>
    ) -> Int {
        context.begin(.undecoded, arrival, &core.event)
        // Only the first byte is known for bad; how much of what follows has come depends on the packets.
        let first = position..<position + 1
        if isBuffered { notePackets(of: first, &core.event) }
        core.event.diagnose(error.shifted(by: -position), stage: "websocket")
        core.event.undecoded = 0..<1
        core.emit(bytes.extracting(first))
        webSocket.needsSync = true
        return position + 1
    }

    private mutating func tooLong<Consumer>(
        _ head: WebSocketFrameHeader,
        _ bytes: Span<UInt8>,
        _ position: Int,
        _ arrival: Arrival,
        _ context: inout FlowContext,
        _ core: inout WorkerCore<Consumer>
    ) -> Int {
        context.begin(.undecoded, arrival, &core.event)
        let error = WireError(.limit, at: 0, path: ["frameBytes"], needed: head.payloadLength)
        core.event.diagnose(error, stage: "websocket")
        core.emit(bytes.extracting(position..<position + head.headerLength))
        webSocket.skip = head.payloadLength
        return position + head.headerLength
    }

    /// A hole: what was cut off by it is shown, and unless the frame's length tells, the next frame is looked for.
    mutating func webSocketGap<Consumer>(
        _ length: Int,
        fromFirst: Bool,
        _ context: inout FlowContext,
        _ core: inout WorkerCore<Consumer>,
        _ scratch: inout ByteWriter
    ) {
        if webSocket.skip >= length, buffer.isEmpty {
            webSocket.skip -= length
            buffer.pass(length)
            return
        }
        var left = 0
        webSocket.lostContext = true
        let waiting = buffer.bytes
        if !webSocket.needsSync, let head = try? WebSocketFrameHeader(waiting.span, at: 0),
            head.totalLength - waiting.count >= length, head.payloadLength <= core.limits.frameBytes
        {
            left = head.totalLength - waiting.count - length
        } else {
            webSocket.needsSync = true
        }
        emitCut("the rest is not in the capture", fromFirst: fromFirst, &context, &core, &scratch)
        abandonMessage(&core)
        buffer.consume(buffer.bytes.count)
        buffer.pass(length)
        webSocket.skip = left
    }

    /// The end of a direction: a frame that is not complete is shown as far as it came.
    mutating func endWebSocket<Consumer>(
        fromFirst: Bool,
        _ context: inout FlowContext,
        _ core: inout WorkerCore<Consumer>,
        _ scratch: inout ByteWriter
    ) {
        emitCut("the stream ends inside the frame", fromFirst: fromFirst, &context, &core, &scratch)
        buffer.consume(buffer.bytes.count)
        abandonMessage(&core)
    }

    /// The event of a frame that is cut off, with what it still tells.
    private mutating func emitCut<Consumer>(
        _ reason: String,
        fromFirst: Bool,
        _ context: inout FlowContext,
        _ core: inout WorkerCore<Consumer>,
        _ scratch: inout ByteWriter
    ) {
        guard !buffer.isEmpty else { return }
        let waiting = buffer.bytes
        if webSocket.needsSync {
            core.summary.undecodedBytes += waiting.count
            return
        }
        let arrival = Arrival(packet: 0, time: 0, fromFirst: fromFirst, hasNanoseconds: core.event.hasNanoseconds)
        context.begin(.undecoded, arrival, &core.event)
        notePackets(of: 0..<waiting.count, &core.event)
        core.event.isComplete = true
        scratch.removeAll()
        if let head = try? WebSocketFrameHeader(waiting.span, at: 0) {
            scratch.append(waiting.span.extracting(droppingFirst: head.headerLength), masked: head.mask)
            var layout = FrameLayout()
            var reader = ByteReader(scratch.span)
            try? layout.read(&reader, form: .websocket, sender: core.event.sender)
            if !scratch.span.isEmpty {
                core.event.kind = .frame
                core.event.layout = layout
            }
            let error = WireError(.truncated, at: 0, needed: head.payloadLength, available: scratch.count)
            core.event.diagnose(.error, "frame-cut", "\(reason): \(error)")
        } else {
            scratch.append(waiting)
            core.event.diagnose(.error, "frame-cut", reason)
        }
        core.event.undecoded = 0..<scratch.count
        core.emit(scratch.span)
    }
}
