import Transport

/// What readers of many connections have in common: the decoders, and the event that is being read.
///
/// One unit is read at a time.
package final class UnitReading {
    let decoders: SystemDecoders
    @exclusivity(unchecked) var event = Event(flow: .nobody)

    /// - Parameter payloads: what topics carry that the table does not know.
    package init(limits: Limits = Limits(), payloads: [String: String] = [:]) {
        var options = DecodingOptions()
        options.limits = limits
        options.payloads = payloads
        options.showsSecrets = true
        options.depth = .payload
        decoders = SystemDecoders(options)
    }
}

/// Reads the units of one connection as the inspector does, for those who bring the units themselves.
package final class SystemReader {
    /// Whose units they are.
    package let system: MessagingSystem
    let reading: UnitReading
    @exclusivity(unchecked) var session: SystemSession
    @exclusivity(unchecked) var slots = SlotPool()

    /// - Parameters:
    ///   - target: of the request with which the connection begins, where it was seen.
    ///   - reading: what it has in common with those of other connections.
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
