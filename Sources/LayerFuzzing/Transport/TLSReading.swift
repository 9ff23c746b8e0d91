package import FuzzInputs
package import Transport
import WireFormat

/// What comes of the records of a TLS connection.
package struct TLSReading {
    /// The plaintext of both ends.
    package private(set) var plain: [[UInt8]] = [[], []]
    /// What both ends' records were, in their order, without what was passed over.
    package private(set) var events: [[String]] = [[], []]
    /// Bytes that were passed over.
    package private(set) var skipped = [0, 0]
    /// Why something was not decrypted.
    package private(set) var reasons: [String] = []
    /// Bytes of records that did not become whole.
    package var left: [Int] { waiting.map(\.count) }
    /// What the connection says of itself.
    package var session: TLSSession { stream.session }
    private var stream: TLSStream
    private var waiting: [[UInt8]] = [[], []]
    private let secrets: TLSSecrets

    /// Reads pieces, each of them cut.
    package init(
        _ pieces: [TLSPiece],
        _ cut: ChunkPlan,
        _ secrets: TLSSecrets,
        limits: TransportLimits = TransportLimits()
    ) {
        stream = TLSStream(limits: limits)
        self.secrets = secrets
        for piece in pieces {
            if let hole = piece.hole {
                let lost = waiting[piece.side]
                stream.gap(lost.span, length: hole < 0 ? nil : hole, from: piece.side == 0 ? .client : .server)
                waiting[piece.side] = []
                settle(piece.side)
                continue
            }
            var start = 0
            for end in cut.ends(of: piece.bytes) {
                waiting[piece.side] += piece.bytes[start..<end]
                start = end
                settle(piece.side)
            }
        }
        for side in 0..<2 {
            if case .undecrypted(let status)? = stream.finish(from: side == 0 ? .client : .server) { tell(status) }
            settle(side)
        }
    }

    private mutating func tell(_ status: TLSStatus) { reasons.append("\(status.code): \(status)") }

    private mutating func settle(_ side: Int) {
        while advance(side) || advance(1 - side) {}
    }

    private mutating func advance(_ side: Int) -> Bool {
        var output = ByteWriter()
        var position = 0
        var moved = false
        let bytes = waiting[side]
        while let event = stream.next(
            bytes.span,
            at: &position,
            from: side == 0 ? .client : .server,
            secrets: secrets,
            into: &output
        ) {
            moved = true
            switch event {
            case .applicationData(let count): events[side].append("data \(count)")
            case .record: events[side].append("record")
            case .alert(let alert):
                events[side].append("alert \(alert.code) \(alert) \(alert.isFatal ? "fatal" : "warning")")
            case .end: events[side].append("end")
            case .skipped(let count): skipped[side] += count
            case .undecrypted(let status): tell(status)
            }
        }
        waiting[side].removeFirst(position)
        plain[side] += output.array
        return moved
    }
}

extension TLSSession {
    /// All of it in a line.
    package var line: String {
        let protocols = offeredProtocols.joined(separator: ",")
        let random = clientRandom.map { "\($0)".prefix(8) } ?? "-"
        return "\(version.map { "\($0)" } ?? "-") \(cipherSuite.map { "\($0)" } ?? "-") name \(serverName ?? "-")"
            + " offers [\(protocols)] takes \(applicationProtocol ?? "-") early \(offersEarlyData)"
            + " \(acceptsEarlyData.map { "\($0)" } ?? "-") retried \(isRetried) random \(random)"
    }
}
