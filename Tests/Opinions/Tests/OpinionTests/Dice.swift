/// Random numbers that are the same for a seed on every machine: SplitMix64.
struct Dice: RandomNumberGenerator {
    private var state: UInt64

    init(_ seed: Int) { state = UInt64(seed) }

    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var mixed = state
        mixed = (mixed ^ mixed >> 30) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ mixed >> 27) &* 0x94D0_49BB_1331_11EB
        return mixed ^ mixed >> 31
    }

    mutating func below(_ bound: Int) -> Int { Int.random(in: 0..<bound, using: &self) }
    mutating func one<Value>(of values: [Value]) -> Value { values[below(values.count)] }

    /// Random bytes, which begin anew after 251.
    mutating func bytes(_ count: Int) -> [UInt8] {
        var bytes = (0..<min(count, 251)).map { _ in UInt8(truncatingIfNeeded: next()) }
        let block = bytes
        bytes.reserveCapacity(count)
        while bytes.count < count { bytes += block.prefix(count - bytes.count) }
        return bytes
    }

    /// The bytes in pieces of random lengths.
    mutating func pieces(of bytes: [UInt8]) -> [[UInt8]] {
        var pieces: [[UInt8]] = []
        var start = 0
        while start < bytes.count {
            let end = min(bytes.count, start + 1 + below(one(of: [20, 200, 2000])))
            pieces.append(Array(bytes[start..<end]))
            start = end
        }
        return pieces
    }
}
