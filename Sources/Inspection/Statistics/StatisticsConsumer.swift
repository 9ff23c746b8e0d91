import WireFormat
import WireJSON

/// Counts events and bytes by type, topic, object name and conversation, and what answers say and how long they take.
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
    private var lines: JSONLinesConsumer

    /// - Parameters:
    ///   - fields: the paths of fields whose values are counted.
    ///   - showsSecrets: whether tokens are shown in full.
    init(by fields: [String] = [], showsSecrets: Bool = false) {
        tallies = fields.map(FieldTally.init)
        lines = JSONLinesConsumer(EventRendition(showsSecrets: showsSecrets))
    }

    /// Fields of contents are only there when contents are read.
    var depth: DecodingDepth { tallies.isEmpty ? .payload : .all }

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
            counts.begin(event.system, event.sender, bytes: bytes.count)
            systems.describeFrame(&event, bytes, to: &counts)
            systems.describeMessages(&event, bytes, to: &counts)
        case .gap(_, let length):
            gaps += 1
            gapBytes += length
        case .http: exchanges += 1
        case .undecoded: break
        }
        if !tallies.isEmpty { tally(&event, bytes, systems, &output) }
    }

    /// Looks the fields up in the event's line, which is made for that and not kept.
    private mutating func tally(
        _ event: inout Event,
        _ bytes: Span<UInt8>,
        _ systems: SystemDecoders,
        _ output: inout JSONFieldSink
    ) {
        let start = output.writer.count
        output.writer.append("{\"n\":0")
        event.replyNumberPosition = -1
        lines.consume(&event, bytes, systems, into: &output)
        var text = Array(copying: output.writer.span.extracting(start..<output.writer.count))
        // The number of the request is not known here.
        if event.replyNumberPosition >= 0 { text.insert(UInt8(ascii: "0"), at: event.replyNumberPosition - start) }
        event.replyNumberPosition = -1
        output.writer.truncate(to: start)
        guard let value = try? JSONValue(parsing: text) else { return }
        for index in tallies.indices { tallies[index].add(value) }
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
