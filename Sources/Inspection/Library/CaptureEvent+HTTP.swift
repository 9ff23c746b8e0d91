import Transport

extension CaptureEvent.HTTP {
    /// Copies the parts of an exchange that may be shown, except the body of the answer.
    init(_ exchange: HTTPExchange, showsSecrets: Bool) {
        let wasAsked = !exchange.method.isEmpty
        method = wasAsked ? exchange.method : nil
        path = wasAsked ? exchange.shownPath(showsSecrets: showsSecrets) : nil
        let parameters = wasAsked ? exchange.shownQuery(showsSecrets: showsSecrets) : []
        query = parameters.map { Parameter(name: $0.name, value: $0.value) }
        status = exchange.status
    }
}
