import Capture
import WireFormat

/// What a user is told of a worker's connections besides their events.
struct ConnectionLog {
    /// What a user should know of connections that could not be followed.
    var notices: NoteList
    /// Why connections were taken for what they are.
    private(set) var explanations: NoteList
    private var closed: [FlowReport] = []
    /// By the number of the connection that brought them.
    private var belated: [Int: BelatedEvents] = [:]
    /// Whether reasons are kept among the explanations.
    private let explains: Bool
    /// Whether connections leave a row when they end.
    private let reportsFlows: Bool

    init(_ options: PipelineOptions) {
        notices = NoteList(limit: options.limits.connectionNotes)
        explanations = NoteList(limit: options.limits.connectionNotes)
        explains = options.explains
        reportsFlows = options.reportsFlows
    }

    /// Notes why a connection is taken for what it is.
    mutating func explain(_ reason: @autoclosure () -> String, _ context: inout FlowContext) {
        guard explains || reportsFlows else { return }
        let text = reason()
        context.tally.reason = text
        if explains { explanations.append(FlowNote(flow: context.flow.number, text: text)) }
    }

    /// Counts an event of a connection that another one proved to be a system's.
    mutating func noteBelated(
        _ system: MessagingSystem,
        ofFlow number: Int,
        from sender: FrameSender,
        sessionId: String
    ) {
        guard explains || reportsFlows else { return }
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
