import WireFormat

/// One direction's keys from one change of keys to the next, found when first needed.
struct TLSEpoch: Sendable {
    /// Which change of keys it follows.
    enum Name: Hashable, Sendable {
        /// TLS 1.2 after ChangeCipherSpec.
        case tls12
        /// TLS 1.3: what the client sends before the server answers.
        case earlyData
        /// TLS 1.3: up to Finished.
        case handshake
        /// TLS 1.3: after Finished and so many key updates.
        case application(UInt32)
    }

    var name: Name
    /// The number of the next record.
    var sequence: UInt64 = 0
    /// The keys, once found.
    var cipher: TLSRecordCipher?
    /// The secret that the keys came from (TLS 1.3).
    var secret: [UInt8] = []
    /// The secret from which a key update derives this one.
    var ancestor: [UInt8]?
    /// Only a guess: the key update that leads to it may have been lost.
    var isGuess = false

    init(_ name: Name, ancestor: [UInt8]? = nil) {
        self.name = name
        self.ancestor = ancestor
    }

    /// The epoch after the next key update; `nil` when this one has none, or no keys.
    var updated: TLSEpoch? {
        guard case .application(let generation) = name, !secret.isEmpty else { return nil }
        return TLSEpoch(.application(generation &+ 1), ancestor: secret)
    }

    /// The label of the secret that it needs.
    func label(from sender: FrameSender) -> (kind: TLSSecretLabel, generation: UInt32) {
        switch name {
        case .tls12: (.master, 0)
        case .earlyData: (.clientEarlyTraffic, 0)
        case .handshake: (sender == .client ? .clientHandshakeTraffic : .serverHandshakeTraffic, 0)
        case .application(let generation): (sender == .client ? .clientTraffic : .serverTraffic, generation)
        }
    }
}

/// The pair of hellos that keys are made for.
struct TLSNegotiation: Sendable {
    var clientRandom: TLSClientRandom?
    var serverRandom: TLSClientRandom?
    var version: TLSVersion?
    var protection: TLSProtection?
    var encryptsThenMACs = false
    /// The server chose the key that early data is protected with.
    var takesPSK = false
    /// Both hellos are here.
    var isComplete: Bool { clientRandom != nil && serverRandom != nil }
}
