import Transport
import WireFormat

// WebSocket messages that are not one plain binary frame: fragments, compression, text.
extension StreamSide {
    /// A frame of a message that comes in several, or a whole text message.
    mutating func fragment<Consumer>(
        _ head: WebSocketFrameHeader,
        _ payload: Span<UInt8>,
        _ whole: Range<Int>,
        _ isBuffered: Bool,
        _ arrival: Arrival,
        _ context: inout FlowContext,
        _ core: inout WorkerCore<Consumer>
    ) {
        if head.opcode != .continuation {
            emitUnfinished("another message begins before its last frame", arrival, &context, &core)
            abandonMessage(&core)
        } else if webSocket.isDiscarding {
            core.summary.undecodedBytes += payload.count
            if head.isFinal { abandonMessage(&core) }
            return
        }
        context.begin(.frame, arrival, &core.event)
        core.event.isMasked = head.isMasked
        if isBuffered { notePackets(of: whole, &core.event) }
        if head.opcode != .continuation {
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
        // Room for the whole of a message that is in one piece, and no more.
        if head.isFinal, webSocket.message.isEmpty { webSocket.message.reserveCapacity(payload.count) }
        webSocket.append(payload, mask: head.mask)
        guard webSocket.message.count <= core.limits.frameBytes else {
            let error = WireError(.limit, at: 0, path: ["frameBytes"], needed: webSocket.message.count)
            emitMessage(&core) { $0.diagnose(error, stage: "websocket") }
            if head.isFinal { abandonMessage(&core) } else { discardMessage(&core) }
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
            core.frame(message.span, &context)
        }
    }

    /// The message without its compression; `nil` after an event that says why that can not be had.
    private mutating func inflate<Consumer>(_ message: [UInt8], _ core: inout WorkerCore<Consumer>) -> [UInt8]? {
        switch webSocket.inflate(message, core.limits) {
        case .message(let plain): return plain
        case .failed(let error): core.event.diagnose(error, stage: "deflate")
        case .needsLostBytes:
            core.event.diagnose(
                .error,
                "deflate-window",
                "the message refers to earlier bytes of this direction that are lost, in a hole or in a message that "
                    + "could not be inflated; inflating goes on with the first message that does without them"
            )
        }
        core.event.kind = .undecoded
        core.event.undecoded = 0..<message.count
        core.emit(message.span)
        return nil
    }

    /// A text message.
    private func text<Consumer>(
        _ message: [UInt8],
        _ context: inout FlowContext,
        _ core: inout WorkerCore<Consumer>
    ) {
        if let place = Self.invalidUTF8(message.span) {
            core.event.kind = .undecoded
            core.event.diagnose(.error, "websocket-utf8", offset: place, "a text message that is not UTF-8")
            core.event.undecoded = 0..<message.count
            core.emit(message.span)
            return
        }
        let bytes = core.systems.decode(text: message, &context.session, &core.slots, into: &core.event)
        core.emit(bytes.span)
    }

    /// Where text is no UTF-8; `nil` when all of it is.
    private static func invalidUTF8(_ text: Span<UInt8>) -> Int? {
        do {
            _ = try UTF8Span(validating: text)
            return nil
        } catch {
            return error.byteOffsets.lowerBound
        }
    }

    /// The event of a message that lacks its last frames.
    mutating func emitUnfinished<Consumer>(
        _ reason: String,
        _ arrival: Arrival,
        _ context: inout FlowContext,
        _ core: inout WorkerCore<Consumer>
    ) {
        guard webSocket.messageStart != nil, !webSocket.isDiscarding else { return }
        context.begin(.undecoded, arrival, &core.event)
        emitMessage(&core) { $0.diagnose(.error, "frame-cut", "a message in fragments: \(reason)") }
    }

    /// Hands on what has come of the message under way as bytes that can not be decoded.
    private mutating func emitMessage<Consumer>(
        _ core: inout WorkerCore<Consumer>,
        _ diagnose: (inout Event) -> Void
    ) {
        core.event.kind = .undecoded
        core.event.packets = webSocket.messagePackets
        diagnose(&core.event)
        core.event.undecoded = 0..<webSocket.message.count
        core.emit(webSocket.message.span)
        webSocket.message = []
    }

    /// Passes over what is left of the message under way.
    mutating func discardMessage<Consumer>(_ core: inout WorkerCore<Consumer>) {
        guard let start = webSocket.messageStart else { return }
        abandonMessage(&core)
        webSocket.messageStart = start
        webSocket.isDiscarding = true
    }

    /// Forgets the message under way.
    mutating func abandonMessage<Consumer>(_ core: inout WorkerCore<Consumer>) {
        core.summary.undecodedBytes += webSocket.message.count
        // Later messages may refer to the one that is given up.
        if webSocket.isCompressed, webSocket.messageStart != nil { webSocket.loseWindow() }
        webSocket.message = []
        webSocket.messagePackets = []
        webSocket.messageStart = nil
        webSocket.isDiscarding = false
    }
}
