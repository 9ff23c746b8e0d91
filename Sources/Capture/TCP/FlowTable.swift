import WireFormat

/// The connections that are being followed, found by their two ends.
///
/// Open addressing over small integers; the flows lie in one array whose places are used again. When the table is full,
/// the sixteenth part of it that is needed least goes: first connections that are over, then those that are about to be,
/// then those idle for longest.
struct FlowTable: Sendable {
    /// A followed connection.
    struct Entry: Sendable, BitwiseCopyable {
        var key: FlowKey
        var number: Int
        var lastPacket: Int
        /// Nanoseconds since 1970, of the last packet.
        var lastTime: Int64
        /// What each end sent; the end with the lower address is `low`.
        var low = Side()
        var high = Side()
        /// What its first packet said.
        var opening: Opening
        /// Whether an end was closed or reset.
        var sawEnd = false
        /// Whether there was another connection with the same ends when it began.
        var hasKin = false
        /// Whether there is a time at which to look whether it is over.
        var isWatched = false
        var stage = Stage.open

        init(key: FlowKey, number: Int, _ opening: Opening) {
            self.key = key
            self.number = number
            self.opening = opening
            lastPacket = opening.packet
            lastTime = opening.time
            low.network = opening.network
            high.network = opening.network
        }

        /// The part of one end.
        @inline(__always)
        func side(isLow: Bool) -> Side { isLow ? low : high }
    }

    /// The first packet of a connection.
    struct Opening: Sendable, BitwiseCopyable {
        var packet: Int
        /// Nanoseconds since 1970.
        var time: Int64
        /// Sequence and acknowledgment number, to tell what came late from a new connection.
        var sequence: UInt32
        var acknowledgment: UInt32
        var hasAcknowledgment: Bool
        /// Whether the end with the lower address sent it.
        var isLow: Bool
        /// The VLANs and virtual networks that it was in; 0 for none.
        var network: UInt32
    }

    /// One end's part of a connection.
    struct Side: Sendable, BitwiseCopyable {
        /// Its last segment with payload, among those that repetitions are compared with.
        var lastRecord = 0
        /// The sequence number behind the last byte that was new.
        var next: UInt32 = 0
        /// Sequence number of its SYN, to tell a repeated one from a new connection.
        var synSequence: UInt32 = 0
        /// The VLANs and virtual networks that its packets are in; those of the other end until one has come.
        var network: UInt32 = 0
        var isSeen = false
        /// Whether it asked for the connection.
        var sawSYN = false
        var sawFIN = false
        /// Whether `next` is known.
        var hasNext = false
    }

    /// How far a connection is.
    enum Stage: UInt8, Sendable {
        /// The place holds none.
        case unused
        /// Its ends talk.
        case open
        /// Both ends have closed it, or one has reset it.
        case closing
        /// It is over, and its state is gone; remembered for packets that come late.
        case over
    }

    var entries: [Entry] = []
    private var free: [Int] = []
    private var buckets: [Bucket]
    private var shift: UInt64
    private var usedBuckets = 0
    private let limit: Int
    private let hash: FlowHash
    /// Connections that may soon be over, with the time when that is to be looked at.
    private var closing: [(place: Int, number: Int, time: Int64)] = []
    private var closingStart = 0
    private let linger: Int64
    /// When the first of those is to be looked at.
    private(set) var nextDeadline = Int64.max
    /// Connections with the same ends that are followed at the same time.
    static let longestKin = 16

    /// How many connections there have been.
    private(set) var flowCount = 0
    /// Entries looked at besides the one that a packet belongs to, to see that the work grows with the input and not with
    /// its square.
    private(set) var steps = 0

    /// A place in the hash table: where the entry is, and some bits of its hash to tell most others apart.
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
        limit = min(max(16, limits.flows), 1 << 30)
        linger = Int64(min(max(0, limits.closedFlowSeconds), 1 << 30)) * 1_000_000_000
        hash = FlowHash(seededBy: &random)
        buckets = Array(repeating: .empty, count: 1024)
        shift = 64 - 10
    }

    /// The place of the newest connection with this key, or `nil`.
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

    /// The places of all connections with this key, the newest first, at most ``longestKin``.
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

    /// Whether there is room for one more connection.
    var isFull: Bool { entries.count - free.count >= limit }

    /// Takes a new connection in.
    ///
    /// The caller makes room first: see ``isFull``.
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

    /// Replaces the connection at a place by a new one with the same ends.
    mutating func replace(_ place: Int, _ opening: Opening) {
        flowCount += 1
        let hadKin = entries[place].hasKin
        entries[place] = Entry(key: entries[place].key, number: flowCount, opening)
        entries[place].hasKin = hadKin
    }

    /// Notes that a connection will be over when nothing more comes.
    mutating func close(_ place: Int) {
        guard entries[place].stage == .open else { return }
        entries[place].stage = .closing
        if !entries[place].isWatched { watch(place) }
    }

    /// Takes note of where an end's stream begins.
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

    /// Takes note of the network that an end's packets are in.
    mutating func enter(_ network: UInt32, at place: Int, isLow: Bool) {
        if isLow { entries[place].low.network = network } else { entries[place].high.network = network }
    }

    /// Takes back that a connection will be over.
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

    /// When a connection is over, if nothing more comes.
    private func deadline(_ entry: Entry) -> Int64 {
        let (time, overflow) = entry.lastTime.addingReportingOverflow(linger)
        return overflow ? .max : time
    }

    /// The place of a connection that is over by now; `nil` when there is none.
    ///
    /// It stays in the table for late packets, and leaves it before all others.
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

    /// A connection that had to leave.
    struct Leaver: Sendable, BitwiseCopyable {
        var place: Int
        /// How far it was.
        var stage: Stage
    }

    /// Lets the connections go that are needed least.
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
            ranks.append(rank << 62 | youth << 30 | UInt64(place))
        }
        ranks.sort()
        let leaving = ranks.prefix(max(1, ranks.count / 16)).map { rank in
            let place = Int(rank & (1 << 30 - 1))
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
            // Of several connections with the same key the newest is found first.
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
