import FuzzInputs
import Fuzzer
import Transport
import WireFormat

// The reading of a connection.
extension TLSTarget {
    /// The result for both directions.
    struct Read: Equatable {
        var plaintexts: [[UInt8]] = [[], []]
        var skipped = [0, 0]
        var alerts: [TLSAlert] = []
        var records = [0, 0]
        var reasons: Set<String> = []
    }

    /// A stretch of a direction, or a hole in it.
    struct Piece {
        var fromClient: Bool
        var bytes: [UInt8]
        var hole: Int
    }

    /// A connection as it is read: directions are numbered, the client's first.
    struct Reading {
        private(set) var read = Read()
        private var stream = TLSStream()
        /// The bytes of incomplete records in each direction.
        private var waiting: [[UInt8]] = [[], []]

        /// Reads stretches, each of which a plan cuts further.
        init(_ pieces: [Piece], _ plan: ChunkPlan?, _ features: inout Features) {
            for piece in pieces { take(piece, plan, &features) }
            for side in 0...1 { finish(side, &features) }
            let session = stream.session
            features.reach("tls.version", session.version.map { "\($0)" } ?? "", session.isRetried ? 1 : 0)
            features.reach("tls.suite", session.cipherSuite.map { "\($0)" } ?? "")
            features.reach(
                "tls.name",
                Features.bucket(session.serverName?.utf8.count ?? -1),
                session.offeredProtocols.count
            )
        }

        private static func sender(_ side: Int) -> FrameSender { side == 0 ? .client : .server }

        private mutating func take(_ piece: Piece, _ plan: ChunkPlan?, _ features: inout Features) {
            let side = piece.fromClient ? 0 : 1
            if piece.hole > 0 {
                let lost = waiting[side]
                stream.gap(lost.span, length: piece.hole, from: Self.sender(side))
                waiting[side] = []
                settle(side, &features)
                return
            }
            var start = 0
            for end in plan?.ends(of: piece.bytes) ?? [piece.bytes.count] {
                waiting[side] += piece.bytes[start..<end]
                start = end
                settle(side, &features)
            }
        }

        private mutating func finish(_ side: Int, _ features: inout Features) {
            if case .undecrypted(let status)? = stream.finish(from: Self.sender(side)) {
                read.reasons.insert(status.code)
            }
            settle(side, &features)
        }

        /// Reads on in both directions as long as one of them moves: hellos of one end let records of the other be read.
        private mutating func settle(_ side: Int, _ features: inout Features) {
            while advance(side, &features) || advance(1 - side, &features) {}
        }

        /// Reads the waiting bytes of a direction; returns whether there was anything to read.
        private mutating func advance(_ side: Int, _ features: inout Features) -> Bool {
            var output = ByteWriter()
            var position = 0
            var moved = false
            let bytes = waiting[side]
            while let event = stream.next(
                bytes.span,
                at: &position,
                from: Self.sender(side),
                secrets: TLSSamples.secrets,
                into: &output
            ) {
                moved = true
                take(event, side, &features)
            }
            waiting[side].removeFirst(position)
            read.plaintexts[side] += output.array
            return moved
        }

        private mutating func take(_ event: TLSStream.Event, _ side: Int, _ features: inout Features) {
            switch event {
            case .applicationData: features.reach("tls.data", side)
            case .record:
                read.records[side] += 1
                features.reach("tls.record", side)
            case .alert(let alert): read.alerts.append(alert)
            case .end: features.reach("tls.end", side)
            case .skipped(let count): read.skipped[side] += count
            case .undecrypted(let status):
                read.reasons.insert(status.code)
                features.reach("tls.status", status.code, side)
            }
        }
    }
}
