/// Counts of the packets of a capture.
public struct PacketCounts: Hashable, Sendable {
    /// All packets.
    public var packets = 0
    /// Packets with a TCP segment.
    public var tcp = 0
    /// Packets that were not read, by reason.
    public internal(set) var unread = UnreadPackets()
    /// Unread UDP packets, by the lower of their two ports.
    public internal(set) var unreadPorts = NumberCounts()
    /// Unread packets of other protocols over the link layer, by EtherType if they have one.
    public internal(set) var unreadEtherTypes = NumberCounts()
    /// Packets of other protocols.
    public var other: Int {
        UnreadPacket.allCases.reduce(0) { $1.isOtherProtocol ? $0 + unread[$1] : $0 }
    }
    /// IP fragments.
    public var fragments = 0
    /// IP datagrams reassembled from fragments.
    public var reassembledDatagrams = 0
    /// Reassembled IP datagrams that hold no readable TCP segment.
    public var unreadDatagrams = 0
    /// IP datagrams with missing fragments: at the end, after a timeout, or because of the limits.
    public var incompleteDatagrams = 0
    /// Incomplete IP datagrams that were given up because there were too many.
    public var datagramsOverLimit = 0
    /// IP fragments that partly overlap earlier ones.
    public var overlappingFragments = 0
    /// IP fragments whose bytes differ from an earlier one at the same place; the earlier one counts.
    public var conflictingFragments = 0
    /// Packets that end in the middle of a header, or whose headers contradict themselves.
    public var malformed = 0
    /// Packets whose TCP segment was in a tunnel.
    public var tunnelled = 0
    /// Records that are numbered like packets but hold none.
    public var otherRecords = 0
    /// Packets of link types that are not read, by type.
    public var unknownLinks: [LinkType: Int] = [:]
    /// Connections.
    public var flows = 0
    /// Connections that were dropped because there were too many.
    public var evictedFlows = 0
    /// Packets of connections that were over.
    public var latePackets = 0
    /// Bytes in late packets that were not sent before; they are not read.
    public var lateBytes = 0
    /// Segments whose bytes differ from an earlier one at the same place of the stream.
    public var conflictingSegments = 0
}
