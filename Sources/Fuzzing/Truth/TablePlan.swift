import Capture

/// Connections beside and after one another: which of them a packet belongs to, which are over, which make room.
///
/// A step is three bytes: what happens, on which port, how much.
struct TablePlan: Sendable {
    /// A connection as it should be seen.
    struct Connection: Sendable {
        var port: Int
        var streams: [[UInt8]] = [[], []]
        /// Ends of streams that are told.
        var ends = [0, 0]
    }

    private enum Stage: Int {
        case over
        case closing
        case open
    }

    /// What both ends and a listener know of a port.
    private struct Port {
        /// The connection that the listener follows.
        var number: Int
        var starts: [UInt32]
        /// Bytes sent by each end.
        var sent = [0, 0]
        var hasFIN = [false, false]
        var isSeen = [false, false]
        /// Whether a SYN or data told where an end's stream is.
        var hasPlace = [false, false]
        var stage = Stage.open
        var lastPacket = 0
        var lastTime: UInt64 = 0
    }

    private(set) var packets: [WirePacket] = []
    private(set) var connections: [Connection] = []
    private(set) var counts: [String: Int] = [:]
    private var ports: [Int: Port] = [:]
    private var time: UInt64 = 1_795_000_000_000_000
    private var opened: UInt32 = 0
    /// Connections that are followed at the same time.
    static let limit = 16
    /// Microseconds after which a connection that was closed is over.
    private static let linger: UInt64 = 30_000_000

    init(_ plan: [UInt8]) {
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
        case 0, 1, 2, 3: open(port, isAnswered: more & 1 != 0)
        case 4: end(port, side, flags: 0x14)
        case 5, 6: end(port, side, flags: 0x11)
        case 7:
            // Shorter than it takes until a closed connection is over, exactly as long, or longer.
            time += [1_000_000, Self.linger - 10, Self.linger - 1, Self.linger, 2 * Self.linger][more % 5]
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

    /// What is over by now.
    private mutating func expire() {
        for (port, state) in ports where state.stage == .closing && state.lastTime + Self.linger <= time {
            ports[port]?.stage = .over
        }
    }

    /// Makes room for a connection, where there is none: those that are over go first, then those that were closed.
    private mutating func makeRoom() {
        guard ports.count >= Self.limit else { return }
        let leaving = ports.min {
            ($0.value.stage.rawValue, $0.value.lastPacket) < ($1.value.stage.rawValue, $1.value.lastPacket)
        }
        guard let leaving else { return }
        if leaving.value.stage == .open { counts["evicted", default: 0] += 1 }
        ports[leaving.key] = nil
    }

    /// Opens a connection, which ends one that has the same ends.
    private mutating func open(_ port: Int, isAnswered: Bool) {
        expire()
        if ports[port] == nil { makeRoom() }
        opened += 1
        // Numbers that are far from all others.
        let start = opened &* 0x0512_3457
        ports[port] = Port(number: connections.count, starts: [start, start &+ 0x4000_0000])
        connections.append(Connection(port: port))
        add(port, 0, 2, at: -1)
        if isAnswered { add(port, 1, 0x12, at: -1) }
    }

    /// Sends bytes, which begin a connection where none is known.
    private mutating func send(_ port: Int, _ side: Int, _ count: Int) {
        expire()
        let payload = planBytes(packets.count, count)
        guard let state = ports[port] else { return }
        let offset = state.sent[side] + (state.hasFIN[side] ? 1 : 0)
        if state.stage == .over {
            // Data of an end whose stream was never seen begin a new connection.
            guard state.hasPlace[side] else { return }
            counts["late", default: 0] += 1
            counts["lateBytes", default: 0] += count
            add(port, side, 0x18, at: offset, payload)
            ports[port]?.lastTime = state.lastTime
            ports[port]?.lastPacket = state.lastPacket
            return
        }
        // Behind its end nobody sends, and behind a reset neither.
        guard state.stage == .open, !state.hasFIN[side] else { return }
        add(port, side, 0x18, at: offset, payload)
        ports[port]?.sent[side] += count
        connections[state.number].streams[side] += payload
    }

    /// Ends a stream, or the connection.
    private mutating func end(_ port: Int, _ side: Int, flags: UInt8) {
        expire()
        guard let state = ports[port], state.stage == .open, !state.hasFIN[side] else { return }
        add(port, side, flags, at: state.sent[side])
        guard flags & 1 != 0 else {
            ports[port]?.stage = .closing
            return
        }
        ports[port]?.hasFIN[side] = true
        connections[state.number].ends[side] = 1
        // Of an end that was never seen no FIN is waited for.
        let isOther = ports[port]?.hasFIN[1 - side] == true || !state.isSeen[1 - side]
        if isOther { ports[port]?.stage = .closing }
    }
}
