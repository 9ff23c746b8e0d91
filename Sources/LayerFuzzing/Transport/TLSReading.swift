package import FuzzInputs
package import Transport
import WireFormat

/// The results of reading the records of a TLS connection.
package struct TLSReading {
    /// The kinds of each direction's records, in order, without skipped ones.
    package private(set) var events: [[String]] = [[], []]
    /// The number of skipped bytes in each direction.
    package private(set) var skipped = [0, 0]
    /// The reasons for undecrypted bytes.
    package private(set) var reasons: [String] = []
    /// The plaintext of each direction.
    package var plain: [[UInt8]] { records.plain }
    /// The number of bytes of incomplete records in each direction.
    package var left: [Int] { records.waiting.map(\.count) }
    /// The facts about the connection.
    package var session: TLSSession { records.session }
    private let records: TLSRecordReading

    /// Reads pieces, each of which is cut further.
    package init(
        _ pieces: [TLSPiece],
        _ cut: ChunkPlan,
        _ secrets: TLSSecrets,
        limits: TransportLimits = TransportLimits()
    ) {
        records = TLSRecordReading(pieces, cut, secrets, limits: limits)
        for step in records.steps {
            switch step.event {
            case .applicationData(let count): events[step.side].append("data \(count)")
            case .record: events[step.side].append("record")
            case .alert(let alert):
                events[step.side].append("alert \(alert.code) \(alert) \(alert.isFatal ? "fatal" : "warning")")
            case .end: events[step.side].append("end")
            case .skipped(let count): skipped[step.side] += count
            case .undecrypted(let status): reasons.append("\(status.code): \(status)")
            }
        }
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
