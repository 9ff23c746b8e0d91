import RongCloud
import WireFormat

// The TCP form: frames with checksum and length, one after the other, bodies obfuscated.
extension StreamSide {
    /// Reads all whole frames that wait.
    ///
    /// - Parameters:
    ///   - isFinal: whether nothing more comes before a hole or the end.
    ///   - last: frames that a later packet completed are left for another call.
    mutating func tcpForm<Consumer>(
        isFinal: Bool,
        upTo last: Int = .max,
        _ arrival: Arrival,
        _ context: inout FlowContext,
        _ core: inout WorkerCore<Consumer>,
        _ scratch: inout ByteWriter
    ) {
        passOverRest(&core)
        while !buffer.isEmpty {
            if needsSync, !synchroniseTCPForm(isFinal: isFinal, arrival, &context, &core) { return }
            let waiting = buffer.takeBytes()
            var position = 0
            var failure: WireError?
            do throws(WireError) {
                while let envelope = try TCPEnvelope(waiting.span, at: position),
                    waiting.count - position >= envelope.totalLength
                {
                    let whole = position..<position + envelope.totalLength
                    if last < .max, completingPacket(of: whole) > last { break }
                    context.begin(.frame, arrival, &core.event)
                    notePackets(of: whole, &core.event)
                    noteSkipped(&core.event)
                    emitTCPFrame(envelope, waiting.span.extracting(whole), &context, &core, &scratch)
                    position = whole.upperBound
                }
            } catch {
                failure = error
            }
            buffer.restore(waiting)
            buffer.consume(position)
            guard let failure else { return }
            brokenBy = failure.shifted(by: -position)
            needsSync = true
        }
    }

    /// The packet that completes the next frame; `nil` when no whole one waits, or none can be told.
    var packetOfNextTCPFrame: Int? {
        guard skip == 0, !needsSync, let envelope = try? TCPEnvelope(buffer.bytes.span, at: 0),
            buffer.bytes.count >= envelope.totalLength
        else { return nil }
        return completingPacket(of: 0..<envelope.totalLength)
    }

    private func completingPacket(of range: Range<Int>) -> Int {
        var packets: [Int] = []
        _ = buffer.packets(of: range.lowerBound + buffer.start..<range.upperBound + buffer.start, into: &packets)
        return packets.max() ?? 0
    }

    /// Passes over what is left of a frame with a hole in it.
    private mutating func passOverRest<Consumer>(_ core: inout WorkerCore<Consumer>) {
        guard skip > 0 else { return }
        let passed = min(skip, buffer.bytes.count)
        skip -= passed
        core.summary.undecodedBytes += passed
        buffer.consume(passed)
    }

    private mutating func emitTCPFrame<Consumer>(
        _ envelope: TCPEnvelope,
        _ wire: Span<UInt8>,
        _ context: inout FlowContext,
        _ core: inout WorkerCore<Consumer>,
        _ scratch: inout ByteWriter
    ) {
        core.event.transport = .tcp
        core.event.wire = Array(copying: wire)
        guard
            let key = context.session.rongCloud.obfuscation.key
                ?? (envelope.bodyLength == 0 ? ObfuscationKey.none : nil)
        else {
            core.event.units.rongCloud.layout = FrameLayout()
            core.event.units.rongCloud.layout.header = envelope.header
            core.event.units.rongCloud.ownUser = context.session.rongCloud.ownUser
            core.event.isComplete = true
            if !context.session.rongCloud.obfuscation.saidKeyIsUnknown {
                core.event.diagnose(
                    .warning,
                    "obfuscation-key",
                    "the bodies are obfuscated and the key could not be recovered; give it with --obfuscation-key"
                )
                context.session.rongCloud.obfuscation.saidKeyIsUnknown = true
            }
            core.event.undecoded = envelope.prefixLength..<wire.count
            core.emit(wire)
            return
        }
        if !context.session.rongCloud.obfuscation.saidKey, context.session.rongCloud.obfuscation.isRecovered {
            core.event.diagnose(
                .note,
                "obfuscation-key-recovered",
                key == .none
                    ? "the bodies are not obfuscated" : "the obfuscation key was recovered: \(Hex.encode(key.bytes))"
            )
            context.session.rongCloud.obfuscation.saidKey = true
        }
        scratch.removeAll()
        scratch.append(wire.extracting(0..<envelope.prefixLength))
        key.append(wire.extracting(droppingFirst: envelope.prefixLength), to: &scratch)
        core.frame(scratch.span, &context)
    }

    /// Looks for the next place where frames follow one another.
    ///
    /// What is before it is reported as a hole in the stream. Places are settled from left to right, as ``FrameFinder`` does.
    private mutating func synchroniseTCPForm<Consumer>(
        isFinal: Bool,
        _ arrival: Arrival,
        _ context: inout FlowContext,
        _ core: inout WorkerCore<Consumer>
    ) -> Bool {
        let waiting = buffer.bytes
        // The place that broke is no frame's beginning, whatever it looks like.
        var place = brokenBy == nil ? 0 : damaged + 1
        var isFound = false
        search: while place < waiting.count {
            switch TCPFormFinder.chain(waiting.span, at: place, frames: 2) {
            case .yes:
                isFound = true
                break search
            case .unclear:
                if !isFinal {
                    damaged = brokenBy == nil ? 0 : place - 1
                    if brokenBy == nil { passOver(place, &core) }
                    return false
                }
                if TCPFormFinder.fits(waiting.span, from: place) {
                    isFound = true
                    break search
                }
            case .no: break
            }
            place += 1
        }
        if !isFound, !isFinal, brokenBy != nil, waiting.count <= core.limits.syncBytes {
            damaged = waiting.count - 1
            return false
        }
        if let brokenBy {
            reportDamage(brokenBy, length: place, arrival, &context, &core)
            buffer.consume(place)
        } else {
            passOver(place, &core)
        }
        brokenBy = nil
        damaged = 0
        needsSync = !isFound
        return isFound
    }

    private mutating func passOver<Consumer>(_ count: Int, _ core: inout WorkerCore<Consumer>) {
        skipped += count
        core.summary.undecodedBytes += count
        buffer.consume(count)
    }

    /// The event of bytes that are no frames: a hole in what could be decoded.
    private mutating func reportDamage<Consumer>(
        _ error: WireError,
        length: Int,
        _ arrival: Arrival,
        _ context: inout FlowContext,
        _ core: inout WorkerCore<Consumer>
    ) {
        let bytes = Array(buffer.bytes.prefix(length))
        context.begin(.gap(offset: buffer.start, length: length), arrival, &core.event)
        notePackets(of: 0..<length, &core.event)
        core.event.transport = .tcp
        core.event.diagnose(error, stage: "frame")
        core.event.undecoded = 0..<length
        core.emit(bytes.span)
    }

    /// A hole in the stream.
    mutating func tcpFormGap<Consumer>(
        _ length: Int,
        fromFirst: Bool,
        _ context: inout FlowContext,
        _ core: inout WorkerCore<Consumer>
    ) {
        if skip >= length, buffer.isEmpty {
            skip -= length
            buffer.pass(length)
            return
        }
        let waiting = buffer.bytes
        var left = 0
        if !needsSync, let envelope = try? TCPEnvelope(waiting.span, at: 0),
            envelope.totalLength - waiting.count >= length
        {
            left = envelope.totalLength - waiting.count - length
        } else {
            needsSync = true
        }
        endTCPForm("the rest is not in the capture", fromFirst: fromFirst, &context, &core)
        buffer.pass(length)
        skip = left
    }

    /// What a hole or the end of the stream leaves of a frame.
    mutating func endTCPForm<Consumer>(
        _ reason: String,
        fromFirst: Bool,
        _ context: inout FlowContext,
        _ core: inout WorkerCore<Consumer>
    ) {
        guard !buffer.isEmpty else { return }
        let waiting = buffer.bytes
        let arrival = context.tail(fromFirst: fromFirst)
        if let brokenBy {
            reportDamage(brokenBy, length: waiting.count, arrival, &context, &core)
            self.brokenBy = nil
            damaged = 0
            buffer.consume(waiting.count)
            return
        }
        context.begin(.undecoded, arrival, &core.event)
        notePackets(of: 0..<waiting.count, &core.event)
        core.event.transport = .tcp
        core.event.isComplete = true
        if let envelope = try? TCPEnvelope(waiting.span, at: 0) {
            core.event.kind = .frame
            core.event.units.rongCloud.layout = FrameLayout()
            core.event.units.rongCloud.layout.header = envelope.header
        }
        core.event.diagnose(.error, "frame-cut", reason)
        core.event.undecoded = 0..<waiting.count
        core.emit(waiting.span)
        buffer.consume(waiting.count)
    }
}
