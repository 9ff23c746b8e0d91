/// A TCP connection of a capture.
public struct Flow: Sendable, BitwiseCopyable {
    /// Number, from 1, in order of first packet.
    public var number: Int
    /// The end that sent the first packet seen.
    public var first: Endpoint
    /// The other end.
    public var second: Endpoint
    /// Whether `first` opened the connection: known from a SYN, guessed from the ports otherwise.
    public var firstIsClient: Bool
    /// Whether a SYN said who opened it.
    public var sawSYN: Bool
}

/// What tells connections apart: both ends, in an order that does not depend on the direction.
struct FlowKey: Hashable, Sendable, BitwiseCopyable {
    var lowAddressHigh: UInt64
    var lowAddressLow: UInt64
    var highAddressHigh: UInt64
    var highAddressLow: UInt64
    /// The ports in the same order, and 1 in the top byte for IPv6.
    var ports: UInt64

    /// - Returns: the key, and whether `source` is its low end.
    @inline(__always)
    static func make(_ source: Endpoint, _ destination: Endpoint) -> (key: FlowKey, sourceIsLow: Bool) {
        let from = source.address
        let to = destination.address
        let sourceIsLow: Bool
        if from.high != to.high {
            sourceIsLow = from.high < to.high
        } else if from.low != to.low {
            sourceIsLow = from.low < to.low
        } else {
            sourceIsLow = source.port <= destination.port
        }
        let low = sourceIsLow ? source : destination
        let high = sourceIsLow ? destination : source
        let family: UInt64 = from.isIPv6 ? 1 << 56 : 0
        let key = FlowKey(
            lowAddressHigh: low.address.high,
            lowAddressLow: low.address.low,
            highAddressHigh: high.address.high,
            highAddressLow: high.address.low,
            ports: UInt64(low.port) << 16 | UInt64(high.port) | family
        )
        return (key, sourceIsLow)
    }

    /// A mix of all bits, good in its upper ones.
    @inline(__always)
    var mixed: UInt64 {
        var hash = ports &* 0x9E37_79B9_7F4A_7C15
        hash = (hash ^ lowAddressLow) &* 0xBF58_476D_1CE4_E5B9
        hash = (hash ^ hash >> 29 ^ highAddressLow) &* 0x94D0_49BB_1331_11EB
        hash = (hash ^ lowAddressHigh) &* 0x9E37_79B9_7F4A_7C15
        hash = (hash ^ hash >> 31 ^ highAddressHigh) &* 0xBF58_476D_1CE4_E5B9
        return hash
    }
}
