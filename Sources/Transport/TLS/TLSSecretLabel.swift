/// The kinds of secret in a key log, by the label of its lines.
///
/// Source: the NSS key log format, RFC 9850.
public enum TLSSecretLabel: UInt8, Hashable, Sendable, CaseIterable, BitwiseCopyable {
    /// The master secret of TLS 1.2, 48 bytes.
    case master
    /// The secret for early data (TLS 1.3).
    case clientEarlyTraffic
    /// The secret for the client's handshake (TLS 1.3).
    case clientHandshakeTraffic
    /// The secret for the server's handshake (TLS 1.3).
    case serverHandshakeTraffic
    /// The secret for the client's application data (TLS 1.3), numbered by key updates.
    case clientTraffic
    /// The secret for the server's application data (TLS 1.3), numbered by key updates.
    case serverTraffic

    /// Returns the label in the key log, with the number of key updates if the label has one.
    public func name(generation: Int = 0) -> String {
        switch self {
        case .master: "CLIENT_RANDOM"
        case .clientEarlyTraffic: "CLIENT_EARLY_TRAFFIC_SECRET"
        case .clientHandshakeTraffic: "CLIENT_HANDSHAKE_TRAFFIC_SECRET"
        case .serverHandshakeTraffic: "SERVER_HANDSHAKE_TRAFFIC_SECRET"
        case .clientTraffic: "CLIENT_TRAFFIC_SECRET_\(generation)"
        case .serverTraffic: "SERVER_TRAFFIC_SECRET_\(generation)"
        }
    }

    /// Parses a label of a key log into kind and number; `nil` for a label that is not used here.
    init?(label: String, generation: inout UInt32) {
        generation = 0
        for kind in [Self.clientTraffic, .serverTraffic] {
            let prefix = kind.name().dropLast()
            guard label.hasPrefix(prefix), let number = UInt32(label.dropFirst(prefix.count)) else { continue }
            generation = number
            self = kind
            return
        }
        guard let kind = Self.allCases.first(where: { $0.name() == label }) else { return nil }
        self = kind
    }
}
