import Capture

/// The positions of the headers in a packet that carries IP without a tunnel.
struct PacketPlace {
    /// The transport protocol, with the index of the first byte after its header.
    enum Transport {
        case tcp(payload: Int)
        case udp(payload: Int)
        /// ICMP; its header is taken to end after the checksum.
        case icmp(payload: Int)
        /// Another protocol, which is not parsed.
        case other(payload: Int)

        var payload: Int {
            switch self {
            case .tcp(let payload), .udp(let payload), .icmp(let payload), .other(let payload): payload
            }
        }
    }

    /// The hardware addresses of 6 bytes, one after another, and the number of unused bytes in the field after them.
    struct Hardware {
        var start = 0
        var count = 0
        var unused = 0
    }

    var hardware: Hardware
    /// The index of the first byte of the IP header.
    var internet: Int
    var isIPv6: Bool
    /// The index of the first byte after the IP header.
    var transport: Int
    /// The index of the end of the captured part of the IP packet.
    var end: Int
    /// The number of bytes of the IP packet on the wire.
    var wireLength: Int
    /// Whether the IP header has length 0, as with segmentation offload, where a packet may exceed the header's
    /// maximum.
    var hasNoLength: Bool
    /// The number of bytes at the end of the TCP header, within its options, that the capture cut off.
    var missingHeader = 0
    var kind: Transport

    /// Returns the end of the link layer, and its hardware addresses; `nil` for an unknown link type.
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
        // The address field has 8 bytes, whatever the last two of them hold.
        case .linuxSLL:
            return bytes.count >= 16 ? (16, Hardware(start: 6, count: 1, unused: 2), isIP(etherType(14))) : nil
        case .linuxSLL2:
            return bytes.count >= 20 ? (20, Hardware(start: 12, count: 1, unused: 2), isIP(etherType(0))) : nil
        default: return nil
        }
    }

    /// - Returns: `nil` for a fragment, or without a whole IP header.
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
            hasNoLength = word(internet + 2) == 0
            let total = hasNoLength ? bytes.count - internet : word(internet + 2)
            guard header >= 20, total >= header, bytes.count - internet >= header, word(internet + 6) & 0x3FFF == 0
            else { return nil }
            number = bytes[internet + 9]
            transport = internet + header
            wireLength = total
        case 6:
            guard bytes.count - internet >= 40 else { return nil }
            isIPv6 = true
            hasNoLength = word(internet + 4) == 0
            let length = hasNoLength ? bytes.count - internet - 40 : word(internet + 4)
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
            guard header >= 20, header <= internet + wireLength - transport else { return nil }
            missingHeader = max(0, transport + header - end)
            kind = .tcp(payload: transport + header - missingHeader)
        case 17 where end - transport >= 8: kind = .udp(payload: transport + 8)
        case 1 where end - transport >= 4, 58 where end - transport >= 4: kind = .icmp(payload: transport + 4)
        default: kind = .other(payload: transport)
        }
    }
}
