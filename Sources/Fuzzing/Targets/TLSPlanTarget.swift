import Transport
import WireFormat

/// TLS 1.3 connections whose plaintext is known.
///
/// A step of a plan is three bytes: who sends data, a key update, or a message of the handshake; how much; its padding.
package struct TLSPlanTarget: PlanTarget {
    /// `tls-plan`.
    package let name = "tls-plan"
    /// What is attacked.
    package let summary = "TLS 1.3 made of a plan: data, padding, alerts, key updates, many records"
    static let headBytes = 1
    static let stepBytes = 3

    /// Makes the target.
    package init() {}

    /// Runs one plan.
    package func run(_ input: [UInt8], _ features: inout Features) throws(Violation) {
        var reader = PlanReader(input)
        let cut = ChunkPlan.allCases[reader.below(3)]
        var sides = [TLSSamples.Sealer(.clientTraffic), TLSSamples.Sealer(.serverTraffic)]
        var expected: [[UInt8]] = [[], []]
        var parts: [(side: Int, bytes: [UInt8])] = Self.handshake
        for (number, step) in reader.steps(of: 3, atMost: 60).enumerated() {
            var step = step
            let choice = step.byte()
            let length = step.byte()
            let padding = [UInt8](repeating: 0, count: step.byte() & 31)
            let side = choice & 1
            features.reach("tls-plan", choice >> 1 & 7, side)
            switch choice >> 1 & 7 {
            case 0:
                // The request to update in return makes no difference to who only listens (section 4.6.3).
                let message: [UInt8] = [24, 0, 0, 1, UInt8(length & 1)]
                parts.append((side, sides[side].seal(message, type: 22, padding: padding)))
                sides[side].update()
            case 1:
                // A session ticket, in two records.
                let ticket = [4, 0, 0, UInt8(length)] + planBytes(number, length)
                let half = ticket.count / 2
                parts.append((side, sides[side].seal(Array(ticket[..<half]), type: 22)))
                parts.append((side, sides[side].seal(Array(ticket[half...]), type: 22, padding: padding)))
            case 2:
                // Warnings end nothing: user_canceled, no_renegotiation, unrecognized_name (section 6).
                parts.append((side, sides[side].seal([1, [90, 100, 112][length % 3]], type: 21, padding: padding)))
            case 3:
                // More records than a byte counts.
                for place in 0..<length {
                    parts.append((side, sides[side].seal([UInt8(place)], type: 23)))
                    expected[side].append(UInt8(place))
                }
            default:
                let data = planBytes(number, length)
                parts.append((side, sides[side].seal(data, type: 23, padding: padding)))
                expected[side] += data
            }
        }
        try Self.compare(try Self.read(parts, cut, TLSSamples.secrets), expected)
    }

    /// What came out of both directions is what was put in.
    static func compare(_ found: [[UInt8]], _ expected: [[UInt8]]) throws(Violation) {
        for side in 0..<2 where found[side] != expected[side] {
            throw Violation(
                "meaning",
                "the \(side == 0 ? "client" : "server")'s plaintext is another: \(Oracles.hex(found[side])) instead of"
                    + " \(Oracles.hex(expected[side]))"
            )
        }
    }

    /// Hellos, the server's extensions, and both messages that end the handshake (RFC 8446 section 2).
    private static let handshake: [(side: Int, bytes: [UInt8])] = {
        var client = TLSSamples.Sealer(.clientHandshakeTraffic)
        var server = TLSSamples.Sealer(.serverHandshakeTraffic)
        let finished: [UInt8] = [20, 0, 0, 32] + [UInt8](repeating: 0x5A, count: 32)
        return [
            (0, TLSSamples.clientHello), (1, TLSSamples.serverHello), (1, server.seal([8, 0, 0, 2, 0, 0], type: 22)),
            (1, server.seal(finished, type: 22)), (0, client.seal(finished, type: 22)),
        ]
    }()

    /// What both directions give.
    static func read(
        _ parts: [(side: Int, bytes: [UInt8])],
        _ cut: ChunkPlan,
        _ secrets: TLSSecrets
    ) throws(Violation) -> [[UInt8]] {
        var stream = TLSStream()
        var waiting: [[UInt8]] = [[], []]
        var plain: [[UInt8]] = [[], []]
        var failure: String?
        func advance(_ side: Int) {
            var output = ByteWriter()
            var position = 0
            let bytes = waiting[side]
            while let event = stream.next(
                bytes.span,
                at: &position,
                fromClient: side == 0,
                secrets: secrets,
                into: &output
            ) {
                if case .undecrypted(let status) = event { failure = status.code }
                if case .skipped = event { failure = "a record was passed over" }
            }
            waiting[side].removeFirst(position)
            plain[side] += output.array
        }
        for part in parts {
            var start = 0
            for end in cut.ends(of: part.bytes) {
                waiting[part.side] += part.bytes[start..<end]
                start = end
                advance(part.side)
                advance(1 - part.side)
            }
        }
        if let failure { throw Violation("meaning", "TLS that is in order is not decrypted: \(failure)") }
        guard waiting.allSatisfy(\.isEmpty) else {
            throw Violation("meaning", "records of TLS are left over: \(waiting[0].count), \(waiting[1].count) bytes")
        }
        return plain
    }
}
