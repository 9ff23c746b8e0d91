import WireFormat

/// Counts events and bytes by type, topic and object name.
struct StatisticsConsumer: EventConsumer {
    /// Counts by type, topic and object name.
    private(set) var counts = FieldCounts()
    private(set) var exchanges = 0
    private(set) var gaps = 0
    private(set) var gapBytes = 0
    private(set) var firstTime = Int64.max
    private(set) var lastTime = Int64.min

    var depth: DecodingDepth { .payload }

    mutating func consume(
        _ event: inout Event,
        _ bytes: Span<UInt8>,
        _ systems: SystemDecoders,
        into output: inout JSONFieldSink
    ) {
        firstTime = min(firstTime, event.time)
        lastTime = max(lastTime, event.time)
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
    }

    mutating func merge(_ other: StatisticsConsumer) {
        counts.merge(other.counts)
        exchanges += other.exchanges
        gaps += other.gaps
        gapBytes += other.gapBytes
        firstTime = min(firstTime, other.firstTime)
        lastTime = max(lastTime, other.lastTime)
    }
}
