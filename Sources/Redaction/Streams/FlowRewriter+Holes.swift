import Capture
import Inspection
import RongCloud
import Transport
import WireFormat

// Holes in a stream, and the bytes after a hole: reading resynchronises as the inspector does, so that the inspector
// finds the same places in the output. Bytes that begin no frame are replaced by bytes that begin none, and the rest of
// a frame stays part of a frame.
extension FlowRewriter {
    /// The byte that replaces parts of a frame that nobody reads; as a length, it exceeds the bytes that follow.
    static let filler: UInt8 = 0xFF
    static let beginsInTheMiddle = "it begins in the middle"
    private static let hasHole = "a hole in its stream"

    /// Whether reading tries to continue after missing bytes.
    var seeksItsWay: Bool { !context.cutAtHoles.contains(flow.number) }

    // MARK: Holes

    /// A range of bytes that the capture does not have.
    struct Hole {
        var length: Int
        /// Whether the missing bytes are encrypted, so that the number of missing plain bytes is unknown.
        var isEncrypted = false
    }

    /// Continues after missing bytes if possible.
    func passHole(_ length: Int, _ side: FlowSide) throws(RedactionError) {
        if isEncrypted { try passTLSHole(length, side) } else { try passHole(Hole(length: length), side) }
    }

    func passHole(_ hole: Hole, _ side: FlowSide) throws(RedactionError) {
        let own = sides[side]
        guard seeksItsWay else { return loseRest(hole, side) }
        switch phase {
        case .http, .detecting: if MessagingSystem.beginsSwitch(own.waiting.array) { sawRequestLine = true }
        case .webSocket, .tcpForm, .unread, .cut: break
        }
        switch phase {
        case .webSocket: try cutWebSocket(side, hole)
        case .tcpForm: try cutTCPForm(side, hole)
        case .detecting:
            if mayJoin(side), try join(side, isFinal: true) {
                try advance()
                try cutWebSocket(side, hole)
            } else {
                // The bytes after the hole must be recognised by themselves.
                own.hasLostBytes = true
                foundItsWay = true
                try passOver(side, own.waiting.count)
                append(hole, own)
            }
        case .http where side == client || !awaitsSwitch: try passHTTPHole(hole, side)
        case .http:
            guard let request = requests.lastUpgrade else { return loseRest(hole, side) }
            try presume(request, hole)
        case .unread: append(hole, own)
        case .cut: loseRest(hole, side)
        }
    }

    /// Cuts everything after a hole, since it is unknown where the next unit begins.
    private func loseRest(_ hole: Hole, _ side: FlowSide) {
        cut(side, sides[side].waiting.count)
        append(hole, sides[side])
        giveUp(isEncrypted ? "a hole in an encrypted stream" : Self.hasHole)
    }

    /// Adds a hole to the stream.
    ///
    /// - Parameter left: the number of missing bytes in the frame that the hole begins in.
    func append(_ hole: Hole, _ own: RewrittenSide, left: Int = 0) {
        // A hole no longer than `left` would lie within the frame, and the end of the frame would be known.
        let length = hole.isEncrypted ? max(hole.length, left + 1) : hole.length
        own.map.append(old: hole.length, new: length, place: StreamMap.hole)
    }

    /// Ends both streams; the rest of a frame stays part of a frame.
    func endStreams() throws(RedactionError) {
        guard seeksItsWay else { return }
        if case .detecting = phase, !sides.first.waiting.isEmpty || !sides.second.waiting.isEmpty {
            for side in [FlowSide.first, .second] where mayJoin(side) {
                if try join(side, isFinal: true) { break }
            }
            if case .webSocket = phase { try advance() }
        }
        for side in [FlowSide.first, .second] {
            switch phase {
            case .webSocket: try cutWebSocket(side, nil)
            case .tcpForm: try cutTCPForm(side, nil)
            case .http: try cutHTTP(side)
            default: break
            }
        }
    }

    /// Appends a hole, and sets the reading position after it.
    ///
    /// - Parameters:
    ///   - whole: the length of the frame whose beginning waited; `nil` if it is not known.
    ///   - waiting: the number of bytes of that frame that waited.
    func pass(_ hole: Hole, _ own: RewrittenSide, whole: Int?, waiting: Int) {
        foundItsWay = true
        let left = whole.map { $0 - waiting } ?? 0
        append(hole, own, left: left)
        if whole == nil || hole.isEncrypted || left < hole.length {
            own.place = .lost
        } else {
            own.place = left > hole.length ? .passingOver(left - hole.length) : .inStep
        }
    }

    /// Skips a hole that lies within a skipped frame; returns whether it does.
    func isPassedOver(_ hole: Hole, _ own: RewrittenSide) -> Bool {
        guard !hole.isEncrypted, own.waiting.isEmpty, case .passingOver(let left) = own.place, left >= hole.length
        else { return false }
        own.place = left > hole.length ? .passingOver(left - hole.length) : .inStep
        append(hole, own)
        return true
    }

    // MARK: WebSocket

    /// Moves to the beginning of the next frame, as far as bytes have arrived; returns whether it was reached.
    ///
    /// - Parameter isFinal: whether no more bytes follow before a hole or the end.
    func findFrame(_ side: FlowSide, isFinal: Bool) throws(RedactionError) -> Bool {
        let own = sides[side]
        while !own.isInStep {
            switch own.place {
            case .inStep: break
            case .passingOver(let left):
                let count = min(left, own.waiting.count)
                guard count > 0 else { return false }
                own.place = count < left ? .passingOver(left - count) : .inStep
                try fill(side, count)
            case .joining, .lost, .damaged:
                guard !own.waiting.isEmpty else { return false }
                own.search.base = own.map.oldEnd
                own.search.system = system
                var keepFrom = 0
                let waiting = own.waiting
                let found = FrameFinder.find(
                    waiting.span,
                    isMasked: side == client,
                    isFinal: isFinal,
                    &own.search,
                    keepFrom: &keepFrom
                )
                if found != nil { own.place = .inStep }
                try passOver(side, found?.offset ?? keepFrom)
                guard found != nil else { return false }
            }
            // Without room, the rest was cut.
            guard case .webSocket = phase else { return false }
        }
        return true
    }

    /// Replaces the incomplete message and frame before a hole or the end.
    ///
    /// - Parameter hole: the hole; `nil` at the end.
    private func cutWebSocket(_ side: FlowSide, _ hole: Hole?) throws(RedactionError) {
        let own = sides[side]
        if let hole, isPassedOver(hole, own) { return }
        while !own.isInStep, try findFrame(side, isFinal: true) { try advanceWebSocket(side) }
        guard case .webSocket = phase else {
            if let hole { append(hole, own) }
            return
        }
        let begun = own.webSocket.framesLength
        let rest = own.waiting.count - begun
        let waiting = own.waiting
        var header: WebSocketFrameHeader?
        if own.isInStep, rest > 0 { header = (try? WebSocketFrameHeader(waiting.span, at: begun)) ?? nil }
        let isKnown = hole?.isEncrypted != true && header.map { $0.totalLength - rest >= hole?.length ?? 0 } ?? false
        if isKnown, let hole, let header, header.opcode.isControl, begun > 0 {
            // The message continues after a control frame that cannot be placed before it.
            return loseRest(hole, side)
        }
        if begun > 0 {
            let parts = own.webSocket.frames.filter { $0.control == nil }
            try flush(side, message: Self.filling(parts.reduce(0) { $0 + $1.header.payloadLength }))
        }
        // Without room, the rest was cut.
        guard case .webSocket = phase else {
            if let hole { append(hole, own) }
            return
        }
        let isCompressed = header.map { $0.reserved & 0x40 != 0 } ?? false
        if !isKnown || begun > 0 && own.webSocket.isCompressed || isCompressed {
            own.webSocket.inflation?.loseWindow()
        }
        own.webSocket.isDiscarding = isKnown && header.map { !$0.opcode.isControl && !$0.isFinal } == true
        if let header, rest > 0 {
            try replace(side, cut: header, rest)
        } else {
            // Only the first byte of an incomplete header carries information.
            if own.isInStep, rest > 0 {
                let first = own.waiting.copy(0..<1)
                try replace(side, 1, by: first)
                try fill(side, own.waiting.count)
            }
            try passOver(side, own.waiting.count)
        }
        if let hole { pass(hole, own, whole: header?.totalLength, waiting: rest) }
    }

    /// Replaces the beginning of a frame by the beginning of another frame.
    private func replace(_ side: FlowSide, cut header: WebSocketFrameHeader, _ count: Int) throws(RedactionError) {
        let own = sides[side]
        let waiting = own.waiting
        var clear = ByteWriter(capacity: count)
        clear.append(waiting.span.extracting(header.headerLength..<count), masked: header.mask)
        var made = ByteWriter(capacity: count + 64)
        if system == .rongCloud, header.opcode == .binary, header.reserved == 0, clear.count > 0 {
            let sender: FrameSender = side == client ? .client : .server
            context.rongCloud.rebuild(cut: clear.span, form: .websocket, sender: sender, to: &made)
        } else if system == .leanCloud, header.opcode == .binary, header.reserved == 0 {
            made.append(BrokenUnits.cut(leanCloud: clear.array, context.leaves))
        } else {
            made.append(Self.filling(clear.count).span)
        }
        let missing = header.payloadLength - clear.count
        _ = try replace(side, count) { writer in
            Self.append(frame: header, made.span, missing: missing, to: &writer)
            return true
        }
    }

    /// Skips the first bytes of what is no frame, and keeps its fault; returns `false` if this is not possible.
    func passDamage(_ side: FlowSide, at position: Int) throws(RedactionError) -> Bool {
        guard seeksItsWay, position == 0 else { return false }
        foundItsWay = true
        let waiting = sides[side].waiting
        let made = Self.damagedHeader(waiting.copy(0..<min(Self.longestLength, waiting.count)))
        try replace(side, made.count, by: made)
        sides[side].place = .lost
        return true
    }

    /// The number of bytes in the header of a frame up to the end of its length, at most.
    private static let longestLength = 10

    /// Returns a header that is no frame's for the same reason: only the first byte, unless the fault is the length.
    private static func damagedHeader(_ bytes: [UInt8]) -> [UInt8] {
        do throws(WireError) {
            _ = try WebSocketFrameHeader(bytes.span, at: 0)
        } catch {
            let start = [bytes[0], bytes[1]]
            switch (bytes[1] & 0x7F, error.code) {
            // More than 125 bytes in a control frame, and more than 2^63 in any frame.
            case (126, .value): return start + [0xFF, 0xFF]
            case (127, .value): return start + [0, 0, 0, 0, 0, 0, 0xFF, 0xFF]
            case (127, .length): return start + [UInt8](repeating: 0xFF, count: 8)
            default: break
            }
        }
        return [bytes[0]]
    }

    /// Returns whether a frame continues a message whose beginning is missing.
    func isAlone(_ header: WebSocketFrameHeader, _ own: RewrittenSide) -> Bool {
        header.opcode == .continuation
            && (own.webSocket.isDiscarding || own.webSocket.frames.isEmpty && (foundItsWay || seeksItsWay))
    }

    /// Replaces the payload of a frame that nobody reads by filler.
    func replace(_ side: FlowSide, _ old: Int, by header: WebSocketFrameHeader) throws(RedactionError) {
        let payload = Self.filling(header.payloadLength)
        _ = try replace(side, old) { writer in
            Self.append(frame: header, payload.span, to: &writer)
            return true
        }
    }

    // MARK: Connections that begin before the capture

    /// Returns whether a direction may begin in the middle: its first bytes were not captured.
    func mayJoin(_ side: FlowSide) -> Bool { seeksItsWay && (!flow.sawSYN || sides[side].hasLostBytes) }

    /// Searches for the first WebSocket frame; returns whether there is one.
    func join(_ side: FlowSide, isFinal: Bool) throws(RedactionError) -> Bool {
        let own = sides[side]
        var keepFrom = 0
        own.search.compression = .possible
        own.search.needsProof = !sawRequestLine
        own.search.system = nil
        own.search.base = own.map.oldEnd
        let waiting = own.waiting
        let found = FrameFinder.find(
            waiting.span,
            isMasked: flow.sawSYN ? side == client : nil,
            isFinal: isFinal,
            &own.search,
            keepFrom: &keepFrom
        )
        guard let found else {
            if own.waiting.count - keepFrom > context.limits.syncBytes {
                giveUp(Self.beginsInTheMiddle)
            } else {
                try passOver(side, keepFrom)
            }
            return false
        }
        foundItsWay = true
        client = found.isMasked ? side : side.other
        phase = .webSocket
        reader = SystemReader(system, begunBy: nil, context.reading)
        for side in [FlowSide.first, .second] {
            sides[side].search.tried = -1
            sides[side].search.needsProof = false
            sides[side].place = .lost
            mayCompress(side)
        }
        return true
    }

    // MARK: Filling

    static func filling(_ count: Int) -> [UInt8] { [UInt8](repeating: filler, count: count) }

    /// Replaces waiting bytes inside a frame by as many filler bytes.
    func fill(_ side: FlowSide, _ count: Int) throws(RedactionError) {
        if count > 0 { try replace(side, count, by: Self.filling(count)) }
    }

    /// Replaces waiting bytes by bytes that begin no frame.
    ///
    /// The new bytes are pairs of zeros: read as WebSocket frames, they are empty, and the reader stays in step.
    func passOver(_ side: FlowSide, _ count: Int) throws(RedactionError) {
        guard count > 0 else { return }
        try replace(side, count, by: [UInt8](repeating: 0, count: count + count % 2))
    }
}
