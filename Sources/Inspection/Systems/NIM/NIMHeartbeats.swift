import WireFormat

/// Heartbeats of a connection that wait for their answers, which have no serial: the one that has waited longest is answered
/// first.
struct NIMHeartbeats: Sendable {
    typealias Request = PendingRequests<Int32>.Request

    /// How many may wait; the SDK lets one wait at a time.
    private static let most = 4

    private var waiting = HeadedQueue<Request>()

    /// Adds a heartbeat; gives up those for whose answers the SDK waits no more, since it sends another one then.
    mutating func insert(_ beat: Request, _ slots: inout SlotPool) {
        while let first = waiting.first,
            waiting.count >= Self.most || beat.time.subtractingSaturated(first.time) > NIMCheck.heartbeatWait
        {
            slots.giveBack(first.slot)
            waiting.popFirst()
        }
        waiting.append(beat)
    }

    /// Takes out the heartbeat that an event answers.
    mutating func take(answeredBy event: borrowing Event) -> Request? {
        guard let first = waiting.first, first.mayBeAnswered(by: event) else { return nil }
        return waiting.popFirst()
    }

    /// Calls `body` with the slot of each that waits.
    func forEachSlot(_ body: (Int32) -> Void) {
        for beat in waiting.waiting { body(beat.slot) }
    }
}
