import Capture
import Transport
import WireFormat

/// An upgrade to WebSocket that several known or unknown systems may have asked for.
struct UpgradeProof {
    /// The exchange; it becomes an event when its system is proved.
    var exchange: HTTPExchange
    /// The request.
    let head: RequestHead
    /// The claims of the systems that may have asked.
    var candidates: [Claim]
    /// The packets of the request and the answer.
    let packets: HTTPPackets
    let arrival: Arrival
    /// The position up to which each end's messages were checked.
    var places = Sides(first: Place(), second: Place())

    /// A position in the bytes of one end.
    struct Place {
        /// The offset after the last checked frame.
        var position = 0
        /// The number of messages that were not proof.
        var messages = 0
        /// The message whose last frame has not arrived.
        var begun: Message?
    }

    /// The frames of a message up to a position.
    struct Message {
        let isText: Bool
        let isCompressed: Bool
        var payload: [UInt8] = []
    }

    /// The number of messages from one end after which no claim is believed.
    static let patience = 8
}

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
        let bytes = side.buffer.bytes.span
        while place.messages < UpgradeProof.patience, let head = try? WebSocketFrameHeader(bytes, at: place.position),
            bytes.count - place.position >= head.totalLength
        {
            let payload = place.position + head.headerLength..<place.position + head.totalLength
            place.position = payload.upperBound
            if head.opcode.isControl { continue }
            if head.opcode != .continuation {
                place.begun = UpgradeProof.Message(
                    isText: head.opcode == .text,
                    isCompressed: head.reserved & 0x40 != 0
                )
            }
            var plain = ByteWriter(capacity: head.payloadLength)
            plain.append(bytes.extracting(payload), masked: head.mask)
            place.begun?.payload += plain.array
            guard head.isFinal else { continue }
            place.messages += 1
            guard let whole = place.begun else { continue }
            place.begun = nil
            var message = whole.payload
            if whole.isCompressed {
                // A message that refers to an earlier one proves nothing by itself.
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
            for claim in candidates {
                switch claim.system.plausibility(of: message.span, isText: whole.isText, from: sender) {
                case .proof: return claim
                case .likely: break
                case .none: candidates.removeAll { $0.system == claim.system }
                }
            }
        }
        return nil
    }
}
