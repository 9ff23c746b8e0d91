/// What protects the reading of captures from hostile ones: files, IP fragments, TCP streams.
public struct CaptureLimits: Hashable, Sendable {
    /// Longest captured packet, in bytes; a longer record is taken for damage.
    public var packetBytes = 16 << 20
    /// Interfaces, comments and names of addresses that are kept of a capture file, of each.
    public var notes = 1024
    /// Headers inside one another that a packet is followed through behind its first one: VLAN tags, LLC, PPP, stacks of
    /// labels, tunnels, IP in IP.
    public var encapsulations = 32
    /// Bytes held back of one direction of one connection while a segment is missing.
    public var outOfOrderBytes = 4 << 20
    /// Segments held back of one direction of one connection while a segment is missing.
    public var outOfOrderSegments = 4096
    /// Memory for segments held back of all connections, in bytes; the workers share it.
    public var outOfOrderBytesInAll = 64 << 20
    /// Bytes of the capture, back from the newest packet, in which it is looked up whether a repeated segment repeats the
    /// same bytes.
    public var repetitionBytes = 4 << 20
    /// Memory for IP datagrams that wait for fragments, in bytes.
    public var fragmentBytes = 8 << 20
    /// IP datagrams that wait for fragments at the same time.
    public var fragmentDatagrams = 4096
    /// Capture seconds that an IP datagram waits for its fragments (Linux waits as long).
    public var fragmentSeconds = 30
    /// Milliseconds of waiting for live input after which bytes that the other end has acknowledged count as not captured,
    /// so that what waits for them comes within a second.
    public var confirmedWaitingMilliseconds = 500
    /// Milliseconds of waiting for live input after which any bytes that are missing count as not captured, so that what
    /// waits for them comes within three seconds.
    public var waitingMilliseconds = 2000
    /// Seconds after which an acknowledged segment that is missing counts as not captured; after ten times as many, one of
    /// which nobody has said that it arrived.
    ///
    /// Seconds of capture time in which the connection is active: of a pause half a second counts.
    public var missingSegmentSeconds = 3
    /// Connections followed at the same time; the one idle for longest makes room.
    public var flows = 1 << 16
    /// Capture seconds without packets after which a connection that both ends have closed, or one has reset, is over.
    public var closedFlowSeconds = 30

    /// The default limits.
    public init() {}
}
