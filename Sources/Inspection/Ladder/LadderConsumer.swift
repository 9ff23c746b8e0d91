import Reporting
import WireFormat

/// Collects the events of each session as arrows, and passes all events to the check.
struct LadderConsumer: EventConsumer {
    private enum Key: Hashable {
        case flow(Int)
        case polling(PollingSessionKey)
    }

    /// The check that judges the events.
    var check: CheckConsumer
    /// The sessions in the order of their first events.
    private(set) var sessions: [LadderSession] = []
    /// The number of events left out.
    private(set) var leftOut = 0
    private var places: [Key: Int] = [:]
    private let limit: Int
    private let showsSecrets: Bool
    private var kept = 0
    private var lastKept = 0
    /// The numbers of answered requests; an event that is left out may be the answer.
    private var answered: Set<Int> = []

    init(file: String, limit: Int, showsSecrets: Bool) {
        check = CheckConsumer(file: file)
        self.limit = limit
        self.showsSecrets = showsSecrets
    }

    var depth: DecodingDepth { .all }
    var needsOrder: Bool { true }
    mutating func merge(_ other: LadderConsumer) { self = other }
    mutating func end(_ connection: FlowEnd) { check.end(connection) }
    mutating func end(pollingSession key: PollingSessionKey, at time: Int64) {
        check.end(pollingSession: key, at: time)
    }

    /// The maximum number of characters kept of a text of an event; the wire gives topics and names of any length.
    private static let longestText = 240

    private static func shown(_ text: String) -> String {
        // A single character may consist of any number of code points.
        SafeText.terminal(String(text.prefix(longestText).unicodeScalars.prefix(4 * longestText)))
    }

    mutating func consume(
        _ event: inout Event,
        _ bytes: Span<UInt8>,
        _ systems: SystemDecoders,
        into output: inout JSONFieldSink
    ) {
        check.consume(&event, bytes, systems, into: &output)
        let request = event.requestNumber
        // Only an answer to a drawn event matters; numbers are increasing.
        if request > 0, request <= lastKept { answered.insert(request) }
        guard kept < limit else {
            leftOut += 1
            return
        }
        kept += 1
        lastKept = event.number
        var summary = EventSummary()
        summary.describe(event, bytes, systems, showsSecrets: showsSecrets)
        var kind = LadderRow.Kind.unit
        if case .gap = event.kind { kind = .hole }
        var row = LadderRow(
            number: event.number,
            time: event.time,
            isFromServer: event.sender == .server,
            kind: kind,
            type: SafeText.terminal(summary.string(.type)),
            topic: Self.shown(summary.string(.topic)),
            objectName: Self.shown(summary.string(.objectName)),
            digest: Self.shown(String(decodingUTF8: summary.digest)),
            request: request,
            latency: event.reply?.latency ?? 0
        )
        row.isRequest = event.requestSlot >= 0
        if event.isAnswer, event.reply == nil { row.missing = .request }
        for severity in [Severity.error, .warning] {
            guard let first = event.diagnostics.first(severity) else { continue }
            row.remarks.append(LadderRow.Remark(severity: severity, text: first.text, code: first.code))
        }
        let place = session(of: event)
        // A connection that begins with a request is named after the transport of its other units.
        if !isExchange(event) { sessions[place].transport = String(describing: event.transport.name) }
        sessions[place].rows.append(row)
    }

    private mutating func session(of event: borrowing Event) -> Int {
        let key = event.pollingSession.map(Key.polling) ?? .flow(event.flow.number)
        if let place = places[key] { return place }
        let name =
            switch key {
            case .flow(let number): "f\(number)"
            case .polling(let session): "session \(SafeText.terminal(session.id))"
            }
        sessions.append(
            LadderSession(
                client: event.flow.client,
                server: event.flow.server,
                name: name,
                flow: event.flow.number,
                system: event.system,
                isSpread: event.pollingSession != nil
            )
        )
        places[key] = sessions.count - 1
        return sessions.count - 1
    }

    private func isExchange(_ event: borrowing Event) -> Bool {
        if case .http = event.kind { return true }
        return false
    }

    /// Adds the check's findings to the events that show them, the users, and the requests without an answer.
    ///
    /// - Parameters:
    ///   - file: the capture's name.
    ///   - flows: the capture's connections.
    mutating func finish(_ file: String, _ flows: [FlowReport]) {
        var users: [Int: String] = [:]
        var time: Int64 = .min
        for flow in flows {
            users[flow.number] = flow.facts.user
            time = max(time, flow.lastTime)
        }
        var remarks: [Int: [LadderRow.Remark]] = [:]
        for finding in check.judgedAlone(file: file, at: time).sorted {
            guard case .events(_, _, let numbers, _) = finding.place, let number = numbers.first else { continue }
            remarks[number, default: []].append(
                LadderRow.Remark(severity: finding.severity, text: finding.text, code: finding.rule.id)
            )
        }
        for session in sessions.indices {
            sessions[session].user = SafeText.terminal(users[sessions[session].flow] ?? "")
            for row in sessions[session].rows.indices {
                if sessions[session].rows[row].isRequest, !answered.contains(sessions[session].rows[row].number) {
                    sessions[session].rows[row].missing = .answer
                }
                guard let found = remarks[sessions[session].rows[row].number] else { continue }
                sessions[session].rows[row].remarks += found
                sessions[session].rows[row].remarks.sort { $0.severity > $1.severity }
            }
        }
    }
}
