public import WireFormat

/// Decrypts the records of one TLS connection with secrets from a key log.
///
/// The caller keeps the bytes of each direction and hands them in order; one call takes at most one whole record, so
/// that the caller knows which bytes each plaintext came from. TLS 1.2 (RFC 5246) and 1.3 (RFC 8446) with AES-GCM,
/// ChaCha20-Poly1305 and, in TLS 1.2, AES-CBC with HMAC (RFC 7366 included) are decrypted; of everything else
/// ``status(from:)`` says why not. No input makes it fail otherwise.
public struct TLSStream: Sendable {
    /// What a call to ``next(_:at:from:secrets:into:)`` met.
    public enum Event: Hashable, Sendable {
        /// A record of application data: `count` bytes were appended to the plaintext, possibly none.
        case applicationData(count: Int)
        /// A record that belongs to the protocol itself: handshake, change of keys, heartbeat.
        case record
        /// A record with an alert other than the one that ends the direction.
        case alert(TLSAlert)
        /// The record that ends the direction (close_notify).
        case end
        /// Bytes that were passed over and not decrypted; ``undecrypted(_:)`` told why.
        case skipped(count: Int)
        /// The reason why what follows is not decrypted. No bytes were taken. Each reason comes once for both directions.
        case undecrypted(TLSStatus)
    }

    /// What the handshake told so far.
    public internal(set) var session = TLSSession()

    /// The client's direction and the server's.
    var sides: [TLSDirection]
    var negotiation = TLSNegotiation()
    /// The reasons told so far.
    private var told: [TLSStatus] = []
    let limits: TLSLimits

    /// Makes a stream that stands before the first record of both directions.
    public init(limits: TransportLimits = TransportLimits()) {
        self.limits = TLSLimits(limits)
        sides = [TLSDirection(self.limits), TLSDirection(self.limits)]
    }

    /// Why a direction is not decrypted; `nil` while nothing is against it.
    public func status(from sender: FrameSender) -> TLSStatus? {
        sides[Self.index(sender)].stopped
    }

    /// Whether a direction's next record waits for the other direction's handshake: hand that in, then try again.
    public func isWaitingForPeer(from sender: FrameSender) -> Bool {
        sides[Self.index(sender)].isWaiting
    }

    /// Gives up records that wait for the other direction's handshake, as though it were not in the capture.
    public mutating func stopWaiting() {
        if sides.contains(where: \.isWaiting) { stopBoth(.handshakeNotCaptured) }
    }

    /// Takes the next record of a direction.
    ///
    /// - Parameters:
    ///   - bytes: what has come of that direction and was not taken yet.
    ///   - position: where to go on; moved behind what was taken. The caller keeps the bytes from there on.
    ///   - sender: which direction; the client is the end that sends the ClientHello.
    ///   - secrets: what is known by now. A secret is looked up when the first record needs it.
    ///   - plaintext: application data is appended here.
    /// - Returns: `nil` when more bytes are needed: of this direction, or, if ``isWaitingForPeer(from:)`` says
    ///   so, of the other one.
    public mutating func next(
        _ bytes: Span<UInt8>,
        at position: inout Int,
        from sender: FrameSender,
        secrets: borrowing TLSSecrets,
        into plaintext: inout ByteWriter
    ) -> Event? {
        let side = Self.index(sender)
        while true {
            if let reason = tell(side) { return .undecrypted(reason) }
            guard position < bytes.count else { return nil }
            let available = bytes.count - position
            guard sides[side].stopped == nil, !sides[side].hasEnded else {
                position = bytes.count
                return .skipped(count: available)
            }
            if sides[side].skip > 0 {
                let count = min(sides[side].skip, available)
                sides[side].skip -= count
                position += count
                return .skipped(count: count)
            }
            let outcome: Outcome
            if sides[side].isSearching {
                outcome = search(bytes, at: &position, side, secrets, into: &plaintext)
            } else {
                outcome = record(bytes, at: &position, side, secrets, into: &plaintext)
            }
            switch outcome {
            case .event(let event): return event
            case .needsBytes: return nil
            case .again: continue
            }
        }
    }

    /// Notes a hole in a direction: bytes that the capture does not have.
    ///
    /// Decryption goes on behind it where the record that it cuts, or a record found after it, can be told.
    /// - Parameters:
    ///   - waiting: the bytes before the hole that were not taken. They are lost too; the caller drops them.
    ///   - length: bytes in the hole; `nil` when not known.
    ///   - sender: which direction.
    public mutating func gap(_ waiting: Span<UInt8>, length: Int?, from sender: FrameSender) {
        lose(waiting, length: length.map { max(0, $0) }, Self.index(sender))
    }

    /// Notes that nothing more comes of a direction.
    ///
    /// If the other one waits for it, try that again.
    ///
    /// - Returns: the reason why the last records were not decrypted, when there is one that was not told.
    public mutating func finish(from sender: FrameSender) -> Event? {
        let side = Self.index(sender)
        sides[side].isFinished = true
        if sides[side].stopped == nil, sides[side].untold == nil { sides[side].untold = sides[side].doubt }
        return tell(side).map { .undecrypted($0) }
    }
}

extension TLSStream {
    /// What became of an attempt to take a record.
    enum Outcome {
        case event(Event)
        case needsBytes
        /// Something changed; nothing was taken.
        case again
    }

    static let client = 0
    static let server = 1

    static func index(_ sender: FrameSender) -> Int { sender == .client ? client : server }

    /// Who sends in the direction with this index.
    static func sender(_ side: Int) -> FrameSender { side == client ? .client : .server }

    /// Gives a direction up.
    mutating func stop(_ side: Int, _ reason: TLSStatus) {
        guard sides[side].stopped == nil else { return }
        sides[side].stopped = reason
        sides[side].untold = reason
        sides[side].isWaiting = false
    }

    /// Gives both directions up.
    mutating func stopBoth(_ reason: TLSStatus) {
        stop(Self.client, reason)
        stop(Self.server, reason)
    }

    /// The reason to be told now; one that the other direction told is not repeated.
    private mutating func tell(_ side: Int) -> TLSStatus? {
        guard let reason = sides[side].untold else { return nil }
        sides[side].untold = nil
        guard !told.contains(reason) else { return nil }
        told.append(reason)
        return reason
    }
}
