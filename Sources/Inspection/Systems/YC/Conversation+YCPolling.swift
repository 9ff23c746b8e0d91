import Capture
import Transport

// The answers to YC's polls.
extension Conversation {
    /// Emits the event of an answer.
    mutating func emitYC(
        _ answer: ReceivedHTTP,
        _ arrival: Arrival,
        _ emitter: inout EventEmitter,
        _ log: inout ConnectionLog
    ) {
        let content = answer.message.decodedBody(limits: emitter.limits.transport)
        let body = content.bytes
        if context.system != .yc {
            context.hand(to: .yc, begunBy: nil)
            explain("yc: an answer with ret_code and elements as the description shows them", &log)
        }
        var place = arrival
        place.side = context.client.other
        if let failure = content.failure { return emitUndecoded(failure, of: content, answer, place, &emitter) }
        context.begin(.frame, place, &emitter.event)
        emitter.event.transport = .polling
        answer.packets.tell(&emitter.event)
        emitter.alone(withUnitOf: body.count) { emitter in
            let bytes = emitter.systems.decode(text: body, &context.session, &emitter.slots, into: &emitter.event)
            emitter.emit(bytes.span)
        }
    }
}
