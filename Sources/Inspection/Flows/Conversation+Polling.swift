import Capture
import Transport
import WireFormat

// Long polling of any system.
extension Conversation {
    /// Returns the key of a session that has units on this connection.
    ///
    /// - Parameter head: the request; `nil` if it was not captured, which leaves the host of the request before it.
    mutating func pollingKey(_ id: String, of head: RequestHead?, _ sessions: PollingSessions) -> PollingSessionKey {
        if let head { context.pollingHost = head.host }
        let key = sessions.key(id, host: context.pollingHost, on: context.pollingHop)
        context.tally.facts.sessionServer = key.server
        return key
    }

    /// Emits the event of a body whose coding could not be undone, or not up to its end.
    mutating func emitUndecoded(
        _ failure: WireError,
        of decoded: HTTPDecodedBody,
        _ received: ReceivedHTTP,
        session key: PollingSessionKey? = nil,
        _ place: Arrival,
        _ emitter: inout EventEmitter
    ) {
        // If decoding produced nothing, the encoded bytes are the undecoded ones.
        var shown = decoded
        if decoded.bytes.isEmpty { shown.bytes = received.message.body }
        emitUndecoded(0..<shown.bytes.count, of: shown, received, session: key, failure, place, &emitter)
    }

    /// Emits the event of a part of a body that holds no unit of the connection's system.
    ///
    /// - Parameters:
    ///   - range: the part; the event of a whole body has the packets of the whole message.
    ///   - received: the message with the body.
    ///   - key: the session of the message, if the connection may not be known as the session's.
    mutating func emitUndecoded(
        _ range: Range<Int>,
        of decoded: HTTPDecodedBody,
        _ received: ReceivedHTTP,
        session key: PollingSessionKey? = nil,
        _ error: WireError,
        _ place: Arrival,
        _ emitter: inout EventEmitter
    ) {
        context.begin(.undecoded, place, &emitter.event)
        emitter.event.transport = .polling
        emitter.event.pollingSession = key
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
