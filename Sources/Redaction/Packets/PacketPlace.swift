import Capture
import WireFormat

/// Where the headers of a packet lie, for those that carry IP without a tunnel.
struct PacketPlace {
    enum Transport {
        case tcp(payload: Int)
        /// Another protocol whose header ends here.
        case other(payload: Int)
    }

    /// Hardware addresses of 6 bytes, one behind the other.
    struct Hardware {
        var start = 0
        var count = 0
    }

    var hardware: Hardware
    /// First byte of the IP header.
    var internet: Int
    var isIPv6: Bool
    /// First byte behind the IP header.
    var transport: Int
    /// Where the IP packet ends, as far as it was captured.
    var end: Int
    /// Bytes of the IP packet on the wire.
    var wireLength: Int
    var kind: Transport

    /// Where the link layer ends, and which hardware addresses it has; `nil` for a link type that is not known.
    static func link(_ bytes: Span<UInt8>, _ type: LinkType) -> (end: Int, hardware: Hardware, isInternet: Bool)? {
        func etherType(_ place: Int) -> Int {
            place + 1 < bytes.count ? Int(bytes[place]) << 8 | Int(bytes[place + 1]) : 0
        }
        func isIP(_ type: Int) -> Bool { type == 0x0800 || type == 0x86DD }
        switch type {
        case .ethernet:
            guard bytes.count >= 14 else { return nil }
            var place = 12
            while [0x8100, 0x88A8, 0x9100].contains(etherType(place)), place + 6 <= bytes.count { place += 4 }
            return (place + 2, Hardware(start: 0, count: 2), isIP(etherType(place)))
        case .null, .loop: return bytes.count >= 4 ? (4, Hardware(), true) : nil
        case .raw, .rawOld, .rawOpenBSD, .ipv4, .ipv6: return (0, Hardware(), true)
        case .linuxSLL: return bytes.count >= 16 ? (16, Hardware(start: 6, count: 1), isIP(etherType(14))) : nil
        case .linuxSLL2: return bytes.count >= 20 ? (20, Hardware(start: 12, count: 1), isIP(etherType(0))) : nil
        default: return nil
        }
    }

    /// - Returns: `nil` where there is no whole IP header, or a fragment.
    init?(_ bytes: Span<UInt8>, _ type: LinkType) {
        guard let link = Self.link(bytes, type), link.isInternet else { return nil }
        hardware = link.hardware
        internet = link.end
        guard bytes.count - internet >= 20 else { return nil }
        func word(_ place: Int) -> Int { Int(bytes[place]) << 8 | Int(bytes[place + 1]) }
        let number: UInt8
        switch bytes[internet] >> 4 {
        case 4:
            isIPv6 = false
            let header = Int(bytes[internet] & 15) * 4
            let total = word(internet + 2)
            guard header >= 20, total >= header, bytes.count - internet >= header, word(internet + 6) & 0x3FFF == 0
            else { return nil }
            number = bytes[internet + 9]
            transport = internet + header
            wireLength = total
        case 6:
            guard bytes.count - internet >= 40 else { return nil }
            isIPv6 = true
            let length = word(internet + 4)
            guard length > 0 else { return nil }
            number = bytes[internet + 6]
            transport = internet + 40
            wireLength = 40 + length
        default: return nil
        }
        end = min(bytes.count, internet + wireLength)
        switch number {
        case 6:
            guard end - transport >= 20 else { return nil }
            let header = Int(bytes[transport + 12] >> 4) * 4
            guard header >= 20, end - transport >= header else { return nil }
            kind = .tcp(payload: transport + header)
        case 17 where end - transport >= 8: kind = .other(payload: transport + 8)
        case 1 where end - transport >= 4, 58 where end - transport >= 4: kind = .other(payload: transport + 4)
        default: kind = .other(payload: transport)
        }
    }
}
