import TestSupport

/// Byte order of a capture file under construction.
enum ByteOrder: CaseIterable, Sendable {
    case little
    case big
}

/// Bytes that are put together by hand from a published layout.
struct WireBytes {
    var order = ByteOrder.big
    var bytes: [UInt8] = []

    mutating func u8(_ value: UInt8) { bytes.append(value) }

    mutating func u16(_ value: UInt16) { number(UInt64(value), count: 2) }

    mutating func u32(_ value: UInt32) { number(UInt64(value), count: 4) }

    mutating func u64(_ value: UInt64) { number(value, count: 8) }

    mutating func raw(_ more: [UInt8]) { bytes += more }

    private mutating func number(_ value: UInt64, count: Int) {
        let bigEndian = (0..<count).map { UInt8(truncatingIfNeeded: value >> UInt64(8 * (count - 1 - $0))) }
        bytes += order == .big ? bigEndian : bigEndian.reversed()
    }
}

/// Numbers that are the same for the same seed (SplitMix64).
struct SeededRandom {
    private var numbers: SplitMix64

    init(_ seed: UInt64) {
        numbers = SplitMix64(seed: seed &* 0x9E37_79B9_7F4A_7C15 &+ 0x1234_5678)
    }

    mutating func next() -> UInt64 { numbers.next() }

    /// A number from 0 up to, not including, `bound`.
    mutating func below(_ bound: Int) -> Int { Int(next() % UInt64(bound)) }

    /// The same items in another order.
    mutating func shuffled<Item>(_ items: [Item]) -> [Item] {
        let keys = items.indices.map { ($0, next()) }.sorted { $0.1 < $1.1 }
        return keys.map { items[$0.0] }
    }

    mutating func bytes(_ count: Int) -> [UInt8] { (0..<count).map { _ in UInt8(truncatingIfNeeded: next()) } }
}
