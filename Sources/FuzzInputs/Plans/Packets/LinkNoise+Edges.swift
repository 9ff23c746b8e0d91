/// Packets that end right after a header, and the same packets without that header's last byte.
///
/// Each header leads to a named reason, so a reader that reads beyond the packet, or requires more than the header,
/// gives another reason.
extension LinkNoise {
    /// The packets with whole headers and nothing after them, and the same ones cut off inside the header.
    static let edges: [LinkNoise] = whole.flatMap { packet in
        // The cut removes the last byte of a number for the next header: a reader must not take the rest for another
        // number.
        let cut = LinkNoise(packet.link, packet.bytes.dropLast(), packet.cutReason)
        return [LinkNoise(packet.link, packet.bytes, packet.reason), cut]
    }

    private typealias Whole = (link: UInt32, bytes: [UInt8], reason: String, cutReason: String)

    private static let whole: [Whole] = linkHeaders + wirelessHeaders + internetHeaders + tunnelHeaders

    private static func header(_ link: UInt32, _ bytes: [UInt8], _ reason: String) -> Whole {
        (link, bytes, reason, "malformed")
    }

    private static let frame = LinkHeaders.addresses

    /// An unknown type; its first byte followed by a zero is not a known type either.
    private static let unknown: [UInt8] = [0x88, 0xCC]

    private static let linkHeaders: [Whole] = [
        header(1, frame + unknown, "otherNetwork"),
        header(1, frame + [0x81, 0, 0, 7] + unknown, "otherNetwork"),
        header(1, frame + [0x88, 0xA8, 0, 7, 0x81, 0, 0, 8] + unknown, "otherNetwork"),
        // LLC, and LLC with SNAP.
        header(1, frame + [0, 3, 0x42, 0x42, 3], "otherNetwork"),
        header(1, frame + [0, 8, 0xAA, 0xAA, 3, 0, 0, 0] + unknown, "otherNetwork"),
        // The first bits after labels identify the content.
        header(1, frame + [0x88, 0x47, 0, 0, 1, 64, 0x50], "otherNetwork"),
        header(1, frame + [0x88, 0x64, 0x21, 0, 0, 9, 0, 2], "otherNetwork"),
        header(1, frame + [0x88, 0x64, 0x11, 0, 0, 9, 0, 2, 0xC0, 0x21], "otherNetwork"),
        header(51, [0x11, 0, 0, 9, 0, 2, 0xC1], "otherNetwork"), header(9, [0xC0, 0x21], "otherNetwork"),
        header(9, [0xFF, 4], "otherNetwork"), header(50, [0xFF, 3, 0xC0, 0x21], "otherNetwork"),
        header(204, [0, 0xC1], "otherNetwork"), header(104, [0x0F, 0] + unknown, "otherNetwork"),
        header(0, [1, 0, 0, 0], "otherNetwork"), header(108, [0, 0, 0, 29], "otherNetwork"),
        header(113, LinkHeaders.zeros(14) + unknown, "otherNetwork"),
        header(276, unknown + LinkHeaders.zeros(18), "otherNetwork"),
        header(258, [12, 0, 0, 0, 2, 0, 0, 0, 101, 0, 0, 0], "otherNetwork"),
        // Under the number for private use, too few bytes identify nothing.
        (149, [12, 0, 0, 0, 2, 0, 0, 0, 101, 0, 0, 0], "otherNetwork", "link 149"),
        header(258, [16, 0, 0, 0, 1, 0, 0, 0, 9, 0, 0, 0, 0, 0, 0, 0, 0xC1], "otherNetwork"),
    ]

    private static func data(_ control: UInt8, _ flags: UInt8, _ count: Int) -> [UInt8] {
        [control, flags] + LinkHeaders.zeros(count - 2)
    }

    private static let wirelessHeaders: [Whole] = [
        // The first two bytes identify a beacon or an encrypted frame.
        header(105, [0x80, 0], "otherNetwork"), header(105, [8, 0x41], "encryptedWireless"),
        // A frame's fragment, identified by its whole header, with four addresses, and with QoS.
        header(105, data(8, 5, 24), "wirelessFragment"), header(105, data(0x88, 5, 26), "wirelessFragment"),
        header(105, data(0x88, 7, 32), "wirelessFragment"),
        header(105, data(8, 1, 24) + [0x42, 0x42, 3], "otherNetwork"),
        header(105, data(8, 3, 30) + [0x42, 0x42, 3], "otherNetwork"),
        header(105, data(0x88, 0x81, 30) + [0x42, 0x42, 3], "otherNetwork"),
        // Radiotap without fields, and with presence words that fill it.
        header(127, [1, 0, 8, 0, 0, 0, 0, 0], "otherNetwork"),
        header(127, [0, 0, 12, 0, 0, 0, 0, 0x80, 0, 0, 0, 0, 0x80, 0], "otherNetwork"),
        header(127, [0, 0, 12, 0, 0, 0, 0, 0x80, 0, 0, 0, 0x80], "otherNetwork"),
    ]

    private static let internetHeaders: [Whole] = [
        header(101, fourth(89, []), "otherTransport"), header(101, fourth(17, LinkHeaders.zeros(8)), "udp"),
        header(229, LinkHeaders.internet([], 59, 0, sixthEnds).bytes, "otherTransport"),
        // The numbers of IPv6 extension headers mean nothing special in IPv4.
        (101, fourth(0, [58] + LinkHeaders.zeros(7)), "otherTransport", "otherTransport"),
        (101, fourth(43, [17] + LinkHeaders.zeros(15)), "otherTransport", "otherTransport"),
        (101, fourth(44, [58] + LinkHeaders.zeros(7)), "otherTransport", "otherTransport"),
        (101, fourth(60, [58] + LinkHeaders.zeros(7)), "otherTransport", "otherTransport"),
        // Hop-by-hop options.
        header(229, LinkHeaders.internet([], 59, 2, sixthEnds).bytes, "otherTransport"),
    ]

    private static let tunnelHeaders: [Whole] = [
        header(101, routing(0, 0x88CC, []), "otherNetwork"),
        // With a checksum, a key, a sequence number, and all of them.
        header(101, routing(0x8000, 0x88CC, LinkHeaders.zeros(4)), "otherNetwork"),
        header(101, routing(0x2000, 0x88CC, LinkHeaders.zeros(4)), "otherNetwork"),
        header(101, routing(0x1000, 0x88CC, LinkHeaders.zeros(4)), "otherNetwork"),
        header(101, routing(0xB000, 0x88CC, LinkHeaders.zeros(12)), "otherNetwork"),
        header(101, routing(0x3001, 0x880B, LinkHeaders.zeros(8) + [0xC1]), "otherNetwork"),
        header(101, fourth(97, [0x20, 0]), "otherTransport"),
        header(101, fourth(97, [0x30, 0] + frame + unknown), "otherNetwork"),
        header(101, fourth(137, [0, 0, 1, 64, 0x50]), "otherNetwork"),
        header(101, datagram(1, 4789, [0, 0, 0, 0, 0, 0, 9, 0]), "udp"),
        header(101, datagram(1, 6081, [0x40, 0, 0x88, 0xCC, 0, 0, 9, 0]), "udp"),
        header(101, datagram(1, 6081, [0, 0, 0x88, 0xCC, 0, 0, 9, 0]), "otherNetwork"),
        header(101, datagram(1, 6081, [1, 0, 0x88, 0xCC, 0, 0, 9, 0, 1, 2, 3, 4]), "otherNetwork"),
        header(101, datagram(1, 2152, [0x30, 1, 0, 4, 0, 0, 0, 0]), "udp"),
        header(101, datagram(1, 2152, [0x30, 0xFF, 0, 1, 0, 0, 0, 0, 0x50]), "gtp"),
        header(101, datagram(1, 2152, [0x32, 0xFF, 0, 5, 0, 0, 0, 0, 0, 0, 0, 0x85, 0x50]), "gtp"),
        header(101, datagram(1, 2152, [0x34, 0xFF, 0, 5, 0, 0, 0, 0, 0, 0, 0, 0x85, 0]), "gtp"),
        header(101, datagram(1, 6635, [0, 0, 1, 64, 0x10]), "otherNetwork"),
    ]
}
