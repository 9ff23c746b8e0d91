import WireFormat

/// Writes each event as a record, from which ``TextLayout`` makes a line that a person can read at a glance.
struct TextConsumer: EventConsumer {
    /// The capture's name, if there are several captures.
    var file: String?
    var showsSecrets: Bool
    /// The writer of each event's tree of fields; `nil` if no trees are shown.
    var tree: TreeWriter?
    /// The connections already introduced, one bit each; all events of a connection belong to one worker.
    private var introduced: [UInt64] = []
    /// The summary of events; a class, because consumers are copied to the workers before they begin.
    private var words: Words?

    init(file: String?, showsSecrets: Bool, tree: TreeWriter? = nil) {
        self.file = file
        self.showsSecrets = showsSecrets
        self.tree = tree
    }

    var depth: DecodingDepth { .all }

    mutating func consume(
        _ event: inout Event,
        _ bytes: Span<UInt8>,
        _ systems: SystemDecoders,
        into output: inout JSONFieldSink
    ) {
        let words = words ?? Words()
        self.words = words
        words.summary.describe(event, bytes, systems, showsSecrets: showsSecrets)
        var flags: TextRecord.Flags = event.sender == .server ? .isFromServer : []
        if event.reply != nil { flags.insert(.isReply) }
        if event.diagnostics.isEmpty, tree == nil, case .frame = event.kind, systems.isPing(event) {
            flags.insert(.isPing)
        }
        switch event.diagnostics.worst {
        case .error?: flags.insert(.isError)
        case .warning?: flags.insert(.isWarning)
        case .note?: flags.insert(.isNote)
        case nil: break
        }
        let record = TextRecord.begin(
            time: event.time,
            latency: event.reply?.latency ?? 0,
            flow: event.flow.number,
            flags: flags,
            in: &output.writer
        )
        if introduce(event.flow.number) {
            let words = event.flow.words(event, file: file)
            TextRecord.append(.flow, words, to: record, in: &output.writer)
        }
        words.summary.append(to: record, in: &output.writer)
        words.summary.forgetLong()
        output.markHead()
        tree?.append(event, bytes, systems, to: &output)
    }

    /// The summary of one worker, and of no other.
    private final class Words: @unchecked Sendable {
        @exclusivity(unchecked) var summary = EventSummary()
    }

    /// Returns whether this is the first event of a connection.
    private mutating func introduce(_ flow: Int) -> Bool {
        let place = flow >> 6
        while introduced.count <= place { introduced.append(0) }
        let bit: UInt64 = 1 << UInt64(flow & 63)
        guard introduced[place] & bit == 0 else { return false }
        introduced[place] |= bit
        return true
    }
}

extension EventSummary {
    /// Appends all cells of a line to a record.
    fileprivate borrowing func append(to record: Int, in writer: inout ByteWriter) {
        TextRecord.append(.type, self[.type], to: record, in: &writer)
        TextRecord.append(.topic, self[.topic], to: record, in: &writer)
        TextRecord.append(.target, self[.target], to: record, in: &writer)
        TextRecord.append(.objectName, self[.objectName], to: record, in: &writer)
        TextRecord.append(.status, self[.status], to: record, in: &writer)
        TextRecord.append(.mark, self[.mark], to: record, in: &writer)
        TextRecord.append(.digest, digest, to: record, in: &writer)
    }
}

extension FlowIdentity {
    /// Returns the ends, the app, the SDK and the user of the connection in words.
    ///
    /// - Parameter event: the first event of the connection.
    fileprivate func words(_ event: borrowing Event, file: String?) -> String {
        var parts = [event.system.name.description]
        if let app = facts.appKey { parts.append("app \(Secrets.masked(app))") }
        if let sdk = facts.sdk { parts.append("SDK \(sdk)") }
        if let user = facts.user { parts.append("user \(user)") }
        if let session = facts.sessionId ?? event.pollingSession?.id { parts.append("session \(session)") }
        if firstPacket > 0 { parts.append("packet \(firstPacket)") }
        if let file { parts.append("of \(file)") }
        var transport = event.transport.name.description
        if case .http(let exchange) = event.kind { transport = exchange.isUpgrade ? "websocket" : "http" }
        if event.isTLS { transport += " over TLS" }
        return "\(client) → \(server)  \(transport)  " + parts.joined(separator: ", ")
    }
}
