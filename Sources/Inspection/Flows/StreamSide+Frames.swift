import Reporting
import Transport
import WireFormat

// WebSocket frames (RFC 6455 section 5).
extension StreamSide {
    /// Reads all complete frames in `bytes` and returns the number of bytes read.
    @inline(__always)
    mutating func frames(
        _ bytes: Span<UInt8>,
        isBuffered: Bool,
        _ arrival: Arrival,
        _ context: inout FlowContext,
        _ emitter: inout EventEmitter,
        _ scratch: inout ByteWriter
    ) -> Int {
        var position = 0
        while position < bytes.count {
            let head: WebSocketFrameHeader
            do throws(WireError) {
                guard let read = try WebSocketFrameHeader(bytes, at: position) else { return position }
                head = read
            } catch {
                return broken(error, bytes, position, isBuffered, arrival, &context, &emitter)
            }
            let isDataFrame = head.firstByte == 0x82 && webSocket.message.isNone
            guard isDataFrame || head.isReadable(mayBeCompressed: webSocket.compression != .none) else {
                let error = WireError(
                    .unsupported,
                    at: position,
                    path: ["WebSocket"],
                    expected: "a frame without extension bits and with a known opcode"
                )
                return broken(error, bytes, position, isBuffered, arrival, &context, &emitter)
            }
            guard head.payloadLength <= emitter.limits.transport.frameBytes else {
                return tooLong(head, bytes, position, isBuffered, arrival, &context, &emitter)
            }
            guard bytes.count &- position >= head.totalLength else { return position }
            let payload = position &+ head.headerLength..<position &+ head.totalLength
            let whole = position..<payload.upperBound
            position = payload.upperBound
            if isDataFrame {
                context.begin(.frame, arrival, &emitter.event)
                if isBuffered { notePackets(of: whole, &emitter.event) }
                noteSkipped(&emitter.event)
                emitter.event.framing = framing(of: head)
                if head.isMasked {
                    scratch.removeAll()
                    scratch.append(bytes.extracting(payload), masked: head.mask)
                    emitter.frame(scratch.span, &context)
                } else {
                    emitter.event.isPlain = !emitter.event.isTLS
                    emitter.frame(bytes.extracting(payload), &context)
                }
            } else if head.opcode.isControl {
                control(head, bytes.extracting(payload), arrival, context, emitter)
            } else {
                let buffered = isBuffered ? whole : nil
                fragment(head, bytes.extracting(payload), buffered: buffered, arrival, &context, &emitter)
            }
        }
        return position
    }

    @inline(__always)
    func framing(of head: WebSocketFrameHeader) -> WebSocketFraming {
        WebSocketFraming(head, isClosed: webSocket.close != nil)
    }

    /// Sets the packets and the time of a unit that was read from the buffer.
    func notePackets(of range: Range<Int>, _ event: inout Event) {
        event.packets.clear()
        let inStream = range.lowerBound + buffer.start..<range.upperBound + buffer.start
        event.time = buffer.packets(of: inStream, into: &event.packets)
    }

    /// Adds notes about the bytes of the stream that were skipped before the event.
    @inline(__always)
    mutating func noteSkipped(_ event: inout Event) {
        guard skipped | skippedRest != 0 else { return }
        event.diagnostics.append(contentsOf: takeSkipped(" to find this frame"))
    }

    /// Returns notes about the skipped bytes that no event has reported yet, and forgets them.
    ///
    /// - Parameter purpose: the purpose of a search, as the end of the sentence about the bytes that it skipped.
    @inline(never)
    mutating func takeSkipped(_ purpose: String) -> [Diagnostic] {
        var notes: [Diagnostic] = []
        if skippedRest > 0 {
            let text = "\(Count.of(skippedRest, "byte was", "bytes were")) passed over: the rest of what was given up"
            notes.append(Diagnostic(severity: .note, code: "stream-rest", path: "", offset: 0, text: text))
        }
        if skipped > 0 {
            let text = "\(Count.of(skipped, "byte was", "bytes were")) passed over\(purpose)"
            notes.append(Diagnostic(severity: .note, code: "stream-resync", path: "", offset: 0, text: text))
        }
        (skipped, skippedRest) = (0, 0)
        return notes
    }

    private mutating func control(
        _ head: WebSocketFrameHeader,
        _ payload: Span<UInt8>,
        _ arrival: Arrival,
        _ context: borrowing FlowContext,
        _ emitter: borrowing EventEmitter
    ) {
        webSocket.controlFrames += 1
        let sender = context.sender(at: arrival.side)
        emitter.tell(.control(head.opcode, payload: Self.plain(payload, head.mask).array, from: sender))
        // The first close frame has the reason; a later one is not an answer to it.
        guard head.opcode == .close, webSocket.close == nil else { return }
        webSocket.close = WebSocketClose(Self.plain(payload, head.mask).span, time: arrival.time)
    }

    /// Returns the payload of a control frame without its mask.
    private static func plain(_ payload: Span<UInt8>, _ mask: UInt32) -> ByteWriter {
        var plain = ByteWriter(capacity: payload.count)
        plain.append(payload, masked: mask)
        return plain
    }

    /// The diagnostic code of a frame that may be one of an extension that is not decoded.
    static let extensionCode = "websocket-extension"

    /// Reports once that bytes are not a WebSocket frame, or not a supported one; then reading looks for the next
    /// frame.
    private mutating func broken(
        _ error: WireError,
        _ bytes: Span<UInt8>,
        _ position: Int,
        _ isBuffered: Bool,
        _ arrival: Arrival,
        _ context: inout FlowContext,
        _ emitter: inout EventEmitter
    ) -> Int {
        context.begin(.undecoded, arrival, &emitter.event)
        // Only the first byte is known to be wrong; the number of bytes that have arrived depends on the packets.
        let first = position..<position + 1
        if isBuffered { notePackets(of: first, &emitter.event) }
        if error.code == .unsupported, webSocket.hasOtherExtension {
            let text = "a reserved bit or opcode; the handshake names an extension that is not decoded"
            emitter.event.diagnose(.error, Self.extensionCode, path: "WebSocket", text)
        } else {
            emitter.event.diagnose(error.shifted(by: -position), stage: "websocket")
        }
        emitter.event.undecoded = 0..<1
        emitter.emit(bytes.extracting(first))
        place = .lost
        return position + 1
    }

    private mutating func tooLong(
        _ head: WebSocketFrameHeader,
        _ bytes: Span<UInt8>,
        _ position: Int,
        _ isBuffered: Bool,
        _ arrival: Arrival,
        _ context: inout FlowContext,
        _ emitter: inout EventEmitter
    ) -> Int {
        // The message with this frame cannot be completed, and later messages that refer to it cannot be inflated.
        loseFrame(head, "one of them is too long", arrival, &context, &emitter)
        context.begin(.undecoded, arrival, &emitter.event)
        let whole = position..<position + head.headerLength
        if isBuffered { notePackets(of: whole, &emitter.event) }
        let error = WireError(.limit, at: 0, path: ["frameBytes"], needed: head.payloadLength)
        emitter.event.diagnose(error, stage: "websocket")
        emitter.event.undecoded = 0..<head.headerLength
        emitter.emit(bytes.extracting(whole))
        place = head.payloadLength > 0 ? .passingOver(head.payloadLength) : .inStep
        return position + head.headerLength
    }
}
