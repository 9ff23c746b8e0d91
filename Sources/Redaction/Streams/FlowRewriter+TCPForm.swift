import Capture
import Inspection
import RongCloud
import WireFormat
import WireProtobuf

extension FlowRewriter {
    /// Begins to read frames of the TCP form.
    ///
    /// - Parameters:
    ///   - bytes: the first captured bytes of a direction.
    ///   - side: that direction.
    func beginTCPForm(_ bytes: Span<UInt8>, _ side: FlowSide) {
        phase = .tcpForm
        // Without a SYN, the type of the first frame may tell which end is the client.
        if !flow.sawSYN, TCPFormFinder.chain(bytes, at: 0, frames: 1) != .no,
            let envelope = try? TCPEnvelope(bytes, at: 0), let sender = envelope.header.type.onlySender
        {
            client = sender == .client ? side : side.other
        }
        for side in [FlowSide.first, .second] where mayJoin(side) { sides[side].place = .joining }
    }

    func advanceTCPForm() throws(RedactionError) {
        if obfuscation == nil, !hasGivenUpKey {
            obfuscation = try findKey()
            if obfuscation == nil {
                guard sides.first.waiting.count + sides.second.waiting.count > context.limits.syncBytes else { return }
                hasGivenUpKey = true
                obfuscation = givenKey
            }
        }
        for side in [client, server] { while try takeTCPFrame(side) {} }
    }

    private var givenKey: ObfuscationKey? { context.obfuscationKey.flatMap { try? ObfuscationKey($0) } }

    private func findKey() throws(RedactionError) -> ObfuscationKey? {
        guard try findTCPFrame(client, isFinal: false) else { return givenKey }
        let waiting = sides[client].waiting
        return ObfuscationKey.ofConnection(waiting.span, given: givenKey)
    }

    /// Rewrites the first waiting frame; returns `false` if the frame is not complete.
    func takeTCPFrame(_ side: FlowSide) throws(RedactionError) -> Bool {
        guard case .tcpForm = phase, try findTCPFrame(side, isFinal: false) else { return false }
        let envelope: TCPEnvelope
        do throws(WireError) {
            guard let read = try nextEnvelope(side) else { return false }
            envelope = read
        } catch {
            guard seeksItsWay else {
                giveUp("no frame of the TCP form: \(error)")
                return false
            }
            foundItsWay = true
            sides[side].place = .damaged(checked: 0, isLength: error.code == .length)
            return try takeTCPFrame(side)
        }
        guard sides[side].waiting.count >= envelope.totalLength else { return false }
        guard let key = obfuscation else {
            try hide(side, envelope)
            return true
        }
        let whole = clear(side, envelope, key)
        let frame = [envelope.header.rawValue] + whole.dropFirst(envelope.prefixLength)
        if reader == nil {
            reader = SystemReader(.rongCloud, begunBy: nil, context.reading)
        }
        let sender: FrameSender = side == client ? .client : .server
        let payload = reader?.payload(ofRongCloud: whole.span, form: .tcp, sender: sender) ?? MessageIndex.none
        var made = ByteWriter(capacity: frame.count + 64)
        guard
            context.rongCloud.rebuild(frame.span, form: .tcp, sender: sender, payload: payload, to: &made)
                || rebuild(broken: frame.span, .tcp, sender, to: &made),
            var new = try? TCPEnvelope(envelope.header, bodyLength: made.count - 1)
        else {
            giveUp("a frame of the TCP form that cannot be rebuilt")
            return false
        }
        new.lengthBytes = max(new.lengthBytes, envelope.lengthBytes)
        var writer = ByteWriter(capacity: made.count + 8)
        new.encode(into: &writer)
        newKey(key).append(made.span.extracting(droppingFirst: 1), to: &writer)
        try replace(side, envelope.totalLength, by: writer.array)
        return true
    }

    /// Replaces the body of the first waiting frame, which nobody can read without the key, by filler.
    private func hide(_ side: FlowSide, _ envelope: TCPEnvelope) throws(RedactionError) {
        let prefix = sides[side].waiting.copy(0..<envelope.prefixLength)
        try replace(side, envelope.totalLength, by: prefix + Self.filling(envelope.totalLength - envelope.prefixLength))
    }

    /// Returns the first waiting frame without obfuscation.
    private func clear(_ side: FlowSide, _ envelope: TCPEnvelope, _ key: ObfuscationKey) -> [UInt8] {
        let waiting = sides[side].waiting
        var clear = ByteWriter(capacity: envelope.totalLength)
        clear.append(waiting.span.extracting(0..<envelope.prefixLength))
        key.append(waiting.span.extracting(envelope.prefixLength..<envelope.totalLength), to: &clear)
        return clear.array
    }

    private func nextEnvelope(_ side: FlowSide) throws(WireError) -> TCPEnvelope? {
        let waiting = sides[side].waiting
        return try TCPEnvelope(waiting.span, at: 0)
    }

    /// Returns the key for the output; `none` stays `none`.
    private func newKey(_ key: ObfuscationKey) -> ObfuscationKey {
        key == .none ? key : context.newObfuscationKey(key.bytes).flatMap { try? ObfuscationKey($0) } ?? .none
    }

    // MARK: Holes

    /// The size of the header byte, the checksum, and all bytes of a length but its last one.
    private static let longestPrefix = 5

    /// Moves to the beginning of the next frame, as far as bytes have arrived; returns whether it was reached.
    func findTCPFrame(_ side: FlowSide, isFinal: Bool) throws(RedactionError) -> Bool {
        let own = sides[side]
        if case .passingOver(let left) = own.place {
            let count = min(left, own.waiting.count)
            own.place = count < left ? .passingOver(left - count) : .inStep
            try fill(side, count)
        }
        guard !own.isInStep, !own.waiting.isEmpty else { return own.isInStep }
        let waiting = own.waiting
        if case .joining = own.place {
            switch TCPFormFinder.chain(waiting.span, at: 0, frames: 1) {
            case .yes: own.place = .inStep
            case .unclear where !isFinal: return false
            case .unclear, .no: own.place = .lost
            }
            if own.isInStep { return true }
        }
        var start = 0
        var isDamaged = false
        var isLength = false
        if case .damaged(let checked, let isTooLong) = own.place {
            isDamaged = true
            isLength = isTooLong
            // The damaged place does not begin a frame, whatever its bytes look like.
            start = checked + 1
        }
        let (offset, verdict) = TCPFormFinder.find(waiting.span, from: start, isFinal: isFinal)
        let isFound = verdict == .yes
        // The stretch without frames is reported once, so all of it must have arrived.
        if isDamaged, !isFound, !isFinal, verdict == .unclear || waiting.count <= context.limits.syncBytes {
            own.place = .damaged(checked: offset - 1, isLength: isLength)
            return false
        }
        // A repeated byte gives a wrong checksum, or a length that does not end.
        if offset > 0 {
            try replace(side, offset, by: [UInt8](repeating: isLength ? Self.filler : 0x7F, count: offset))
        }
        own.place = isFound ? .inStep : .lost
        guard case .tcpForm = phase else { return false }
        return own.isInStep
    }

    /// Replaces the incomplete frame before a hole or the end.
    ///
    /// - Parameter hole: the hole; `nil` at the end.
    func cutTCPForm(_ side: FlowSide, _ hole: Hole?) throws(RedactionError) {
        let own = sides[side]
        if let hole, isPassedOver(hole, own) { return }
        // Without a key, whole frames may wait.
        if obfuscation == nil { obfuscation = givenKey }
        while try takeTCPFrame(side) {}
        while !own.isInStep, try findTCPFrame(side, isFinal: true) {
            while try takeTCPFrame(side) {}
        }
        guard case .tcpForm = phase else {
            if let hole { append(hole, own) }
            return
        }
        let rest = own.waiting.count
        let waiting = own.waiting
        let envelope = own.isInStep ? (try? TCPEnvelope(waiting.span, at: 0)) ?? nil : nil
        if let envelope, rest > 0 {
            let prefix = own.waiting.copy(0..<min(rest, envelope.prefixLength))
            try replace(side, prefix.count, by: prefix)
        } else if own.isInStep, rest > 0 {
            // Not even the length is complete.
            let prefix = own.waiting.copy(0..<min(rest, Self.longestPrefix))
            try replace(side, prefix.count, by: prefix)
        }
        try fill(side, own.waiting.count)
        guard let hole else { return }
        pass(hole, own, whole: envelope?.totalLength, waiting: rest)
        // The inspector may not have recognised the connection yet, and then a single frame after the hole is enough.
        if obfuscation == nil, case .lost = own.place { own.place = .joining }
    }
}
