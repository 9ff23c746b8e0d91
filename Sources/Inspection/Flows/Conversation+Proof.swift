import Capture
import Transport
import WireFormat

extension Conversation {
    /// Checks whether the first messages prove a system.
    mutating func prove(
        _ arrival: Arrival,
        _ emitter: inout EventEmitter,
        _ log: inout ConnectionLog,
        _ scratch: inout ByteWriter
    ) {
        guard var proof else { return }
        // The only copy, so that a message grows in place.
        self.proof = nil
        for sender in [FrameSender.client, .server] {
            let side = context.side(of: sender)
            if let claim = weigh(sides[side], sender, &proof.places[side], &proof.candidates, emitter.limits) {
                phase = .webSocket
                context.hand(to: claim.system, begunBy: proof.head)
                explain("\(claim.system.name): \(claim.reason())", &log)
                proof.exchange.claim = claim
                emit(proof.exchange, proof.packets, proof.arrival, &emitter, &log)
                startWebSocket(arrival, &emitter, &scratch)
                return
            }
        }
        let waiting = waitingBytes
        let isHopeless = max(proof.places.first.messages, proof.places.second.messages) >= UpgradeProof.patience
        guard proof.candidates.isEmpty || isHopeless || waiting > emitter.limits.syncBytes else {
            self.proof = proof
            return
        }
        phase = .other
        explain("other: nobody claims an upgrade of \(proof.exchange.target.path)", &log)
        dropBuffers(&emitter)
    }

    /// Checks the messages of one end; returns the claim that they prove.
    private func weigh(
        _ side: StreamSide,
        _ sender: FrameSender,
        _ place: inout UpgradeProof.Place,
        _ candidates: inout [Claim],
        _ limits: Limits
    ) -> Claim? {
        // After a hole, it is not known where a frame begins.
        guard side.isInStep else { return nil }
        while let message = place.next(in: side.buffer.bytes.span) {
            // A message that refers to an earlier one proves nothing by itself.
            guard !message.isCompressed || place.messages == 1, let content = message.content(limits.transport) else {
                continue
            }
            for claim in candidates {
                switch claim.system.plausibility(of: content.span, isText: message.isText, from: sender) {
                case .proof: return claim
                case .likely: break
                case .none: candidates.removeAll { $0.system == claim.system }
                }
            }
        }
        return nil
    }
}
