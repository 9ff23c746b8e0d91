/// Limits that protect against hostile captures: for files, IP fragments and TCP streams.
public struct CaptureLimits: Hashable, Sendable {
    /// The longest captured packet, in bytes; a longer record counts as damage.
    public var packetBytes = 16 << 20
    /// The number of interfaces, of comments and of address names kept of a capture file, each.
    public var notes = 1024
    /// The number of nested headers followed in a packet after its first one: VLAN tags, LLC, PPP, label stacks,
    /// tunnels, IP in IP.
    public var encapsulations = 32
    /// The number of bytes held back in one direction of one connection while a segment is missing.
    public var outOfOrderBytes = 4 << 20
    /// The number of segments held back in one direction of one connection while a segment is missing.
    public var outOfOrderSegments = 4096
    /// The memory for segments held back in all connections, in bytes; the workers share it.
    public var outOfOrderBytesInAll = 64 << 20
    /// The size of the newest part of the capture, in bytes, in which repeated segments are compared.
    public var repetitionBytes = 4 << 20
    /// The memory for IP datagrams that wait for fragments, in bytes.
    public var fragmentBytes = 8 << 20
    /// The number of IP datagrams that wait for fragments at the same time.
    public var fragmentDatagrams = 4096
    /// Capture seconds for which an IP datagram waits for its fragments (the same as in Linux).
    public var fragmentSeconds = 30
    /// Milliseconds of waiting for live input after which missing bytes that the other end has acknowledged count as
    /// not captured.
    ///
    /// This way, the data after them is delivered within a second.
    public var confirmedWaitingMilliseconds = 500
    /// Milliseconds of waiting for live input after which any missing bytes count as not captured.
    ///
    /// This way, the data after them is delivered within three seconds.
    public var waitingMilliseconds = 2000
    /// Seconds after which a missing segment that was acknowledged counts as not captured.
    ///
    /// A segment that was not acknowledged counts as not captured after ten times as many. The seconds are capture time
    /// in which the connection is active: of a pause at most half a second counts.
    public var missingSegmentSeconds = 3
    /// The number of connections followed at the same time; over the limit, those idle for longest make room.
    public var flows = 1 << 16
    /// Capture seconds without packets after which a connection that was closed by both ends, or reset, is over.
    public var closedFlowSeconds = 30

    /// Makes the default limits.
    public init() {}
}
