public import Capture
import Reporting

extension PacketCounts {
    /// The notices for a user about packets that could not be fully read, a sentence each.
    public var notices: [String] {
        var notices = unknownLinks.sorted { $0.key.rawValue < $1.key.rawValue }
            .map { link, count in
                let name = link.name.map { " (\($0))" } ?? ""
                return "link type \(link.rawValue)\(name) is not read: \(Count.of("packet", count))"
            }
        func note(_ count: Int, _ one: String, _ several: String? = nil) {
            if count > 0 { notices.append(Count.of(count, one, several ?? one)) }
        }
        for reason in UnreadPacket.allCases where !reason.isPlain {
            note(unread[reason], reason.sentence.one, reason.sentence.several)
        }
        note(
            malformed,
            "packet ends inside a header or contradicts itself and was not read",
            "packets end inside a header or contradict themselves and were not read"
        )
        note(
            unreadDatagrams,
            "IP datagram put together from fragments holds no TCP segment and was not read",
            "IP datagrams put together from fragments hold no TCP segment and were not read"
        )
        note(
            incompleteDatagrams,
            "IP datagram lacks fragments and was not read",
            "IP datagrams lack fragments and were not read"
        )
        note(datagramsOverLimit, "of them made room for others: too many waited for fragments at the same time")
        note(
            conflictingFragments,
            "IP fragment holds other bytes than an earlier one for the same place; the first count",
            "IP fragments hold other bytes than earlier ones for the same place; the first count"
        )
        note(
            overlappingFragments - conflictingFragments,
            "IP fragment overlaps an earlier one with the same bytes",
            "IP fragments overlap earlier ones with the same bytes"
        )
        note(
            evictedFlows,
            "connection made room for others: too many were open at the same time",
            "connections made room for others: too many were open at the same time"
        )
        note(
            lateBytes,
            "byte of a connection that was over came too late and was not read",
            "bytes of connections that were over came too late and were not read"
        )
        note(
            conflictingSegments,
            "TCP segment repeats bytes with others; the first count",
            "TCP segments repeat bytes with others; the first count"
        )
        let plain = UnreadPacket.allCases.filter { $0.isPlain && unread[$0] > 0 }
        if !plain.isEmpty {
            let parts = plain.map { reason in
                Count.of(unread[reason], reason.sentence.one, reason.sentence.several) + numbers(of: reason)
            }
            .joined(separator: ", ")
            note(
                plain.reduce(0) { $0 + unread[$1] },
                "packet was not read: \(parts)",
                "packets were not read: \(parts)"
            )
        }
        note(
            otherRecords,
            "block of the capture that is numbered like a packet holds none",
            "blocks of the capture that are numbered like packets hold none"
        )
        return notices
    }

    /// Returns the most frequent ports or EtherTypes of such packets, or an empty text if none are known.
    private func numbers(of reason: UnreadPacket) -> String {
        let (counts, one, several): (NumberCounts, String, String)
        switch reason {
        case .udp: (counts, one, several) = (unreadPorts, "port", "ports")
        case .otherNetwork: (counts, one, several) = (unreadEtherTypes, "EtherType", "EtherTypes")
        default: return ""
        }
        let all = counts.byFrequency
        guard !all.isEmpty else { return "" }
        var names = all.prefix(Self.numbersShown).map { entry in
            reason == .udp ? "\(entry.number)" : EtherTypeName.text(entry.number)
        }
        if all.count > names.count || counts.others > 0 { names.append("others") }
        return " (\(all.count == 1 ? one : several) \(names.joined(separator: ", ")))"
    }

    /// The maximum number of ports or EtherTypes in a sentence.
    private static let numbersShown = 6
}

extension UnreadPacket {
    /// Whether the packets are merely of another protocol, and cannot contain TCP.
    fileprivate var isPlain: Bool {
        switch self {
        case .udp, .icmp, .arp, .otherTransport, .otherNetwork: true
        default: false
        }
    }

    /// The text after the number of such packets, for one and for several.
    fileprivate var sentence: (one: String, several: String) {
        switch self {
        case .udp: ("UDP", "UDP")
        case .icmp: ("ICMP", "ICMP")
        case .arp: ("ARP", "ARP")
        case .otherTransport: ("other protocol over IP", "other protocols over IP")
        case .otherNetwork: ("other protocol", "other protocols")
        case .ipsec:
            (
                "packet is encrypted by IPsec (ESP) and was not read",
                "packets are encrypted by IPsec (ESP) and were not read"
            )
        case .wireGuard:
            (
                "packet to or from port 51820 looks like a WireGuard tunnel and was not read",
                "packets to or from port 51820 look like a WireGuard tunnel and were not read"
            )
        case .l2tp:
            (
                "packet is in an L2TP tunnel, which is not followed",
                "packets are in an L2TP tunnel, which is not followed"
            )
        case .teredo:
            (
                "packet is in a Teredo tunnel, which is not followed",
                "packets are in a Teredo tunnel, which is not followed"
            )
        case .gre:
            (
                "packet is in a GRE tunnel of a form that is not followed",
                "packets are in a GRE tunnel of a form that is not followed"
            )
        case .gtp:
            (
                "packet is in a GTP-U tunnel and holds no IP packet that can be read",
                "packets are in a GTP-U tunnel and hold no IP packet that can be read"
            )
        case .encryptedWireless:
            (
                "IEEE 802.11 frame is encrypted and was not read",
                "IEEE 802.11 frames are encrypted and were not read"
            )
        case .wirelessFragment:
            (
                "IEEE 802.11 frame is a fragment and was not read",
                "IEEE 802.11 frames are fragments and were not read"
            )
        case .tooDeep:
            (
                "packet has more headers inside one another than are followed",
                "packets have more headers inside one another than are followed"
            )
        }
    }
}
