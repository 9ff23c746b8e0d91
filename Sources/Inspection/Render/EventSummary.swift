import Transport
import WireFormat

/// An event in words: what the columns of a line show, before anything is cut or escaped.
struct EventSummary {
    /// The type: PUBLISH, HTTP, GAP and so on.
    var type = ""
    /// The topic; of an answer, that of its request; of HTTP, the path.
    var topic = ""
    /// The frame's or message's target.
    var target = ""
    /// The message's type.
    var objectName = ""
    /// The result in an answer, with the code's meaning.
    var status = ""
    /// The worst diagnostic's severity and code, and how many more there are.
    var mark = ""
    /// What it says; what the worst diagnostic says stands before it.
    var digest = ""

    /// Puts an event into words.
    init(_ event: borrowing Event, _ bytes: Span<UInt8>, _ systems: borrowing SystemDecoders, showsSecrets: Bool) {
        switch event.kind {
        case .gap(let offset, let length):
            type = "GAP"
            let what = event.undecoded == nil ? "are not in the capture" : "are no frames"
            digest = "\(length) bytes \(what), from offset \(offset) of the stream"
        case .http(let exchange):
            type = "HTTP"
            topic = exchange.shownPath(showsSecrets: showsSecrets)
            status = exchange.method + " " + (exchange.status.map { "\($0)" } ?? "no answer")
            digest = Self.describe(exchange, event.flow.facts, showsSecrets: showsSecrets)
        case .undecoded:
            type = "UNDECODED"
            digest = "\(bytes.count) bytes that are no frame"
        case .frame: systems.summarize(event, bytes, into: &self)
        }
        if topic.isEmpty, let reply = event.reply, reply.topic >= 0 {
            topic = systems.replyTopic(reply.topic, of: event.system)
        }
        if let severity = event.diagnostics.worst { note(event.diagnostics, severity) }
    }

    private mutating func note(_ diagnostics: DiagnosticList, _ severity: Diagnostic.Severity) {
        guard let worst = diagnostics.first(severity) else { return }
        let sign =
            switch severity {
            case .error: "✗ "
            case .warning: "! "
            case .note: "· "
            }
        mark = sign + worst.code + (diagnostics.count > 1 ? " +\(diagnostics.count - 1)" : "")
        // What is wrong comes before what the unit says, what is only unusual behind it.
        let parts = severity == .note ? [digest, worst.text] : [worst.text, digest]
        digest = parts.filter { !$0.isEmpty }.joined(separator: "  ")
    }

    /// Who, with which app and SDK, then the parameters.
    private static func describe(_ exchange: HTTPExchange, _ facts: FlowFacts, showsSecrets: Bool) -> String {
        let query = exchange.shownQuery(showsSecrets: showsSecrets).map { $0.name + "=" + $0.value }
        var known = facts
        if let claim = exchange.claim {
            // What a request says of itself counts, whatever another one on the connection said.
            let own = exchange.facts(as: claim)
            if own.appKey != nil || own.sdkVersion != nil { known = own }
            known.user = exchange.user(as: claim) ?? known.user
        }
        return [known.words, query.joined(separator: " ")].filter { !$0.isEmpty }.joined(separator: "  ")
    }
}

extension HTTPExchange {
    /// What the request tells of who is there.
    func facts(as claim: Claim) -> FlowFacts {
        claim.system.facts(of: RequestHead(target: target, isUpgrade: isUpgrade, subprotocol: nil))
    }

    /// The user that the answer names.
    fileprivate func user(as claim: Claim) -> String? {
        guard case .exchange(showsReply: true) = claim.purpose, let range = replyRange else { return nil }
        return claim.system.user(inReply: body.span.extracting(range))
    }
}
