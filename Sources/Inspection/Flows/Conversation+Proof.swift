import Capture
import Transport
import WireFormat

/// A switch to WebSocket that several systems, or others, may have asked for.
struct UpgradeProof {
    /// The request and its answer, which are an event once they are somebody's.
    var exchange: HTTPExchange
    /// The request.
    let head: RequestHead
    /// Who may have asked.
    var candidates: [Claim]
    /// The packets that brought both.
    let packets: HTTPPackets
    /// When the answer came.
    let arrival: Arrival
    /// How far each end's messages have been looked at.
    var client = Place()
    var server = Place()

    /// A place in what an end has sent.
    struct Place {
        /// Behind the last frame that was looked at.
        var position = 0
        /// Messages that did not tell.
        var messages = 0
    }

    /// Messages of one end after which nobody is believed any more.
    static let patience = 8
}

extension Conversation {
    /// Looks whether the first messages tell whose connection it is.
    mutating func prove(
        _ arrival: Arrival,
        _ emitter: inout EventEmitter,
        _ log: inout ConnectionLog,
        _ scratch: inout ByteWriter
    ) {
        guard var proof else { return }
        for sender in [FrameSender.client, .server] {
            if let claim = weigh(sides[context.side(of: sender)], sender, &proof, emitter.limits) {
                self.proof = nil
                phase = .webSocket
                context.hand(to: claim.system, begunBy: proof.head)
                explain("\(claim.system.name): \(claim.reason())", &log)
                proof.exchange.claim = claim
                emit(proof.exchange, proof.packets, proof.arrival, &emitter, &log)
                startWebSocket(arrival, &emitter, &scratch)
                return
            }
        }
        self.proof = proof
        let waiting = waitingBytes
        let isHopeless = max(proof.client.messages, proof.server.messages) >= UpgradeProof.patience
        guard proof.candidates.isEmpty || isHopeless || waiting > emitter.limits.syncBytes else { return }
        self.proof = nil
        phase = .other
        explain("other: nobody claims an upgrade of \(proof.exchange.target.path)", &log)
        dropBuffers(&emitter)
    }

    /// Looks at the messages of one end; answers the claim that they prove.
    private func weigh(
        _ side: StreamSide,
        _ sender: FrameSender,
        _ proof: inout UpgradeProof,
        _ limits: Limits
    ) -> Claim? {
        let bytes = side.buffer.bytes.span
        var place = sender == .client ? proof.client : proof.server
        defer { if sender == .client { proof.client = place } else { proof.server = place } }
        while place.messages < UpgradeProof.patience, let head = try? WebSocketFrameHeader(bytes, at: place.position),
            bytes.count - place.position >= head.totalLength
        {
            let payload = place.position + head.headerLength..<place.position + head.totalLength
            place.position = payload.upperBound
            if head.opcode.isControl { continue }
            place.messages += 1
            // What comes in pieces or refers to what came before says nothing by itself.
            guard head.isFinal, head.opcode != .continuation else { continue }
            var plain = ByteWriter(capacity: head.payloadLength)
            plain.append(bytes.extracting(payload), masked: head.mask)
            var message = plain.array
            if head.reserved & 0x40 != 0 {
                guard place.messages == 1,
                    let inflated = try? PerMessageDeflate.inflate(
                        message,
                        Inflater(.raw),
                        keepsContext: false,
                        limits: limits.transport
                    )
                else { continue }
                message = inflated
            }
            let isText = head.opcode == .text
            for claim in proof.candidates {
                switch claim.system.plausibility(of: message.span, isText: isText, from: sender) {
                case .proof: return claim
                case .likely: break
                case .none: proof.candidates.removeAll { $0.system == claim.system }
                }
            }
        }
        return nil
    }
}
