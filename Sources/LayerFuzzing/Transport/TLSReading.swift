package import FuzzInputs
package import Transport
import WireFormat

/// The results of reading the records of a TLS connection.
package struct TLSReading {
    /// The plaintext of each direction.
    package private(set) var plain: [[UInt8]] = [[], []]
    /// The kinds of each direction's records, in order, without skipped ones.
    package private(set) var events: [[String]] = [[], []]
    /// The number of skipped bytes in each direction.
    package private(set) var skipped = [0, 0]
    /// The reasons for undecrypted bytes.
    package private(set) var reasons: [String] = []
    /// The number of bytes of incomplete records in each direction.
    package var left: [Int] { waiting.map(\.count) }
    /// The facts about the connection.
    package var session: TLSSession { stream.session }
    private var stream: TLSStream
    private var waiting: [[UInt8]] = [[], []]
    private let secrets: TLSSecrets

    /// Reads pieces, each of which is cut further.
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
    /// All facts in one line.
    package var line: String {
        let protocols = offeredProtocols.joined(separator: ",")
        let random = clientRandom.map { "\($0)".prefix(8) } ?? "-"
        return "\(version.map { "\($0)" } ?? "-") \(cipherSuite.map { "\($0)" } ?? "-") name \(serverName ?? "-")"
            + " offers [\(protocols)] takes \(applicationProtocol ?? "-") early \(offersEarlyData)"
            + " \(acceptsEarlyData.map { "\($0)" } ?? "-") retried \(isRetried) random \(random)"
    }
}
