/// A TCP connection of a capture.
public struct Flow: Sendable, BitwiseCopyable {
    /// The number of the connection, from 1, in order of first packet.
    public var number: Int
    /// The end that sent the first packet seen.
    public var first: Endpoint
    /// The other end.
    public var second: Endpoint
    /// The end that opened the connection: known from a SYN, otherwise guessed from the ports.
    public var client: FlowSide
    /// Whether the first packet seen has SYN set, which shows who opened the connection.
    public var sawSYN: Bool

    /// The address and port of an end.
    public subscript(side: FlowSide) -> Endpoint { side == .first ? first : second }

    /// A hash of the two hosts, without ports and without order: equal for all connections between them.
    package var hosts: UInt64 {
        let (first, second) = (first.address, second.address)
        return (first.high &+ first.low &+ second.high &+ second.low) &* 0x9E37_79B9_7F4A_7C15
    }
}

/// The identity of a connection: both ends, in an order that does not depend on the direction.
struct FlowKey: Hashable, Sendable, BitwiseCopyable {
    var lowAddressHigh: UInt64
    var lowAddressLow: UInt64
    var highAddressHigh: UInt64
    var highAddressLow: UInt64
    /// The ports in the same order as the addresses; bit 56 is set for IPv6.
    var ports: UInt64

    /// Returns the key, and whether `source` is its low end.
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
}

/// A hash function for flow keys, with a different secret for each table.
///
/// An attacker who chooses addresses and ports does not know the secret, and so cannot choose keys that collide. Each
/// step multiplies two words that both depend on the secret, and folds the two halves of the product together.
struct FlowHash: Sendable, BitwiseCopyable {
    private let first: UInt64
    private let second: UInt64
    private let third: UInt64
    private let fourth: UInt64

    init(seededBy random: inout some RandomNumberGenerator) {
        first = random.next()
        second = random.next()
        third = random.next()
        fourth = random.next()
    }

    /// Returns a mix of all bits; its upper and lower bits are equally good.
    @inline(__always)
    func mix(_ key: FlowKey) -> UInt64 {
        let low = Self.fold(key.lowAddressHigh ^ first, key.lowAddressLow ^ second)
        let high = Self.fold(key.highAddressHigh ^ third, key.highAddressLow ^ fourth)
        return Self.fold(low ^ key.ports ^ second, high ^ first)
    }

    @inline(__always)
    private static func fold(_ left: UInt64, _ right: UInt64) -> UInt64 {
        let product = left.multipliedFullWidth(by: right)
        return product.high ^ product.low
    }
}
