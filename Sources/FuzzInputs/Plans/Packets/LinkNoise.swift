/// Packets without a segment, or with one that is not read, and the reason that is counted for each.
package struct LinkNoise: Sendable {
    var link: UInt32
    var bytes: [UInt8]
    /// The name of the reason.
    var reason: String

    init(_ link: UInt32, _ bytes: [UInt8], _ reason: String) {
        self.link = link
        self.bytes = bytes
        self.reason = reason
    }

    /// The packets for every reason in each of its forms, and similar packets.
    package static let all: [LinkNoise] = transports + tunnels + datagrams + links + wireless + damaged + deep + edges

    /// The reasons that stand for another protocol than TCP.
    package static let others = [
        "udp", "icmp", "arp", "otherTransport", "otherNetwork", "ipsec", "wireGuard", "l2tp", "teredo", "gre", "gtp",
    ]

    static let ends: (from: [UInt8], to: [UInt8]) = ([10, 9, 0, 1], [10, 9, 0, 2])
    static let sixthEnds = (
        from: [0xFD] + LinkHeaders.zeros(14) + [1], to: [0xFD] + LinkHeaders.zeros(14) + [2]
    )

    static func fourth(_ number: UInt8, _ payload: [UInt8]) -> [UInt8] {
        LinkHeaders.internet(payload, number, 0, ends).bytes
    }

    static func datagram(_ from: Int, _ to: Int, _ payload: [UInt8]) -> [UInt8] {
        let number = LinkHeaders.number
        return fourth(17, number(from, 2) + number(to, 2) + number(8 + payload.count, 2) + [0, 0] + payload)
    }

    static func routing(_ flags: Int, _ type: Int, _ payload: [UInt8]) -> [UInt8] {
        fourth(47, LinkHeaders.number(flags, 2) + LinkHeaders.number(type, 2) + payload)
    }

    private static let some: [UInt8] = [0x45, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20]
    private static let question = datagram(5353, 5353, some)

    private static let transports: [LinkNoise] = [
        LinkNoise(101, question, "udp"), LinkNoise(101, fourth(1, some), "icmp"),
        LinkNoise(101, fourth(58, some), "icmp"), LinkNoise(101, fourth(50, some), "ipsec"),
        LinkNoise(101, fourth(115, some), "l2tp"), LinkNoise(101, fourth(89, some), "otherTransport"),
        LinkNoise(101, fourth(132, some), "otherTransport"), LinkNoise(101, fourth(2, some), "otherTransport"),
        LinkNoise(101, fourth(0, some), "otherTransport"), LinkNoise(101, fourth(43, some), "otherTransport"),
        LinkNoise(101, fourth(60, some), "otherTransport"), LinkNoise(101, fourth(44, some), "otherTransport"),
        LinkNoise(101, LinkHeaders.internet(some, 58, 3, sixthEnds).bytes, "icmp"),
        LinkNoise(229, LinkHeaders.internet(some, 59, 0, sixthEnds).bytes, "otherTransport"),
        LinkNoise(229, LinkHeaders.internet(some, 50, 0, sixthEnds).bytes, "ipsec"),
        LinkNoise(229, LinkHeaders.internet(some, 17, 0x42, sixthEnds).bytes, "udp"),
        LinkNoise(101, fourth(97, [0x20, 0] + some), "otherTransport"),
        LinkNoise(101, fourth(97, [0x30, 1] + some), "otherTransport"),
    ]

    private static let tunnels: [LinkNoise] = [
        LinkNoise(101, fourth(4, question), "udp"), LinkNoise(101, fourth(41, fourth(1, some)), "icmp"),
        // Source routes, versions, types.
        LinkNoise(101, routing(0x4000, 0x0800, question), "gre"), LinkNoise(101, routing(0, 0x05DC, question), "gre"),
        LinkNoise(101, routing(2, 0x0800, question), "gre"), LinkNoise(101, routing(7, 0x0800, question), "gre"),
        LinkNoise(101, routing(0x2001, 0x880B, [0, 0, 0, 1]), "gre"),
        LinkNoise(101, routing(0x3001, 0x0800, [0, 0, 0, 1, 0, 0, 0, 2] + question), "gre"),
        LinkNoise(101, routing(0, 0x0800, question), "udp"), LinkNoise(101, routing(0, 0x0806, some), "arp"),
        LinkNoise(101, routing(0, 0x88CC, some), "otherNetwork"),
        LinkNoise(101, routing(0, 0x05DD, some), "otherNetwork"),
        LinkNoise(101, fourth(137, [0, 0, 1, 64, 0x50, 0, 0, 0]), "otherNetwork"),
        LinkNoise(101, fourth(137, [0, 0, 1, 64, 0x10, 0, 0, 0]), "otherNetwork"),
    ]

    private static let datagrams: [LinkNoise] = [
        LinkNoise(101, datagram(1701, 40000, some), "l2tp"), LinkNoise(101, datagram(40000, 1701, some), "l2tp"),
        LinkNoise(101, datagram(3544, 40000, some), "teredo"), LinkNoise(101, datagram(40000, 3544, some), "teredo"),
        LinkNoise(101, datagram(51820, 40000, some), "wireGuard"),
        LinkNoise(101, datagram(40000, 51820, some), "wireGuard"),
        LinkNoise(101, datagram(51820, 1701, some), "l2tp"), LinkNoise(101, datagram(1701, 51820, some), "wireGuard"),
        LinkNoise(101, datagram(4500, 40000, some), "ipsec"),
        LinkNoise(101, datagram(40000, 4500, [0, 0, 0, 1]), "ipsec"),
        LinkNoise(101, datagram(40000, 4500, [0, 0, 0, 0, 1, 2]), "udp"),
        LinkNoise(101, datagram(40000, 4500, [0xFF]), "udp"), LinkNoise(101, datagram(4500, 4500, [1, 2, 3]), "udp"),
        // Only the receiver's port identifies a tunnel that is followed.
        LinkNoise(101, datagram(4789, 40000, [8, 0, 0, 0, 0, 0, 9, 0] + some), "udp"),
        LinkNoise(101, datagram(6081, 40000, some), "udp"), LinkNoise(101, datagram(2152, 40000, some), "udp"),
        LinkNoise(101, datagram(6635, 40000, some), "udp"), LinkNoise(101, datagram(8472, 40000, some), "udp"),
        // VXLAN without a valid number, Geneve of another version.
        LinkNoise(101, datagram(40000, 4789, [0xF7, 0, 0, 0, 0, 0, 9, 0] + some), "udp"),
        LinkNoise(101, datagram(40000, 6081, [0x40, 0, 8, 0, 0, 0, 9, 0] + some), "udp"),
        LinkNoise(101, datagram(40000, 6081, [0x80, 0, 8, 0, 0, 0, 9, 0] + some), "udp"),
        // GTP: signalling, the other protocol, other versions; packets that are not IP; an extension without a length.
        LinkNoise(101, datagram(40000, 2152, [0x30, 1, 0, 4, 0, 0, 0, 0] + some), "udp"),
        LinkNoise(101, datagram(40000, 2152, [0x20, 0xFF, 0, 4, 0, 0, 0, 0] + some), "udp"),
        LinkNoise(101, datagram(40000, 2152, [0x50, 0xFF, 0, 4, 0, 0, 0, 0] + some), "udp"),
        LinkNoise(101, datagram(40000, 2152, [0x30, 0xFE, 0, 4, 0, 0, 0, 0] + some), "udp"),
        LinkNoise(101, datagram(40000, 2152, [0x30, 0xFF, 0, 4, 0, 0, 0, 0, 0x50, 0]), "gtp"),
        LinkNoise(101, datagram(40000, 2152, [0x30, 0xFF, 0, 4, 0, 0, 0, 0, 0x70, 0]), "gtp"),
        LinkNoise(101, datagram(40000, 2152, [0x34, 0xFF, 0, 4, 0, 0, 0, 0, 0, 0, 0, 0x85, 0, 0, 0, 0]), "gtp"),
        LinkNoise(101, datagram(40000, 2152, [0x30, 0xFF, 0, 4, 0, 0, 0, 0] + question), "udp"),
    ]

    private static let ethernet = LinkHeaders.addresses

    private static let links: [LinkNoise] = [
        LinkNoise(1, ethernet + [8, 6] + some, "arp"), LinkNoise(1, ethernet + [0x88, 0xCC] + some, "otherNetwork"),
        LinkNoise(1, ethernet + [0x88, 0x63] + some, "otherNetwork"),
        LinkNoise(1, ethernet + [0x88, 0x65] + some, "otherNetwork"),
        LinkNoise(1, ethernet + [0x88, 0x46] + some, "otherNetwork"),
        LinkNoise(1, ethernet + [0x88, 0x49] + some, "otherNetwork"),
        LinkNoise(1, ethernet + [0x08, 0x01] + some, "otherNetwork"),
        LinkNoise(1, ethernet + [0x05, 0xDD] + some, "otherNetwork"),
        LinkNoise(1, ethernet + [0x81, 0, 0, 7, 8, 6] + some, "arp"),
        LinkNoise(1, ethernet + [0x93, 0, 0, 7, 8, 6] + some, "otherNetwork"),
        // LLC: no SNAP, another organisation, a length instead of a type.
        LinkNoise(1, ethernet + [0, 40, 0x42, 0x42, 3] + some, "otherNetwork"),
        LinkNoise(1, ethernet + [0, 40, 0xAA, 0xAA, 4, 0, 0, 0, 8, 6] + some, "otherNetwork"),
        LinkNoise(1, ethernet + [0, 40, 0xAA, 0xAB, 3, 0, 0, 0, 8, 6] + some, "otherNetwork"),
        LinkNoise(1, ethernet + [0, 40, 0xAA, 0xAA, 3, 0, 0, 0xF9, 8, 6] + some, "otherNetwork"),
        LinkNoise(1, ethernet + [0, 40, 0xAA, 0xAA, 3, 1, 0, 0, 8, 6] + some, "otherNetwork"),
        LinkNoise(1, ethernet + [0, 40, 0xAA, 0xAA, 3, 0, 0, 0, 5, 0xDC] + some, "otherNetwork"),
        LinkNoise(1, ethernet + [5, 0xDC, 0xAA, 0xAA, 3, 0, 0, 0, 8, 6] + some, "arp"),
        LinkNoise(1, ethernet + [0, 40, 0xAA, 0xAA, 3, 0, 0, 0xF8, 8, 6] + some, "arp"),
        // PPPoE of another version, PPP with other protocols.
        LinkNoise(1, ethernet + [0x88, 0x64, 0x21, 0, 0, 9, 0, 2, 0, 0x21] + some, "otherNetwork"),
        LinkNoise(1, ethernet + [0x88, 0x64, 0x11, 7, 0, 9, 0, 2, 0, 0x21] + some, "otherNetwork"),
        LinkNoise(51, [0x11, 0, 0, 9, 0, 2, 0xC0, 0x21] + some, "otherNetwork"),
        LinkNoise(50, [0xFF, 3, 0xC0, 0x21] + some, "otherNetwork"), LinkNoise(9, [0xFF, 4, 0, 0x21], "otherNetwork"),
        LinkNoise(9, [0x80, 0x21] + some, "otherNetwork"), LinkNoise(9, [0x23] + some, "otherNetwork"),
        LinkNoise(9, [2, 0x82] + some, "otherNetwork"), LinkNoise(204, [0, 0x80, 0xFD] + some, "otherNetwork"),
        LinkNoise(104, [0x0F, 0, 0x80, 0x35] + some, "otherNetwork"), LinkNoise(104, [0x8F, 0, 8, 6] + some, "arp"),
        // Loopback around other families.
        LinkNoise(0, [1, 0, 0, 0] + some, "otherNetwork"), LinkNoise(0, [3, 0, 0, 0] + some, "otherNetwork"),
        LinkNoise(108, [0, 0, 0, 29] + some, "otherNetwork"), LinkNoise(108, [0, 0, 0, 25] + some, "otherNetwork"),
        LinkNoise(0, [2, 0, 0, 0] + question, "udp"), LinkNoise(108, [0, 0, 0, 2] + question, "udp"),
        LinkNoise(113, LinkHeaders.zeros(14) + [8, 6] + some, "arp"),
        LinkNoise(276, [8, 6] + LinkHeaders.zeros(18) + some, "arp"),
        // PKTAP: other records and impossible lengths; under the private number these are not PKTAP.
        LinkNoise(258, [12, 0, 0, 0, 2, 0, 0, 0, 101, 0, 0, 0] + question, "otherNetwork"),
        LinkNoise(149, [12, 0, 0, 0, 3, 0, 0, 0, 101, 0, 0, 0] + question, "otherNetwork"),
        LinkNoise(149, [12, 0, 0, 0, 4, 0, 0, 0, 101, 0, 0, 0] + question, "link 149"),
        LinkNoise(258, [11, 0, 0, 0, 1, 0, 0, 0, 101, 0, 0, 0] + question, "otherNetwork"),
        LinkNoise(149, [11, 0, 0, 0, 1, 0, 0, 0, 101, 0, 0, 0] + question, "link 149"),
        LinkNoise(258, [1, 0x10, 0, 0, 1, 0, 0, 0, 101, 0, 0, 0] + question, "otherNetwork"),
        LinkNoise(258, [0, 0x10, 0, 0, 1, 0, 0, 0, 101, 0, 0, 0] + question, "malformed"),
        LinkNoise(258, [12, 0, 0, 0, 1, 0, 0, 0, 101, 0, 1, 0] + question, "otherNetwork"),
        LinkNoise(258, [12, 0, 0, 0, 1, 0, 0, 0, 2, 1, 0, 0] + question, "link 258"),
        LinkNoise(258, [12, 0, 0, 0, 1, 0, 0, 0, 149, 0, 0, 0] + question, "link 258"),
        LinkNoise(258, [12, 0, 0, 0, 1, 0, 0, 0, 101, 0, 0, 0] + question, "udp"),
        LinkNoise(149, [1, 2, 3], "link 149"), LinkNoise(258, [1, 2, 3], "malformed"),
        LinkNoise(195, some, "link 195"), LinkNoise(2, some, "link 2"), LinkNoise(148, some, "link 148"),
        LinkNoise(150, some, "link 150"), LinkNoise(227, some, "link 227"), LinkNoise(230, some, "link 230"),
        LinkNoise(277, some, "link 277"), LinkNoise(107, some, "link 107"), LinkNoise(13, some, "link 13"),
    ]

    private static func frame(_ control: UInt8, _ flags: UInt8, sequence: UInt8 = 0) -> [UInt8] {
        [control, flags] + LinkHeaders.zeros(20) + [sequence, 0] + [0xAA, 0xAA, 3, 0, 0, 0, 8, 0] + question
    }

    private static let wireless: [LinkNoise] = [
        // Beacons, acknowledgments, data frames without data, other versions.
        LinkNoise(105, frame(0x80, 0), "otherNetwork"), LinkNoise(105, frame(0xD4, 0), "otherNetwork"),
        LinkNoise(105, frame(0x48, 1), "otherNetwork"), LinkNoise(105, frame(0xC8, 1), "otherNetwork"),
        LinkNoise(105, frame(0x09, 1), "otherNetwork"), LinkNoise(105, frame(0x0C, 1), "otherNetwork"),
        LinkNoise(105, frame(0x08, 0x41), "encryptedWireless"), LinkNoise(105, frame(0x08, 5), "wirelessFragment"),
        LinkNoise(105, frame(0x08, 1, sequence: 1), "wirelessFragment"),
        LinkNoise(105, frame(0x08, 1, sequence: 8), "wirelessFragment"),
        LinkNoise(105, frame(0x08, 1, sequence: 0x10), "udp"), LinkNoise(105, frame(0x08, 2), "udp"),
        LinkNoise(105, frame(0x18, 0), "udp"), LinkNoise(105, frame(0x08, 0xB9), "udp"),
        LinkNoise(127, [1, 0, 8, 0, 0, 0, 0, 0] + frame(0x08, 1), "otherNetwork"),
        LinkNoise(127, [0, 0, 7, 0, 0, 0, 0, 0] + frame(0x08, 1), "otherNetwork"),
        LinkNoise(127, [0, 0, 8, 0, 0, 0, 0, 0x80] + frame(0x08, 1), "otherNetwork"),
        LinkNoise(127, [0, 0, 0xFF, 0, 0, 0, 0, 0] + frame(0x08, 1), "malformed"),
        LinkNoise(127, [0, 0, 8, 0, 0, 0, 0, 0] + frame(0x08, 1), "udp"),
        LinkNoise(127, [0, 0, 8, 0, 0, 0, 0, 0] + frame(0x08, 0x41), "encryptedWireless"),
    ]

    private static func damage(_ change: (inout [UInt8]) -> Void) -> [UInt8] {
        var bytes = fourth(6, LinkHeaders.zeros(12) + [0x50, 0x10] + LinkHeaders.zeros(6))
        change(&bytes)
        return bytes
    }

    private static let damaged: [LinkNoise] = [
        // Headers with contradictions.
        LinkNoise(101, damage { $0[0] = 0x44 }, "malformed"), LinkNoise(101, damage { $0[0] = 0x55 }, "malformed"),
        LinkNoise(101, damage { $0[0] = 0x4F }, "malformed"), LinkNoise(101, damage { $0[3] = 19 }, "malformed"),
        LinkNoise(101, damage { $0[32] = 0x40 }, "malformed"), LinkNoise(101, damage { $0[32] = 0x60 }, "malformed"),
        LinkNoise(101, damage { $0[3] = 39 }, "malformed"), LinkNoise(101, damage { $0.removeLast() }, "malformed"),
        LinkNoise(101, Array(question.prefix(19)), "malformed"),
        LinkNoise(101, [0x60] + LinkHeaders.zeros(38), "malformed"),
        LinkNoise(101, Array(question.prefix(27)), "malformed"), LinkNoise(101, Array(question.prefix(28)), "udp"),
        LinkNoise(1, Array(ethernet + [8]), "malformed"), LinkNoise(1, ethernet + [0x81, 0, 0, 1, 8], "malformed"),
        LinkNoise(1, ethernet + [0x88, 0x47, 0, 0, 0, 64], "malformed"),
        LinkNoise(1, ethernet + [0x88, 0x47, 0, 0, 1, 64], "malformed"),
        LinkNoise(1, ethernet + [0, 9, 0xAA, 0xAA], "malformed"),
        LinkNoise(1, ethernet + [0, 9, 0xAA, 0xAA, 3, 0, 0, 0, 8], "malformed"),
        LinkNoise(51, [0x11, 0, 0, 9, 0], "malformed"), LinkNoise(51, [0x11, 0, 0, 9, 0, 2], "malformed"),
        LinkNoise(9, [0xFF], "malformed"), LinkNoise(9, [0], "malformed"), LinkNoise(104, [0x0F, 0, 8], "malformed"),
        LinkNoise(0, [2, 0, 0], "malformed"), LinkNoise(113, LinkHeaders.zeros(15), "malformed"),
        LinkNoise(276, [8, 0] + LinkHeaders.zeros(17), "malformed"), LinkNoise(105, [8], "malformed"),
        LinkNoise(105, [8, 1] + LinkHeaders.zeros(21), "malformed"), LinkNoise(127, LinkHeaders.zeros(7), "malformed"),
        LinkNoise(105, [0x88, 1] + LinkHeaders.zeros(22) + [0x80, 0], "malformed"),
        // Fragments without bytes, with half a unit, beyond the longest datagram.
        LinkNoise(101, damage { $0.replaceSubrange(2..<8, with: [0, 20, 0, 1, 0x20, 0]) }, "malformed"),
        LinkNoise(101, damage { $0.replaceSubrange(2..<8, with: [0, 39, 0, 1, 0x20, 0]) }, "malformed"),
        LinkNoise(101, damage { $0.replaceSubrange(2..<8, with: [0, 40, 0, 1, 0x1F, 0xFE]) }, "malformed"),
        LinkNoise(101, routing(0x8000, 0x0800, [0, 0, 0]), "malformed"),
        LinkNoise(101, fourth(47, [0, 0, 8]), "malformed"),
        LinkNoise(101, fourth(97, [0x30]), "malformed"),
        LinkNoise(101, fourth(17, [0, 1, 2, 3, 4, 5, 6]), "malformed"),
        LinkNoise(101, datagram(1, 4789, [8, 0, 0, 0, 0, 0, 9]), "malformed"),
        LinkNoise(101, datagram(1, 6081, [1, 0, 8, 0, 0, 0, 9, 0, 1, 2, 3]), "malformed"),
        LinkNoise(101, datagram(1, 2152, [0x30, 0xFF, 0, 4, 0, 0, 0]), "malformed"),
        LinkNoise(101, datagram(1, 2152, [0x30, 0xFF, 0, 4, 0, 0, 0, 0]), "malformed"),
        LinkNoise(101, datagram(1, 2152, [0x31, 0xFF, 0, 4, 0, 0, 0, 0, 1, 2, 3]), "malformed"),
        LinkNoise(101, datagram(1, 2152, [0x34, 0xFF, 0, 4, 0, 0, 0, 0, 1, 2, 3, 0x85, 2, 0, 0, 0]), "malformed"),
    ]

    private static func tags(_ count: Int) -> [UInt8] {
        ethernet + (0..<count).flatMap { _ in [0x81, 0, 0, 7] as [UInt8] } + [8, 0] + question
    }

    private static func nested(_ count: Int) -> [UInt8] {
        (0..<count).reduce(question) { inner, _ in fourth(4, inner) }
    }

    /// The largest number of nested headers that is followed, and one more.
    private static let deep: [LinkNoise] = [
        LinkNoise(1, tags(32), "udp"), LinkNoise(1, tags(33), "tooDeep"), LinkNoise(101, nested(32), "udp"),
        LinkNoise(101, nested(33), "tooDeep"),
    ]
}
