/// Counts of what a capture holds besides segments.
public struct PacketCounts: Hashable, Sendable {
    /// All packets.
    public var packets = 0
    /// Packets with a TCP segment.
    public var tcp = 0
    /// Packets that were passed over, by reason.
    public internal(set) var unread = UnreadPackets()
    /// Those of UDP, by the lower of their two ports.
    public internal(set) var unreadPorts = NumberCounts()
    /// Those of other protocols over the link layer, by EtherType where that names them.
    public internal(set) var unreadEtherTypes = NumberCounts()
    /// Packets of other protocols.
    public var other: Int {
        UnreadPacket.allCases.reduce(0) { $1.isOtherProtocol ? $0 + unread[$1] : $0 }
    }
    /// IP fragments.
    public var fragments = 0
    /// IP datagrams put together from fragments.
    public var reassembledDatagrams = 0
    /// IP datagrams put together from fragments that hold no TCP segment, or none that can be read.
    public var unreadDatagrams = 0
    /// IP datagrams of which fragments are missing: at the end, after too long a time, or because of the limits.
    public var incompleteDatagrams = 0
    /// Those of them that were given up because there were too many.
    public var datagramsOverLimit = 0
    /// IP fragments that overlap earlier ones in part.
    public var overlappingFragments = 0
    /// IP fragments with other bytes than an earlier one for the same place; the earlier one counts.
    public var conflictingFragments = 0
    /// Packets that end in the middle of a header, or whose headers contradict themselves.
    public var malformed = 0
    /// Packets whose TCP segment lay in a tunnel.
    public var tunnelled = 0
    /// Records that are numbered like packets and hold none.
    public var otherRecords = 0
    /// Packets of link types that are not read, by type.
    public var unknownLinks: [LinkType: Int] = [:]
    /// Connections.
    public var flows = 0
    /// Connections that were let go because there were too many.
    public var evictedFlows = 0
    /// Packets of connections that were over.
    public var latePackets = 0
    /// Bytes in them that had not been sent before, and that are not read.
    public var lateBytes = 0
    /// Segments with other bytes than an earlier one for the same place of the stream.
    public var conflictingSegments = 0
}
