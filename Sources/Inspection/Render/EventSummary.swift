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
    /// What it says.
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
            digest = Self.describe(exchange, showsSecrets: showsSecrets)
        case .undecoded:
            type = "UNDECODED"
            digest = "\(bytes.count) bytes that are no frame"
        case .frame: systems.summarize(event, bytes, into: &self)
        }
        if let severity = event.diagnostics.worst, severity > .note, let worst = event.diagnostics.first(severity) {
            digest += (digest.isEmpty ? "" : "  ") + "! \(worst.text)"
        }
    }

    private static func describe(_ exchange: HTTPExchange, showsSecrets: Bool) -> String {
        let query = exchange.shownQuery(showsSecrets: showsSecrets).map { $0.name + "=" + $0.value }
        let status = exchange.status.map { "\($0)" } ?? "no answer"
        return "\(exchange.method) \(status)  " + query.joined(separator: " ")
    }

    /// Milliseconds with one digit after the point.
    static func milliseconds(_ nanoseconds: Int64) -> String {
        let tenths = nanoseconds / 100_000
        return "\(tenths / 10).\(abs(tenths) % 10)"
    }
}
