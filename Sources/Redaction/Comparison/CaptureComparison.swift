package import Capture
package import Inspection
import WireFormat
import WireJSON

/// Compares two captures by what their events mean.
package struct CaptureComparison {
    /// One difference.
    package struct Difference: Sendable {
        /// What it is: `onlyInA`, `onlyInB`, `changed`, `moved`, `field`.
        package var kind: String
        /// The connections.
        package var flowA: Int?
        package var flowB: Int?
        /// The events.
        package var a: Int?
        package var b: Int?
        package var meaning: String
        /// Of a field: its path, and the values; `nil` where it is not there.
        ///
        /// Of what was changed: the meanings.
        package var field: String?
        package var valueA: String?
        package var valueB: String?
    }

    /// How long answers of one meaning took.
    package struct Latency: Sendable {
        package var meaning: String
        package var a: Double
        package var b: Double
    }

    package var ignored = IgnoredFields()
    package private(set) var differences: [Difference] = []
    package private(set) var latencies: [Latency] = []

    package init() {}

    /// What the events of both captures say.
    private var tables = ComparisonTables()

    /// The events of a capture, in memory.
    private static func events(
        _ reader: consuming sending CaptureReader,
        _ decoder: CaptureDecoder,
        _ tables: inout ComparisonTables
    ) async throws -> (events: [ComparedEvent], outcome: CaptureOutcome) {
        var decoder = decoder
        decoder.format = .jsonl
        // Taken out and put back, so that they are not there twice.
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
        // A line is longer than the content in it, and nests deeper.
        var limits = JSONLimits()
        limits.bytes = line.count
        limits.depth += 16
        guard let event = try? tape.parse(line, in: 0..<line.count, limits: limits) else { return nil }
        return ComparedEvent(event, &tables)
    }

    /// Reads events as JSON lines; what is none is left out.
    mutating func events(_ lines: [[UInt8]]) -> [ComparedEvent] {
        var tape = JSONTape()
        return lines.compactMap { Self.event($0.span, &tape, &tables) }
    }

    /// Compares two captures; answers what came of reading them.
    package mutating func compare(
        _ a: consuming sending CaptureReader,
        _ b: consuming sending CaptureReader,
        _ decoder: CaptureDecoder
    ) async throws -> [CaptureOutcome] {
        let one = try await Self.events(a, decoder, &tables)
        let other = try await Self.events(b, decoder, &tables)
        compare(one.events, other.events)
        compareLatencies(one.events, other.events)
        return [one.outcome, other.outcome]
    }

    /// Connections of one kind are paired in the order in which they begin.
    mutating func compare(_ a: [ComparedEvent], _ b: [ComparedEvent]) {
        let own = sessions(a)
        let others = sessions(b)
        for kind in Set(own.keys).union(others.keys).sorted() {
            let left = own[kind] ?? []
            let right = others[kind] ?? []
            for place in 0..<max(left.count, right.count) {
                let one = place < left.count ? left[place] : []
                let two = place < right.count ? right[place] : []
                for sender in FrameSender.allCases {
                    align(
                        one.filter { $0.sender == sender },
                        two.filter { $0.sender == sender }
                    )
                }
            }
        }
        differences.sort { ($0.a ?? $0.b ?? 0, $0.field ?? "") < ($1.a ?? $1.b ?? 0, $1.field ?? "") }
    }

    private func sessions(_ events: [ComparedEvent]) -> [String: [[ComparedEvent]]] {
        var flows: [Int: [ComparedEvent]] = [:]
        var order: [Int] = []
        for event in events {
            if flows[event.flow] == nil { order.append(event.flow) }
            flows[event.flow, default: []].append(event)
        }
        var result: [String: [[ComparedEvent]]] = [:]
        for flow in order.sorted() {
            guard let events = flows[flow] else { continue }
            let kind = events.last { !tables.text($0.kind).hasSuffix("http") }?.kind ?? events[0].kind
            result[tables.text(kind), default: []].append(events)
        }
        return result
    }

    private mutating func align(_ a: [ComparedEvent], _ b: [ComparedEvent]) {
        let alignment = EventAlignment(a.map(\.meaning), b.map(\.meaning))
        let movedPlaces = Set(alignment.moves.values)
        var left = 0
        var right = 0
        // What is missing and what is new between two pairs belongs together.
        func replaceUpTo(_ nextLeft: Int, _ nextRight: Int) {
            if left == nextLeft, right == nextRight { return }
            var new: [ComparedEvent] = []
            for place in right..<nextRight {
                if let partner = alignment.moves[place] { moved(a[partner], b[place]) } else { new.append(b[place]) }
            }
            replaced((left..<nextLeft).filter { !movedPlaces.contains($0) }.map { a[$0] }, by: new)
        }
        for pair in alignment.pairs {
            replaceUpTo(pair.a, pair.b)
            compareFields(a[pair.a], b[pair.b])
            left = pair.a + 1
            right = pair.b + 1
        }
        replaceUpTo(a.count, b.count)
    }

    private mutating func moved(_ one: ComparedEvent, _ other: ComparedEvent) {
        differences.append(
            Difference(
                kind: "moved",
                flowA: one.flow,
                flowB: other.flow,
                a: one.number,
                b: other.number,
                meaning: tables.text(one.meaning)
            )
        )
        compareFields(one, other)
    }

    /// Events of one type in the same place are one difference, others are two.
    private mutating func replaced(_ gone: [ComparedEvent], by new: [ComparedEvent]) {
        // The first of each type is the last one of its list.
        var waiting = Dictionary(grouping: new.indices.reversed()) { new[$0].type }
        for event in gone {
            guard let place = waiting[event.type]?.popLast() else {
                differences.append(
                    Difference(kind: "onlyInA", flowA: event.flow, a: event.number, meaning: tables.text(event.meaning))
                )
                continue
            }
            let other = new[place]
            var difference = Difference(
                kind: "changed",
                flowA: event.flow,
                flowB: other.flow,
                a: event.number,
                b: other.number,
                meaning: tables.text(event.meaning)
            )
            difference.valueA = tables.text(event.meaning)
            difference.valueB = tables.text(other.meaning)
            differences.append(difference)
        }
        for event in waiting.values.joined().sorted().map({ new[$0] }) {
            let meaning = tables.text(event.meaning)
            differences.append(Difference(kind: "onlyInB", flowB: event.flow, b: event.number, meaning: meaning))
        }
    }

    private mutating func compareFields(_ a: ComparedEvent, _ b: ComparedEvent) {
        if a.fields == b.fields { return }
        let own = tables.values(a.fields)
        let others = tables.values(b.fields)
        let meaning = tables.text(a.meaning)
        func note(_ path: String, _ one: String?, _ two: String?) -> Difference {
            Difference(
                kind: "field",
                flowA: a.flow,
                flowB: b.flow,
                a: a.number,
                b: b.number,
                meaning: meaning,
                field: path,
                valueA: one,
                valueB: two
            )
        }
        for path in Set(own.keys).union(others.keys).sorted()
        where own[path] != others[path] && !ignored.contain(path) {
            let one = own[path]?.text(besides: others[path])
            let other = others[path]?.text(besides: own[path])
            // A set in another order is the same set.
            if one != nil || other != nil { differences.append(note(path, one, other)) }
        }
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

extension CaptureComparison.Difference {
    init(kind: String, flowA: Int? = nil, flowB: Int? = nil, a: Int? = nil, b: Int? = nil, meaning: String) {
        self.init(
            kind: kind,
            flowA: flowA,
            flowB: flowB,
            a: a,
            b: b,
            meaning: meaning,
            field: nil,
            valueA: nil,
            valueB: nil
        )
    }
}
