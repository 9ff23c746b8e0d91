import WireFormat

/// What of ``TransportLimits`` concerns a TLS connection, and the figures that come from the protocol or follow from those.
struct TLSLimits: Sendable {
    /// Longest hello or list of encrypted extensions that is put together, in bytes; others are passed over.
    let handshakeBytes: Int
    /// Bytes of one direction that may wait for the other direction's handshake.
    let waitingBytes: Int
    /// Bytes whose decryption may fail before a direction is given up; a record that succeeds gives back.
    let trialBytes: Int

    init(_ limits: TransportLimits) {
        handshakeBytes = limits.tlsHandshakeBytes
        waitingBytes = limits.tlsWaitingBytes
        trialBytes = limits.tlsTrialBytes
    }

    /// Longest body of a record in bytes: 2^14 and 2048 for the protection (RFC 5246 section 6.2.3).
    static let recordBytes = (1 << 14) + 2048
    /// Shortest body of a protected record in bytes: a tag, and in TLS 1.3 the type.
    static let protectedBytes = 16
    /// Sequence numbers that are tried for a record after a hole.
    static let sequencesTried: UInt64 = 64
    /// What a trial costs besides the record's bytes, in bytes.
    static let trialOverhead = 256
    /// Trial bytes that each byte of a record that succeeds gives back, up to ``trialBytes``.
    static let trialRefund = 8
}
