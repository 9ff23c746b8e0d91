import WireFormat
import WireProtobuf

/// Counts by name: the number of occurrences and of their bytes.
///
/// Beyond its limits it keeps the names that it met first, which need not be the most frequent. Looking up a name
/// allocates nothing.
struct NameCounter: Sendable {
    /// The count of one name.
    struct Count: Sendable {
        /// The range of the name in `names`.
        fileprivate var name: Range<Int>
        fileprivate var hash: UInt64
        var count = 0
        var bytes = 0
    }

    /// The number of names kept apart; further ones count together under the name `…`.
    static let limit = 10_000
    /// The number of bytes of all names kept apart; a name for which there is no room left counts under `…`, too.
    ///
    /// The wire gives names of any length, up to that of a whole unit.
    static let byteLimit = 8 << 20

    private var counts: [Count] = []
    /// Whether the name `…` stands for names beyond the limits; otherwise it is a name from the wire.
    private(set) var hasOthers = false
    private var names: [UInt8] = []
    private var buckets: [Int32] = Array(repeating: -1, count: 64)

    /// Counts one occurrence.
    @inline(__always)
    mutating func add(_ name: Span<UInt8>, bytes: Int) {
        let place = place(of: name)
        counts[place].count &+= 1
        counts[place].bytes &+= bytes
    }

    /// Counts one occurrence of a name in two parts, which are shown with a space between them.
    @inline(__always)
    mutating func add(_ first: Span<UInt8>, _ second: Span<UInt8>, bytes: Int) {
        let place = place(of: first, second)
        counts[place].count &+= 1
        counts[place].bytes &+= bytes
    }

    /// Returns the index of a name's count, which is inserted if it is new.
    @inline(__always)
    private mutating func place(of name: Span<UInt8>) -> Int {
        let hash = Self.hash(name)
        return find(hash) { $0.equals(name) } ?? insert(name, hash)
    }

    /// Returns the index of the count of a name in two parts.
    @inline(__always)
    private mutating func place(of first: Span<UInt8>, _ second: Span<UInt8>) -> Int {
        let hash = Self.mixed(Self.hash(first) ^ Self.hash(second))
        return find(hash) { name in
            name.count == first.count &+ 1 &+ second.count && name.extracting(first: first.count).equals(first)
                && name.extracting(last: second.count).equals(second)
        } ?? insert(first, second, hash)
    }

    /// Merges another counter.
    mutating func merge(_ other: NameCounter) {
        if other.hasOthers { hasOthers = true }
        let others = other.names.span
        for count in other.counts {
            let name = others.extracting(count.name)
            let place = find(count.hash) { $0.equals(name) } ?? insert(name, count.hash)
            counts[place].count += count.count
            counts[place].bytes += count.bytes
        }
    }

    /// The names with their counts, the most frequent first; equal counts by name.
    var ranked: [(name: [UInt8], count: Int, bytes: Int)] { ranked(first: counts.count) }

    /// The number of bytes of the names kept apart.
    var byteCount: Int { names.count }

    /// The number of different names.
    var distinct: Int { counts.count }

    /// Returns at most `limit` names with their counts, the most frequent first; equal counts by name.
    func ranked(first limit: Int) -> [(name: [UInt8], count: Int, bytes: Int)] {
        first(limit).map { (Array(names[$0.name]), $0.count, $0.bytes) }
    }

    /// Returns the first `limit` counts in rank order; a few out of many are picked without sorting all.
    private func first(_ limit: Int) -> [Count] {
        guard limit > 0, limit < counts.count / 8 else { return Array(counts.sorted(by: precedes).prefix(limit)) }
        var first: [Count] = []
        for count in counts {
            if first.count == limit {
                guard precedes(count, first[limit - 1]) else { continue }
                first.removeLast()
            }
            first.insert(count, at: first.firstIndex { precedes(count, $0) } ?? first.count)
        }
        return first
    }

    private func precedes(_ left: Count, _ right: Count) -> Bool {
        left.count != right.count
            ? left.count > right.count : names[left.name].lexicographicallyPrecedes(names[right.name])
    }

    /// Returns the index of the count whose name has a hash and meets a condition.
    @inline(__always)
    private func find(_ hash: UInt64, _ isWanted: (Span<UInt8>) -> Bool) -> Int? {
        let known = names.span
        var bucket = Int(truncatingIfNeeded: hash) & (buckets.count &- 1)
        while true {
            let place = Int(buckets[bucket])
            if place < 0 { return nil }
            if counts[place].hash == hash, isWanted(known.extracting(counts[place].name)) { return place }
            bucket = (bucket &+ 1) & (buckets.count &- 1)
        }
    }

    /// Hashes words of eight bytes, the last one overlapping; four to seven bytes are two overlapping words of four.
    @inline(__always)
    private static func hash(_ name: Span<UInt8>) -> UInt64 {
        var hash = UInt64(truncatingIfNeeded: name.count)
        if name.count >= 8 {
            var index = 0
            while index < name.count {
                hash = mixed(hash ^ name.loadUnaligned(at: min(index, name.count &- 8), as: UInt64.self))
                index &+= 8
            }
            return hash
        }
        if name.count >= 4 {
            let last = name.loadUnaligned(at: name.count &- 4, as: UInt32.self)
            return mixed(hash ^ (UInt64(name.loadUnaligned(at: 0, as: UInt32.self)) << 32 | UInt64(last)))
        }
        for index in name.indices { hash = hash << 8 | UInt64(name[index]) }
        return mixed(hash)
    }

    @inline(__always)
    private static func mixed(_ hash: UInt64) -> UInt64 {
        // Names differ in their last bytes, which are the word's highest: both halves of the product are needed.
        let (high, low) = hash.multipliedFullWidth(by: 0x9E37_79B9_7F4A_7C15)
        return high ^ low
    }

    @inline(never)
    private mutating func insert(_ name: Span<UInt8>, _ hash: UInt64) -> Int {
        if let shown = Self.repaired(name) { return place(of: shown.span) }
        guard hasRoom(for: name.count) else { return others() }
        let start = names.count
        append(name)
        return insert(start..<names.count, hash)
    }

    @inline(never)
    private mutating func insert(_ first: Span<UInt8>, _ second: Span<UInt8>, _ hash: UInt64) -> Int {
        let (one, two) = (Self.repaired(first), Self.repaired(second))
        if one != nil || two != nil {
            let (one, two) = (one ?? [UInt8](copying: first), two ?? [UInt8](copying: second))
            return place(of: one.span, two.span)
        }
        guard hasRoom(for: first.count &+ 1 &+ second.count) else { return others() }
        let start = names.count
        append(first)
        names.append(UInt8(ascii: " "))
        append(second)
        return insert(start..<names.count, hash)
    }

    private func hasRoom(for bytes: Int) -> Bool {
        counts.count < Self.limit && bytes <= Self.byteLimit &- names.count
    }

    /// Returns a name as lines show it if it is not well-formed UTF-8; names that look the same count as one.
    private static func repaired(_ name: Span<UInt8>) -> [UInt8]? {
        name.isUTF8(in: 0..<name.count) ? nil : Array(String(decodingUTF8: name).utf8)
    }

    /// Returns the index of the count for all names beyond the limits.
    private mutating func others() -> Int {
        hasOthers = true
        let name = Array("…".utf8)
        let hash = Self.hash(name.span)
        if let place = find(hash, { $0.equals(name.span) }) { return place }
        let start = names.count
        names += name
        return insert(start..<names.count, hash)
    }

    private mutating func append(_ bytes: Span<UInt8>) {
        unsafe bytes.withUnsafeBufferPointer { unsafe names.append(contentsOf: $0) }
    }

    /// Inserts a name whose bytes are already in `names`.
    private mutating func insert(_ name: Range<Int>, _ hash: UInt64) -> Int {
        counts.append(Count(name: name, hash: hash))
        if counts.count * 2 > buckets.count {
            buckets = Array(repeating: -1, count: buckets.count * 2)
            for place in counts.indices { index(place) }
        } else {
            index(counts.count - 1)
        }
        return counts.count - 1
    }

    private mutating func index(_ place: Int) {
        var bucket = Int(truncatingIfNeeded: counts[place].hash) & (buckets.count - 1)
        while buckets[bucket] >= 0 { bucket = (bucket + 1) & (buckets.count - 1) }
        buckets[bucket] = Int32(place)
    }
}
