public import Capture
public import Transport
public import WireJSON
public import WireProtobuf

/// Every limit that protects the inspector from hostile input, room by room.
///
/// All are finite by default. What reaches one is told: as a `WireError` with the code `limit`, a diagnostic of an
/// event, or a notice of a connection.
public struct Limits: Hashable, Sendable {
    /// Of texts in JSON.
    public var json = JSONLimits()
    /// Of messages in protobuf.
    public var protobuf = ProtobufLimits()
    /// Of capture files, packets and TCP streams.
    public var capture = CaptureLimits()
    /// Of HTTP, WebSocket and TLS; its longest frame and body are those of the systems' codecs too.
    public var transport = TransportLimits()
    /// Secrets of TLS that are kept of what a capture holds; when more come, the older ones go.
    public var tlsSecrets = 1 << 16
    /// HTTP proxies that a connection is followed through, one behind the other.
    public var proxies = 8
    /// Bytes in which a recognisable frame must begin, where a stream is joined in the middle.
    public var syncBytes = 64 << 10
    /// Bytes that wait for their connections to be recognised, of all connections of a worker.
    public var unrecognisedBytesInAll = 32 << 20
    /// Memory for frames and messages that are not whole yet, of all connections, in bytes; the workers share it, but each
    /// has room for two of the longest messages.
    public var unfinishedBytesInAll = 128 << 20
    /// Requests of one connection that wait for their answer; of more, the oldest are told as unanswered, and what answers
    /// them belongs to no request.
    public var pendingRequests = 1024
    /// The same of all connections of a worker; beyond it a new one takes the place of another of its own connection.
    public var pendingRequestsInAll = 1 << 17
    /// Long-polling sessions that a worker remembers; the oldest makes room.
    public var pollingSessions = 4096
    /// Packets that are named of one HTTP message; of a longer one the first.
    public var httpMessagePackets = 1 << 16
    /// Sentences about connections that a worker keeps for the end, of each kind.
    public var connectionNotes = 4096
    /// Bytes of output, or of events as values, that wait in memory until their turn comes, of all workers together; more
    /// waits in a temporary file.
    public var outputBytesInAll = 64 << 20
    /// Chat messages of a unit that are taken out of its payload.
    public var messages = 1 << 15
    /// Beyond that, bytes of the unit for each message.
    public var bytesPerMessage = 24
    /// Bytes of a unit's JSON from which on it is read value by value where its system does so (NIM): a tree of its values may
    /// take many times its bytes.
    public var largeJSONBytes = 64 << 10
    /// Undecoded bytes that an event shows, in bytes; the count is always whole.
    public var undecodedBytesShown = 4096

    /// The default limits.
    public init() {}

    /// How many chat messages are taken out of the payload of a unit.
    func messages(inUnitOf bytes: Int) -> Int { max(messages, bytes / max(bytesPerMessage, 1)) }
}
