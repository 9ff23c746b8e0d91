/// Limits that protect against hostile peers in the streams above TCP: HTTP, WebSocket, compressed bodies, TLS.
public struct TransportLimits: Hashable, Sendable {
    /// The longest message of a WebSocket connection or frame of another stream, in bytes.
    ///
    /// RongCloud's own limit for a message content is 128 KiB.
    public var frameBytes = 16 << 20
    /// The largest number of frames in one message of a WebSocket connection; empty frames count, too.
    public var messageFrames = 1 << 16
    /// The longest head (request or status line and headers) of an HTTP message, in bytes.
    public var httpHeadBytes = 64 << 10
    /// The longest HTTP body that is kept, in bytes.
    public var httpBodyBytes = 16 << 20
    /// The number of bytes to which compressed data may always inflate, whatever its own length.
    public var inflatedBytes = 1 << 20
    /// The largest ratio of inflated to compressed length, beyond ``inflatedBytes``.
    ///
    /// DEFLATE itself reaches 1032; text written by people or programs stays far below 100.
    public var inflatedRatio = 200
    /// The largest number of times that the DEFLATE data of one compressed message may end and begin again.
    public var deflateEnds = 64
    /// The largest number of gzip members in an HTTP body; programs that compress in parts make one of each 64 KiB or
    /// more.
    public var gzipMembers = 4096
    /// The longest TLS hello or list of encrypted extensions that is reassembled, in bytes.
    public var tlsHandshakeBytes = 64 << 10
    /// The number of bytes of one TLS direction that may wait for the other direction's handshake.
    public var tlsWaitingBytes = 256 << 10
    /// The number of bytes in TLS records whose decryption may fail before a direction is given up; each record that
    /// succeeds restores a part of them.
    public var tlsTrialBytes = 4 << 20

    /// Makes the default limits.
    public init() {}
}
