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

    /// What the events of both captures say.
    private var tables = ComparisonTables()
    /// Of the two connections that are compared: the numbers of events that took the place of each other.
    private var changed: [Int: Int] = [:]
    /// Answers of theirs that took the place of each other, and differ only in the topics that they answer.
    private var answers: [(ComparedEvent, ComparedEvent)] = []

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

    /// Connections of one kind are paired by what they hold.
    mutating func compare(_ a: [ComparedEvent], _ b: [ComparedEvent]) {
        let own = sessions(a)
        let others = sessions(b)
        for kind in Set(own.keys).union(others.keys).sorted() {
            let left = own[kind] ?? []
            let right = others[kind] ?? []
            let pairing = ConnectionPairing(left, right)
            for (one, other) in pairing.pairs { compareSessions(left[one].events, right[other].events) }
            for one in pairing.onlyInA { compareSessions(left[one].events, []) }
            for other in pairing.onlyInB { compareSessions([], right[other].events) }
        }
        differences.sort { ($0.a ?? $0.b ?? 0, $0.field ?? "") < ($1.a ?? $1.b ?? 0, $1.field ?? "") }
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

    private mutating func compareSessions(_ a: [ComparedEvent], _ b: [ComparedEvent]) {
        changed.removeAll()
        answers.removeAll()
        for sender in FrameSender.allCases {
            align(a.filter { $0.sender == sender }, b.filter { $0.sender == sender })
        }
        // An answer that names the topic of a request which was changed is no difference of its own.
        for (one, other) in answers {
            if let request = one.request, let partner = changed[request], partner == other.request {
                compareFields(one, other)
            } else {
                noteChanged(one, other)
            }
        }
    }

    private mutating func align(_ a: [ComparedEvent], _ b: [ComparedEvent]) {
        let alignment = EventAlignment(
            a.map(\.meaning),
            b.map(\.meaning),
            types: (a.map(\.type), b.map(\.type))
        )
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

    /// Events of one type in the same place are one difference, others are two; those go together that say the same but for
    /// their topics.
    private mutating func replaced(_ gone: [ComparedEvent], by new: [ComparedEvent]) {
        var partners: [Int?] = Array(repeating: nil, count: gone.count)
        var isLeft = Array(repeating: true, count: new.count)
        for key in [\ComparedEvent.action, \ComparedEvent.type] {
            // The first of each is the last one of its list.
            var waiting = Dictionary(grouping: new.indices.filter { isLeft[$0] }.reversed()) { new[$0][keyPath: key] }
            for index in gone.indices where partners[index] == nil {
                guard let place = waiting[gone[index][keyPath: key]]?.popLast() else { continue }
                partners[index] = place
                isLeft[place] = false
            }
        }
        for (event, place) in zip(gone, partners) {
            if let place { replaced(event, by: new[place]) } else { noteMissing(event) }
        }
        for index in new.indices where isLeft[index] {
            let event = new[index]
            let meaning = tables.text(event.meaning)
            differences.append(Difference(kind: "onlyInB", flowB: event.flow, b: event.number, meaning: meaning))
        }
    }

    private mutating func noteMissing(_ event: ComparedEvent) {
        let meaning = tables.text(event.meaning)
        differences.append(Difference(kind: "onlyInA", flowA: event.flow, a: event.number, meaning: meaning))
    }

    private mutating func replaced(_ event: ComparedEvent, by other: ComparedEvent) {
        changed[event.number] = other.number
        guard event.action == other.action else { return noteChanged(event, other) }
        if event.request != nil, other.request != nil { return answers.append((event, other)) }
        // The topic follows from the kind of conversation, which is among the fields.
        if let kind = event.conversations, let otherKind = other.conversations, kind != otherKind {
            let count = differences.count
            compareFields(event, other)
            if differences.count > count { return }
        }
        noteChanged(event, other)
    }

    private mutating func noteChanged(_ event: ComparedEvent, _ other: ComparedEvent) {
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
