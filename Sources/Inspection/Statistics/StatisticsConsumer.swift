/// Counts events and bytes by type, topic, object name and conversation, and the statuses and latencies of answers.
struct StatisticsConsumer: EventConsumer {
    /// Counts by type, topic, object name and conversation.
    private(set) var counts = FieldCounts()
    /// Latencies, statuses, pings and rates.
    private(set) var timing = TimingCounts()
    /// Counts of the values of other fields.
    private(set) var tallies: [FieldTally]
    private(set) var exchanges = 0
    private(set) var gaps = 0
    private(set) var gapBytes = 0
    private(set) var firstTime = Int64.max
    private(set) var lastTime = Int64.min
    private let view: EventRendition
    private var walk: FieldTallyWalk?

    /// - Parameters:
    ///   - fields: the fields whose values are counted.
    ///   - showsSecrets: whether tokens are shown in full.
    init(by fields: [FieldPath] = [], showsSecrets: Bool = false) {
        tallies = fields.map(FieldTally.init)
        view = EventRendition(showsSecrets: showsSecrets)
    }

    var depth: DecodingDepth { tallies.reduce(into: .payload) { $0.formUnion($1.path.depth) } }
    var needsOrder: Bool { tallies.contains { $0.path.needsNumbers } }

    mutating func consume(
        _ event: inout Event,
        _ bytes: Span<UInt8>,
        _ systems: SystemDecoders,
        into output: inout JSONFieldSink
    ) {
        firstTime = min(firstTime, event.time)
        lastTime = max(lastTime, event.time)
        timing.add(event, bytes, systems)
        switch event.kind {
        case .frame:
            counts.begin(event.system, event.sender, bytes: event.shownLength(bytes))
            systems.describeFrame(&event, bytes, to: &counts)
            systems.describeMessages(&event, bytes, to: &counts)
        case .gap(_, let length):
            gaps += 1
            gapBytes += length
        case .http: exchanges += 1
        case .undecoded: break
        }
        guard !tallies.isEmpty else { return }
        let walk = walk ?? FieldTallyWalk(tallies.map(\.path), view)
        self.walk = walk
        walk.count(&event, bytes, systems, in: &tallies)
    }

    mutating func merge(_ other: StatisticsConsumer) {
        counts.merge(other.counts)
        timing.merge(other.timing)
        for (index, tally) in other.tallies.enumerated() where index < tallies.count { tallies[index].merge(tally) }
        exchanges += other.exchanges
        gaps += other.gaps
        gapBytes += other.gapBytes
        firstTime = min(firstTime, other.firstTime)
        lastTime = max(lastTime, other.lastTime)
    }
}
