import Transport
import WireFormat

// Long polling of any system.
extension Conversation {
    /// Emits the event of a body whose coding could not be undone, or not up to its end.
    mutating func emitUndecoded(
        _ failure: WireError,
        of decoded: HTTPDecodedBody,
        _ received: ReceivedHTTP,
        session id: String? = nil,
        _ place: Arrival,
        _ emitter: inout EventEmitter
    ) {
        // If decoding produced nothing, the encoded bytes are the undecoded ones.
        var shown = decoded
        if decoded.bytes.isEmpty { shown.bytes = received.message.body }
        emitUndecoded(0..<shown.bytes.count, of: shown, received, session: id, failure, place, &emitter)
    }

    /// Emits the event of a part of a body that holds no unit of the connection's system.
    ///
    /// - Parameters:
    ///   - range: the part; the event of a whole body has the packets of the whole message.
    ///   - received: the message with the body.
    ///   - id: the session of the message, if the connection may not be known as the session's.
    mutating func emitUndecoded(
        _ range: Range<Int>,
        of decoded: HTTPDecodedBody,
        _ received: ReceivedHTTP,
        session id: String? = nil,
        _ error: WireError,
        _ place: Arrival,
        _ emitter: inout EventEmitter
    ) {
        context.begin(.undecoded, place, &emitter.event)
        emitter.event.transport = .polling
        emitter.event.pollingSession = id
        if range.count < decoded.bytes.count {
            emitter.event.packets.clear()
            _ = received.body.packets(of: decoded.source(of: range), into: &emitter.event.packets)
        } else {
            received.packets.tell(&emitter.event)
        }
        emitter.event.diagnose(error, stage: "polling")
        emitter.event.undecoded = 0..<range.count
        emitter.emit(decoded.bytes.span.extracting(range))
    }
}
