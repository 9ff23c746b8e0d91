/// What protects the streams above TCP from hostile peers: HTTP, WebSocket, compressed bodies, TLS.
public struct TransportLimits: Hashable, Sendable {
    /// Longest message of a WebSocket connection or frame of another stream, in bytes.
    ///
    /// RongCloud's own limit for a message content is 128 KiB.
    public var frameBytes = 16 << 20
    /// Most frames of one message of a WebSocket connection; empty ones count, too.
    public var messageFrames = 1 << 16
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
    /// How often the data of one compressed message may come to an end and begin anew.
    public var deflateEnds = 64
    /// Most gzip members of an HTTP body; programs that pack in parts make one of each 64 KiB or more.
    public var gzipMembers = 4096
    /// Longest hello or list of encrypted extensions of TLS that is put together, in bytes.
    public var tlsHandshakeBytes = 64 << 10
    /// Bytes of one direction of TLS that may wait for the other direction's handshake.
    public var tlsWaitingBytes = 256 << 10
    /// Bytes of TLS records whose decryption may fail before a direction is given up; a record that succeeds gives back.
    public var tlsTrialBytes = 4 << 20

    /// The default limits.
    public init() {}
}
