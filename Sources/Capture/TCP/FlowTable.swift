import WireFormat

/// The connections being followed, found by their two ends.
///
/// Open addressing over small integers; the entries are in one array whose indices are reused. When the table is full,
/// a sixteenth of the connections leaves: first those that are over, then those that are closing, then those idle for
/// longest.
struct FlowTable: Sendable {
    var entries: [Entry] = []
    private var free: [Int] = []
    private var buckets: [Bucket]
    private var shift: UInt64
    private var usedBuckets = 0
    private let limit: Int
    private let hash: FlowHash
    /// Connections that may soon be over, each with the time at which to check.
    private var closing: [(place: Int, number: Int, time: Int64)] = []
    private var closingStart = 0
    private let linger: Int64
    /// The time of the first check in ``closing``.
    private(set) var nextDeadline = Int64.max
    /// The most connections with the same ends that are followed at the same time.
    static let longestKin = 16

    /// The number of connections so far.
    private(set) var flowCount = 0
    /// The number of entries visited besides the packet's own, to verify that the work grows linearly with the input.
    private(set) var steps = 0

    /// A slot of the hash table: the index of the entry, and some bits of its hash that rule out most others.
    private struct Bucket: Sendable, BitwiseCopyable {
        var tag: UInt32
        var place: Int32

        static let empty = Bucket(tag: 0, place: -1)
    }

    init(limits: CaptureLimits) {
        var random = SystemRandomNumberGenerator()
        self.init(limits: limits, seededBy: &random)
    }

    init(limits: CaptureLimits, seededBy random: inout some RandomNumberGenerator) {
        limit = min(max(16, limits.flows), 1 << Self.placeBits)
        linger = Int64(min(max(0, limits.closedFlowSeconds), 1 << 30)) * Nanoseconds.perSecond
        hash = FlowHash(seededBy: &random)
        buckets = Array(repeating: .empty, count: 1024)
        shift = 64 - 10
    }

    /// Returns the index of the newest connection with this key, or `nil`.
    @inline(__always)
    func find(_ key: FlowKey) -> Int? {
        let mixed = hash.mix(key)
        let tag = UInt32(truncatingIfNeeded: mixed)
        var index = Int(mixed >> shift)
        while true {
            let bucket = buckets[index]
            if bucket.place < 0 { return nil }
            if bucket.tag == tag, entries[Int(bucket.place)].key == key { return Int(bucket.place) }
            index = (index &+ 1) & (buckets.count &- 1)
        }
    }

    /// Returns the indices of all connections with this key, the newest first, at most ``longestKin``.
    mutating func findAll(_ key: FlowKey) -> [Int] {
        var places: [Int] = []
        let mixed = hash.mix(key)
        var index = Int(mixed >> shift)
        while buckets[index].place >= 0, places.count < Self.longestKin {
            steps &+= 1
            let place = Int(buckets[index].place)
            if buckets[index].tag == UInt32(truncatingIfNeeded: mixed), entries[place].key == key {
                places.append(place)
            }
            index = (index &+ 1) & (buckets.count &- 1)
        }
        return places.sorted { entries[$0].number > entries[$1].number }
    }

    /// Whether the limit is reached, so that a connection must leave before the next ``insert(_:_:)``.
    var isFull: Bool { entries.count - free.count >= limit }

    /// Adds a new connection.
    ///
    /// The caller makes room before: see ``isFull``.
    mutating func insert(_ key: FlowKey, _ opening: Opening) -> Int {
        flowCount += 1
        let entry = Entry(key: key, number: flowCount, opening)
        let place: Int
        if let reused = free.popLast() {
            place = reused
            entries[place] = entry
        } else {
            place = entries.count
            entries.append(entry)
        }
        if (usedBuckets + 1) * 2 > buckets.count { rebuild(bucketCount: buckets.count * 2) } else { index(place) }
        return place
    }

    /// Replaces a connection by a new one with the same ends.
    mutating func replace(_ place: Int, _ opening: Opening) {
        flowCount += 1
        let hadKin = entries[place].hasKin
        entries[place] = Entry(key: entries[place].key, number: flowCount, opening)
        entries[place].hasKin = hadKin
    }

    /// Marks a connection as closing with its last packet: it is over once no packet arrives for ``linger``.
    mutating func close(_ place: Int) {
        guard entries[place].stage == .open else { return }
        entries[place].stage = .closing
        entries[place].closingTime = entries[place].lastTime
        if !entries[place].isWatched { watch(place) }
    }

    /// Sets the first sequence number of a direction, unless it is known.
    mutating func begin(_ place: Int, at sequence: UInt32, isLow: Bool) {
        guard !entries[place].side(isLow: isLow).hasNext else { return }
        if isLow {
            entries[place].low.next = sequence
            entries[place].low.hasNext = true
        } else {
            entries[place].high.next = sequence
            entries[place].high.hasNext = true
        }
    }

    /// Records the FIN of a direction.
    mutating func noteFIN(_ place: Int, at sequence: UInt32, isLow: Bool) {
        if isLow {
            entries[place].low.sawFIN = true
            entries[place].low.finSequence = sequence
        } else {
            entries[place].high.sawFIN = true
            entries[place].high.finSequence = sequence
        }
    }

    /// Sets the network of a direction's packets.
    mutating func enter(_ network: UInt32, at place: Int, isLow: Bool) {
        if isLow { entries[place].low.network = network } else { entries[place].high.network = network }
    }

    /// Marks a closing connection as open again.
    mutating func reopen(_ place: Int) { entries[place].stage = .open }

    private mutating func watch(_ place: Int) {
        if closing.count - closingStart > 2 * entries.count + 64 {
            closing = closing[closingStart...].filter { entry in
                entries[entry.place].number == entry.number && entries[entry.place].isWatched
            }
            closingStart = 0
            steps += closing.count
        }
        entries[place].isWatched = true
        closing.append((place, entries[place].number, deadline(entries[place])))
        nextDeadline = closing[closingStart].time
    }

    /// Returns the time at which a connection is over if no more packets arrive.
    private func deadline(_ entry: Entry) -> Int64 {
        let (time, overflow) = entry.lastTime.addingReportingOverflow(linger)
        return overflow ? .max : time
    }

    /// Returns the index of a connection that is over by now; `nil` when there is none.
    ///
    /// The connection stays in the table to recognise late packets, and is the first to leave it.
    mutating func popOver(_ now: Int64) -> Int? {
        while closingStart < closing.count, closing[closingStart].time <= now {
            let (place, number, _) = closing[closingStart]
            closingStart += 1
            if closingStart * 2 > closing.count {
                closing.removeFirst(closingStart)
                closingStart = 0
            }
            nextDeadline = closingStart < closing.count ? closing[closingStart].time : .max
            guard entries[place].number == number else { continue }
            entries[place].isWatched = false
            guard entries[place].stage == .closing else { continue }
            if deadline(entries[place]) > now {
                watch(place)
                continue
            }
            entries[place].stage = .over
            return place
        }
        return nil
    }

    /// A connection removed to make room.
    struct Leaver: Sendable, BitwiseCopyable {
        var place: Int
        /// The stage of the connection when it was removed.
        var stage: Stage
    }

    /// The number of bits of an index in the ranks of ``evict()``, which limits the number of entries.
    ///
    /// Above them, 32 bits rank connections by their latest packet, and two bits by their stage.
    private static let placeBits = 30

    /// Removes the connections that are needed least.
    mutating func evict() -> [Leaver] {
        steps += entries.count
        var ranks: [UInt64] = []
        ranks.reserveCapacity(entries.count)
        let newest = entries.reduce(0) { max($0, $1.lastPacket) }
        for place in entries.indices where entries[place].stage != .unused {
            let rank: UInt64 =
                switch entries[place].stage {
                case .unused, .over: 0
                case .closing: 1
                case .open: 2
                }
            let youth = UInt64(UInt32.max) - UInt64(min(newest - entries[place].lastPacket, Int(UInt32.max)))
            ranks.append(rank << (Self.placeBits + 32) | youth << Self.placeBits | UInt64(place))
        }
        ranks.sort()
        let leaving = ranks.prefix(max(1, ranks.count / 16)).map { rank in
            let place = Int(rank & (1 << Self.placeBits - 1))
            return Leaver(place: place, stage: entries[place].stage)
        }
        for leaver in leaving {
            entries[leaver.place].stage = .unused
            free.append(leaver.place)
        }
        rebuild(bucketCount: buckets.count)
        return leaving
    }

    private mutating func index(_ place: Int) {
        let mixed = hash.mix(entries[place].key)
        var new = Bucket(tag: UInt32(truncatingIfNeeded: mixed), place: Int32(place))
        var index = Int(mixed >> shift)
        while buckets[index].place >= 0 {
            steps &+= 1
            // Of several connections with the same key, the newest must be found first.
            let old = buckets[index]
            let entry = entries[Int(old.place)]
            if old.tag == new.tag, entry.key == entries[place].key, entry.number < entries[Int(new.place)].number {
                swap(&buckets[index], &new)
            }
            index = (index + 1) & (buckets.count - 1)
        }
        buckets[index] = new
        usedBuckets += 1
    }

    private mutating func rebuild(bucketCount: Int) {
        buckets = Array(repeating: .empty, count: bucketCount)
        shift = UInt64(64 - bucketCount.trailingZeroBitCount)
        usedBuckets = 0
        steps += entries.count
        for place in entries.indices where entries[place].stage != .unused { index(place) }
    }
}
