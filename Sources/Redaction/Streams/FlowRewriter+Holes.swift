import Capture
import Inspection
import RongCloud
import Transport
import WireFormat

// Where bytes are missing, and behind that: the way is found as the inspector finds it, so that it finds the same way in the
// output. What begins no frame becomes bytes that begin none, and what is left of a frame stays a part of one.
extension FlowRewriter {
    /// Stands for bytes of a frame that nobody reads: as a length it is longer than what is there.
    static let filler: UInt8 = 0xFF
    static let beginsInTheMiddle = "it begins in the middle"
    private static let hasHole = "a hole in its stream"

    /// Whether it is tried to go on where bytes are missing.
    var seeksItsWay: Bool { !context.cutAtHoles.contains(flow.number) }

    // MARK: Holes

    /// Bytes that the capture does not have.
    struct Hole {
        var length: Int
        /// Whether they are encrypted, so that nobody knows how much is missing of what they hold.
        var isEncrypted = false
    }

    /// Goes on behind bytes that the capture does not have, if that can be.
    func passHole(_ length: Int, _ side: FlowSide) throws(RedactionError) {
        if isEncrypted { try passTLSHole(length, side) } else { try passHole(Hole(length: length), side) }
    }

    func passHole(_ hole: Hole, _ side: FlowSide) throws(RedactionError) {
        let own = sides[side]
        guard seeksItsWay else { return loseRest(hole, side) }
        switch phase {
        case .webSocket: try cutWebSocket(side, hole)
        case .tcpForm where obfuscation != nil: try cutTCPForm(side, hole)
        case .detecting:
            if mayJoin(side), try join(side, isFinal: true) {
                try advance()
                try cutWebSocket(side, hole)
            } else {
                // What comes behind it must speak for itself.
                own.hasLostBytes = true
                foundItsWay = true
                try passOver(side, own.waiting.count)
                append(hole, own)
            }
        case .http where side == client || !awaitsSwitch: try passHTTPHole(hole, side)
        case .http:
            guard let request = requests.lastUpgrade else { return loseRest(hole, side) }
            try presume(request, hole)
        case .tcpForm, .cut: loseRest(hole, side)
        }
    }

    /// Cuts what comes behind a hole: where the next unit begins is not known any more.
    private func loseRest(_ hole: Hole, _ side: FlowSide) {
        cut(side, sides[side].waiting.count)
        append(hole, sides[side])
        giveUp(isEncrypted ? "a hole in an encrypted stream" : Self.hasHole)
    }

    /// Adds a hole to the stream.
    ///
    /// - Parameter left: how many bytes are missing of the frame that the hole begins in.
    func append(_ hole: Hole, _ own: RewrittenSide, left: Int = 0) {
        // As long as the frame it would be one within it, behind which the frame's end is known.
        own.map.append(old: hole.length, new: hole.isEncrypted ? max(hole.length, left + 1) : hole.length, place: -1)
    }

    /// Ends both streams: what is left of a frame stays a part of one.
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
            case .tcpForm where obfuscation != nil: try cutTCPForm(side, nil)
            case .http: try cutHTTP(side)
            default: break
            }
        }
    }

    /// Appends a hole, and finds where reading stands behind it.
    ///
    /// - Parameters:
    ///   - whole: how long the frame is of which the beginning waited; `nil` where that is not known.
    ///   - waiting: how much of it waited.
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

    /// Passes over a hole within a frame that is passed over anyway; answers whether it is that.
    func isPassedOver(_ hole: Hole, _ own: RewrittenSide) -> Bool {
        guard !hole.isEncrypted, own.waiting.isEmpty, case .passingOver(let left) = own.place, left >= hole.length
        else { return false }
        own.place = left > hole.length ? .passingOver(left - hole.length) : .inStep
        append(hole, own)
        return true
    }

    // MARK: WebSocket

    /// Goes on to where a frame begins, as far as bytes have come; answers whether that is where reading stands.
    ///
    /// - Parameter isFinal: whether nothing more comes before a hole or the end.
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
            case .lost, .damaged:
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
            // Where there is no room the rest was cut.
            guard case .webSocket = phase else { return false }
        }
        return true
    }

    /// What a hole or the end leaves of the message and of the frame under way.
    ///
    /// - Parameter hole: `nil` at the end.
    private func cutWebSocket(_ side: FlowSide, _ hole: Hole?) throws(RedactionError) {
        let own = sides[side]
        if let hole, isPassedOver(hole, own) { return }
        while !own.isInStep, try findFrame(side, isFinal: true) { try advanceWebSocket(side) }
        guard case .webSocket = phase else {
            if let hole { append(hole, own) }
            return
        }
        let begun = own.webSocket.frames.reduce(0) { $0 + $1.header.totalLength }
        let rest = own.waiting.count - begun
        let waiting = own.waiting
        var header: WebSocketFrameHeader?
        if own.isInStep, rest > 0 { header = (try? WebSocketFrameHeader(waiting.span, at: begun)) ?? nil }
        let isKnown = hole?.isEncrypted != true && header.map { $0.totalLength - rest >= hole?.length ?? 0 } ?? false
        if isKnown, let hole, let header, header.opcode.isControl, begun > 0 {
            // The message goes on behind a frame that cannot be put before it.
            return loseRest(hole, side)
        }
        if begun > 0 {
            let parts = own.webSocket.frames.filter { $0.control == nil }
            try flush(side, message: Self.filling(parts.reduce(0) { $0 + $1.header.payloadLength }))
        }
        // Where there is no room the rest was cut.
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
            // Of the head of a frame only the first byte says something.
            if own.isInStep, rest > 0 {
                let first = own.waiting.copy(0..<1)
                try replace(side, 1, by: first)
                try fill(side, own.waiting.count)
            }
            try passOver(side, own.waiting.count)
        }
        if let hole { pass(hole, own, whole: header?.totalLength, waiting: rest) }
    }

    /// Puts a part of a frame in the place of another one.
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

    /// Goes on behind the first byte of what is no frame, which stays; answers whether that can be.
    func passDamage(_ side: FlowSide, at position: Int) throws(RedactionError) -> Bool {
        guard seeksItsWay, position == 0 else { return false }
        foundItsWay = true
        try replace(side, 1, by: sides[side].waiting.copy(0..<1))
        sides[side].place = .lost
        return true
    }

    /// Whether a frame goes on with a message of which the beginning is not there.
    func isAlone(_ header: WebSocketFrameHeader, _ own: RewrittenSide) -> Bool {
        header.opcode == .continuation
            && (own.webSocket.isDiscarding || own.webSocket.frames.isEmpty && (foundItsWay || seeksItsWay))
    }

    /// Keeps a frame whose payload nobody reads.
    func replace(_ side: FlowSide, _ old: Int, by header: WebSocketFrameHeader) throws(RedactionError) {
        let payload = Self.filling(header.payloadLength)
        _ = try replace(side, old) { writer in
            Self.append(frame: header, payload.span, to: &writer)
            return true
        }
    }

    // MARK: Connections that begin before the capture

    /// Whether a direction may begin in the middle: its first bytes were not captured.
    func mayJoin(_ side: FlowSide) -> Bool { seeksItsWay && (!flow.sawSYN || sides[side].hasLostBytes) }

    /// Looks for the first frame of WebSocket, and answers whether there is one.
    func join(_ side: FlowSide, isFinal: Bool) throws(RedactionError) -> Bool {
        let own = sides[side]
        var keepFrom = 0
        own.search.compression = .possible
        own.search.needsProof = true
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

    /// Puts bytes that say nothing in the place of as many waiting ones, inside a frame.
    func fill(_ side: FlowSide, _ count: Int) throws(RedactionError) {
        if count > 0 { try replace(side, count, by: Self.filling(count)) }
    }

    /// Puts bytes that begin no frame in the place of waiting ones.
    ///
    /// They are zeros, two by two: who takes them for frames of WebSocket takes them for empty ones, and goes on in step.
    func passOver(_ side: FlowSide, _ count: Int) throws(RedactionError) {
        guard count > 0 else { return }
        try replace(side, count, by: [UInt8](repeating: 0, count: count + count % 2))
    }
}
