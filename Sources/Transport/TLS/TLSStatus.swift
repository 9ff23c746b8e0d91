public import WireFormat

/// The reason why records are not decrypted.
public enum TLSStatus: Hashable, Sendable {
    /// There are no secrets for this session.
    case noSecrets(TLSClientRandom)
    /// There are secrets for this session, but not this one.
    case noSecret(String, TLSClientRandom)
    /// The server chose a cipher suite that is not supported.
    case cipherSuite(TLSCipherSuite)
    /// The server chose a version that is not supported.
    case version(TLSVersion)
    /// The server chose a compression method; none is supported.
    case compression(UInt8)
    /// At least one of the hellos is not in the capture.
    case handshakeNotCaptured
    /// A record does not fit the keys; `record` counts from 1 in its direction.
    case notAuthenticated(record: Int, from: FrameSender)
    /// No record after a hole in the stream could be decrypted.
    case holeNotBridged(from: FrameSender)
    /// An alert arrived before the handshake was complete: the connection was refused.
    case handshakeFailed(TLSAlert, from: FrameSender)
    /// The connection ended before the handshake was complete, without an alert.
    case handshakeUnfinished(hasServerHello: Bool)
    /// The connection ended after the handshake, and no application data came.
    case noApplicationData
    /// The bytes are not TLS.
    case malformed(WireError)

    /// A stable name for programs.
    public var code: String {
        switch self {
        case .noSecrets, .noSecret: "tls-no-secret"
        case .cipherSuite: "tls-cipher"
        case .version: "tls-version"
        case .compression: "tls-compression"
        case .handshakeNotCaptured: "tls-handshake-missing"
        case .notAuthenticated: "tls-authentication"
        case .holeNotBridged: "tls-hole"
        case .handshakeFailed: "tls-alert"
        case .handshakeUnfinished: "tls-unfinished"
        case .noApplicationData: "tls-no-data"
        case .malformed: "tls-malformed"
        }
    }
}

extension TLSStatus: CustomStringConvertible {
    /// The reason in one line.
    public var description: String {
        switch self {
        case .noSecrets(let random): "no secret for client random \(random)"
        case .noSecret(let label, let random): "no \(label) for client random \(random)"
        case .cipherSuite(let suite): "cipher suite \(suite) is not supported"
        case .version(let version): "\(version) is not supported"
        case .compression(let method): "compression (method \(method)) is not supported"
        case .handshakeNotCaptured: "the handshake is not in the capture"
        case .notAuthenticated(let record, let sender):
            "record \(record) of the \(sender.rawValue) could not be authenticated with the secret given"
        case .holeNotBridged(let sender):
            "records of the \(sender.rawValue) after a hole in the stream could not be authenticated"
        case .handshakeFailed(let alert, let sender):
            "handshake failed: alert \(alert.code) (\(alert)) from the \(sender.rawValue)"
        case .handshakeUnfinished(let hasServerHello):
            "handshake not finished: the connection ended "
                + (hasServerHello ? "after the server's hello" : "without an answer to the client's hello")
        case .noApplicationData: "no application data: the connection ended after the handshake"
        case .malformed(let error): "not TLS: \(error)"
        }
    }
}
