/// A set of message ids; it takes no memory until there is one.
struct IdSet: Sendable {
    private var bits: [UInt64] = []
    /// How many there are.
    private(set) var count = 0

    /// Adds an id.
    mutating func insert(_ id: UInt16) {
        if bits.isEmpty { bits = Array(repeating: 0, count: 1024) }
        let bit: UInt64 = 1 << UInt64(id & 63)
        guard bits[Int(id >> 6)] & bit == 0 else { return }
        bits[Int(id >> 6)] |= bit
        count += 1
    }

    /// Takes an id out; `false` when it is not there.
    mutating func remove(_ id: UInt16) -> Bool {
        guard count > 0 else { return false }
        let bit: UInt64 = 1 << UInt64(id & 63)
        guard bits[Int(id >> 6)] & bit != 0 else { return false }
        bits[Int(id >> 6)] &= ~bit
        count -= 1
        return true
    }

    /// Takes all ids out.
    mutating func removeAll() {
        guard count > 0 else { return }
        bits = []
        count = 0
    }
}
