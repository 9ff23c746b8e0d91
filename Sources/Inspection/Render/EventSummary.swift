import Reporting
import Transport
import WireFormat

/// An event in words: the columns of a line, before anything is cut or escaped.
///
/// One summary is reused for all events, so its buffers are kept, and texts are stored as bytes.
struct EventSummary: ~Copyable {
    /// The columns of a line.
    enum Part: Int, CaseIterable {
        /// The type: PUBLISH, HTTP, GAP and so on.
        case type
        /// The topic; for an answer the topic of its request, for HTTP the path.
        case topic
        /// The frame's or message's target.
        case target
        /// The message's type.
        case objectName
        /// The result in an answer, with the code's meaning.
        case status
        /// The severity and code of the worst diagnostic, and the number of the others.
        case mark
    }

    private var text = ByteWriter(capacity: 256)
    private var ranges = [Range<Int>](repeating: 0..<0, count: Part.allCases.count)
    private var words = ByteWriter(capacity: 256)

    // MARK: Reading

    /// The bytes of a part; empty if the event does not have the part.
    subscript(part: Part) -> Span<UInt8> {
        @_lifetime(borrow self)
        borrowing get { text.span.extracting(ranges[part.rawValue]) }
    }

    /// The text of the worst diagnostic and the unit's own words; a mere note comes last.
    var digest: Span<UInt8> {
        @_lifetime(borrow self)
        borrowing get { words.span }
    }

    /// A part as a string.
    borrowing func string(_ part: Part) -> String { String(decodingUTF8: self[part]) }

    // MARK: Writing

    /// Sets a part to the text that `body` writes.
    @inline(__always)
    mutating func set(_ part: Part, _ body: (inout ByteWriter) -> Void) {
        let start = text.count
        body(&text)
        ranges[part.rawValue] = start..<text.count
    }

    mutating func set(_ part: Part, _ literal: StaticString) { set(part) { $0.append(literal) } }
    mutating func set(_ part: Part, _ string: String) { set(part) { $0.append(text: string) } }

    /// Appends to the digest, after a gap, the text that `body` writes.
    @inline(__always)
    mutating func add(_ body: (inout ByteWriter) -> Void) {
        let mark = words.count
        if mark > 0 { words.append("  ") }
        let start = words.count
        body(&words)
        if words.count == start { words.truncate(to: mark) }
    }

    mutating func add(_ string: String) { add { $0.append(text: string) } }

    /// Describes another event in words.
    mutating func describe(
        _ event: borrowing Event,
        _ bytes: Span<UInt8>,
        _ systems: borrowing SystemDecoders,
        showsSecrets: Bool
    ) {
        text.removeAll()
        words.removeAll()
        for index in ranges.indices { ranges[index] = 0..<0 }
        let worst = event.diagnostics.worst.flatMap { event.diagnostics.place(ofFirst: $0) }
        if let worst { mark(event.diagnostics, worst) }
        // Errors and warnings come before the unit's own words, notes after them.
        if let worst, event.diagnostics.span[worst].severity != .note {
            add { event.diagnostics.span[worst].appendText(to: &$0) }
        }
        switch event.kind {
        case .gap(let offset, let length):
            set(.type, "GAP")
            let count = Count.of(length, "byte is", "bytes are")
            let missing = event.diagnostics.contains(code: "tls-undecrypted") ? "not decrypted" : "not in the capture"
            let what = event.undecoded == nil ? missing : length == 1 ? "no frame" : "no frames"
            add("\(count) \(what), from offset \(offset) of the stream")
        case .http(let exchange):
            set(.type, "HTTP")
            set(.topic, exchange.shownPath(showsSecrets: showsSecrets))
            set(.status, exchange.method + " " + (exchange.status.map { "\($0)" } ?? "no answer"))
            describe(exchange, event.flow.facts, showsSecrets: showsSecrets)
        case .undecoded:
            set(.type, "UNDECODED")
            add(Count.of(bytes.count, "byte that is", "bytes that are") + " no frame")
        case .frame: systems.summarize(event, bytes, into: &self)
        }
        if self[.topic].isEmpty, let reply = event.reply, reply.topic >= 0 {
            set(.topic, systems.replyTopic(reply.topic, of: event.system))
        }
        if let worst, event.diagnostics.span[worst].severity == .note {
            add { event.diagnostics.span[worst].appendText(to: &$0) }
        }
    }

    /// The capacity in bytes up to which a buffer is kept for the next event.
    private static let keptBytes = 1 << 16

    /// Frees the buffers after a long text.
    mutating func forgetLong() {
        guard max(text.capacity, words.capacity) > Self.keptBytes else { return }
        text = ByteWriter(capacity: 256)
        words = ByteWriter(capacity: 256)
        for index in ranges.indices { ranges[index] = 0..<0 }
    }

    private mutating func mark(_ diagnostics: borrowing DiagnosticList, _ worst: Int) {
        set(.mark) { writer in
            switch diagnostics.span[worst].severity {
            case .error: writer.append("✗ ")
            case .warning: writer.append("! ")
            case .note: writer.append("· ")
            }
            writer.append(text: diagnostics.span[worst].code)
            guard diagnostics.count > 1 else { return }
            writer.append(" +")
            writer.append(decimal: diagnostics.count - 1)
        }
    }

    /// Describes the user, the app and the SDK, then the parameters.
    private mutating func describe(_ exchange: HTTPExchange, _ facts: FlowFacts, showsSecrets: Bool) {
        let query = exchange.shownQuery(showsSecrets: showsSecrets).map { $0.name + "=" + $0.value }
        var known = facts
        if let claim = exchange.claim {
            // The facts of this request replace those from other requests on the connection.
            let own = exchange.facts(as: claim)
            if own.appKey != nil || own.sdkVersion != nil { known = own }
            known.user = exchange.user(as: claim) ?? known.user
        }
        add(known.words)
        add(query.joined(separator: " "))
    }
}

extension HTTPExchange {
    /// The facts that the request tells about app, SDK and user.
    func facts(as claim: Claim) -> FlowFacts {
        claim.system.facts(of: RequestHead(target: target, isUpgrade: isUpgrade, subprotocol: nil))
    }

    /// The user that the answer names.
    fileprivate func user(as claim: Claim) -> String? {
        guard case .exchange(showsReply: true) = claim.purpose, let range = replyRange else { return nil }
        return claim.system.user(inReply: body.span.extracting(range))
    }
}
