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
