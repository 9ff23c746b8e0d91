import WireFormat

/// The text of IP addresses in the bytes that proxies write.
enum AddressText {
    static func ipv4(_ bytes: Span<UInt8>, _ range: Range<Int>) -> String {
        range.map { String(bytes[$0]) }.joined(separator: ".")
    }

    /// Returns all groups of an IPv6 address, in brackets.
    static func ipv6(_ bytes: Span<UInt8>, _ range: Range<Int>) -> String {
        let groups = stride(from: range.lowerBound, to: range.upperBound, by: 2)
        return "[" + groups.map { String(bytes.uint16(at: $0), radix: 16) }.joined(separator: ":") + "]"
    }
}
