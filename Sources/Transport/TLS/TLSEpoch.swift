import WireFormat

/// One direction's keys from one change of keys to the next, derived when first needed.
struct TLSEpoch: Sendable {
    /// The change of keys with which an epoch begins.
    enum Name: Hashable, Sendable {
        /// TLS 1.2 after ChangeCipherSpec.
        case tls12
        /// TLS 1.3: the client's data before the server answers.
        case earlyData
        /// TLS 1.3: up to Finished.
        case handshake
        /// TLS 1.3: after Finished and this many key updates.
        case application(UInt32)
    }

    var name: Name
    /// The number of the next record.
    var sequence: UInt64 = 0
    /// The keys, once derived.
    var cipher: TLSRecordCipher?
    /// The secret of the keys (TLS 1.3).
    var secret: [UInt8] = []
    /// The previous secret, from which a key update derives this one.
    var ancestor: [UInt8]?
    /// Whether the epoch is only a guess: the key update before it may have been lost.
    var isGuess = false

    init(_ name: Name, ancestor: [UInt8]? = nil) {
        self.name = name
        self.ancestor = ancestor
    }

    /// The epoch after the next key update; `nil` when there is none, or this one has no keys.
    var updated: TLSEpoch? {
        guard case .application(let generation) = name, !secret.isEmpty else { return nil }
        return TLSEpoch(.application(generation &+ 1), ancestor: secret)
    }

    /// Returns the label of the secret that the epoch needs.
    func label(from sender: FrameSender) -> (kind: TLSSecretLabel, generation: UInt32) {
        switch name {
        case .tls12: (.master, 0)
        case .earlyData: (.clientEarlyTraffic, 0)
        case .handshake: (sender == .client ? .clientHandshakeTraffic : .serverHandshakeTraffic, 0)
        case .application(let generation): (sender == .client ? .clientTraffic : .serverTraffic, generation)
        }
    }
}

/// The pair of hellos from which keys are derived.
struct TLSNegotiation: Sendable {
    var clientRandom: TLSClientRandom?
    var serverRandom: TLSClientRandom?
    var version: TLSVersion?
    var protection: TLSProtection?
    var encryptsThenMACs = false
    /// Whether the server accepted a pre-shared key, which protects early data.
    var takesPSK = false
    /// Whether both hellos were read.
    var isComplete: Bool { clientRandom != nil && serverRandom != nil }
}
