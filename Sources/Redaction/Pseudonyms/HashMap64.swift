/// A map from hashes to values; two keys with the same hash count as equal.
struct HashMap64<Value: BitwiseCopyable & Sendable>: Sendable {
    private var hashes: [UInt64] = []
    private var values: [Value] = []
    private(set) var count = 0

    init() {}

    /// Replaces 0, which marks a free slot.
    @inline(__always)
    private static func key(_ hash: UInt64) -> UInt64 { hash == 0 ? 1 : hash }

    /// Returns the slot of a key, or the free slot for it.
    @inline(__always)
    private func slot(_ key: UInt64) -> Int {
        let mask = hashes.count &- 1
        var place = Int(truncatingIfNeeded: key >> 20) & mask
        while hashes[place] != 0, hashes[place] != key { place = (place &+ 1) & mask }
        return place
    }

    subscript(hash: UInt64) -> Value? {
        @inline(__always)
        get {
            guard count > 0 else { return nil }
            let place = slot(Self.key(hash))
            return hashes[place] == 0 ? nil : values[place]
        }
    }

    /// Sets the value of a hash, and replaces an earlier one.
    mutating func set(_ hash: UInt64, _ value: Value) {
        if count &* 4 >= hashes.count &* 3 { grow(blank: value) }
        let key = Self.key(hash)
        let place = slot(key)
        if hashes[place] == 0 { count &+= 1 }
        hashes[place] = key
        values[place] = value
    }

    mutating func removeAll() {
        count = 0
        for place in hashes.indices { hashes[place] = 0 }
    }

    private mutating func grow(blank: Value) {
        let (old, kept) = (hashes, values)
        hashes = [UInt64](repeating: 0, count: max(64, old.count * 2))
        values = [Value](repeating: blank, count: hashes.count)
        for place in old.indices where old[place] != 0 {
            let free = slot(old[place])
            hashes[free] = old[place]
            values[free] = kept[place]
        }
    }
}
