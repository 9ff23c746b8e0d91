import Capture
import WireFormat

@testable import Inspection

/// Finds the events that pass each of many filters without decoding the capture anew for each of them.
struct FilterVerdicts: EventConsumer {
    /// The depth to which events are decoded: that of the filters, which need not have more.
    let depth: DecodingDepth
    /// Filters may ask for the number of the event that an event answers.
    var needsOrder: Bool { true }
    private let filters: [EventFilter]
    private let view: EventRendition
    /// The numbers of the events that pass each filter.
    private var passing: [[Int64]]

    private init(_ filters: [EventFilter], depth: DecodingDepth, view: EventRendition) {
        self.depth = depth
        self.filters = filters
        self.view = view
        passing = Array(repeating: [], count: filters.count)
    }

    mutating func consume(
        _ event: inout Event,
        _ bytes: Span<UInt8>,
        _ systems: SystemDecoders,
        into output: inout JSONFieldSink
    ) {
        for (index, filter) in filters.enumerated() {
            var evaluator = FilterEvaluator(filter, view: view)
            if evaluator.matches(&event, bytes, systems) { passing[index].append(Int64(event.number)) }
        }
    }

    mutating func merge(_ other: Self) {
        for index in passing.indices { passing[index] += other.passing[index] }
    }

    /// Returns the numbers of the events that pass each filter; the capture is read once for each decoding depth that
    /// filters ask for.
    static func passing(
        _ filters: [String],
        in capture: [UInt8],
        with settings: (inout CaptureProbe) -> Void
    ) throws -> [[Int64]] {
        var probe = CaptureProbe()
        settings(&probe)
        let view = EventRendition(
            showsRaw: probe.showsRaw,
            showsSecrets: probe.options.showsSecrets,
            limits: probe.options.limits
        )
        let parsed = try filters.map { try EventFilter($0) }
        var found: [[Int64]] = Array(repeating: [], count: parsed.count)
        for (depth, places) in Dictionary(grouping: parsed.indices, by: { parsed[$0].depth }) {
            let verdicts = FilterVerdicts(places.map { parsed[$0] }, depth: depth, view: view)
            let run = try probe.run(try CaptureReader(bytes: capture), verdicts)
            for (place, numbers) in zip(places, run.gathered.consumer.passing) { found[place] = numbers }
        }
        return found
    }
}
