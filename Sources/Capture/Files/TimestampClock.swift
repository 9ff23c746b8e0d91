/// The time format of an interface: the unit of its ticks, and an offset.
///
/// pcapng: options `if_tsresol` (a negative power of 10, or of 2 with the top bit set) and `if_tsoffset`.
struct TimestampClock: Hashable, Sendable, BitwiseCopyable {
    /// The exponent as in `if_tsresol`.
    var resolution: UInt8 = 6
    /// Seconds to add to each time.
    var offsetSeconds: Int64 = 0

    static let microseconds = TimestampClock(resolution: 6)
    static let nanoseconds = TimestampClock(resolution: 9)

    /// The length of a tick, for the two units of pcap.
    var nanosecondsPerTick: Int64 { resolution == 9 ? 1 : 1000 }

    var isFinerThanMicroseconds: Bool { resolution & 0x80 == 0 ? resolution > 6 : resolution & 0x7F > 19 }

    /// Converts ticks to nanoseconds since 1970.
    ///
    /// Clamps to 0 and to the largest `Int64` (in 2262), so that the difference of any two times fits as well.
    ///
    /// - Parameter clamped: incremented when the time was clamped.
    func nanoseconds(_ ticks: UInt64, clamped: inout Int) -> Int64 {
        let exponent = Int(resolution & 0x7F)
        var total: Int128
        if resolution & 0x80 != 0 {
            total = (Int128(ticks) * 1_000_000_000) >> Int128(exponent)
        } else if exponent <= 9 {
            total = Int128(ticks) * Int128(Self.powerOfTen(9 - exponent))
        } else {
            total = exponent > 28 ? 0 : Int128(ticks) / Int128(Self.powerOfTen(min(exponent - 9, 18)))
            if exponent > 27 { total /= 10 }
        }
        total += Int128(offsetSeconds) * 1_000_000_000
        let time = Int64(clamping: max(0, total))
        if Int128(time) != total { clamped &+= 1 }
        return time
    }

    private static func powerOfTen(_ exponent: Int) -> Int64 {
        (0..<exponent).reduce(1) { power, _ in power * 10 }
    }
}
