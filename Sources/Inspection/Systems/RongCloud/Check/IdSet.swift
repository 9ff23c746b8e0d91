/// A set of message ids; it allocates nothing until the first id is inserted.
struct IdSet: Sendable {
    private var bits: [UInt64] = []
    /// The number of ids.
    private(set) var count = 0

    mutating func insert(_ id: UInt16) {
        if bits.isEmpty { bits = Array(repeating: 0, count: 1024) }
        let bit: UInt64 = 1 << UInt64(id & 63)
        guard bits[Int(id >> 6)] & bit == 0 else { return }
        bits[Int(id >> 6)] |= bit
        count += 1
    }

    /// Removes an id; returns `false` if the set does not hold the id.
    mutating func remove(_ id: UInt16) -> Bool {
        guard count > 0 else { return false }
        let bit: UInt64 = 1 << UInt64(id & 63)
        guard bits[Int(id >> 6)] & bit != 0 else { return false }
        bits[Int(id >> 6)] &= ~bit
        count -= 1
        return true
    }

    /// Inserts the ids of another set.
    mutating func formUnion(_ other: IdSet) {
        guard other.count > 0 else { return }
        if bits.isEmpty { bits = Array(repeating: 0, count: 1024) }
        for index in bits.indices { bits[index] |= other.bits[index] }
        count = bits.reduce(0) { $0 + $1.nonzeroBitCount }
    }

    mutating func removeAll() {
        guard count > 0 else { return }
        bits = []
        count = 0
    }
}
