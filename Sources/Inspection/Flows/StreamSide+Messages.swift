import Transport
import WireFormat

// WebSocket messages other than a single uncompressed binary frame: fragments, compression, text.
extension StreamSide {
    /// The code of the diagnostic for an incomplete frame or message.
    static let cutCode = "frame-cut"
    /// The code of the diagnostic for a message that begins inside another one.
    static let interruptionCode = "websocket-interrupted"

    /// Handles a fragment of a message, or a complete message that is compressed or text.
    ///
    /// - Parameter buffered: the range of the frame in the buffer; `nil` if one packet holds all of it.
    mutating func fragment(
        _ head: WebSocketFrameHeader,
        _ payload: Span<UInt8>,
        buffered: Range<Int>?,
        _ arrival: Arrival,
        _ context: inout FlowContext,
        _ emitter: inout EventEmitter
    ) {
        if head.opcode != .continuation {
            emitUnfinished(
                "another message begins before its last frame",
                code: Self.interruptionCode,
                arrival,
                &context,
                &emitter
            )
            abandonMessage()
        } else if case .discarded = webSocket.message {
            return discard(head, &emitter.summary)
        }
        guard var message = takeMessage(for: head) else {
            begin(head, buffered, arrival, &context, &emitter.event)
            emitter.event.kind = .undecoded
            emitter.event.diagnose(.error, "websocket-continuation", "a continuation without a beginning")
            emitter.event.undecoded = 0..<payload.count
            return emitter.emit(payload)
        }
        // The event begins only if one is emitted, because beginning it removes the notes about the stream. Until then,
        // its packet list serves as scratch space.
        if let buffered {
            notePackets(of: buffered, &emitter.event)
        } else {
            emitter.event.setPacket(arrival.packet)
        }
        message.append(payload, mask: head.mask, framing(of: head), packets: emitter.event.packets)
        if let error = message.excess(emitter.limits.transport) {
            begin(head, buffered, arrival, &context, &emitter.event)
            emit(message, &emitter) { $0.diagnose(error, stage: "websocket") }
            // Later messages may refer to the message that is given up.
            if message.isCompressed { webSocket.inflation.loseWindow() }
            webSocket.message = head.isFinal ? .none : .discarded
        } else if head.isFinal {
            begin(head, buffered, arrival, &context, &emitter.event)
            deliver(message, &context, &emitter)
        } else {
            webSocket.message = .underWay(message)
        }
    }

    /// Skips a frame of a message whose rest is skipped.
    private mutating func discard(_ head: WebSocketFrameHeader, _ summary: inout DecodingSummary) {
        skippedRest += head.payloadLength
        summary.undecodedBytes += head.payloadLength
        if head.isFinal { webSocket.message = .none }
    }

    /// Removes and returns the message that a frame belongs to, a new one for its first frame; `nil` for a continuation
    /// without a beginning.
    private mutating func takeMessage(for head: WebSocketFrameHeader) -> WebSocketMessage? {
        guard head.opcode != .continuation else { return webSocket.takeMessage() }
        var message = WebSocketMessage(isText: head.opcode == .text, isCompressed: head.reserved & 0x40 != 0)
        // Reserve exactly the memory of a message in one frame.
        if head.isFinal { message.bytes.reserveCapacity(head.payloadLength) }
        return message
    }

    /// Begins the event of a message at the frame that completes it.
    private func begin(
        _ head: WebSocketFrameHeader,
        _ buffered: Range<Int>?,
        _ arrival: Arrival,
        _ context: inout FlowContext,
        _ event: inout Event
    ) {
        context.begin(.frame, arrival, &event)
        event.framing = framing(of: head)
        if let buffered { notePackets(of: buffered, &event) }
    }

    /// Decodes a complete message in the event that was begun, and emits it.
    private mutating func deliver(
        _ message: WebSocketMessage,
        _ context: inout FlowContext,
        _ emitter: inout EventEmitter
    ) {
        emitter.event.framing = message.framing
        emitter.event.packets = message.packets
        noteSkipped(&emitter.event)
        var bytes = message.bytes
        if message.isCompressed {
            guard let plain = inflate(bytes, &emitter) else { return }
            bytes = plain
        }
        if message.isText {
            text(bytes, &context, &emitter)
        } else {
            emitter.frame(bytes.span, &context)
        }
    }

    /// Returns the message without compression; `nil` after an event with the reason why it cannot be inflated.
    private mutating func inflate(_ message: [UInt8], _ emitter: inout EventEmitter) -> [UInt8]? {
        switch webSocket.inflation.inflate(message, emitter.limits.transport, emitter.inflation) {
        case .message(let plain): return plain
        case .failed(let error): emitter.event.diagnose(error, stage: "deflate")
        case .needsLostBytes:
            emitter.event.diagnose(
                .error,
                "deflate-window",
                "the message refers to earlier bytes of this direction that are lost: before the capture, in a hole, or "
                    + "in a message that could not be inflated; inflating goes on with the first message that does "
                    + "without them"
            )
        }
        emitter.event.kind = .undecoded
        emitter.event.undecoded = 0..<message.count
        emitter.emit(message.span)
        return nil
    }

    /// Decodes a text message and emits its event.
    private func text(
        _ message: [UInt8],
        _ context: inout FlowContext,
        _ emitter: inout EventEmitter
    ) {
        emitter.event.isText = true
        if let place = Self.invalidUTF8(message.span) {
            emitter.event.kind = .undecoded
            emitter.event.diagnose(.error, "websocket-utf8", offset: place, "a text message that is not UTF-8")
            emitter.event.undecoded = 0..<message.count
            emitter.emit(message.span)
            return
        }
        emitter.alone(withUnitOf: message.count) { emitter in
            let bytes = emitter.systems.decode(text: message, &context.session, &emitter.slots, into: &emitter.event)
            emitter.emit(bytes.span)
        }
    }

    /// Returns the offset of the first byte that is not valid UTF-8; `nil` if the text is valid.
    private static func invalidUTF8(_ text: Span<UInt8>) -> Int? {
        do {
            _ = try UTF8Span(validating: text)
            return nil
        } catch {
            return error.byteOffsets.lowerBound
        }
    }

    /// Emits the event of a message without its last fragments.
    mutating func emitUnfinished(
        _ reason: String,
        code: String = StreamSide.cutCode,
        _ arrival: Arrival,
        _ context: inout FlowContext,
        _ emitter: inout EventEmitter
    ) {
        guard case .underWay(let message) = webSocket.message else { return }
        context.begin(.undecoded, arrival, &emitter.event)
        emit(message, &emitter) { $0.diagnose(.error, code, "a message in fragments: \(reason)") }
    }

    /// Emits the received part of a message as bytes that cannot be decoded.
    private func emit(
        _ message: WebSocketMessage,
        _ emitter: inout EventEmitter,
        _ diagnose: (inout Event) -> Void
    ) {
        emitter.event.kind = .undecoded
        emitter.event.packets = message.packets
        diagnose(&emitter.event)
        emitter.event.undecoded = 0..<message.bytes.count
        emitter.emit(message.bytes.span)
    }

    mutating func abandonMessage() {
        // Later messages may refer to the message that is given up.
        if case .underWay(let message) = webSocket.message, message.isCompressed { webSocket.inflation.loseWindow() }
        webSocket.message = .none
    }
}
