/// Connections side by side and one after another: the connection of each packet, the connections that are over, and
/// those that make room.
///
/// A step is three bytes: the event, the port, a number.
package struct TablePlan: Sendable {
    /// A connection as the reader must see it.
    package struct Connection: Sendable {
        package var port: Int
        /// The sender of the first packet, and whether that packet was a SYN.
        package var first = 0
        package var hasSYN = true
        package var streams: [[UInt8]] = [[], []]
        /// The number of reported ends of each stream.
        package var ends = [0, 0]
    }

    private enum Stage: Int {
        case over
        case closing
        case open
    }

    /// The state of a port, as the ends and the reader know it.
    private struct Port {
        /// The index of the connection that the reader follows.
        var number: Int
        var starts: [UInt32]
        /// The number of bytes sent in each direction.
        var sent = [0, 0]
        var hasFIN = [false, false]
        var isSeen = [false, false]
        /// Whether a SYN or data gave the position of each stream.
        var hasPlace = [false, false]
        var stage = Stage.open
        /// Whether a reset closed the connection.
        var isReset = false
        /// Whether there was a reset, also if data after it showed that somebody else had forged it.
        var hadReset = false
        var lastPacket = 0
        var lastTime: UInt64 = 0
        /// The last segment of each direction, other than a reset.
        var sentLast: [Sent?] = [nil, nil]
    }

    private struct Sent {
        var offset: Int
        var payload: [UInt8]
        var flags: UInt8
    }

    package private(set) var packets: [WirePacket] = []
    package private(set) var connections: [Connection] = []
    package private(set) var counts: [String: Int] = [:]
    private var ports: [Int: Port] = [:]
    private var time: UInt64 = 1_795_000_000_000_000
    private var opened: UInt32 = 0
    /// The number of connections that are followed at the same time.
    package static let limit = 16
    /// The time after which a closed connection is over, in microseconds.
    private static let linger: UInt64 = 30_000_000

    package init(_ plan: [UInt8]) {
        var reader = PlanReader(plan)
        _ = reader.byte()
        for step in reader.steps(of: 3, atMost: 80) { take(step) }
        counts["packets"] = packets.count
        counts["tcp"] = packets.count
        counts["flows"] = connections.count
        counts = counts.filter { $0.value > 0 }
    }

    private mutating func take(_ step: PlanReader) {
        var step = step
        let choice = step.byte()
        let port = 40000 + step.byte() % 24
        let more = step.byte()
        let side = choice >> 7
        switch choice & 15 {
        case 0, 1, 2, 3: open(port, isAnswered: more & 1 != 0, isOver: more & 6 == 6 ? side : nil)
        case 4: end(port, side, flags: 0x14)
        case 5: end(port, side, flags: 0x11)
        case 6: end(port, side, flags: 0x11, 1 + more & 31)
        case 7:
            // Shorter than the time until a closed connection is over, exactly as long, or longer.
            time += [1_000_000, Self.linger - 10, Self.linger - 1, Self.linger, 2 * Self.linger][more % 5]
        case 12: sendAgain(port, side)
        case 13: openLate(port)
        case 14: join(port, side, 1 + more & 31)
        case 15: openByAnswer(port)
        default: send(port, side, 1 + more & 31)
        }
    }

    // MARK: Packets

    private mutating func add(_ port: Int, _ side: Int, _ flags: UInt8, at offset: Int, _ payload: [UInt8] = []) {
        guard let state = ports[port] else { return }
        packets.append(
            WirePacket(
                time: time,
                fromClient: side == 0,
                port: UInt16(port),
                sequence: state.starts[side] &+ UInt32(truncatingIfNeeded: offset),
                acknowledgment: flags & 0x10 == 0
                    ? 0 : state.starts[1 - side] &+ UInt32(state.sent[1 - side] + (state.hasFIN[1 - side] ? 1 : 0)),
                flags: flags,
                payload: payload
            )
        )
        ports[port]?.lastPacket = packets.count
        ports[port]?.lastTime = time
        ports[port]?.isSeen[side] = true
        if flags & 2 != 0 || !payload.isEmpty { ports[port]?.hasPlace[side] = true }
        time += 1
    }

    /// Marks closed connections as over after their time.
    private mutating func expire() {
        for (port, state) in ports where state.stage == .closing && state.lastTime + Self.linger <= time {
            ports[port]?.stage = .over
        }
    }

    /// Makes room for a connection if the table is full: connections that are over leave first, then closed ones.
    private mutating func makeRoom() {
        guard ports.count >= Self.limit else { return }
        let leaving = ports.min {
            ($0.value.stage.rawValue, $0.value.lastPacket) < ($1.value.stage.rawValue, $1.value.lastPacket)
        }
        guard let leaving else { return }
        if leaving.value.stage == .open { counts["evicted", default: 0] += 1 }
        ports[leaving.key] = nil
    }

    /// Begins a connection on a port, which replaces one with the same ends.
    private mutating func begin(_ port: Int, first: Int, hasSYN: Bool, startingAt starts: [UInt32]? = nil) {
        if ports[port] == nil { makeRoom() }
        opened += 1
        // Sequence numbers far from all others.
        let start = opened &* 0x0512_3457
        ports[port] = Port(number: connections.count, starts: starts ?? [start, start &+ 0x4000_0000])
        connections.append(Connection(port: port, first: first, hasSYN: hasSYN))
    }

    /// Opens a connection.
    ///
    /// - Parameter isOver: the direction that ends at once.
    private mutating func open(_ port: Int, isAnswered: Bool, isOver side: Int? = nil) {
        expire()
        begin(port, first: 0, hasSYN: true)
        add(port, 0, 2, at: -1)
        if isAnswered { add(port, 1, 0x12, at: -1) }
        if let side { end(port, side, flags: 0x11) }
    }

    /// Opens a connection whose SYN-ACK was captured without the SYN, if the port has no connection or one that is
    /// over.
    private mutating func openByAnswer(_ port: Int) {
        expire()
        guard ports[port].map({ $0.stage == .over }) ?? true else { return }
        begin(port, first: 1, hasSYN: true)
        add(port, 1, 0x12, at: -1)
    }

    /// Adds a SYN with the number of the connection's own: it opens no other connection while this one is open, unless
    /// there was an end or a reset, and it opens one with the same numbers if this one is closed.
    private mutating func openLate(_ port: Int) {
        expire()
        guard let state = ports[port] else { return }
        if state.stage != .open {
            begin(port, first: 0, hasSYN: true, startingAt: state.starts)
        } else if state.hasFIN != [false, false] || state.hadReset {
            return
        }
        add(port, 0, 2, at: -1)
    }

    /// Joins a connection in the middle, if the port has no connection or one that is over with other sequence numbers.
    private mutating func join(_ port: Int, _ side: Int, _ count: Int) {
        expire()
        guard ports[port].map({ $0.stage == .over }) ?? true else { return }
        begin(port, first: side, hasSYN: false)
        send(port, side, count)
    }

    /// Sends bytes on a port, if a connection on it is known.
    private mutating func send(_ port: Int, _ side: Int, _ count: Int) {
        expire()
        let payload = planBytes(packets.count, count)
        guard let state = ports[port] else { return }
        let offset = state.sent[side] + (state.hasFIN[side] ? 1 : 0)
        if state.stage == .over {
            // Data in a direction that was never seen would begin a connection, wherever they are.
            guard state.hasPlace[side] else { return }
            if count & 1 != 0 || state.sent[side] == 0 {
                // Data behind the end are another connection's.
                let starts = [0, 1].map { end in
                    state.starts[end] &+ UInt32(state.sent[end] + (state.hasFIN[end] ? 1 : 0))
                }
                begin(port, first: side, hasSYN: false, startingAt: starts)
                return send(port, side, count)
            }
            // Those that repeat a byte are late.
            counts["late", default: 0] += 1
            counts["lateBytes", default: 0] += count - 1
            add(port, side, 0x18, at: state.sent[side] - 1, payload)
            ports[port]?.lastTime = state.lastTime
            ports[port]?.lastPacket = state.lastPacket
            return
        }
        // A sender adds nothing after its FIN, and nothing after a reset unless somebody else forged the reset.
        let goesOn = state.isReset && state.stage == .closing && state.isSeen == [true, true] && state.hasPlace[side]
        guard state.stage == .open || goesOn, !state.hasFIN[side] else { return }
        if goesOn {
            ports[port]?.stage = .open
            ports[port]?.isReset = false
        }
        add(port, side, 0x18, at: offset, payload)
        ports[port]?.sentLast[side] = Sent(offset: offset, payload: payload, flags: 0x18)
        ports[port]?.sent[side] += count
        connections[state.number].streams[side] += payload
    }

    /// Repeats the last segment of a direction: it brings no new bytes, and is late if the connection is over.
    private mutating func sendAgain(_ port: Int, _ side: Int) {
        expire()
        guard let state = ports[port], let sent = state.sentLast[side] else { return }
        add(port, side, sent.flags, at: sent.offset, sent.payload)
        guard state.stage == .over else { return }
        counts["late", default: 0] += 1
        ports[port]?.lastTime = state.lastTime
        ports[port]?.lastPacket = state.lastPacket
    }

    /// Ends a stream, with or without last bytes, or resets the connection, also after the end of the stream.
    private mutating func end(_ port: Int, _ side: Int, flags: UInt8, _ count: Int = 0) {
        expire()
        guard let state = ports[port], state.stage == .open else { return }
        guard flags & 1 != 0 else {
            add(port, side, flags, at: state.sent[side] + (state.hasFIN[side] ? 1 : 0))
            ports[port]?.stage = .closing
            ports[port]?.isReset = true
            ports[port]?.hadReset = true
            return
        }
        guard !state.hasFIN[side] else { return }
        let payload = planBytes(packets.count, count)
        add(port, side, flags, at: state.sent[side], payload)
        ports[port]?.sentLast[side] = Sent(offset: state.sent[side], payload: payload, flags: flags)
        ports[port]?.sent[side] += count
        connections[state.number].streams[side] += payload
        ports[port]?.hasFIN[side] = true
        connections[state.number].ends[side] = 1
        // Without packets of the other direction, its FIN is not waited for.
        let isOther = ports[port]?.hasFIN[1 - side] == true || !state.isSeen[1 - side]
        if isOther { ports[port]?.stage = .closing }
    }
}
