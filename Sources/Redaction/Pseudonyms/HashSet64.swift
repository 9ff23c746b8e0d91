/// A set of hashes, which takes about half again as much memory as the hashes.
struct HashSet64: Sendable {
    private var slots: [UInt64] = []
    private(set) var count = 0
    private var holdsZero = false

    init() {}

    /// - Returns: whether the hash is new.
    @inline(__always)
    mutating func insert(_ hash: UInt64) -> Bool {
        if hash == 0 {
            defer { holdsZero = true }
            if !holdsZero { count += 1 }
            return !holdsZero
        }
        if count * 4 >= slots.count * 3 { grow() }
        let mask = slots.count - 1
        var place = Int(truncatingIfNeeded: hash >> 20) & mask
        while slots[place] != 0 {
            if slots[place] == hash { return false }
            place = (place + 1) & mask
        }
        slots[place] = hash
        count += 1
        return true
    }

    @inline(__always)
    func contains(_ hash: UInt64) -> Bool {
        if hash == 0 { return holdsZero }
        guard !slots.isEmpty else { return false }
        let mask = slots.count - 1
        var place = Int(truncatingIfNeeded: hash >> 20) & mask
        while slots[place] != 0 {
            if slots[place] == hash { return true }
            place = (place + 1) & mask
        }
        return false
    }

    /// Merges another set, up to `most` hashes in total; returns whether all hashes fit.
    mutating func formUnion(_ other: HashSet64, most: Int) -> Bool {
        // Grows first: inserted in the order of a table, hashes would cluster in a smaller table.
        while (count + other.count) * 4 > slots.count * 3 { grow() }
        var tookAll = true
        other.forEach { hash in
            if count < most { _ = insert(hash) } else if !contains(hash) { tookAll = false }
        }
        return tookAll
    }

    private mutating func grow() {
        let old = slots
        slots = [UInt64](repeating: 0, count: max(64, old.count * 2))
        let mask = slots.count - 1
        for hash in old where hash != 0 {
            var place = Int(truncatingIfNeeded: hash >> 20) & mask
            while slots[place] != 0 { place = (place + 1) & mask }
            slots[place] = hash
        }
    }

    /// Calls `body` with each hash.
    func forEach(_ body: (UInt64) -> Void) {
        if holdsZero { body(0) }
        for hash in slots where hash != 0 { body(hash) }
    }
}
