/// Captures for which the notices about packets are known.
///
/// The first byte of a plan chooses the kind of the rest: a plan of links, of fragments, or of many connections.
package struct PacketNotices: Sendable {
    /// The file.
    package let file: [UInt8]
    /// The number of datagrams that may wait for fragments, and of connections that may be open.
    package let limits: (datagrams: Int?, flows: Int?)
    /// The notice of each counter, in order.
    package let sentences: [String]
    package let kind: Int

    /// Returns whether a plan that begins with this byte is of this kind; another kind of plan uses the other bytes.
    package static func isMeant(by options: UInt8) -> Bool { options >= 0x80 }

    package init(_ plan: [UInt8]) {
        let rest = Array(plan.dropFirst())
        kind = Int(plan.first ?? 0) % 3
        let counts: [String: Int]
        switch kind {
        case 0:
            let links = LinkPlan(rest)
            (file, counts, limits) = (links.file, links.counts, (nil, nil))
        case 1:
            let fragments = FragmentPlan(rest)
            (file, counts, limits) = (fragments.file, fragments.counts, (fragments.limit, nil))
        default:
            let table = TablePlan(rest)
            (file, counts, limits) = (WireCapture(table.packets).bytes, table.counts, (nil, TablePlan.limit))
        }
        sentences = Self.sentences(counts)
    }

    /// The notices about unread packets, in this order.
    private static let reasons = [
        (
            "ipsec",
            "packet is encrypted by IPsec (ESP) and was not read",
            "packets are encrypted by IPsec (ESP) and were not read"
        ),
        (
            "wireGuard",
            "packet to or from port 51820 looks like a WireGuard tunnel and was not read",
            "packets to or from port 51820 look like a WireGuard tunnel and were not read"
        ),
        (
            "l2tp",
            "packet is in an L2TP tunnel, which is not followed",
            "packets are in an L2TP tunnel, which is not followed"
        ),
        (
            "teredo",
            "packet is in a Teredo tunnel, which is not followed",
            "packets are in a Teredo tunnel, which is not followed"
        ),
        (
            "gre",
            "packet is in a GRE tunnel of a form that is not followed",
            "packets are in a GRE tunnel of a form that is not followed"
        ),
        (
            "gtp",
            "packet is in a GTP-U tunnel and holds no IP packet that can be read",
            "packets are in a GTP-U tunnel and hold no IP packet that can be read"
        ),
        (
            "encryptedWireless",
            "IEEE 802.11 frame is encrypted and was not read",
            "IEEE 802.11 frames are encrypted and were not read"
        ),
        (
            "wirelessFragment",
            "IEEE 802.11 frame is a fragment and was not read",
            "IEEE 802.11 frames are fragments and were not read"
        ),
        (
            "tooDeep",
            "packet has more headers inside one another than are followed",
            "packets have more headers inside one another than are followed"
        ),
        (
            "malformed",
            "packet ends inside a header or contradicts itself and was not read",
            "packets end inside a header or contradict themselves and were not read"
        ),
        (
            "unreadDatagrams",
            "IP datagram put together from fragments holds no TCP segment and was not read",
            "IP datagrams put together from fragments hold no TCP segment and were not read"
        ),
        (
            "incomplete",
            "IP datagram lacks fragments and was not read",
            "IP datagrams lack fragments and were not read"
        ),
        (
            "overLimit",
            "of them made room for others: too many waited for fragments at the same time",
            "of them made room for others: too many waited for fragments at the same time"
        ),
        (
            "fragmentConflicts",
            "IP fragment holds other bytes than an earlier one for the same place; the first count",
            "IP fragments hold other bytes than earlier ones for the same place; the first count"
        ),
        (
            "sameFragments",
            "IP fragment overlaps an earlier one with the same bytes",
            "IP fragments overlap earlier ones with the same bytes"
        ),
        (
            "evicted",
            "connection made room for others: too many were open at the same time",
            "connections made room for others: too many were open at the same time"
        ),
        (
            "lateBytes",
            "byte of a connection that was over came too late and was not read",
            "bytes of connections that were over came too late and were not read"
        ),
        (
            "conflicts",
            "TCP segment repeats bytes with others; the first count",
            "TCP segments repeat bytes with others; the first count"
        ),
    ]

    /// The protocols besides TCP that share one notice.
    private static let others = [
        ("udp", "UDP", "UDP"), ("icmp", "ICMP", "ICMP"), ("arp", "ARP", "ARP"),
        ("otherTransport", "other protocol over IP", "other protocols over IP"),
        ("otherNetwork", "other protocol", "other protocols"),
    ]

    /// The notice that comes last.
    private static let otherRecords = [
        (
            "otherRecords",
            "block of the capture that is numbered like a packet holds none",
            "blocks of the capture that are numbered like packets hold none"
        )
    ]

    private static func sentences(_ counts: [String: Int]) -> [String] {
        var counts = counts
        counts["sameFragments"] = counts["overlaps", default: 0] - counts["fragmentConflicts", default: 0]
        func told(_ table: [(name: String, one: String, several: String)]) -> [String] {
            table.compactMap { row in
                let count = counts[row.name, default: 0]
                return count > 0 ? "\(count) \(count == 1 ? row.one : row.several)" : nil
            }
        }
        let links = counts.compactMap { name, count in
            name.hasPrefix("link ") ? (number: Int(name.dropFirst(5)) ?? -1, count: count) : nil
        }
        let unread = links.sorted { $0.number < $1.number }
            .map { link in
                "link type \(link.number) is not read: \(link.count) packet\(link.count == 1 ? "" : "s")"
            }
        let plain = told(others)
        let sum = others.reduce(0) { $0 + counts[$1.0, default: 0] }
        var sentences = unread + told(reasons)
        if !plain.isEmpty {
            let packets = sum == 1 ? "packet was" : "packets were"
            sentences.append("\(sum) \(packets) not read: " + plain.joined(separator: ", "))
        }
        return sentences + told(otherRecords)
    }
}
