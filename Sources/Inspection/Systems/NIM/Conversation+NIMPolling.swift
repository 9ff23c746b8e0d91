import Capture
import NIM
import Transport
import WireFormat

// NIM's Socket.IO over HTTP: packets in the bodies of requests and answers.
extension Conversation {
    /// Emits the events of a body, each with the packets of its own bytes.
    ///
    /// A body with a packet that proves the session counts as a whole; packets held before it are emitted first. Bytes
    /// before the proof that were not held have no event: they may be another use's of Socket.IO. With the proof they
    /// count as undecoded.
    ///
    /// - Parameter head: the request; `nil` if it was not captured, and the body is of the connection's session.
    mutating func emitNIMPolling(
        _ received: ReceivedHTTP,
        of head: RequestHead?,
        from sender: FrameSender,
        _ arrival: Arrival,
        _ emitter: inout EventEmitter,
        _ log: inout ConnectionLog
    ) {
        let known = context.tally.facts.sessionId
        guard let id = head.map({ NIMHandshake.session(inPath: $0.target.path)?.sessionId }) ?? known else { return }
        let content = received.message.decodedBody(limits: emitter.limits.transport)
        let body = content.bytes
        guard !body.isEmpty || content.failure != nil else { return }
        // The server answers a packet from the client with a single digit.
        if sender == .server, body == [UInt8(ascii: "1")] { return }
        // The body of an HTTP error or redirect, such as a proxy's page, need not hold packets.
        if case .response(let status) = received.message.start, status >= 300,
            !received.message.holdsNIMPackets(emitter.limits)
        {
            return
        }
        let key = pollingKey(id, of: head, emitter.pollingSessions)
        var session = emitter.pollingSessions.take(key) ?? MessagingSystem.nim.session(begunBy: head)
        defer { emitter.pollingSessions.put(key, session, on: context.pollingHop, slots: &emitter.slots) }
        var place = arrival
        place.side = context.side(of: sender)
        if let failure = content.failure {
            guard session.nim.isProven else {
                session.nim.unheldBytes += body.isEmpty ? received.message.body.count : body.count
                return
            }
            claimForNIM(id, &log)
            return emitUndecoded(failure, of: content, received, session: key, place, &emitter)
        }
        let units: NIMPollingBody
        do throws(WireError) {
            units = try NIMPollingBody(decoding: body.span, limits: emitter.limits.nim)
        } catch {
            guard session.nim.isProven else {
                session.nim.unheldBytes += body.count
                return
            }
            claimForNIM(id, &log)
            return emitUndecoded(0..<body.count, of: content, received, session: key, error, place, &emitter)
        }
        let flow = context.settleIdentity()
        if !session.nim.isProven, units.packets.contains(where: { Self.plausibility(of: $0, sender) == .proof }) {
            session.nim.isProven = true
            let held = session.nim.held
            session.nim.held = []
            emitter.summary.undecodedBytes += session.nim.unheldBytes
            for packet in held { emit(packet, key, &session, &emitter, &log) }
        }
        let shared = Self.sharedPackets(of: units, content, received, emitter.limits)
        for (bytes, range) in zip(units.packets, units.ranges) {
            // Packets of other uses of Socket.IO are not kept.
            if !session.nim.isProven {
                guard session.nim.held.count < NIMSession.mostHeld, Self.plausibility(of: bytes, sender) != .none else {
                    session.nim.unheldBytes += bytes.count
                    continue
                }
            }
            var packet = NIMSession.HeldPacket(
                bytes: bytes,
                flow: flow,
                isTLS: context.isTLS,
                sender: sender,
                arrival: place
            )
            if let shared {
                packet.packets = shared
            } else {
                // An empty packet is preceded by its length.
                let carried = range.isEmpty ? max(0, range.lowerBound - 1)..<range.upperBound : range
                _ = received.body.packets(of: content.source(of: carried), into: &packet.packets)
            }
            if session.nim.isProven {
                emit(packet, key, &session, &emitter, &log)
            } else {
                session.nim.held.append(packet)
            }
        }
    }

    /// Returns the capture's packets that each unit of a compressed body has; `nil` if each has those of its own bytes.
    ///
    /// Compressed data can only be read with all the data before it, so every packet counts, unless there are too many.
    private static func sharedPackets(
        of units: NIMPollingBody,
        _ content: HTTPDecodedBody,
        _ received: ReceivedHTTP,
        _ limits: Limits
    ) -> [Int]? {
        guard content.isCompressed, !received.packets.isCut else { return nil }
        let all = received.packets.numbers
        return all.count.multipliedSaturated(by: units.packets.count) <= limits.httpMessagePackets ? all : nil
    }

    private static func plausibility(of packet: [UInt8], _ sender: FrameSender) -> Plausibility {
        NIMDecoder.plausibility(of: packet.span, isText: true, from: sender)
    }

    /// Returns whether the body of an answer to a request that was not captured consists of packets.
    func continuesNIMPolling(_ answer: HTTPMessage, _ limits: Limits) -> Bool {
        context.tally.facts.sessionId != nil && answer.holdsNIMPackets(limits)
    }

    private mutating func emit(
        _ packet: NIMSession.HeldPacket,
        _ key: PollingSessionKey,
        _ session: inout SystemSession,
        _ emitter: inout EventEmitter,
        _ log: inout ConnectionLog
    ) {
        let isOwn = packet.flow.number == context.flow.number
        if isOwn {
            claimForNIM(key.id, &log)
            context.begin(.frame, packet.arrival, &emitter.event)
            emitter.event.isSentAgain = context.sendsAgain
        } else {
            packet.begin(&emitter.event)
            log.noteBelated(.nim, ofFlow: packet.flow.number, from: packet.sender, session: key)
        }
        emitter.event.transport = .polling
        emitter.event.packets = packet.packets
        emitter.alone(withUnitOf: packet.bytes.count) { emitter in
            let bytes = emitter.systems.nim.decode(
                text: packet.bytes,
                &session.nim,
                &emitter.slots,
                into: &emitter.event
            )
            emitter.event.pollingSession = key
            if isOwn { context.tally.facts.merge(session.facts) }
            emitter.emit(bytes.span)
        }
    }

    private mutating func claimForNIM(_ id: String, _ log: inout ConnectionLog) {
        if context.system != .nim {
            context.hand(to: .nim, begunBy: nil)
            explain("nim: Socket.IO 0.9 over HTTP with packets of NIM's services", &log)
        }
        context.tally.facts.sessionId = id
    }
}

extension HTTPMessage {
    /// Returns whether the body consists of packets of NIM, as those of long polling do.
    package func holdsNIMPackets(_ limits: Limits) -> Bool {
        let body = decodedBody(limits: limits.transport).bytes
        guard let units = try? NIMPollingBody(decoding: body.span, limits: limits.nim) else { return false }
        return units.packets.allSatisfy { (try? NIMPacket(decoding: $0.span, limits: limits.nim)) != nil }
    }
}
