import WireFormat

/// The beginning and length of a value in one sortable word: 6 bytes, 15 bits of length, and whether it is a number.
///
/// The beginnings of texts in UTF-16 have length 0, so that one lookup finds both kinds.
struct OriginalStart: Hashable, Comparable, BitwiseCopyable, Sendable {
    let bits: UInt64

    /// The length of all longer values.
    static let longest = 1 << 15 - 1

    init(bits: UInt64) { self.bits = bits }

    /// Creates the start of a text in UTF-16, without length: the text itself is compared later.
    init(_ wide: WideStart, isLittleEndian: Bool) {
        let units = wide.units
        let swapped = (units & 0xFF00_FF00_FF00) >> 8 | (units & 0x00FF_00FF_00FF) << 8
        bits = (isLittleEndian ? swapped : units) << 16 | (isLittleEndian ? 1 : 0)
    }

    init(_ value: Span<UInt8>) {
        var isNumber = true
        for index in value.indices where value[index] &- 48 > 9 {
            isNumber = false
            break
        }
        let length = UInt64(min(value.count, Self.longest))
        bits = Self.head(value, 0) << 16 | length << 1 | (isNumber ? 1 : 0)
    }

    /// The first 6 bytes; the first byte is the most significant one.
    var head: UInt64 { bits >> 16 }
    var length: Int { Int(bits >> 1 & 0x7FFF) }
    /// Whether the value has only digits; a longer number may hold such a value by chance.
    var isNumber: Bool { bits & 1 == 1 }
    /// Whether this is the beginning of a text in UTF-16, and whether that is little-endian.
    var isWide: Bool { length == 0 }
    var isLittleEndian: Bool { bits & 1 == 1 }

    static func < (one: OriginalStart, other: OriginalStart) -> Bool { one.bits < other.bits }

    @inline(__always)
    static func head(_ bytes: Span<UInt8>, _ start: Int) -> UInt64 {
        let four = UInt32(bigEndian: bytes.loadUnaligned(at: start, as: UInt32.self))
        let two = UInt16(bigEndian: bytes.loadUnaligned(at: start &+ 4, as: UInt16.self))
        return UInt64(four) << 16 | UInt64(two)
    }
}
