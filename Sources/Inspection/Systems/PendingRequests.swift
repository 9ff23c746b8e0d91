import WireFormat

/// Requests of one kind on one connection that wait for their answer, found by the id that request and answer share.
///
/// A hash table with open addressing: ids need not be consecutive, and most connections wait for few answers, so it
/// starts small and is never more than three quarters full. At the limit, a new request takes the place of another one,
/// which is given up.
struct PendingRequests<ID: FixedWidthInteger & BitwiseCopyable & Sendable>: Sendable {
    struct Request: Sendable, BitwiseCopyable {
        /// The time of the request, in nanoseconds since 1970.
        var time: Int64
        /// The packet that completed the request.
        var packet: UInt32
        /// The slot in which the sequencer keeps the request's number; `-1` if it has none.
        var slot: Int32
        /// The index of the request's topic in the table; `-1` if unknown.
        var topic: Int16
        var id: ID

        /// The mark of a place in which nothing waits.
        fileprivate static var free: Request { Request(time: 0, packet: 0, slot: -1, topic: .min, id: 0) }
        fileprivate var isFree: Bool { topic == .min }
    }

    /// The places of the table: a power of two, or none.
    private var places: [Request] = []
    /// The number of requests that wait.
    private(set) var count = 0

    private static var fewest: Int { 4 }
    /// The distance between the places from which two consecutive ids give up a request.
    private static var stride: Int { 37 }

    /// Remembers a request.
    ///
    /// - Parameter limit: the most requests that may wait.
    /// - Returns: the slot of a request that was given up for the new one, or `-1`.
    mutating func insert(_ request: Request, limit: Int) -> Int32 {
        if places.isEmpty { places = Array(repeating: .free, count: Self.fewest) }
        var place = find(request.id)
        let old = places[place]
        if old.isFree, count < limit {
            if (count + 1) * 4 > places.count * 3 {
                grow()
                place = find(request.id)
            }
            places[place] = request
            count += 1
            return -1
        }
        // The id is used again, or there are too many.
        if old.isFree {
            // Requests are given up all over the table: always beside the new one, the others would grow into long
            // runs.
            let given = giveUp(from: Int(truncatingIfNeeded: request.id) &* Self.stride & (places.count - 1))
            places[find(request.id)] = request
            return given
        }
        places[place] = request
        return old.slot
    }

    /// Removes and returns the request with an id, if an event may answer it.
    mutating func take(_ id: ID, answeredBy event: borrowing Event) -> Request? {
        guard count > 0, places[find(id)].mayBeAnswered(by: event) else { return nil }
        return take(id)
    }

    /// Removes and returns the request with an id.
    mutating func take(_ id: ID) -> Request? {
        guard count > 0 else { return nil }
        let place = find(id)
        let request = places[place]
        guard !request.isFree else { return nil }
        remove(place)
        count -= 1
        return request
    }

    /// Calls `body` with the slot of each request that waits.
    func forEachSlot(_ body: (Int32) -> Void) {
        for request in places where !request.isFree { body(request.slot) }
    }

    /// Returns the place of an id, or the free place where it belongs.
    private func find(_ id: ID) -> Int {
        var place = home(id)
        while !places[place].isFree, places[place].id != id { place = next(place) }
        return place
    }

    /// Returns the preferred place of an id; four consecutive ids share a line of the processor's cache.
    private func home(_ id: ID) -> Int {
        let group = UInt32(truncatingIfNeeded: id >> 2) &* 0x9E37_79B1 >> 16
        return (Int(group) << 2 | Int(truncatingIfNeeded: id & 3)) & (places.count - 1)
    }

    private func next(_ place: Int) -> Int { (place + 1) & (places.count - 1) }

    /// Empties a place, and moves the requests up that had to go after it for want of room.
    private mutating func remove(_ place: Int) {
        var hole = place
        var place = next(place)
        while !places[place].isFree {
            let wish = home(places[place].id)
            // Whether the hole is between the preferred place and the place of the request, going round.
            if (place - wish) & (places.count - 1) >= (place - hole) & (places.count - 1) {
                places[hole] = places[place]
                hole = place
            }
            place = next(place)
        }
        places[hole] = .free
    }

    /// Gives up the first request from a place on, and returns its slot.
    private mutating func giveUp(from start: Int) -> Int32 {
        var place = start
        while places[place].isFree { place = next(place) }
        let slot = places[place].slot
        remove(place)
        return slot
    }

    /// Grows a small table to four times its size, others to twice.
    private mutating func grow() {
        let old = places
        places = Array(repeating: .free, count: old.count * (old.count < 16 ? 4 : 2))
        for request in old where !request.isFree { places[find(request.id)] = request }
    }
}

extension PendingRequests.Request {
    /// Creates the request that an event makes.
    init(_ event: borrowing Event, slot: Int32, topic: Int16, id: ID) {
        self.init(
            time: event.time,
            packet: UInt32(clamping: event.packets.last ?? 0),
            slot: slot,
            topic: topic,
            id: id
        )
    }

    /// Whether an event may answer this request.
    ///
    /// An event from before the request on the wire may not answer it, even if the event comes out of the capture later
    /// because bytes are missing. Without missing bytes, events come out in the order of sending, whatever the order of
    /// the packets. The clock of a capture may go back, and its packets may be in another order, but hardly both.
    func mayBeAnswered(by event: borrowing Event) -> Bool {
        !event.isDisordered || time <= event.time || packet <= UInt32(clamping: event.packets.last ?? 0)
    }

    /// Returns the time from the request to its answer in nanoseconds; 0 if the capture has the answer first.
    func latency(to event: borrowing Event) -> Int64 { max(0, event.time.subtractingSaturated(time)) }
}
