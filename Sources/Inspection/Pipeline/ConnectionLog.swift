import Capture
import WireFormat

/// Notes and reports about a worker's connections, in addition to their events.
struct ConnectionLog {
    /// Notices for the user about single connections.
    var notices: NoteList
    /// Notices about connections that carried data and were not followed; a later proof by another connection removes
    /// them.
    private var unfollowed: NoteList
    /// The reasons for the connections' classification.
    private(set) var explanations: NoteList
    private var closed: [FlowReport] = []
    /// The events that another connection of the session proved, by the number of the connection that carried them.
    private var belated: [Int: BelatedEvents] = [:]
    /// Whether reasons are added to ``explanations``.
    private let explains: Bool
    /// The reports of ended connections that are kept.
    private let flowReports: PipelineOptions.FlowReports
    /// The largest number of entries in ``belated`` when neither reasons nor reports are asked for.
    private let limit: Int

    init(_ options: PipelineOptions) {
        limit = options.limits.connectionNotes
        notices = NoteList(limit: options.limits.connectionNotes)
        unfollowed = NoteList(limit: options.limits.connectionNotes)
        explanations = NoteList(limit: options.limits.connectionNotes)
        explains = options.explains
        flowReports = options.flowReports
    }

    /// Whether the reason for every connection's classification is needed.
    var keepsReasons: Bool { explains || flowReports != .none }

    /// Records the reason for a connection's classification.
    mutating func explain(_ reason: String, _ context: inout FlowContext) {
        context.tally.reason = reason
        if explains { explanations.append(FlowNote(flow: context.flow.number, text: reason)) }
    }

    /// Adds a notice that a connection is not followed, unless another connection proves its system.
    mutating func noteUnfollowed(_ note: FlowNote) { unfollowed.append(note) }

    /// All notices, including those about connections that were not followed, unless another connection proved the
    /// system.
    var allNotices: NoteList {
        var all = notices
        all.append(contentsOf: unfollowed) { note in
            guard let flow = note.flow else { return true }
            return belated[flow] == nil
        }
        return all
    }

    /// Counts an event of a connection whose system another connection proved.
    mutating func noteBelated(
        _ system: MessagingSystem,
        ofFlow number: Int,
        from sender: FrameSender,
        session: PollingSessionKey
    ) {
        guard keepsReasons || belated.count < limit else { return }
        var events = belated[number] ?? BelatedEvents(system: system, session: session)
        if explains, belated[number] == nil {
            explanations.append(FlowNote(flow: number, text: events.reason))
        }
        if sender == .client { events.fromClient += 1 } else { events.fromServer += 1 }
        belated[number] = events
    }

    /// Stores the report of a connection that has ended.
    mutating func close(_ report: @autoclosure () -> FlowReport) {
        switch flowReports {
        case .none: break
        case .latest:
            let row = report()
            if row.lastTime > closed.last?.lastTime ?? .min { closed = [row] }
        case .all: closed.append(report())
        }
    }

    /// The reports of the connections that have ended.
    var flows: [FlowReport] {
        closed.map { row in
            var row = row
            belated[row.number]?.add(to: &row)
            return row
        }
    }
}
