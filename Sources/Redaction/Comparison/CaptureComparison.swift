package import Capture
package import Inspection
import WireFormat
import WireJSON

/// Compares two captures by what their events mean.
package struct CaptureComparison {
    package var ignored = IgnoredFields()
    package var limits = ComparisonLimits()
    package private(set) var differences = Differences()
    package private(set) var latencies: [Latency] = []
    /// The events of each capture that were not compared; `nil` if all were.
    package private(set) var uncompared: (a: Uncompared?, b: Uncompared?)
    /// The names among the ignored fields that no compared field has, for example because of a typing error.
    package private(set) var unmatchedNames: [String] = []

    package init() {}

    /// The shared texts, paths and fields of both captures.
    private var tables = ComparisonTables()

    /// The events of a capture that was read.
    package struct Reading: Sendable {
        /// The result of reading the capture.
        package let outcome: CaptureOutcome
        fileprivate let capture: ComparedCapture
        /// Whether the capture has no events to compare.
        package var isEmpty: Bool { capture.rows.isEmpty }
    }

    /// Reads a capture; its events are held in memory, up to the limits.
    package mutating func read(
        _ reader: consuming sending CaptureReader,
        _ decoder: CaptureDecoder
    ) async throws -> Reading {
        var capture = ComparedCapture(limits, tables: tables.bytes)
        let outcome = try await Self.read(reader, decoder, into: &capture, &tables)
        return Reading(outcome: outcome, capture: capture)
    }

    /// Compares two captures.
    package mutating func compare(_ one: Reading, _ other: Reading) {
        compare(one.capture, other.capture)
        unmatchedNames = ignored.unmatchedNames(in: tables.fieldPaths)
    }

    /// Reads the events of a capture.
    private static func read(
        _ reader: consuming sending CaptureReader,
        _ decoder: CaptureDecoder,
        into capture: inout ComparedCapture,
        _ tables: inout ComparisonTables
    ) async throws -> CaptureOutcome {
        var decoder = decoder
        decoder.format = .jsonl
        // The tables are moved out and back, so that they are not copied.
        var known = ComparisonTables()
        swap(&known, &tables)
        defer { swap(&known, &tables) }
        var events = capture
        var tape = JSONTape()
        var rest: [UInt8] = []
        let outcome = try await decoder.decode(reader, name: nil) { bytes in
            var start = 0
            while let end = bytes.firstIndex(of: 10, from: start) {
                let line = bytes.extracting(start..<end)
                start = end + 1
                if rest.isEmpty {
                    Self.add(line, to: &events, &tape, &known)
                    continue
                }
                rest += Array(copying: line)
                Self.add(rest.span, to: &events, &tape, &known)
                rest.removeAll()
            }
            rest += Array(copying: bytes.extracting(start...))
        }
        events.finish(known)
        capture = events
        return outcome.capture
    }

    private static func add(
        _ line: Span<UInt8>,
        to capture: inout ComparedCapture,
        _ tape: inout JSONTape,
        _ tables: inout ComparisonTables
    ) {
        // A line is longer and nests deeper than the content in it.
        var limits = JSONLimits()
        limits.bytes = line.count
        limits.depth += 16
        guard let event = try? tape.parse(line, in: 0..<line.count, limits: limits) else { return }
        capture.add(event, &tables)
    }

    /// Parses JSON lines into events, and skips lines that are not events.
    mutating func events(_ lines: [[UInt8]]) -> ComparedCapture {
        var tape = JSONTape()
        var capture = ComparedCapture(limits, tables: tables.bytes)
        for line in lines { Self.add(line.span, to: &capture, &tape, &tables) }
        capture.finish(tables)
        return capture
    }

    /// Compares the events of two captures: connections of one kind are paired by their content.
    mutating func compare(_ a: ComparedCapture, _ b: ComparedCapture) {
        let tables = tables
        var sessions = SessionComparison(a, b, tables, ignoring: ignored)
        let own = connections(a)
        let others = connections(b)
        for transport in Set(own.keys).union(others.keys).sorted() {
            let left = own[transport] ?? []
            let right = others[transport] ?? []
            let pairing = ConnectionPairing(
                left,
                right,
                sayings: ({ Self.sayings($0, a, tables) }, { Self.sayings($0, b, tables) })
            )
            for (one, other) in pairing.pairs { sessions.compare(left[one], right[other]) }
            for one in pairing.onlyInA { sessions.compare(left[one], nil) }
            for other in pairing.onlyInB { sessions.compare(nil, right[other]) }
        }
        sessions.placeConnections()
        sessions.sort()
        differences = Differences(sessions.rows, a, b, tables, ignoring: ignored)
        uncompared = (a.uncompared, b.uncompared)
        compareLatencies(a, b)
    }

    /// Returns the connections of each system and transport.
    private func connections(_ capture: ComparedCapture) -> [String: [ComparedConnection]] {
        Dictionary(grouping: capture.connections) { tables.text($0.transport) }
    }

    /// Returns the counts of all meanings of a connection, whoever the users are; sorted by key, each key once.
    private static func sayings(
        _ connection: ComparedConnection,
        _ capture: ComparedCapture,
        _ tables: ComparisonTables
    ) -> [ConnectionPairing.Saying] {
        var counts: [Int64: Int] = [:]
        for row in capture.rows[connection.range] {
            let kind = tables.kind(row)
            counts[Int64(kind.meaning) << 1 | (kind.sender == .client ? 1 : 0), default: 0] += 1
        }
        return counts.map { ConnectionPairing.Saying(key: $0.key, count: $0.value) }.sorted { $0.key < $1.key }
    }

    private mutating func compareLatencies(_ a: ComparedCapture, _ b: ComparedCapture) {
        latencies = a.latencies.compactMap { meaning, one in
            b.latencies[meaning].map { other in
                Latency(
                    meaning: tables.text(meaning),
                    a: one.sum / Double(one.count),
                    b: other.sum / Double(other.count)
                )
            }
        }
        .sorted { $0.meaning < $1.meaning }
    }
}
