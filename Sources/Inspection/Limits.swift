public import Capture
public import Transport
public import WireJSON
public import WireProtobuf

/// All limits that protect the inspector from hostile input, by area.
///
/// All are finite by default. Reaching one is reported: as a `WireError` with the code `limit`, as a diagnostic of an
/// event, or as a notice about a connection.
public struct Limits: Hashable, Sendable {
    /// Limits of JSON texts.
    public var json = JSONLimits()
    /// Limits of protobuf messages.
    public var protobuf = ProtobufLimits()
    /// Limits of capture files, packets and TCP streams.
    public var capture = CaptureLimits()
    /// Limits of HTTP, WebSocket and TLS; the longest frame and body apply to the systems' codecs too.
    public var transport = TransportLimits()
    /// The number of TLS secrets that are kept from a capture; beyond it, those of earlier parts are dropped.
    ///
    /// A search of the whole capture keeps the first ones.
    public var tlsSecrets = 1 << 16
    /// The number of chained proxies that a connection is followed through.
    public var proxies = 8
    /// The number of bytes within which a recognisable frame must begin when the capture starts in the middle of a
    /// stream.
    public var syncBytes = 64 << 10
    /// The number of bytes that may wait for their connections to be recognised, over all connections of a worker.
    public var unrecognisedBytesInAll = 32 << 20
    /// Memory for incomplete frames and messages, over all connections, in bytes; the workers share it, but each has
    /// room for at least two of the longest messages.
    public var unfinishedBytesInAll = 128 << 20
    /// The number of inflaters for WebSocket messages in memory, over all connections; the workers share it.
    ///
    /// One takes some 40 KiB. Beyond the limit, the windows of those used longest ago wait in a temporary file.
    public var inflatersInAll = 1024
    /// The number of requests per connection that wait for an answer; beyond it, the oldest are reported as unanswered,
    /// and their late answers belong to no request.
    public var pendingRequests = 1024
    /// The number of waiting requests over all connections of a worker; beyond it, a new request replaces an older one
    /// of the same connection.
    public var pendingRequestsInAll = 1 << 17
    /// The number of long-polling sessions that a worker remembers; beyond it, the oldest is dropped.
    public var pollingSessions = 4096
    /// The number of long-polling requests that a worker remembers because their connection ended without an answer;
    /// beyond it, the oldest is dropped.
    public var lostRequests = 1024
    /// The number of packets that are listed for one HTTP message; a longer message lists its first ones.
    public var httpMessagePackets = 1 << 16
    /// The number of notes about connections that a worker keeps for the end, per kind.
    public var connectionNotes = 4096
    /// Bytes of output, or of events as values, that wait in memory for their turn, over all workers; anything beyond
    /// that waits in a temporary file.
    public var outputBytesInAll = 64 << 20
    /// The number of chat messages that are extracted from one unit's payload; a unit may have more if it is long: see
    /// ``bytesPerMessage``.
    public var messages = 1 << 15
    /// The number of the unit's bytes that allow one chat message each; the larger of both limits counts.
    public var bytesPerMessage = 24
    /// The length in bytes from which a unit's JSON is read value by value, in systems that can do so (NIM): a tree of
    /// its values may take many times its bytes.
    public var largeJSONBytes = 64 << 10
    /// The number of undecoded bytes that an event shows; the reported count is always complete.
    public var undecodedBytesShown = 4096

    /// Creates the default limits.
    public init() {}

    /// Returns how many chat messages are extracted from the payload of a unit of `bytes` bytes.
    func messages(inUnitOf bytes: Int) -> Int { max(messages, bytes / max(bytesPerMessage, 1)) }
}
