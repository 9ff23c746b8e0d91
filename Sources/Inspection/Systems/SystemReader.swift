import Transport

/// Reads the units of one connection as the inspector does, for those who bring the units themselves.
package final class SystemReader {
    /// Whose units they are.
    package let system: MessagingSystem
    let decoders: SystemDecoders
    var session: SystemSession
    var slots = SlotPool()
    var event = Event(flow: .nobody)

    /// - Parameters:
    ///   - target: of the request with which the connection begins, where it was seen.
    ///   - payloads: what topics carry that the table does not know.
    package init(
        _ system: MessagingSystem,
        begunBy target: String?,
        isUpgrade: Bool = false,
        subprotocol: String? = nil,
        limits: Limits = Limits(),
        payloads: [String: String] = [:]
    ) {
        self.system = system
        var options = DecodingOptions()
        options.limits = limits
        options.payloads = payloads
        options.showsSecrets = true
        options.depth = .payload
        decoders = SystemDecoders(options)
        let head = target.map { RequestHead(target: HTTPTarget($0), isUpgrade: isUpgrade, subprotocol: subprotocol) }
        session = system.session(begunBy: head)
    }
}
