/// Every limit that protects a decoder from hostile input, in one place.
///
/// All are finite by default. A decoder that reaches one throws ``WireError`` with code `limit`.
public struct Limits: Hashable, Sendable {
    /// Deepest nesting of JSON arrays and objects, in levels.
    public var jsonDepth = 512
    /// Longest JSON text, in bytes.
    public var jsonBytes = 64 << 20
    /// Deepest nesting of protobuf messages and groups, in levels (protobuf's own default).
    public var protobufDepth = 100
    /// Fields of one protobuf message, nested ones included, that a tape keeps.
    public var protobufFields = 1 << 20
    /// Longest frame of a protocol, in bytes.
    ///
    /// RongCloud's own limit for a message content is 128 KiB.
    public var frameBytes = 16 << 20
    /// Longest head (request or status line and headers) of an HTTP message, in bytes.
    public var httpHeadBytes = 64 << 10
    /// Longest HTTP body that is kept, in bytes.
    public var httpBodyBytes = 16 << 20
    /// Bytes that compressed data may always inflate to, whatever its own length.
    public var inflatedBytes = 1 << 20
    /// Beyond that, how many times as long as the compressed data the result may be.
    ///
    /// DEFLATE itself reaches 1032; text of people and programs stays far below a hundred.
    public var inflatedRatio = 200
    /// Longest hello or list of encrypted extensions of TLS that is put together, in bytes.
    public var tlsHandshakeBytes = 64 << 10
    /// Bytes of one direction of TLS that may wait for the other direction's handshake.
    public var tlsWaitingBytes = 256 << 10
    /// Bytes of TLS records whose decryption may fail before a direction is given up; a record that succeeds gives back.
    public var tlsTrialBytes = 4 << 20
    /// Secrets of TLS that are kept of what a capture holds; when more come, the older ones go.
    public var tlsSecrets = 1 << 16
    /// Longest captured packet, in bytes; a longer record is taken for damage.
    public var packetBytes = 16 << 20
    /// Interfaces, comments and names of addresses that are kept of a capture file, of each.
    public var captureNotes = 1024
    /// Headers inside one another that a packet is followed through behind its first one: VLAN tags, LLC, PPP, stacks of
    /// labels, tunnels, IP in IP.
    public var encapsulations = 32
    /// HTTP proxies that a connection is followed through, one behind the other.
    public var proxies = 8
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
    /// Bytes in which a recognisable frame must begin, where a stream is joined in the middle.
    public var syncBytes = 64 << 10
    /// Bytes that wait for their connections to be recognised, of all connections of a worker.
    public var unrecognisedBytesInAll = 32 << 20
    /// Connections followed at the same time; the one idle for longest makes room.
    public var flows = 1 << 16
    /// Capture seconds without packets after which a connection that both ends have closed, or one has reset, is over.
    public var closedFlowSeconds = 30
    /// Requests of one connection that wait for their answer.
    public var pendingRequests = 1024
    /// The same of all connections of a worker; beyond it a new one takes the place of another of its own connection.
    public var pendingRequestsInAll = 1 << 17
    /// Longest line that an adapter of the conformance suite may print, in bytes.
    public var adapterReplyBytes = 16 << 20
    /// Starts of an adapter that may fail one after the other; a start after which it answers no case has failed.
    public var adapterStarts = 3
    /// Times that a case is put to an adapter whose earlier processes ended before they could be blamed on the case.
    public var adapterAttempts = 3
    /// Times that an adapter is started again one after the other without a case that it answered in between.
    public var adapterRestartsInRow = 50
    /// Times that an adapter is started again in a run.
    public var adapterRestarts = 1000
    /// Bytes of an adapter's standard error that are passed on.
    public var adapterErrorBytes = 64 << 10
    /// Characters of an adapter's texts, such as the name of its SDK, that are kept.
    public var adapterTextLength = 500
    /// Sentences about connections that a worker keeps for the end, of each kind.
    public var connectionNotes = 4096
    /// Undecoded bytes that an event shows, in bytes; the count is always whole.
    public var undecodedBytesShown = 4096

    /// The default limits.
    public init() {}
}
