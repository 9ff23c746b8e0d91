import Transport
import WireFormat
import WireJSON

extension CaptureEvent.HTTP {
    /// What may be shown of an exchange.
    init(_ exchange: HTTPExchange, showsSecrets: Bool, limits: Limits) {
        let wasAsked = !exchange.method.isEmpty
        method = wasAsked ? exchange.method : nil
        path = wasAsked ? exchange.shownPath(showsSecrets: showsSecrets) : nil
        let parameters = wasAsked ? exchange.shownQuery(showsSecrets: showsSecrets) : []
        query = parameters.map { Parameter(name: $0.name, value: $0.value) }
        status = exchange.status
        var writer = ByteWriter(capacity: 256)
        if exchange.appendReply(to: &writer, showsSecrets: showsSecrets, limits: limits) {
            reply = try? JSONValue(parsing: writer.array, limits: limits.json)
        }
    }
}
