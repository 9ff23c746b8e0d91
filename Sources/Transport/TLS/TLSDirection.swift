/// One direction of a TLS connection.
struct TLSDirection: Sendable {
    /// The keys that the next record may need, the likeliest first; empty while nothing is encrypted.
    var epochs: [TLSEpoch] = []
    /// The number of records read so far.
    var records = 0
    var handshake = TLSHandshakeAssembler()
    /// Whether a hello of this direction was read.
    var hasHello = false
    /// Whether the last message of this direction's handshake was read, or a record of TLS 1.3 that follows it.
    var isEstablished = false
    /// The number of bytes left of a record that a hole cut.
    var skip = 0
    /// Whether the start of the next record is unknown.
    var isSearching = false
    /// Whether the number of the next record is unknown.
    var isUncertain = false
    /// The number of bytes without a known record since the last record that was decrypted: missing and skipped ones.
    var lostBytes = 0
    /// Whether records that cannot be decrypted may belong to an epoch without a known secret.
    var toleratesUnopened = false
    /// The number of bytes whose decryption may still fail.
    var trialBytes: Int
    /// Whether the end of the direction was reported.
    var isFinished = false
    /// The reason why records were skipped, as long as none after them was decrypted.
    var doubt: TLSStatus?
    /// Whether close_notify announced the end.
    var hasEnded = false
    /// Whether records wait for the other direction's handshake.
    var isWaiting = false
    /// The reason why no more records are decrypted.
    var stopped: TLSStatus?
    /// A reason that was not reported yet.
    var untold: TLSStatus?

    init(_ limits: TLSLimits) {
        trialBytes = limits.trialBytes
    }

    /// The number of sequence numbers that the next record may have: one for each record that the lost bytes may have
    /// held, whole or cut at either end.
    var possibleSequences: UInt64 { isUncertain ? UInt64(lostBytes / TLSLimits.shortestRecord) + 2 : 1 }
}
