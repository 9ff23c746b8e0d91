import FuzzInputs
import Fuzzer
import Transport
import WireFormat

// The reading of a connection.
extension TLSTarget {
    /// The result for both directions.
    struct Read: Equatable {
        private(set) var plaintexts: [[UInt8]]
        private(set) var skipped = [0, 0]
        private(set) var alerts: [TLSAlert] = []
        private(set) var records = [0, 0]
        private(set) var reasons: Set<String> = []

        /// Reads pieces, each of which a plan cuts further.
        init(_ pieces: [TLSPiece], _ plan: ChunkPlan?, _ features: inout Features) {
            let reading = TLSRecordReading(pieces, plan, TLSSamples.secrets)
            plaintexts = reading.plain
            for step in reading.steps { take(step, &features) }
            let session = reading.session
            features.reach("tls.version", session.version.map { "\($0)" } ?? "", session.isRetried ? 1 : 0)
            features.reach("tls.suite", session.cipherSuite.map { "\($0)" } ?? "")
            features.reach(
                "tls.name",
                Features.bucket(session.serverName?.utf8.count ?? -1),
                session.offeredProtocols.count
            )
        }

        private mutating func take(_ step: TLSRecordReading.Step, _ features: inout Features) {
            switch step.event {
            case .applicationData: features.reach("tls.data", step.side)
            case .record:
                records[step.side] += 1
                features.reach("tls.record", step.side)
            case .alert(let alert): alerts.append(alert)
            case .end: features.reach("tls.end", step.side)
            case .skipped(let count): skipped[step.side] += count
            case .undecrypted(let status):
                reasons.insert(status.code)
                if !step.isAtEnd { features.reach("tls.status", status.code, step.side) }
            }
        }
    }
}
