import WireFormat

/// The heartbeats of a connection that wait for their answers.
///
/// Answers have no serial, so the longest-waiting heartbeat is answered first.
struct NIMHeartbeats: Sendable {
    typealias Request = PendingRequests<Int32>.Request

    /// The most heartbeats that may wait; the SDK lets one wait at a time.
    private static let most = 4

    private var waiting = HeadedQueue<Request>()

    /// Adds a heartbeat; gives up those that timed out, because the SDK then sends another one.
    mutating func insert(_ beat: Request, _ slots: inout SlotPool) {
        while let first = waiting.first,
            waiting.count >= Self.most || beat.time.subtractingSaturated(first.time) > NIMCheck.heartbeatWait
        {
            slots.giveBack(first.slot)
            waiting.popFirst()
        }
        waiting.append(beat)
    }

    /// Removes and returns the heartbeat that an event answers.
    mutating func take(answeredBy event: borrowing Event) -> Request? {
        guard let first = waiting.first, first.mayBeAnswered(by: event) else { return nil }
        return waiting.popFirst()
    }

    /// Calls `body` with the slot of each waiting heartbeat.
    func forEachSlot(_ body: (Int32) -> Void) {
        for beat in waiting.waiting { body(beat.slot) }
    }
}
