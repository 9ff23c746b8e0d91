import Transport
import WireFormat

// YC's answers to polls.
extension Conversation {
    /// The event of an answer.
    mutating func emitYC<Consumer>(
        _ answer: ReceivedHTTP,
        _ arrival: Arrival,
        _ core: inout WorkerCore<Consumer>
    ) {
        let body = answer.message.decodedBody(limits: core.limits).bytes
        if context.system != .yc {
            context.hand(to: .yc, begunBy: nil)
            explain("yc: an answer with ret_code and elements as the description shows them", &core)
        }
        var place = arrival
        place.fromFirst = !context.firstIsClient
        context.begin(.frame, place, &core.event)
        core.event.transport = .polling
        core.event.packets = answer.packets
        let bytes = core.systems.decode(text: body, &context.session, &core.slots, into: &core.event)
        core.emit(bytes.span)
    }
}
