/// The limits that protect the TLS decoder from hostile input, in one place.
enum TLSLimits {
    /// Longest body of a record in bytes: 2^14 and 2048 for the protection (RFC 5246 section 6.2.3).
    static let recordBytes = (1 << 14) + 2048
    /// Shortest body of a protected record in bytes: a tag, and in TLS 1.3 the type.
    static let protectedBytes = 16
    /// Longest hello or list of encrypted extensions that is put together, in bytes; others are passed over.
    static let handshakeBytes = 64 << 10
    /// Bytes of one direction that may wait for the other direction's handshake.
    static let waitingBytes = 256 << 10
    /// Sequence numbers that are tried for a record after a hole.
    static let sequencesTried: UInt64 = 64
    /// Bytes whose decryption may fail before a direction is given up; a record that succeeds gives back.
    static let trialBytes = 4 << 20
    /// What a trial costs besides the record's bytes, in bytes.
    static let trialOverhead = 256
    /// Trial bytes that each byte of a record that succeeds gives back, up to ``trialBytes``.
    static let trialRefund = 8
}
