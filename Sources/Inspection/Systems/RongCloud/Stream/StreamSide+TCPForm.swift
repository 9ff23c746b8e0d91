import Capture
import RongCloud
import WireFormat

// The TCP form: frames with checksum and length, one after the other, bodies obfuscated.
extension StreamSide {
    /// Reads all whole frames that wait.
    ///
    /// - Parameters:
    ///   - isFinal: whether no more bytes arrive before a hole or the end.
    ///   - last: the last packet to read; a frame that a later packet completes is left for another call.
    mutating func tcpForm(
        isFinal: Bool,
        upTo last: Int = .max,
        _ arrival: Arrival,
        _ context: inout FlowContext,
        _ emitter: inout EventEmitter,
        _ scratch: inout ByteWriter
    ) {
        if case .passingOver(let left) = place {
            buffer.consume(passOver(left, available: buffer.bytes.count, &emitter.summary))
        }
        while !buffer.isEmpty {
            if isLost, !synchroniseTCPForm(isFinal: isFinal, arrival, &context, &emitter) { return }
            let waiting = buffer.takeBytes()
            var position = 0
            var failure: WireError?
            do throws(WireError) {
                while let envelope = try TCPEnvelope(waiting.span, at: position),
                    waiting.count - position >= envelope.totalLength
                {
                    let whole = position..<position + envelope.totalLength
                    if last < .max, completingPacket(of: whole) > last { break }
                    context.begin(.frame, arrival, &emitter.event)
                    notePackets(of: whole, &emitter.event)
                    noteSkipped(&emitter.event)
                    emitTCPFrame(envelope, waiting.span.extracting(whole), &context, &emitter, &scratch)
                    position = whole.upperBound
                }
            } catch {
                failure = error
            }
            buffer.restore(waiting)
            buffer.consume(position)
            guard let failure else { return }
            place = .damaged(failure.shifted(by: -position), checked: 0)
        }
    }

    /// Assumes that a frame starts where the capture joins the stream, if a whole frame is there.
    mutating func joinTCPForm() {
        guard case .joining = place, skipped == 0, TCPFormFinder.chain(buffer.bytes.span, at: 0, frames: 1) == .yes
        else { return }
        place = .inStep
    }

    /// The number of the packet that completes the next frame; `nil` if no whole frame waits, or the stream is out of
    /// step.
    var packetOfNextTCPFrame: Int? {
        guard isInStep, let envelope = try? TCPEnvelope(buffer.bytes.span, at: 0),
            buffer.bytes.count >= envelope.totalLength
        else { return nil }
        return completingPacket(of: 0..<envelope.totalLength)
    }

    private func completingPacket(of range: Range<Int>) -> Int {
        var packets: [Int] = []
        _ = buffer.packets(of: range.lowerBound + buffer.start..<range.upperBound + buffer.start, into: &packets)
        return packets.max() ?? 0
    }

    private mutating func emitTCPFrame(
        _ envelope: TCPEnvelope,
        _ wire: Span<UInt8>,
        _ context: inout FlowContext,
        _ emitter: inout EventEmitter,
        _ scratch: inout ByteWriter
    ) {
        emitter.event.transport = .tcp
        emitter.event.wire = Array(copying: wire)
        guard
            let key = context.session.rongCloud.obfuscation.key
                ?? (envelope.bodyLength == 0 ? ObfuscationKey.none : nil)
        else {
            emitter.event.units.rongCloud.layout = FrameLayout()
            emitter.event.units.rongCloud.layout.header = envelope.header
            emitter.event.units.rongCloud.ownUser = context.session.rongCloud.ownUser
            emitter.event.isComplete = true
            emitter.event.diagnose(
                .error,
                "obfuscation-key",
                "the body is obfuscated and the key could not be recovered"
            )
            context.tally.unreadBodies += 1
            emitter.event.undecoded = envelope.prefixLength..<wire.count
            emitter.emit(wire)
            return
        }
        if case .recovered(_, isReported: false) = context.session.rongCloud.obfuscation {
            let found =
                key == .none
                ? "the bodies are not obfuscated" : "the obfuscation key was recovered: \(Hex.encode(key.bytes))"
            let isOther = emitter.systems.rongCloud.obfuscationKey != nil
            emitter.event.diagnose(
                .note,
                "obfuscation-key-recovered",
                isOther ? "\(found); CONNECT makes no sense under the given one" : found
            )
            context.session.rongCloud.obfuscation = .recovered(key, isReported: true)
        }
        scratch.removeAll()
        scratch.append(wire.extracting(0..<envelope.prefixLength))
        key.append(wire.extracting(droppingFirst: envelope.prefixLength), to: &scratch)
        emitter.frame(scratch.span, &context)
    }

    /// Finds the next place where frames follow one another; returns whether there is one.
    ///
    /// Skips the bytes before the place; after damage, reports them as a hole in the stream. Places are decided from
    /// left to right, as in ``FrameFinder``.
    private mutating func synchroniseTCPForm(
        isFinal: Bool,
        _ arrival: Arrival,
        _ context: inout FlowContext,
        _ emitter: inout EventEmitter
    ) -> Bool {
        let waiting = buffer.bytes
        var damage: WireError?
        var start = 0
        if case .damaged(let error, let checked) = place {
            damage = error
            // No frame starts at the damaged place, whatever its bytes look like.
            start = checked + 1
        }
        let (offset, verdict) = TCPFormFinder.find(waiting.span, from: start, isFinal: isFinal)
        if case .unclear = verdict {
            if let damage {
                place = .damaged(damage, checked: offset - 1)
            } else {
                passOver(offset, &emitter)
            }
            return false
        }
        let isFound = verdict == .yes
        if let damage {
            if !isFound, !isFinal, waiting.count <= emitter.limits.syncBytes {
                place = .damaged(damage, checked: waiting.count - 1)
                return false
            }
            reportDamage(damage, length: offset, arrival, &context, &emitter)
            buffer.consume(offset)
        } else {
            passOver(offset, &emitter)
        }
        place = isFound ? .inStep : .lost
        return isFound
    }

    private mutating func passOver(_ count: Int, _ emitter: inout EventEmitter) {
        skipped += count
        emitter.summary.undecodedBytes += count
        buffer.consume(count)
    }

    /// Emits the event of bytes that are no frames: a gap in the decoded stream.
    private mutating func reportDamage(
        _ error: WireError,
        length: Int,
        _ arrival: Arrival,
        _ context: inout FlowContext,
        _ emitter: inout EventEmitter
    ) {
        let bytes = Array(buffer.bytes.prefix(length))
        context.begin(.gap(offset: buffer.start, length: length), arrival, &emitter.event)
        notePackets(of: 0..<length, &emitter.event)
        emitter.event.transport = .tcp
        emitter.event.diagnose(error, stage: "frame")
        emitter.event.undecoded = 0..<length
        emitter.emit(bytes.span)
    }

    /// Handles a hole in the stream.
    mutating func tcpFormGap(
        _ length: Int,
        side: FlowSide,
        _ context: inout FlowContext,
        _ emitter: inout EventEmitter
    ) {
        if passOverHole(length) { return }
        cutTCPForm(length, "the rest is not in the capture", side: side, &context, &emitter)
    }

    /// Gives up a frame that is not whole.
    mutating func giveUpTCPForm(
        _ reason: String,
        side: FlowSide,
        _ context: inout FlowContext,
        _ emitter: inout EventEmitter
    ) {
        guard !buffer.isEmpty else { return }
        cutTCPForm(0, reason, side: side, &context, &emitter)
    }

    /// Emits the received part of a frame; the next `length` bytes are missing from the stream.
    private mutating func cutTCPForm(
        _ length: Int,
        _ reason: String,
        side: FlowSide,
        _ context: inout FlowContext,
        _ emitter: inout EventEmitter
    ) {
        let waiting = buffer.bytes
        var next = Place.lost
        if !isLost, let envelope = try? TCPEnvelope(waiting.span, at: 0),
            envelope.totalLength - waiting.count >= length
        {
            let left = envelope.totalLength - waiting.count - length
            next = left > 0 ? .passingOver(left) : .inStep
        }
        endTCPForm(reason, side: side, &context, &emitter)
        buffer.pass(length)
        place = next
    }

    /// Emits the part of a frame that a hole or the end of the stream leaves.
    mutating func endTCPForm(
        _ reason: String,
        side: FlowSide,
        _ context: inout FlowContext,
        _ emitter: inout EventEmitter
    ) {
        guard !buffer.isEmpty else { return }
        let waiting = buffer.bytes
        let arrival = context.tail(side: side)
        if case .damaged(let error, _) = place {
            reportDamage(error, length: waiting.count, arrival, &context, &emitter)
            place = .lost
            buffer.consume(waiting.count)
            return
        }
        context.begin(.undecoded, arrival, &emitter.event)
        notePackets(of: 0..<waiting.count, &emitter.event)
        emitter.event.transport = .tcp
        emitter.event.isComplete = true
        if let envelope = try? TCPEnvelope(waiting.span, at: 0) {
            emitter.event.kind = .frame
            emitter.event.units.rongCloud.layout = FrameLayout()
            emitter.event.units.rongCloud.layout.header = envelope.header
        }
        emitter.event.diagnose(.error, Self.cutCode, reason)
        emitter.event.undecoded = 0..<waiting.count
        emitter.emit(waiting.span)
        buffer.consume(waiting.count)
    }
}
