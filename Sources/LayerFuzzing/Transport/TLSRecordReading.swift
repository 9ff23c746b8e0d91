import FuzzInputs
import Transport
import WireFormat

/// The reading of the records of a TLS connection, piece by piece.
///
/// Directions are numbered, the client's first.
struct TLSRecordReading {
    /// A record, or another event of a direction.
    struct Step {
        let side: Int
        let event: TLSStream.Event
        /// Whether the event tells why bytes at the end of the direction were not decrypted.
        let isAtEnd: Bool
    }

    /// The events of both directions, in the order in which they were read.
    private(set) var steps: [Step] = []
    /// The plaintext of each direction.
    private(set) var plain: [[UInt8]] = [[], []]
    /// The bytes of incomplete records in each direction.
    private(set) var waiting: [[UInt8]] = [[], []]
    /// The facts about the connection.
    var session: TLSSession { stream.session }
    private var stream: TLSStream
    private let secrets: TLSSecrets

    /// Reads pieces.
    ///
    /// - Parameter cut: how each piece is cut further; `nil` if it is not.
    init(_ pieces: [TLSPiece], _ cut: ChunkPlan?, _ secrets: TLSSecrets, limits: TransportLimits = TransportLimits()) {
        stream = TLSStream(limits: limits)
        self.secrets = secrets
        for piece in pieces { take(piece, cut) }
        for side in 0..<2 { finish(side) }
    }

    private static func sender(_ side: Int) -> FrameSender { side == 0 ? .client : .server }

    private mutating func take(_ piece: TLSPiece, _ cut: ChunkPlan?) {
        if let hole = piece.hole {
            let lost = waiting[piece.side]
            stream.gap(lost.span, length: hole < 0 ? nil : hole, from: Self.sender(piece.side))
            waiting[piece.side] = []
            return settle(piece.side)
        }
        var start = 0
        for end in cut?.ends(of: piece.bytes) ?? [piece.bytes.count] {
            waiting[piece.side] += piece.bytes[start..<end]
            start = end
            settle(piece.side)
        }
    }

    private mutating func finish(_ side: Int) {
        if case .undecrypted(let status)? = stream.finish(from: Self.sender(side)) {
            steps.append(Step(side: side, event: .undecrypted(status), isAtEnd: true))
        }
        settle(side)
    }

    /// Reads on in both directions as long as one of them moves: hellos of one end let records of the other be read.
    private mutating func settle(_ side: Int) {
        while advance(side) || advance(1 - side) {}
    }

    /// Reads the waiting bytes of a direction; returns whether there was anything to read.
    private mutating func advance(_ side: Int) -> Bool {
        var output = ByteWriter()
        var position = 0
        var moved = false
        let bytes = waiting[side]
        while let event = stream.next(
            bytes.span,
            at: &position,
            from: Self.sender(side),
            secrets: secrets,
            into: &output
        ) {
            moved = true
            steps.append(Step(side: side, event: event, isAtEnd: false))
        }
        waiting[side].removeFirst(position)
        plain[side] += output.array
        return moved
    }
}
