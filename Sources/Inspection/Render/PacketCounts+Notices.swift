public import Capture

extension PacketCounts {
    /// The notices for a user about packets that could not be fully read, a sentence each.
    public var notices: [String] {
        var notices = unknownLinks.sorted { $0.key.rawValue < $1.key.rawValue }
            .map { link, count in
                let name = link.name.map { " (\($0))" } ?? ""
                return "link type \(link.rawValue)\(name) is not read: \(count) packets"
            }
        func note(_ count: Int, _ text: String) {
            if count > 0 { notices.append("\(count) \(text)") }
        }
        for reason in UnreadPacket.allCases where !reason.isPlain { note(unread[reason], reason.sentence) }
        note(malformed, "packets end inside a header or contradict themselves and were not read")
        note(unreadDatagrams, "IP datagrams put together from fragments hold no TCP segment and were not read")
        note(incompleteDatagrams, "IP datagrams lack fragments and were not read")
        note(datagramsOverLimit, "of them made room for others: too many waited for fragments at the same time")
        note(
            conflictingFragments,
            "IP fragments hold other bytes than earlier ones for the same place; the first count"
        )
        note(overlappingFragments - conflictingFragments, "IP fragments overlap earlier ones with the same bytes")
        note(evictedFlows, "connections made room for others: too many were open at the same time")
        note(lateBytes, "bytes of connections that were over came too late and were not read")
        note(conflictingSegments, "TCP segments repeat bytes with others; the first count")
        let plain = UnreadPacket.allCases.filter { $0.isPlain && unread[$0] > 0 }
        if !plain.isEmpty {
            let parts = plain.map { "\(unread[$0]) \($0.sentence)\(numbers(of: $0))" }.joined(separator: ", ")
            note(plain.reduce(0) { $0 + unread[$1] }, "packets were not read: \(parts)")
        }
        note(otherRecords, "blocks of the capture that are numbered like packets hold none")
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

    /// The text after the number of such packets.
    fileprivate var sentence: String {
        switch self {
        case .udp: "UDP"
        case .icmp: "ICMP"
        case .arp: "ARP"
        case .otherTransport: "other protocols over IP"
        case .otherNetwork: "other protocols"
        case .ipsec: "packets are encrypted by IPsec (ESP) and were not read"
        case .wireGuard: "packets to or from port 51820 look like a WireGuard tunnel and were not read"
        case .l2tp: "packets are in an L2TP tunnel, which is not followed"
        case .teredo: "packets are in a Teredo tunnel, which is not followed"
        case .gre: "packets are in a GRE tunnel of a form that is not followed"
        case .gtp: "packets are in a GTP-U tunnel and hold no IP packet that can be read"
        case .encryptedWireless: "IEEE 802.11 frames are encrypted and were not read"
        case .wirelessFragment: "IEEE 802.11 frames are fragments and were not read"
        case .tooDeep: "packets have more headers inside one another than are followed"
        }
    }
}
