import WireFormat

/// The connections that are being followed, found by their two ends.
///
/// Open addressing over small integers; the flows lie in one array whose places are used again. When the table is full,
/// the sixteenth part of it that was idle for longest goes.
struct FlowTable: Sendable {
    /// A followed connection.
    struct Entry: Sendable {
        var key: FlowKey
        var number: Int
        var lastPacket: Int
        /// Initial sequence number of the SYN, to tell a repeated SYN from a new connection.
        var synSequence: UInt32
        var sawSYN: Bool
        /// Sequence and acknowledgment number of the first packet, to tell a SYN that came late from a new connection.
        var firstSequence: UInt32
        var firstAcknowledgment: UInt32
        var sawEnd: Bool
        var firstIsLow: Bool
        var isUsed: Bool
    }

    private(set) var entries: [Entry] = []
    private var free: [Int] = []
    private var buckets: [Int32]
    private var shift: UInt64
    private var usedBuckets = 0
    private let limit: Int

    /// How many connections there have been.
    private(set) var flowCount = 0

    init(limit: Int) {
        self.limit = max(16, limit)
        buckets = Array(repeating: -1, count: 1024)
        shift = 64 - 10
    }

    /// The place of the connection with this key, or `nil`.
    @inline(__always)
    func find(_ key: FlowKey) -> Int? {
        var bucket = Int(key.mixed >> shift)
        while true {
            let place = Int(buckets[bucket])
            if place < 0 { return nil }
            if entries[place].key == key { return place }
            bucket = (bucket &+ 1) & (buckets.count &- 1)
        }
    }

    @inline(__always)
    mutating func touch(_ place: Int, packet: Int) { entries[place].lastPacket = packet }

    mutating func noteSYN(_ place: Int, sequence: UInt32) {
        entries[place].synSequence = sequence
        entries[place].sawSYN = true
    }

    mutating func noteEnd(_ place: Int) { entries[place].sawEnd = true }

    /// Whether there is room for one more connection.
    var isFull: Bool { entries.count - free.count >= limit }

    /// Takes a new connection in.
    ///
    /// The caller makes room first: see ``isFull``.
    mutating func insert(
        _ key: FlowKey,
        packet: Int,
        sequence: UInt32,
        acknowledgment: UInt32,
        firstIsLow: Bool
    ) -> Int {
        flowCount += 1
        let entry = Entry(
            key: key,
            number: flowCount,
            lastPacket: packet,
            synSequence: 0,
            sawSYN: false,
            firstSequence: sequence,
            firstAcknowledgment: acknowledgment,
            sawEnd: false,
            firstIsLow: firstIsLow,
            isUsed: true
        )
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
    mutating func replace(_ place: Int, packet: Int, sequence: UInt32, acknowledgment: UInt32, firstIsLow: Bool) {
        flowCount += 1
        entries[place].number = flowCount
        entries[place].lastPacket = packet
        entries[place].sawSYN = false
        entries[place].firstSequence = sequence
        entries[place].firstAcknowledgment = acknowledgment
        entries[place].sawEnd = false
        entries[place].firstIsLow = firstIsLow
    }

    /// Lets the connections go that were idle for longest, and answers their places.
    mutating func evict() -> [Int] {
        let places = entries.indices.filter { entries[$0].isUsed }
            .sorted { entries[$0].lastPacket < entries[$1].lastPacket }
        let leaving = Array(places.prefix(max(1, places.count / 16)))
        for place in leaving {
            entries[place].isUsed = false
            free.append(place)
        }
        rebuild(bucketCount: buckets.count)
        return leaving
    }

    private mutating func index(_ place: Int) {
        var bucket = Int(entries[place].key.mixed >> shift)
        while buckets[bucket] >= 0 { bucket = (bucket + 1) & (buckets.count - 1) }
        buckets[bucket] = Int32(place)
        usedBuckets += 1
    }

    private mutating func rebuild(bucketCount: Int) {
        buckets = Array(repeating: -1, count: bucketCount)
        shift = UInt64(64 - bucketCount.trailingZeroBitCount)
        usedBuckets = 0
        for place in entries.indices where entries[place].isUsed { index(place) }
    }
}
