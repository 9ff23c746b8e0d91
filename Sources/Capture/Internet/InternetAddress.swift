import WireFormat

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#else
    import Darwin
#endif

/// An IPv4 or IPv6 address.
public struct InternetAddress: Hashable, Sendable, BitwiseCopyable {
    /// The upper half of the IPv6 address; 0 for IPv4.
    var high: UInt64
    /// The lower half, or the IPv4 address.
    var low: UInt64
    /// Whether this is an IPv6 address.
    public var isIPv6: Bool

    init(ipv4 address: UInt32) {
        high = 0
        low = UInt64(address)
        isIPv6 = false
    }

    init(ipv6High high: UInt64, low: UInt64) {
        self.high = high
        self.low = low
        isIPv6 = true
    }
}

/// One end of a connection: address and port.
public struct Endpoint: Hashable, Sendable, BitwiseCopyable {
    /// The address.
    public var address: InternetAddress
    /// The TCP port.
    public var port: UInt16
}

extension InternetAddress: CustomStringConvertible {
    /// `10.0.0.1`, or IPv6 in the form of RFC 5952.
    public var description: String {
        guard isIPv6 else {
            var writer = ByteWriter(capacity: 16)
            appendIPv4(to: &writer)
            return String(decodingUTF8: writer.span)
        }
        let groups = (0..<8).map { group in
            let half = group < 4 ? high : low
            return UInt16(truncatingIfNeeded: half >> UInt64(48 - group % 4 * 16))
        }
        if groups[0..<5].allSatisfy({ $0 == 0 }), groups[5] == 0xFFFF {
            return "::ffff:" + InternetAddress(ipv4: UInt32(truncatingIfNeeded: low)).description
        }
        // RFC 5952: the longest run of at least two zero groups is left out; of equal runs, the first.
        var best = 0..<0
        var index = 0
        while index < 8 {
            var end = index
            while end < 8, groups[end] == 0 { end += 1 }
            if end - index > max(best.count, 1) { best = index..<end }
            index = max(end, index + 1)
        }
        let hex = groups.map { String($0, radix: 16) }
        guard !best.isEmpty else { return hex.joined(separator: ":") }
        return hex[..<best.lowerBound].joined(separator: ":") + "::" + hex[best.upperBound...].joined(separator: ":")
    }
}

extension InternetAddress {
    /// Parses `10.0.0.1`, or IPv6 in any form of RFC 4291; `nil` for any other text.
    package init?(_ text: String) {
        var bytes = [UInt8](repeating: 0, count: 16)
        if inet_pton(AF_INET, text, &bytes) == 1 {
            self.init(bytes: Array(bytes.prefix(4)))
        } else if inet_pton(AF_INET6, text, &bytes) == 1 {
            self.init(bytes: bytes)
        } else {
            return nil
        }
    }

    /// Makes an address from its bytes in a packet; `nil` unless there are 4 or 16.
    package init?(bytes: [UInt8]) {
        func number(_ range: Range<Int>) -> UInt64 { bytes[range].reduce(0) { $0 << 8 | UInt64($1) } }
        switch bytes.count {
        case 4: self.init(ipv4: UInt32(number(0..<4)))
        case 16: self.init(ipv6High: number(0..<8), low: number(8..<16))
        default: return nil
        }
    }

    /// The bytes of the address as in a packet: 4 or 16.
    package var bytes: [UInt8] {
        func bytes(_ number: UInt64, _ count: Int) -> [UInt8] {
            (1...count).map { UInt8(truncatingIfNeeded: number >> UInt64((count - $0) * 8)) }
        }
        return isIPv6 ? bytes(high, 8) + bytes(low, 8) : bytes(low, 4)
    }

    /// Appends `10.0.0.1`.
    fileprivate func appendIPv4(to writer: inout ByteWriter) {
        for shift in stride(from: UInt64(24), through: 0, by: -8) {
            writer.append(decimal: low >> shift & 255)
            if shift > 0 { writer.append(UInt8(ascii: ".")) }
        }
    }
}

extension Endpoint: CustomStringConvertible {
    /// `10.0.0.1:80` or `[::1]:80`.
    public var description: String {
        guard !address.isIPv6 else { return "[\(address)]:\(port)" }
        var writer = ByteWriter(capacity: 24)
        address.appendIPv4(to: &writer)
        writer.append(UInt8(ascii: ":"))
        writer.append(decimal: UInt64(port))
        return String(decodingUTF8: writer.span)
    }
}
