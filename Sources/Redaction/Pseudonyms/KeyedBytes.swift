import Crypto

/// Pseudo-random bytes that depend on a key and a value only.
struct KeyedBytes {
    private let seed: SymmetricKey
    private var block: [UInt8] = []
    private var place = 0
    private var counter: UInt32 = 0

    /// - Parameter attempt: other bytes for the same value, for a pseudonym that is taken.
    init(_ value: [UInt8], key: SymmetricKey, purpose: UInt8, attempt: UInt8 = 0) {
        var mac = HMAC<SHA256>(key: key)
        mac.update(data: [purpose, attempt])
        mac.update(data: value)
        seed = SymmetricKey(data: Array(mac.finalize()))
    }

    mutating func next() -> UInt8 {
        if place == block.count {
            let number = withUnsafeBytes(of: counter.bigEndian) { Array($0) }
            block = Array(HMAC<SHA256>.authenticationCode(for: number, using: seed))
            counter &+= 1
            place = 0
        }
        place += 1
        return block[place - 1]
    }

    /// A number below `bound`.
    mutating func number(below bound: Int) -> Int {
        guard bound > 1 else { return 0 }
        var bits: UInt64 = 0
        for _ in 0..<8 { bits = bits << 8 | UInt64(next()) }
        return Int(bits % UInt64(bound))
    }
}
