/// Damages bytes at random, as bad networks, bad programs and bad people do.
enum Damage {
    /// Applies up to four changes: flips, new values, cuts, repetitions, insertions.
    static func apply(to bytes: inout [UInt8], _ random: inout Seeded, from start: Int = 0) {
        for _ in 0..<(1 + random.below(4)) {
            guard bytes.count > start else { return }
            let place = start + random.below(bytes.count - start)
            let end = min(bytes.count, place + 1 + random.below(40))
            switch random.below(8) {
            case 0, 1: bytes[place] ^= 1 << UInt8(random.below(8))
            case 2: bytes[place] = [0, 1, 0x7F, 0x80, 0xFF, 0x7E].randomElement(using: &random) ?? 0
            case 3: bytes[place] = UInt8(random.below(256))
            case 4: bytes.removeSubrange(place..<end)
            case 5: bytes.insert(contentsOf: bytes[place..<end], at: place)
            case 6: bytes.insert(contentsOf: (0..<4).map { _ in UInt8(random.below(256)) }, at: place)
            default: bytes.removeSubrange(place...)
            }
        }
    }
}
