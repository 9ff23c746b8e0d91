import TLSRecording
import Transport
import WireFormat

/// Hands a session to a ``TLSStream`` as a connection would, and keeps what comes out.
struct TLSPlayer {
    private(set) var stream = TLSStream()
    let secrets: TLSSecrets
    private(set) var client: [UInt8] = []
    private(set) var server: [UInt8] = []
    /// Which end closed, in order.
    private(set) var ends: [String] = []
    private(set) var reasons: [TLSStatus] = []
    private(set) var alerts: [TLSAlert] = []
    /// Bytes that were passed over, of the client and of the server.
    private(set) var skipped = [0, 0]
    /// Bytes that were taken, of the client and of the server.
    private(set) var taken = [0, 0]
    /// Bytes that came and were not taken.
    private var pending: [[UInt8]] = [[], []]

    init(keys: String) throws(WireError) {
        let text = Array(keys.utf8)
        secrets = try TLSSecrets(keyLog: text.span)
    }

    init(secrets: TLSSecrets) {
        self.secrets = secrets
    }

    /// Plays a session whole, flight by flight.
    init(_ wire: TLSWire, keys: String? = nil) throws(WireError) {
        try self.init(keys: keys ?? wire.keys)
        for flight in wire.flights { add(flight.bytes, fromClient: flight.fromClient) }
        finish()
    }

    func pendingCount(fromClient: Bool) -> Int { pending[fromClient ? 0 : 1].count }

    mutating func add(_ bytes: [UInt8], fromClient: Bool) {
        pending[fromClient ? 0 : 1] += bytes
        take(fromClient: fromClient)
        if stream.isWaitingForPeer(from: fromClient ? .server : .client) { take(fromClient: !fromClient) }
    }

    mutating func gap(length: Int?, fromClient: Bool) {
        let side = fromClient ? 0 : 1
        let waiting = pending[side]
        stream.gap(waiting.span, length: length, from: fromClient ? .client : .server)
        skipped[side] += pending[side].count
        taken[side] += pending[side].count
        pending[side] = []
    }

    mutating func finish() {
        for fromClient in [true, false] {
            if let event = stream.finish(from: fromClient ? .client : .server) { note(event, fromClient: fromClient) }
        }
        for fromClient in [true, false] { take(fromClient: fromClient) }
    }

    private mutating func take(fromClient: Bool) {
        let side = fromClient ? 0 : 1
        let bytes = pending[side]
        var position = 0
        var plaintext = ByteWriter()
        while true {
            let before = position
            let length = plaintext.count
            guard
                let event = stream.next(
                    bytes.span,
                    at: &position,
                    from: fromClient ? .client : .server,
                    secrets: secrets,
                    into: &plaintext
                )
            else { break }
            if case .applicationData(let count) = event {
                precondition(plaintext.count - length == count, "the count is what was appended")
            } else {
                precondition(plaintext.count == length, "only application data is appended")
            }
            if case .undecrypted = event {
                precondition(position == before, "a reason takes no bytes")
            } else {
                precondition(position > before && position <= bytes.count, "every other event takes bytes")
            }
            if case .skipped(let count) = event {
                precondition(count <= position - before, "no more is passed over than was taken")
            }
            note(event, fromClient: fromClient)
        }
        taken[side] += position
        pending[side].removeFirst(position)
        if fromClient { client += plaintext.array } else { server += plaintext.array }
    }

    private mutating func note(_ event: TLSStream.Event, fromClient: Bool) {
        switch event {
        case .applicationData, .record: break
        case .alert(let alert): alerts.append(alert)
        case .end: ends.append(fromClient ? "client" : "server")
        case .skipped(let count): skipped[fromClient ? 0 : 1] += count
        case .undecrypted(let reason): reasons.append(reason)
        }
    }
}
