public import WireFormat

/// Decrypts the records of one TLS connection with secrets from a key log.
///
/// The caller keeps the bytes of each direction and passes them in order. One call consumes at most one whole record,
/// so that the caller knows which bytes each plaintext came from. TLS 1.2 (RFC 5246) and 1.3 (RFC 8446) with AES-GCM,
/// ChaCha20-Poly1305 and, in TLS 1.2, AES-CBC with HMAC (RFC 7366 included) are decrypted; for everything else
/// ``status(from:)`` returns the reason. No input causes any other failure.
public struct TLSStream: Sendable {
    /// The event of a call to ``next(_:at:from:secrets:into:)``.
    public enum Event: Hashable, Sendable {
        /// A record of application data: `count` bytes were appended to the plaintext, possibly none.
        case applicationData(count: Int)
        /// A record of the protocol itself: handshake, change of keys, heartbeat.
        case record
        /// A record with an alert other than the one that ends the direction.
        case alert(TLSAlert)
        /// The record that ends the direction (close_notify).
        case end
        /// Bytes that were skipped and not decrypted; ``undecrypted(_:)`` reported the reason.
        case skipped(count: Int)
        /// The reason why the following bytes are not decrypted.
        ///
        /// No bytes were consumed. Each reason is reported once for both directions.
        case undecrypted(TLSStatus)
    }

    /// Facts from the handshake so far.
    public internal(set) var session = TLSSession()

    /// The client's direction and the server's.
    var sides: [TLSDirection]
    var negotiation = TLSNegotiation()
    /// The reasons reported so far.
    private var told: [TLSStatus] = []
    let limits: TLSLimits

    /// Makes a stream before the first record of both directions.
    public init(limits: TransportLimits = TransportLimits()) {
        self.limits = TLSLimits(limits)
        sides = [TLSDirection(self.limits), TLSDirection(self.limits)]
    }

    /// Whether the handshake was decrypted and is complete in both directions.
    public var isEstablished: Bool { sides.allSatisfy(\.isEstablished) }

    /// Returns the reason why a direction is not decrypted; `nil` while there is none.
    public func status(from sender: FrameSender) -> TLSStatus? {
        sides[Self.index(sender)].stopped
    }

    /// Returns whether a direction's latest records could not be decrypted, whether or not later ones can.
    public func isUnread(from sender: FrameSender) -> Bool {
        let side = Self.index(sender)
        return sides[side].stopped != nil || sides[side].doubt != nil
    }

    /// Returns whether a direction's next record waits for the other direction's handshake.
    ///
    /// If so, pass in the bytes of the other direction, then try this record again.
    public func isWaitingForPeer(from sender: FrameSender) -> Bool {
        sides[Self.index(sender)].isWaiting
    }

    /// Gives up records that wait for the other direction's handshake, as if it were not in the capture.
    public mutating func stopWaiting() {
        if sides.contains(where: \.isWaiting) { stopBoth(.handshakeNotCaptured) }
    }

    /// Reads the next record of a direction.
    ///
    /// - Parameters:
    ///   - bytes: the bytes of that direction that have arrived but were not consumed.
    ///   - position: the index at which to continue; moved after the consumed bytes. The caller keeps the bytes from
    ///     there on.
    ///   - sender: the sender of the direction; the client is the end that sends the ClientHello.
    ///   - secrets: the secrets known by now. A secret is looked up when the first record needs it.
    ///   - plaintext: application data is appended here.
    /// - Returns: `nil` when more bytes are needed: of this direction, or, if ``isWaitingForPeer(from:)`` is true, of
    ///   the other one.
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

    /// Reports a hole in a direction: bytes that the capture does not have.
    ///
    /// Decryption continues after the hole if the record that the hole cuts, or a later record, can be located.
    /// - Parameters:
    ///   - waiting: the bytes before the hole that were not consumed. They are lost too; the caller drops them.
    ///   - length: the number of bytes in the hole; `nil` when unknown.
    ///   - sender: the sender of the direction.
    public mutating func gap(_ waiting: Span<UInt8>, length: Int?, from sender: FrameSender) {
        lose(waiting, length: length.map { max(0, $0) }, Self.index(sender))
    }

    /// Reports that no more bytes of a direction will arrive.
    ///
    /// If the other direction waits for this one, try it again.
    ///
    /// - Returns: the reason why the last records were not decrypted, if there is one that was not reported.
    public mutating func finish(from sender: FrameSender) -> Event? {
        let side = Self.index(sender)
        sides[side].isFinished = true
        if sides[side].stopped == nil, sides[side].untold == nil { sides[side].untold = sides[side].doubt }
        return tell(side).map { .undecrypted($0) }
    }
}

extension TLSStream {
    /// The result of an attempt to read a record.
    enum Outcome {
        case event(Event)
        case needsBytes
        /// The state changed; no bytes were consumed.
        case again
    }

    static let client = 0
    static let server = 1

    static func index(_ sender: FrameSender) -> Int { sender == .client ? client : server }

    /// Returns the sender of the direction with this index.
    static func sender(_ side: Int) -> FrameSender { side == client ? .client : .server }

    /// Gives up a direction.
    mutating func stop(_ side: Int, _ reason: TLSStatus) {
        guard sides[side].stopped == nil else { return }
        sides[side].stopped = reason
        sides[side].untold = reason
        sides[side].isWaiting = false
    }

    /// Gives up both directions.
    mutating func stopBoth(_ reason: TLSStatus) {
        stop(Self.client, reason)
        stop(Self.server, reason)
    }

    /// Returns the reason to report now; a reason that the other direction reported is not repeated.
    private mutating func tell(_ side: Int) -> TLSStatus? {
        guard let reason = sides[side].untold else { return nil }
        sides[side].untold = nil
        guard !told.contains(reason) else { return nil }
        told.append(reason)
        return reason
    }
}
