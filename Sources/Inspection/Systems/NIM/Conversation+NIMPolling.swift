import NIM
import Transport
import WireFormat

// NIM's Socket.IO over HTTP: packets in the bodies of requests and answers.
extension Conversation {
    /// The events of a body; those that came before the proof come with it.
    mutating func emitNIMPolling<Consumer>(
        _ body: [UInt8],
        of head: RequestHead,
        from sender: FrameSender,
        packets: [Int],
        _ arrival: Arrival,
        _ core: inout WorkerCore<Consumer>
    ) {
        guard let id = NIMHandshake.session(inPath: head.target.path)?.sessionId, !body.isEmpty else { return }
        // The answer to a packet that was sent is a single figure.
        if sender == .server, body == [UInt8(ascii: "1")] { return }
        var session = core.pollingSessions.take(id) ?? MessagingSystem.nim.session(begunBy: head)
        defer { core.pollingSessions.put(id, session, slots: &core.slots) }
        var place = arrival
        place.fromFirst = (sender == .client) == context.firstIsClient
        let units: [[UInt8]]
        do throws(WireError) {
            units = try NIMPollingBody(decoding: body.span, limits: core.limits).packets
        } catch {
            guard session.nim.isProven else { return }
            claimForNIM(id, &core)
            context.begin(.undecoded, place, &core.event)
            core.event.transport = .polling
            core.event.packets = packets
            core.event.diagnose(error, stage: "polling")
            core.event.undecoded = 0..<body.count
            core.emit(body.span)
            return
        }
        let flow = context.settleIdentity()
        for bytes in units {
            let packet = NIMSession.HeldPacket(
                bytes: bytes,
                flow: flow,
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
                for packet in held { emit(packet, id, &session, &core) }
            }
            emit(packet, id, &session, &core)
        }
    }

    private mutating func emit<Consumer>(
        _ packet: NIMSession.HeldPacket,
        _ id: String,
        _ session: inout SystemSession,
        _ core: inout WorkerCore<Consumer>
    ) {
        claimForNIM(id, &core)
        context.begin(.frame, packet.arrival, &core.event)
        core.event.flow = packet.flow
        core.event.sender = packet.sender
        core.event.transport = .polling
        core.event.packets = packet.packets
        let bytes = core.systems.nim.decode(text: packet.bytes, &session.nim, &core.slots, into: &core.event)
        core.event.pollingSession = id
        context.tally.facts.merge(session.facts)
        core.emit(bytes.span)
    }

    private mutating func claimForNIM<Consumer>(_ id: String, _ core: inout WorkerCore<Consumer>) {
        if context.system != .nim {
            context.hand(to: .nim, begunBy: nil)
            explain("nim: Socket.IO 0.9 over HTTP with packets of NIM's services", &core)
        }
        context.tally.facts.sessionId = id
    }
}
