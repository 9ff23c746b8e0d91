import Transport

/// The state that readers of many connections share: the decoders, and the event that is being decoded.
///
/// One unit is read at a time.
package final class UnitReading {
    let decoders: SystemDecoders
    @exclusivity(unchecked) var event = Event(flow: .nobody)

    /// - Parameter payloads: the payload names for topics that the table does not know.
    package init(limits: Limits = Limits(), payloads: [String: String] = [:]) {
        var options = DecodingOptions()
        options.limits = limits
        options.payloads = payloads
        options.showsSecrets = true
        options.depth = .payload
        decoders = SystemDecoders(options)
    }
}

/// Decodes the units of one connection as the inspector does, for callers that have the units already.
package final class SystemReader {
    /// The system of the units.
    package let system: MessagingSystem
    let reading: UnitReading
    @exclusivity(unchecked) var session: SystemSession
    @exclusivity(unchecked) var slots = SlotPool()

    /// - Parameters:
    ///   - target: the target of the request with which the connection begins, if it was seen.
    ///   - reading: the state shared with readers of other connections.
    package init(
        _ system: MessagingSystem,
        begunBy target: String?,
        isUpgrade: Bool = false,
        subprotocol: String? = nil,
        _ reading: UnitReading
    ) {
        self.system = system
        self.reading = reading
        let head = target.map { RequestHead(target: HTTPTarget($0), isUpgrade: isUpgrade, subprotocol: subprotocol) }
        session = system.session(begunBy: head)
    }
}

extension MessagingSystem {
    /// Whether the subprotocol that a server chose tells by itself which system uses the connection.
    package static func isKnown(bySubprotocol name: String) -> Bool {
        claims(RequestHead(target: HTTPTarget(""), isUpgrade: true, subprotocol: name)).sure != nil
    }
}
