/// Packets that end right behind a header, and the same without that header's last byte.
///
/// Each header leads to something that is told by its name, so that a reader who takes more than there is, or demands more
/// than a header has, says something else.
extension LinkNoise {
    /// Packets with headers that are whole, and behind them nothing; shorter ones are cut off in that header.
    static let edges: [LinkNoise] = whole.flatMap { packet in
        // The last byte of a number that says what follows: without it a reader would take the number for another.
        let cut = LinkNoise(packet.link, packet.bytes.dropLast(), packet.cutReason)
        return [LinkNoise(packet.link, packet.bytes, packet.reason), cut]
    }

    private typealias Whole = (link: UInt32, bytes: [UInt8], reason: String, cutReason: String)

    private static let whole: [Whole] = linkHeaders + wirelessHeaders + internetHeaders + tunnelHeaders

    private static func header(_ link: UInt32, _ bytes: [UInt8], _ reason: String) -> Whole {
        (link, bytes, reason, "malformed")
    }

    private static let frame = LinkHeaders.addresses

    /// A type that nothing is known of, of which the first byte alone with a zero is none of the known ones either.
    private static let unknown: [UInt8] = [0x88, 0xCC]

    private static let linkHeaders: [Whole] = [
        header(1, frame + unknown, "otherNetwork"),
        header(1, frame + [0x81, 0, 0, 7] + unknown, "otherNetwork"),
        header(1, frame + [0x88, 0xA8, 0, 7, 0x81, 0, 0, 8] + unknown, "otherNetwork"),
        // LLC, and LLC with SNAP.
        header(1, frame + [0, 3, 0x42, 0x42, 3], "otherNetwork"),
        header(1, frame + [0, 8, 0xAA, 0xAA, 3, 0, 0, 0] + unknown, "otherNetwork"),
        // The first bits behind labels, by which one tells what they are.
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
        // Under the number for private use too little tells nothing.
        (149, [12, 0, 0, 0, 2, 0, 0, 0, 101, 0, 0, 0], "otherNetwork", "link 149"),
        header(258, [16, 0, 0, 0, 1, 0, 0, 0, 9, 0, 0, 0, 0, 0, 0, 0, 0xC1], "otherNetwork"),
    ]

    private static func data(_ control: UInt8, _ flags: UInt8, _ count: Int) -> [UInt8] {
        [control, flags] + LinkHeaders.zeros(count - 2)
    }

    private static let wirelessHeaders: [Whole] = [
        // A beacon and an encrypted frame are told by their first two bytes.
        header(105, [0x80, 0], "otherNetwork"), header(105, [8, 0x41], "encryptedWireless"),
        // A part of a frame by all of its head, with four addresses, and with QoS.
        header(105, data(8, 5, 24), "wirelessFragment"), header(105, data(0x88, 5, 26), "wirelessFragment"),
        header(105, data(0x88, 7, 32), "wirelessFragment"),
        header(105, data(8, 1, 24) + [0x42, 0x42, 3], "otherNetwork"),
        header(105, data(8, 3, 30) + [0x42, 0x42, 3], "otherNetwork"),
        header(105, data(0x88, 0x81, 30) + [0x42, 0x42, 3], "otherNetwork"),
        // Radiotap without fields, and one whose words of fields fill all of it.
        header(127, [1, 0, 8, 0, 0, 0, 0, 0], "otherNetwork"),
        header(127, [0, 0, 12, 0, 0, 0, 0, 0x80, 0, 0, 0, 0, 0x80, 0], "otherNetwork"),
        header(127, [0, 0, 12, 0, 0, 0, 0, 0x80, 0, 0, 0, 0x80], "otherNetwork"),
    ]

    private static let internetHeaders: [Whole] = [
        header(101, fourth(89, []), "otherTransport"), header(101, fourth(17, LinkHeaders.zeros(8)), "udp"),
        header(229, LinkHeaders.internet([], 59, 0, sixthEnds).bytes, "otherTransport"),
        // In IPv4 the numbers of headers of IPv6 are none.
        (101, fourth(0, [58] + LinkHeaders.zeros(7)), "otherTransport", "otherTransport"),
        (101, fourth(43, [17] + LinkHeaders.zeros(15)), "otherTransport", "otherTransport"),
        (101, fourth(44, [58] + LinkHeaders.zeros(7)), "otherTransport", "otherTransport"),
        (101, fourth(60, [58] + LinkHeaders.zeros(7)), "otherTransport", "otherTransport"),
        // Options of the hop.
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
