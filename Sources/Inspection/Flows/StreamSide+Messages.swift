import RongCloud
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

    mutating func abandonMessage<Consumer>(_ core: inout WorkerCore<Consumer>) {
        core.summary.undecodedBytes += webSocket.message.count
        // Later messages may refer to the one that is given up.
        if webSocket.isCompressed, webSocket.messageStart != nil { webSocket.lostContext = true }
        webSocket.message = []
        webSocket.messagePackets = []
        webSocket.messageStart = nil
    }
}
