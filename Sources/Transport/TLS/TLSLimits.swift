/// The TLS part of ``TransportLimits``, and constants of the protocol and of trial decryption.
struct TLSLimits: Sendable {
    /// The longest hello or list of encrypted extensions that is reassembled, in bytes; other messages are skipped.
    let handshakeBytes: Int
    /// The number of bytes of one direction that may wait for the other direction's handshake.
    let waitingBytes: Int
    /// The number of bytes whose decryption may fail before a direction is given up; a success restores a part of them.
    let trialBytes: Int

    /// The trial bytes that the search for a record far behind a hole leaves for the records after it.
    var reservedTrialBytes: Int { trialBytes / 2 }

    init(_ limits: TransportLimits) {
        handshakeBytes = limits.tlsHandshakeBytes
        waitingBytes = limits.tlsWaitingBytes
        trialBytes = limits.tlsTrialBytes
    }

    /// The longest body of a record, in bytes: 2^14, and 2048 for the protection (RFC 5246 section 6.2.3).
    static let recordBytes = (1 << 14) + 2048
    /// The shortest body of a protected record, in bytes: a tag, and in TLS 1.3 the type.
    static let protectedBytes = 16
    /// The length of the shortest protected record, in bytes; a hole has lost at most one record for each such length.
    static let shortestRecord = TLSRecordHeader.byteCount + protectedBytes
    /// The number of sequence numbers tried first for a record after a hole; after a hole of unknown length the only ones.
    static let sequencesTried: UInt64 = 64
    /// The number of key updates that one hole may have swallowed.
    static let keyUpdatesTried = 4
    /// The cost of a trial besides the record's bytes, in bytes.
    static let trialOverhead = 256
    /// The number of trial bytes that each byte of a decrypted record restores, up to ``trialBytes``.
    static let trialRefund = 8
}
