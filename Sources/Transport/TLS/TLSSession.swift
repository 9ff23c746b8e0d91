/// Facts from the hellos of a connection and from its decrypted handshake.
public struct TLSSession: Hashable, Sendable {
    /// The random of the newest ClientHello.
    public var clientRandom: TLSClientRandom?
    /// The server name that the client requested (SNI, RFC 6066 section 3).
    public var serverName: String?
    /// The application protocols that the client offered (ALPN, RFC 7301), best first.
    public var offeredProtocols: [String] = []
    /// The application protocol that the server chose; TLS 1.3 encrypts it.
    public var applicationProtocol: String?
    /// The version that the server chose.
    public var version: TLSVersion?
    /// The cipher suite that the server chose.
    public var cipherSuite: TLSCipherSuite?
    /// Whether the client sent, or intended to send, early data (0-RTT).
    public var offersEarlyData = false
    /// Whether the server accepted the early data; `nil` while unknown.
    public var acceptsEarlyData: Bool?
    /// Whether the server sent a HelloRetryRequest.
    public var isRetried = false

    /// Makes a session without known facts.
    public init() {}
}
