package import Capture

extension PacketCounts {
    /// What a user should know of packets that could not be read as they are, a sentence each.
    package var notices: [String] {
        var notices = unknownLinks.sorted { $0.key.rawValue < $1.key.rawValue }
            .map { link, count in
                let name = link.name.map { " (\($0))" } ?? ""
                return "link type \(link.rawValue)\(name) is not read: \(count) packets"
            }
        func note(_ count: Int, _ text: String) {
            if count > 0 { notices.append("\(count) \(text)") }
        }
        note(unreadFrames[.encrypted] ?? 0, "IEEE 802.11 frames are encrypted and were not read")
        note(unreadFrames[.fragment] ?? 0, "IEEE 802.11 frames are fragments and were not read")
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
        return notices
    }
}
