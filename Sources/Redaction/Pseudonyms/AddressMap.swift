import Capture

/// Maps addresses so that two of them share as many leading bits after the mapping as before (as in Crypto-PAn).
///
/// The bits that tell the kind of address stay: loopback, private, link-local, multicast.
struct AddressMap: Sendable {
    private let key: PseudonymKey

    init(key: PseudonymKey) { self.key = key }

    /// Returns the number of leading bits that tell the kind of an IPv4 address.
    private static func kind(ofIPv4 bytes: [UInt8]) -> Int {
        switch (bytes[0], bytes[1]) {
        case (0, _), (10, _), (127, _): 8
        case (172, 16...31): 12
        case (192, 168), (169, 254): 16
        case (224...239, _): 4
        case (240...255, _): 32
        default: 0
        }
    }

    private static func kind(ofIPv6 bytes: [UInt8]) -> Int {
        if bytes.dropLast().allSatisfy({ $0 == 0 }) { return 128 }
        if bytes.prefix(10).allSatisfy({ $0 == 0 }), bytes[10] == 0xFF, bytes[11] == 0xFF { return 96 }
        switch bytes[0] {
        case 0xFC, 0xFD: return 8
        case 0xFE: return 10
        case 0xFF: return 16
        default: return 3
        }
    }

    func replace(ip bytes: [UInt8]) -> [UInt8] {
        if bytes.count == 4 { return replace(bytes, from: Self.kind(ofIPv4: bytes), purpose: 0xA4) }
        let kind = Self.kind(ofIPv6: bytes)
        if kind == 96 { return bytes.prefix(12) + replace(ip: Array(bytes.suffix(4))) }
        return replace(bytes, from: kind, purpose: 0xA6)
    }

    /// Maps a hardware address: the two bits for groups and local use stay, and so do all zeros and all ones.
    func replace(mac bytes: [UInt8]) -> [UInt8] {
        if bytes.allSatisfy({ $0 == 0 }) || bytes.allSatisfy({ $0 == 0xFF }) { return bytes }
        var result = replace(bytes, from: 0, purpose: 0xA8)
        result[0] = result[0] & 0xFC | bytes[0] & 3
        return result
    }

    /// Flips each bit or not, depending on the bits before it.
    private func replace(_ bytes: [UInt8], from first: Int, purpose: UInt8) -> [UInt8] {
        var result = bytes
        for bit in first..<max(first, bytes.count * 8) {
            var prefix = Array(bytes.prefix(bit / 8 + 1))
            prefix[bit / 8] &= UInt8(truncatingIfNeeded: 0xFF00 >> (bit % 8))
            var random = KeyedBytes(prefix + [UInt8(bit)], key: key, purpose: purpose)
            if random.next() & 1 == 1 { result[bit / 8] ^= 0x80 >> UInt8(bit % 8) }
        }
        return result
    }

    /// Returns whether a text has the length and the first byte of an IPv4 address.
    static func mayBeAddress(_ text: Span<UInt8>) -> Bool { 7...21 ~= text.count && text[0] &- 48 < 10 }

    /// Maps a text that is an IPv4 address, with or without a port; returns `nil` for other texts.
    func replace(text: String) -> String? {
        let utf8 = text.utf8
        guard utf8.count >= 7, utf8.count <= 21, let first = utf8.first, first &- 48 < 10 else { return nil }
        let parts = text.split(separator: ":", omittingEmptySubsequences: false)
        guard parts.count <= 2, parts.count == 1 || UInt16(parts[1]) != nil else { return nil }
        guard let address = InternetAddress(String(parts[0])), !address.isIPv6,
            let mapped = InternetAddress(bytes: replace(ip: address.bytes))?.description
        else { return nil }
        return parts.count == 2 ? mapped + ":" + parts[1] : mapped
    }
}
