import Transport
import WireFormat

// WebSocket messages other than a single uncompressed binary frame: fragments, compression, text.
extension StreamSide {
    /// The code of the diagnostic for an incomplete frame or message.
    static let cutCode = "frame-cut"
    /// The code of the diagnostic for a message that begins inside another one.
    static let interruptionCode = "websocket-interrupted"

    /// Handles a fragment of a message, or a complete message that is compressed or text.
    mutating func fragment(
        _ head: WebSocketFrameHeader,
        _ payload: Span<UInt8>,
        _ whole: Range<Int>,
        _ isBuffered: Bool,
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
            skippedRest += payload.count
            emitter.summary.undecodedBytes += payload.count
            if head.isFinal { webSocket.message = .none }
            return
        }
        // The event begins only if one is emitted, because beginning an event removes the notes about the stream.
        let framing = framing(of: head)
        func begin() {
            context.begin(.frame, arrival, &emitter.event)
            emitter.event.framing = framing
            if isBuffered { notePackets(of: whole, &emitter.event) }
        }
        var message: WebSocketMessage
        if head.opcode != .continuation {
            message = WebSocketMessage(isText: head.opcode == .text, isCompressed: head.reserved & 0x40 != 0)
            // Reserve exactly the memory of a message in one frame.
            if head.isFinal { message.bytes.reserveCapacity(payload.count) }
        } else if let begun = webSocket.takeMessage() {
            message = begun
        } else {
            begin()
            emitter.event.kind = .undecoded
            emitter.event.diagnose(.error, "websocket-continuation", "a continuation without a beginning")
            emitter.event.undecoded = 0..<payload.count
            emitter.emit(payload)
            return
        }
        // The packet list of the event serves as scratch space here, before the event begins.
        if isBuffered {
            notePackets(of: whole, &emitter.event)
        } else {
            emitter.event.setPacket(arrival.packet)
        }
        message.append(payload, mask: head.mask, framing, packets: emitter.event.packets)
        let limits = emitter.limits.transport
        guard message.bytes.count <= limits.frameBytes, message.frames <= limits.messageFrames else {
            let error =
                message.frames > limits.messageFrames
                ? WireError(.limit, at: 0, path: ["messageFrames"], needed: message.frames)
                : WireError(.limit, at: 0, path: ["frameBytes"], needed: message.bytes.count)
            begin()
            emit(message, &emitter) { $0.diagnose(error, stage: "websocket") }
            // Later messages may refer to the message that is given up.
            if message.isCompressed { webSocket.inflation.loseWindow() }
            webSocket.message = head.isFinal ? .none : .discarded
            return
        }
        guard head.isFinal else {
            webSocket.message = .underWay(message)
            return
        }
        begin()
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
                "the message refers to earlier bytes of this direction that are lost, in a hole or in a message that "
                    + "could not be inflated; inflating goes on with the first message that does without them"
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
