import Capture
import Inspection
import RongCloud
import Transport
import WireFormat

extension FlowRewriter {
    func advanceWebSocket(_ side: FlowSide) throws(RedactionError) {
        // The frames of an incomplete message stay at the front of `waiting`.
        var position = sides[side].webSocket.framesLength
        defer { if case .cut = phase { cut(side, sides[side].waiting.count) } }
        while case .webSocket = phase {
            guard try findFrame(side, isFinal: false) else { return }
            switch try nextFrame(side, at: position) {
            case .waits: return
            case .isPassed: continue
            case .isWhole(let header): try take(header, side, at: &position)
            }
        }
    }

    /// The result of looking at the next frame.
    private enum NextFrame {
        /// The frame is not complete yet, or the connection is cut.
        case waits
        /// Bytes that are no frame were passed.
        case isPassed
        case isWhole(WebSocketFrameHeader)
    }

    private func nextFrame(_ side: FlowSide, at position: Int) throws(RedactionError) -> NextFrame {
        let header: WebSocketFrameHeader
        do throws(WireError) {
            guard let read = try nextHeader(side, at: position) else { return .waits }
            header = read
        } catch {
            return try passDamage(side, at: position, orGiveUp: "no WebSocket frame: \(error)")
        }
        guard header.isReadable(mayBeCompressed: sides[side].webSocket.inflation != nil) else {
            return try passDamage(side, at: position, orGiveUp: "a WebSocket frame that is unknown")
        }
        // The length field may hold any number.
        guard header.totalLength <= context.limits.transport.frameBytes * 2 - position else {
            giveUp("a WebSocket frame that is too long")
            return .waits
        }
        return sides[side].waiting.count - position >= header.totalLength ? .isWhole(header) : .waits
    }

    private func passDamage(
        _ side: FlowSide,
        at position: Int,
        orGiveUp reason: @autoclosure () -> String
    ) throws(RedactionError) -> NextFrame {
        if try passDamage(side, at: position) { return .isPassed }
        giveUp(reason())
        return .waits
    }

    /// Takes a complete frame.
    ///
    /// - Parameter position: the frame's place in `waiting`; afterwards the place of the next frame.
    private func take(
        _ header: WebSocketFrameHeader,
        _ side: FlowSide,
        at position: inout Int
    ) throws(RedactionError) {
        if position == 0, isPlainFrame(header, sides[side]) {
            // The most frequent case, which needs no state.
            guard try rewrite(waiting: header, side) else { return giveUp(Self.cannotBeRebuilt) }
        } else if isAlone(header, sides[side]) {
            // The frame's message was lost or never began; the inspector does not read the frame either.
            if !sides[side].webSocket.isDiscarding { foundItsWay = true }
            if header.isFinal { sides[side].webSocket.isDiscarding = false }
            try replace(side, header.totalLength, by: header)
        } else {
            let payload = payloadBytes(side, of: header, at: position)
            position += header.totalLength
            if header.opcode.isControl {
                try takeControl(header, payload, side, at: &position)
            } else {
                try takePart(header, payload, side, at: &position)
            }
        }
    }

    private func takeControl(
        _ header: WebSocketFrameHeader,
        _ payload: [UInt8],
        _ side: FlowSide,
        at position: inout Int
    ) throws(RedactionError) {
        let frame = WebSocketSide.Frame(header: header, control: control(payload, header.opcode))
        guard hold(frame, side) else { return giveUp(Self.tooManyFrames) }
        // A control frame between the parts of a message waits with them.
        guard sides[side].webSocket.frames.count == 1 else { return }
        try flush(side, message: [])
        position = 0
    }

    /// Takes a frame of a message, and rewrites the message with its last frame.
    private func takePart(
        _ header: WebSocketFrameHeader,
        _ payload: [UInt8],
        _ side: FlowSide,
        at position: inout Int
    ) throws(RedactionError) {
        if header.opcode != .continuation, sides[side].webSocket.frames.contains(where: { $0.control == nil }) {
            // A new message begins before the previous one has ended.
            guard seeksItsWay else { return giveUp("WebSocket frames out of order") }
            try abandonMessage(side)
            position = header.totalLength
        }
        sides[side].webSocket.isDiscarding = false
        if sides[side].webSocket.frames.contains(where: { $0.control == nil }) {
            sides[side].webSocket.message += payload
        } else {
            sides[side].webSocket.isText = header.opcode == .text
            sides[side].webSocket.isCompressed = header.reserved & 0x40 != 0
            sides[side].webSocket.message = payload
        }
        if header.isFinal, sides[side].webSocket.frames.isEmpty {
            // A message in one frame does not have to wait.
            guard let message = rebuild(side) else { return giveUp(Self.cannotBeRebuilt) }
            try replace(side, header.totalLength, by: header, message.span)
            position = 0
            return
        }
        guard hold(WebSocketSide.Frame(header: header, control: nil), side) else { return giveUp(Self.tooManyFrames) }
        guard header.isFinal else { return }
        guard let message = rebuild(side) else { return giveUp(Self.cannotBeRebuilt) }
        try flush(side, message: message)
        position = 0
    }

    /// Remembers a frame of an incomplete message; returns `false` if there are too many of them.
    ///
    /// As many control frames may come between the frames of a message as the message itself may have.
    private func hold(_ frame: WebSocketSide.Frame, _ side: FlowSide) -> Bool {
        sides[side].webSocket.append(frame)
        return sides[side].webSocket.frames.count / 2 <= context.limits.transport.messageFrames
    }

    /// Replaces the parts of an unfinished message by filler.
    private func abandonMessage(_ side: FlowSide) throws(RedactionError) {
        foundItsWay = true
        let own = sides[side]
        let parts = own.webSocket.frames.filter { $0.control == nil }
        if own.webSocket.isCompressed { own.webSocket.inflation?.loseWindow() }
        try flush(side, message: Self.filling(parts.reduce(0) { $0 + $1.header.payloadLength }))
    }

    // These functions hold `waiting` only while they read it: a second reference would cause a copy at the next change.

    private func nextHeader(_ side: FlowSide, at position: Int) throws(WireError) -> WebSocketFrameHeader? {
        let waiting = sides[side].waiting
        return try WebSocketFrameHeader(waiting.span, at: position)
    }

    /// Returns the unmasked payload of the frame at `position`.
    private func payloadBytes(_ side: FlowSide, of header: WebSocketFrameHeader, at position: Int) -> [UInt8] {
        var writer = ByteWriter(capacity: header.payloadLength)
        appendPayload(side, of: header, at: position, to: &writer)
        return writer.array
    }

    func appendPayload(
        _ side: FlowSide,
        of header: WebSocketFrameHeader,
        at position: Int,
        to writer: inout ByteWriter
    ) {
        let waiting = sides[side].waiting
        let start = position + header.headerLength
        let bytes = waiting.span.extracting(start..<start + header.payloadLength)
        if header.isMasked { writer.append(bytes, masked: header.mask) } else { writer.append(bytes) }
    }

    // MARK: Messages in one frame

    /// Returns whether a frame is a whole message of RongCloud, neither text nor compressed.
    @inline(__always)
    private func isPlainFrame(_ header: WebSocketFrameHeader, _ own: RewrittenSide) -> Bool {
        header.opcode == .binary && header.isFinal && header.reserved == 0 && system == .rongCloud
            && own.webSocket.frames.isEmpty && header.totalLength <= context.limits.transport.frameBytes * 2
    }

    /// Rewrites complete plain frames at the front of new bytes; returns the index of the first frame that must wait.
    func takeFrames(_ bytes: Span<UInt8>, _ side: FlowSide, _ own: RewrittenSide) throws(RedactionError) -> Int {
        var done = 0
        guard own.waiting.isEmpty, own.isInStep, !own.webSocket.isDiscarding else { return 0 }
        while done < bytes.count, let header = try? WebSocketFrameHeader(bytes, at: done),
            bytes.count &- done >= header.totalLength, isPlainFrame(header, own)
        {
            let frame = bytes.extracting(done..<done &+ header.totalLength)
            guard try rewrite(frame, header, side, own) else {
                own.waiting.append(bytes.extracting(droppingFirst: done))
                giveUp(Self.cannotBeRebuilt)
                return bytes.count
            }
            // Without room, the frame waits, and is cut with the following bytes.
            guard case .webSocket = phase else { return done }
            done &+= header.totalLength
        }
        return done
    }

    /// Rewrites the message in the first waiting frame; returns whether it could be rebuilt.
    private func rewrite(waiting header: WebSocketFrameHeader, _ side: FlowSide) throws(RedactionError) -> Bool {
        let own = sides[side]
        let waiting = own.waiting
        guard try rewrite(waiting.span.extracting(first: header.totalLength), header, side, own) else { return false }
        if case .webSocket = phase { own.waiting.removeFirst(header.totalLength) }
        return true
    }

    /// Rewrites the message in a frame; returns whether it could be rebuilt.
    private func rewrite(
        _ frame: Span<UInt8>,
        _ header: WebSocketFrameHeader,
        _ side: FlowSide,
        _ own: RewrittenSide
    ) throws(RedactionError) -> Bool {
        guard let reader else { return false }
        let context = context
        var clear = context.takeMemory()
        var made = context.takeMemory()
        let payload = frame.extracting(droppingFirst: header.headerLength)
        if header.isMasked { clear.append(payload, masked: header.mask) } else { clear.append(payload) }
        let sender: FrameSender = side == client ? .client : .server
        var isRebuilt =
            context.rongCloud.rebuild(message: clear.span, sender: sender, reader, to: &made)
            || rebuild(broken: clear.span, .websocket, sender, to: &made)
        if isRebuilt, hasRoom() {
            isRebuilt = try put(own, header.totalLength) { writer in
                Self.append(frame: header, made.span, to: &writer)
                return true
            }
        }
        context.giveBack(clear)
        context.giveBack(made)
        return isRebuilt
    }

    /// Replaces waiting bytes by a frame with the same header and a new payload.
    private func replace(
        _ side: FlowSide,
        _ old: Int,
        by header: WebSocketFrameHeader,
        _ payload: Span<UInt8>
    ) throws(RedactionError) {
        _ = try replace(side, old) { writer in
            Self.append(frame: header, payload, to: &writer)
            return true
        }
    }

    private static let cannotBeRebuilt = "a WebSocket message that cannot be rebuilt"
    private static let tooManyFrames = "a WebSocket message in too many frames"

    /// Returns the new payload of a control frame: a close frame keeps its code, all other bytes are replaced.
    private func control(_ payload: [UInt8], _ opcode: WebSocketOpcode) -> [UInt8] {
        guard opcode == .close, payload.count >= 2 else {
            return same(context.pseudonyms.textOrBytes(payload), payload.count)
        }
        let reason = Array(payload.dropFirst(2))
        return payload.prefix(2) + same(context.pseudonyms.textOrBytes(reason), reason.count)
    }

    /// Cuts the new payload of a control frame to its old length if it might exceed 125 bytes.
    private func same(_ bytes: [UInt8], _ count: Int) -> [UInt8] {
        bytes.count <= 120 ? bytes : Array(bytes.prefix(count))
    }

    /// Writes the waiting frames, each with its share of the new message.
    func flush(_ side: FlowSide, message: [UInt8]) throws(RedactionError) {
        let frames = sides[side].webSocket.takeFrames()
        let total = max(1, frames.reduce(0) { $1.control == nil ? $0 + $1.header.payloadLength : $0 })
        var done = 0
        var start = 0
        let last = frames.lastIndex { $0.control == nil }
        for (place, frame) in frames.enumerated() {
            var payload = frame.control ?? []
            if frame.control == nil {
                done += frame.header.payloadLength
                let end = place == last ? message.count : message.count * done / total
                payload = Array(message[start..<end])
                start = end
            }
            try replace(side, frame.header.totalLength, by: frame.header, payload.span)
        }
    }

    /// Appends a frame with the same first byte and mask; a length field that was not minimal gets no narrower.
    ///
    /// - Parameter missing: the number of payload bytes that are missing.
    static func append(
        frame header: WebSocketFrameHeader,
        _ payload: Span<UInt8>,
        missing: Int = 0,
        to writer: inout ByteWriter
    ) {
        writer.append(header.firstByte)
        let mask: UInt8 = header.isMasked ? 0x80 : 0
        let width = header.headerLength - (header.isMasked ? 4 : 0)
        let length = payload.count + missing
        let needed = length < 126 ? 2 : length < 65536 ? 4 : 10
        switch header.isMinimal ? needed : max(width, needed) {
        case 2: writer.append(UInt8(length) | mask)
        case 4:
            writer.append(126 | mask)
            writer.append(bigEndian: UInt16(length))
        default:
            writer.append(127 | mask)
            writer.append(bigEndian: UInt64(length))
        }
        if header.isMasked {
            writer.append(bigEndian: UInt32(bigEndian: header.mask))
            writer.append(payload, masked: header.mask)
        } else {
            writer.append(payload)
        }
    }
}
