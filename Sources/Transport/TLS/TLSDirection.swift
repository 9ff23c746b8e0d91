/// One direction of a TLS connection.
struct TLSDirection: Sendable {
    /// The keys that the next record may need, the likeliest first; empty while nothing is protected.
    var epochs: [TLSEpoch] = []
    /// Records taken so far.
    var records = 0
    var handshake = TLSHandshakeAssembler()
    /// A hello of this direction was read.
    var hasHello = false
    /// Bytes left of a record that a hole cut.
    var skip = 0
    /// Where the next record begins is not known.
    var isSearching = false
    /// The number of the next record is not known.
    var isUncertain = false
    /// Records that do not open may belong to an epoch whose secret is not there.
    var toleratesUnopened = false
    /// Bytes whose decryption may still fail.
    var trialBytes: Int
    /// The end of the direction was handed in.
    var isFinished = false
    /// Why records were passed over, as long as none after them was decrypted.
    var doubt: TLSStatus?
    /// The end was announced by close_notify.
    var hasEnded = false
    /// Records wait for the other direction's handshake.
    var isWaiting = false
    /// The reason why nothing more is decrypted.
    var stopped: TLSStatus?
    /// A reason that was not told yet.
    var untold: TLSStatus?

    init(_ limits: TLSLimits) {
        trialBytes = limits.trialBytes
    }
}
