import Capture
import WireFormat

/// What a user is told of a worker's connections besides their events.
struct ConnectionLog {
    /// What a user should know of single connections.
    var notices: NoteList
    /// Connections that carried something and were not followed, as far as they themselves tell.
    private var unfollowed: NoteList
    /// Why connections were taken for what they are.
    private(set) var explanations: NoteList
    private var closed: [FlowReport] = []
    /// By the number of the connection that brought them.
    private var belated: [Int: BelatedEvents] = [:]
    /// Whether reasons are kept among the explanations.
    private let explains: Bool
    /// Whether connections leave a row when they end.
    private let reportsFlows: Bool
    /// Connections of each kind that are remembered where they leave no row.
    private let limit: Int

    init(_ options: PipelineOptions) {
        limit = options.limits.connectionNotes
        notices = NoteList(limit: options.limits.connectionNotes)
        unfollowed = NoteList(limit: options.limits.connectionNotes)
        explanations = NoteList(limit: options.limits.connectionNotes)
        explains = options.explains
        reportsFlows = options.reportsFlows
    }

    /// Whether it is asked of every connection why it is taken for what it is.
    var keepsReasons: Bool { explains || reportsFlows }

    /// Notes why a connection is taken for what it is.
    mutating func explain(_ reason: String, _ context: inout FlowContext) {
        context.tally.reason = reason
        if explains { explanations.append(FlowNote(flow: context.flow.number, text: reason)) }
    }

    /// Notes that a connection is not followed, unless another one proves it to be a system's.
    mutating func noteUnfollowed(_ note: FlowNote) { unfollowed.append(note) }

    /// The notices, with the connections that were not followed.
    var allNotices: NoteList {
        var all = notices
        all.append(contentsOf: unfollowed) { note in
            guard let flow = note.flow else { return true }
            return belated[flow] == nil
        }
        return all
    }

    /// Counts an event of a connection that another one proved to be a system's.
    mutating func noteBelated(
        _ system: MessagingSystem,
        ofFlow number: Int,
        from sender: FrameSender,
        sessionId: String
    ) {
        guard keepsReasons || belated.count < limit else { return }
        var events = belated[number] ?? BelatedEvents(system: system, sessionId: sessionId)
        if explains, belated[number] == nil {
            explanations.append(FlowNote(flow: number, text: events.reason))
        }
        if sender == .client { events.fromClient += 1 } else { events.fromServer += 1 }
        belated[number] = events
    }

    /// Keeps the row of a connection that has ended.
    mutating func close(_ report: @autoclosure () -> FlowReport) {
        if reportsFlows { closed.append(report()) }
    }

    /// The rows of connections that have ended.
    var flows: [FlowReport] {
        closed.map { row in
            var row = row
            belated[row.number]?.add(to: &row)
            return row
        }
    }
}
