/// The results of workers over all blocks.
struct WorkerResults<Consumer: EventConsumer>: Sendable {
    var consumer: Consumer
    var summary: DecodingSummary
    /// The reasons for the connections' classification.
    var explanations: NoteList
    var notices: NoteList
    /// The report of each connection, if asked for.
    var flows: [FlowReport]
    /// The packets of the events that passed, if asked for.
    var selection: PacketSelection?
    /// The rules that match a connection.
    var matchedRules: Set<DecodeAs> = []

    /// Merges the results of another worker.
    mutating func merge(_ other: Self) {
        if let chosen = other.selection {
            if selection == nil { selection = chosen } else { selection?.merge(chosen) }
        }
        consumer.merge(other.consumer)
        summary.add(other.summary)
        explanations.merge(other.explanations)
        notices.merge(other.notices)
        flows += other.flows
        matchedRules.formUnion(other.matchedRules)
    }
}

extension WorkerResults {
    /// Creates empty results, before the first worker is merged.
    ///
    /// - Parameter limit: the limit of each list of notes.
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
