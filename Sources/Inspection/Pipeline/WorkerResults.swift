/// What workers have gathered over all blocks.
struct WorkerResults<Consumer: EventConsumer>: Sendable {
    var consumer: Consumer
    var summary: DecodingSummary
    /// Why connections were taken for what they are.
    var explanations: NoteList
    var notices: NoteList
    /// A row for each connection, when asked for.
    var flows: [FlowReport]
    /// The packets of the events that passed, when asked for.
    var selection: PacketSelection?

    /// Takes in what another worker has gathered.
    mutating func merge(_ other: Self) {
        if let chosen = other.selection {
            if selection == nil { selection = chosen } else { selection?.merge(chosen) }
        }
        consumer.merge(other.consumer)
        summary.add(other.summary)
        explanations.merge(other.explanations)
        notices.merge(other.notices)
        flows += other.flows
    }
}

extension WorkerResults {
    /// What there is before the first worker is merged.
    ///
    /// - Parameter limit: of notes about connections.
    init(_ consumer: Consumer, limit: Int) {
        self.init(
            consumer: consumer,
            summary: DecodingSummary(),
            explanations: NoteList(limit: limit),
            notices: NoteList(limit: limit),
            flows: [],
            selection: nil
        )
    }
}
