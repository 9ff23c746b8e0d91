import WireFormat

/// The state of the rules over one session: those of its system, and those of WebSocket.
///
/// The state needs no lock: only the worker of the session's connections uses it, and when all workers are done, the
/// task that merges them.
final class CheckedSession: Sendable {
    @exclusivity(unchecked) nonisolated(unsafe) private var check: any SessionCheck
    @exclusivity(unchecked) nonisolated(unsafe) private var webSocket: WebSocketRules
    /// The number of the session's latest event; events shared by all sessions of a connection do not count.
    @exclusivity(unchecked) nonisolated(unsafe) var lastNumber = 0
    /// The connections of a long-polling session that have not ended.
    @exclusivity(unchecked) nonisolated(unsafe) var connections: Set<Int> = []
    /// The latest close time among the session's ended connections.
    @exclusivity(unchecked) nonisolated(unsafe) var closingTime = Int64.min
    /// Whether a connection of the session was never closed.
    @exclusivity(unchecked) nonisolated(unsafe) var isOpen = false
    /// The latest packet of the session's events, and the time of its event.
    @exclusivity(unchecked) nonisolated(unsafe) private var latest = (packet: 0, time: Int64.min)
    /// The time of the first event.
    let start: Int64
    /// Whether the capture's clock was set back, so that the time of the end tells nothing.
    @exclusivity(unchecked) nonisolated(unsafe) private var isSetBack = false
    /// Whether one end's units are not decrypted any more, so that its silence tells nothing.
    @exclusivity(unchecked) nonisolated(unsafe) private var isOneSided = false
    /// The clocks of the two directions.
    @exclusivity(unchecked) nonisolated(unsafe) private var clocks: DirectionClocks

    /// Creates a session that begins with an event.
    ///
    /// - Parameters:
    ///   - clocks: what the upgrade shows about the clocks, if it came before.
    ///   - beginsConnection: whether the connection begins with the event.
    init(
        _ event: borrowing Event,
        _ limits: CheckLimits,
        _ clocks: DirectionClocks = DirectionClocks(),
        beginsConnection: Bool = false
    ) {
        self.clocks = clocks
        start = event.time
        check = event.system.sessionCheck(event, limits)
        webSocket = WebSocketRules(event)
        if beginsConnection { check.followBeginning() }
    }

    /// Judges an event of this session.
    @inline(__always)
    func observe(_ event: borrowing Event, _ bytes: Span<UInt8>, _ log: inout FindingLog) {
        lastNumber = event.number
        observeShared(event, bytes, &log)
    }

    /// Judges an event that may belong to any session of the connection.
    @inline(__always)
    func observeShared(_ event: borrowing Event, _ bytes: Span<UInt8>, _ log: inout FindingLog) {
        followClock(event, &log)
        if event.isAfterInterruption { check.resume(at: event.time) }
        isOneSided = event.isOneSided
        webSocket.observe(event, &log)
        check.observe(event, bytes, &log)
    }

    /// Notices that the capture's clock was set back: a later packet has an earlier time, or the clocks of the two
    /// directions differ.
    @inline(__always)
    private func followClock(_ event: borrowing Event, _ log: inout FindingLog) {
        // Long polling uses several connections, whose packets have no order.
        if event.pollingSession == nil, clocks.take(event) {
            isSetBack = true
            check.setClockBack(to: event.time, &log)
        }
        guard let packet = event.packets.last, packet > latest.packet else { return }
        if event.time < latest.time.subtractingSaturated(CheckTimes.reordering) {
            isSetBack = true
            check.setClockBack(to: event.time, &log)
        }
        latest = (packet, event.time)
    }

    /// Judges how the session's connection ended.
    func end(_ connection: FlowEnd, _ log: inout FindingLog) {
        webSocket.end(connection, after: (lastNumber, latest.time), &log)
    }

    /// Ends a session of long polling that the server no longer has.
    func endPolling(at time: Int64, _ log: inout FindingLog) { check.endPolling(at: time, &log) }

    /// The client of the connection, if known.
    var client: UInt64? { check.client }

    /// Returns when the client opened its next connection, if this one was silent from then on.
    ///
    /// A client that moved to another network leaves its connection without a packet that closes it.
    func successor(_ starts: [UInt64: [Int64]]) -> Int64? {
        client.flatMap { starts[$0] }?.filter { $0 > latest.time }.min()
    }

    /// Judges what is due by the end of the session, and what remains.
    func finish(at time: Int64, _ log: inout FindingLog) {
        if !isSetBack, !isOneSided { check.pass(to: time, &log) }
        finish(&log)
    }

    /// Judges the remaining state.
    func finish(_ log: inout FindingLog) { check.finish(&log) }
}
