package import Capture
package import Inspection
import WireFormat
import WireJSON

/// Compares two captures by what their events mean.
package struct CaptureComparison {
    package var ignored = IgnoredFields()
    package private(set) var differences: [Difference] = []
    package private(set) var latencies: [Latency] = []

    package init() {}

    /// The shared texts, paths and fields of both captures.
    private var tables = ComparisonTables()

    /// The events of a capture that was read.
    package struct Reading: Sendable {
        /// The result of reading the capture.
        package let outcome: CaptureOutcome
        fileprivate let events: [ComparedEvent]
        /// Whether the capture has no events to compare.
        package var isEmpty: Bool { events.isEmpty }
    }

    /// Reads a capture; its events are held in memory.
    package mutating func read(
        _ reader: consuming sending CaptureReader,
        _ decoder: CaptureDecoder
    ) async throws -> Reading {
        let read = try await Self.events(reader, decoder, &tables)
        return Reading(outcome: read.outcome, events: read.events)
    }

    /// Compares two captures.
    package mutating func compare(_ one: Reading, _ other: Reading) {
        compare(one.events, other.events)
        compareLatencies(one.events, other.events)
    }

    /// Returns the events of a capture.
    private static func events(
        _ reader: consuming sending CaptureReader,
        _ decoder: CaptureDecoder,
        _ tables: inout ComparisonTables
    ) async throws -> (events: [ComparedEvent], outcome: CaptureOutcome) {
        var decoder = decoder
        decoder.format = .jsonl
        // The tables are moved out and back, so that they are not copied.
        var known = ComparisonTables()
        swap(&known, &tables)
        defer { swap(&known, &tables) }
        var tape = JSONTape()
        var rest: [UInt8] = []
        var events: [ComparedEvent] = []
        let outcome = try await decoder.decode(reader, name: nil) { bytes in
            var start = 0
            while let end = bytes.firstIndex(of: 10, from: start) {
                let line = bytes.extracting(start..<end)
                start = end + 1
                if rest.isEmpty {
                    if let event = Self.event(line, &tape, &known) { events.append(event) }
                    continue
                }
                rest += Array(copying: line)
                if let event = Self.event(rest.span, &tape, &known) { events.append(event) }
                rest.removeAll()
            }
            rest += Array(copying: bytes.extracting(start...))
        }
        return (events, outcome.capture)
    }

    private static func event(
        _ line: Span<UInt8>,
        _ tape: inout JSONTape,
        _ tables: inout ComparisonTables
    ) -> ComparedEvent? {
        // A line is longer and nests deeper than the content in it.
        var limits = JSONLimits()
        limits.bytes = line.count
        limits.depth += 16
        guard let event = try? tape.parse(line, in: 0..<line.count, limits: limits) else { return nil }
        return ComparedEvent(event, &tables)
    }

    /// Parses JSON lines into events, and skips lines that are not events.
    mutating func events(_ lines: [[UInt8]]) -> [ComparedEvent] {
        var tape = JSONTape()
        return lines.compactMap { Self.event($0.span, &tape, &tables) }
    }

    /// Compares the events of two captures: connections of one kind are paired by their content.
    mutating func compare(_ a: [ComparedEvent], _ b: [ComparedEvent]) {
        let own = sessions(a)
        let others = sessions(b)
        var rows: [SessionComparison.Row] = []
        var pairs: [(a: Int, b: Int)] = []
        func compareSessions(_ one: [ComparedEvent], _ other: [ComparedEvent]) {
            let compared = SessionComparison(one, other, tables, ignoring: ignored)
            rows += compared.rows
            pairs += compared.pairs
        }
        for kind in Set(own.keys).union(others.keys).sorted() {
            let left = own[kind] ?? []
            let right = others[kind] ?? []
            let pairing = ConnectionPairing(left, right)
            for (one, other) in pairing.pairs { compareSessions(left[one].events, right[other].events) }
            for one in pairing.onlyInA { compareSessions(left[one].events, []) }
            for other in pairing.onlyInB { compareSessions([], right[other].events) }
        }
        // A connection that only the second capture has is placed by its neighbours there.
        let anchors = RowAnchors(pairs)
        for index in rows.indices where !rows[index].place.isAnchored { rows[index].place.anchor(to: anchors) }
        differences = rows.sorted { $0.place < $1.place }.map(\.difference)
    }

    private func sessions(_ events: [ComparedEvent]) -> [String: [ComparedConnection]] {
        var flows: [Int: [ComparedEvent]] = [:]
        for event in events { flows[event.flow, default: []].append(event) }
        var result: [String: [ComparedConnection]] = [:]
        for (_, events) in flows.sorted(by: { $0.key < $1.key }) {
            let kind = events.last { !tables.text($0.kind).hasSuffix("http") }?.kind ?? events[0].kind
            result[tables.text(kind), default: []].append(ComparedConnection(events))
        }
        return result
    }

    private mutating func compareLatencies(_ a: [ComparedEvent], _ b: [ComparedEvent]) {
        func means(_ events: [ComparedEvent]) -> [Int32: Double] {
            var sums: [Int32: (Double, Int)] = [:]
            for event in events {
                guard let latency = event.latency else { continue }
                let old = sums[event.meaning] ?? (0, 0)
                sums[event.meaning] = (old.0 + latency, old.1 + 1)
            }
            return sums.mapValues { $0.0 / Double($0.1) }
        }
        let own = means(a)
        let others = means(b)
        latencies = own.compactMap { meaning, one in
            others[meaning].map { Latency(meaning: tables.text(meaning), a: one, b: $0) }
        }
        .sorted { $0.meaning < $1.meaning }
    }
}
