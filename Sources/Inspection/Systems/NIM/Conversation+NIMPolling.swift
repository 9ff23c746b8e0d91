import Capture
import NIM
import Transport
import WireFormat

// NIM's Socket.IO over HTTP: packets in the bodies of requests and answers.
extension Conversation {
    /// The events of a body; those that came before the proof come with it.
    mutating func emitNIMPolling(
        _ body: [UInt8],
        of head: RequestHead,
        from sender: FrameSender,
        packets: HTTPPackets,
        _ arrival: Arrival,
        _ emitter: inout EventEmitter,
        _ log: inout ConnectionLog
    ) {
        guard let id = NIMHandshake.session(inPath: head.target.path)?.sessionId, !body.isEmpty else { return }
        // The answer to a packet that was sent is a single figure.
        if sender == .server, body == [UInt8(ascii: "1")] { return }
        var session = emitter.pollingSessions.take(id) ?? MessagingSystem.nim.session(begunBy: head)
        defer { emitter.pollingSessions.put(id, session, slots: &emitter.slots) }
        var place = arrival
        place.side = context.side(of: sender)
        let units: [[UInt8]]
        do throws(WireError) {
            units = try NIMPollingBody(decoding: body.span, limits: emitter.limits.nim).packets
        } catch {
            guard session.nim.isProven else { return }
            claimForNIM(id, &log)
            context.begin(.undecoded, place, &emitter.event)
            emitter.event.transport = .polling
            packets.tell(&emitter.event)
            emitter.event.diagnose(error, stage: "polling")
            emitter.event.undecoded = 0..<body.count
            emitter.emit(body.span)
            return
        }
        let flow = context.settleIdentity()
        for bytes in units {
            let packet = NIMSession.HeldPacket(
                bytes: bytes,
                flow: flow,
                isTLS: context.isTLS,
                sender: sender,
                packets: packets,
                arrival: place
            )
            if !session.nim.isProven {
                switch NIMDecoder.plausibility(of: bytes.span, isText: true, from: sender) {
                case .proof: session.nim.isProven = true
                case .likely where session.nim.held.count < 16:
                    session.nim.held.append(packet)
                    continue
                case .likely, .none: return
                }
                let held = session.nim.held
                session.nim.held = []
                for packet in held { emit(packet, id, &session, &emitter, &log) }
            }
            emit(packet, id, &session, &emitter, &log)
        }
    }

    private mutating func emit(
        _ packet: NIMSession.HeldPacket,
        _ id: String,
        _ session: inout SystemSession,
        _ emitter: inout EventEmitter,
        _ log: inout ConnectionLog
    ) {
        let isOwn = packet.flow.number == context.flow.number
        if isOwn {
            claimForNIM(id, &log)
            context.begin(.frame, packet.arrival, &emitter.event)
        } else {
            packet.begin(&emitter.event)
            log.noteBelated(.nim, ofFlow: packet.flow.number, from: packet.sender, sessionId: id)
        }
        emitter.event.transport = .polling
        packet.packets.tell(&emitter.event)
        emitter.alone(withUnitOf: packet.bytes.count) { emitter in
            let bytes = emitter.systems.nim.decode(
                text: packet.bytes,
                &session.nim,
                &emitter.slots,
                into: &emitter.event
            )
            emitter.event.pollingSession = id
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
