/// The connections of a plan in time, one after another and side by side: their packets and their rows.
struct FlowsTimeline: Sendable {
    private var packets: [WirePacket] = []
    /// The indices of packets whose time is before that of the previous packet.
    private var back: Set<Int> = []
    private var connections: [(begin: UInt64, row: String)] = []
    private var start: UInt64 = 1_795_000_000_000_000
    private var end: UInt64 = 1_795_000_000_000_000
    /// The time of the last packet on each port.
    private var ports: [UInt16: UInt64] = [:]

    /// Returns whether an earlier connection had the port.
    func isReused(_ port: UInt16) -> Bool { ports[port] != nil }

    /// The time by which the clock is set back before a connection's last packet, in microseconds.
    private static let step = 3 * SampleSession.pause / 2

    /// Returns the time at which the next connection begins.
    ///
    /// - Parameters:
    ///   - wait: the time since the last connection, in microseconds.
    ///   - isBeside: whether the last connection may still be open, so that the time counts from its beginning.
    mutating func begin(on port: UInt16, after wait: UInt64, isBeside: Bool) -> UInt64 {
        start = isBeside ? start + wait + 1500 : end + wait + 1000
        start = max(start, (ports[port] ?? 0) + 2000)
        return start
    }

    /// Adds a connection.
    ///
    /// - Parameters:
    ///   - own: its packets.
    ///   - row: its row from the duration on.
    ///   - isBack: whether the time of the last packet is before that of the previous one, if there are enough packets.
    mutating func add(_ own: [WirePacket], on port: UInt16, _ row: String, isBack: Bool) {
        let isBack = isBack && own.count > 4
        if isBack { back.insert(packets.count + own.count - 1) }
        let begin = own.first?.time ?? 0
        let last = own.dropLast(isBack ? 1 : 0).last?.time ?? 0
        let earliest = min(begin, isBack ? (own.last?.time ?? 0) - Self.step : begin)
        let moments = [earliest, last].map { PlanMoment.text(Int64($0), digits: 6) }.joined(separator: " ")
        connections.append((begin, "10.0.0.1:\(port) \(moments) \(last - earliest) \(row)"))
        end = own.last?.time ?? 0
        ports[port] = end
        packets += own
    }

    /// The rows, in the order of the connections' first captured packets.
    var rows: [String] {
        connections.enumerated()
            .sorted { ($0.element.begin, $0.offset) < ($1.element.begin, $1.offset) }
            .map(\.element.row)
    }

    var capture: [UInt8] {
        let order = packets.enumerated().sorted { ($0.element.time, $0.offset) < ($1.element.time, $1.offset) }
        return WireCapture(
            order.map { place, packet in
                var packet = packet
                if back.contains(place) { packet.time -= Self.step }
                return packet
            }
        ).bytes
    }
}
