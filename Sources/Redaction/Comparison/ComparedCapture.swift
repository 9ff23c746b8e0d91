import Reporting
import WireFormat
import WireJSON

/// The events of a capture as `diff` keeps them: in the order of connections, and of each first the client's.
struct ComparedCapture: Sendable {
    private(set) var rows: [EventRow] = []
    /// The connections, sorted by number.
    private(set) var connections: [ComparedConnection] = []
    /// The sum of the latencies of answers of each meaning, and their number.
    private(set) var latencies: [Int32: (sum: Double, count: Int)] = [:]
    /// The events that are not compared; `nil` if all are.
    private(set) var uncompared: CaptureComparison.Uncompared?

    private let limits: ComparisonLimits
    /// While the capture is read, the index of each event's connection, and of each connection by its number.
    private var places: [Int32] = []
    private var flows: [Int: Int32] = [:]
    /// The bytes of the tables before the capture was read.
    private let bytesBefore: Int
    /// The bytes of a connection while it is read and paired, apart from its events.
    private static let bytesOfConnection = 256

    /// - Parameter bytes: the bytes of the tables to which the capture's events are added.
    init(_ limits: ComparisonLimits, tables bytes: Int) { (self.limits, bytesBefore) = (limits, bytes) }

    // MARK: Reading

    /// Adds an event, or leaves it out if a limit is reached; skips a line that is not an event.
    mutating func add(_ line: JSONView, _ tables: inout ComparisonTables) {
        let bytes = tables.bytes - bytesBefore + connections.count * Self.bytesOfConnection
        if uncompared != nil || rows.count >= limits.events || bytes >= limits.tableBytes {
            if line["frame"] != nil { leaveOut(ComparedEvent.place(of: line)) }
        } else if let event = ComparedEvent(line, &tables) {
            append(event, tables)
        }
    }

    private mutating func leaveOut(_ place: (number: Int, flow: Int)) {
        uncompared = CaptureComparison.Uncompared(
            count: (uncompared?.count ?? 0) + 1,
            first: uncompared?.first ?? place.number
        )
        if let index = flows[place.flow] { connections[Int(index)].isCut = true }
    }

    private mutating func append(_ event: ComparedEvent, _ tables: ComparisonTables) {
        guard let number = UInt32(exactly: event.number) else { return leaveOut((event.number, event.flow)) }
        let row = EventRow(
            number: number,
            request: UInt32(clamping: event.request ?? 0),
            kind: event.kind,
            fields: event.fields
        )
        let kind = tables.kind(row)
        if let latency = event.latency {
            let old = latencies[kind.meaning] ?? (0, 0)
            latencies[kind.meaning] = (old.sum + latency, old.count + 1)
        }
        let place: Int32
        if let known = flows[event.flow] {
            place = known
        } else {
            place = Int32(truncatingIfNeeded: connections.count)
            flows[event.flow] = place
            connections.append(
                ComparedConnection(flow: event.flow, server: event.server, transport: event.transport)
            )
        }
        // A connection is what it became last: HTTP only if it remained that.
        if connections[Int(place)].transport != event.transport, !tables.text(event.transport).hasSuffix("http") {
            connections[Int(place)].transport = event.transport
        }
        connections[Int(place)][kind.sender].add(kind.meaning, event.fields)
        places.append(place)
        rows.append(row)
    }

    /// Sorts the events after the last one was added.
    mutating func finish(_ tables: ComparisonTables) {
        let order = connections.indices.sorted { connections[$0].flow < connections[$1].flow }
        var start = 0
        for index in order {
            connections[index].start = start
            start += connections[index].count
        }
        if let blank = rows.first {
            var next = [FrameSender.client, .server].map { sender in
                connections.map { Int32(truncatingIfNeeded: $0.range(of: sender).lowerBound) }
            }
            var sorted = [EventRow](repeating: blank, count: rows.count)
            for (row, place) in zip(rows, places) {
                let side = tables.kind(row).sender == .client ? 0 : 1
                sorted[Int(next[side][Int(place)])] = row
                next[side][Int(place)] += 1
            }
            rows = sorted
        }
        connections = order.map { connections[$0] }
        (places, flows) = ([], [:])
    }

    // MARK: Connections

    /// Returns the number of the connection of an event.
    func flow(of row: Int) -> Int {
        var (low, high) = (0, connections.count)
        while high - low > 1 {
            let middle = (low + high) / 2
            if connections[middle].start <= row { low = middle } else { high = middle }
        }
        return connections[low].flow
    }
}

extension CaptureComparison {
    /// The events of a capture that are not compared, because a limit was reached.
    package struct Uncompared: Hashable, Sendable, CustomStringConvertible {
        /// The number of these events, and the number of the first one.
        package let count: Int
        package let first: Int

        package var description: String {
            "\(Count.of("event", count)) from event \(first) on \(count == 1 ? "was" : "were") not compared: "
                + "the events before take all of the memory that a comparison may use"
        }
    }
}
