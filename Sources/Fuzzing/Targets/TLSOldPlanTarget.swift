import Transport
import WireFormat

/// TLS 1.2 connections whose plaintext is known.
///
/// The bytes of a plan before the steps: how the streams are cut, the suite, whether MACs are over the ciphertext, and the
/// letters of the key log. A step is three bytes: who sends data, a warning, or another handshake; how much; its padding.
package struct TLSOldPlanTarget: PlanTarget {
    /// `tls12-plan`.
    package let name = "tls12-plan"
    /// What is attacked.
    package let summary = "TLS 1.2 made of a plan: suites of every form, renegotiation, key logs in any letters"
    static let headBytes = 3
    static let stepBytes = 3

    /// Makes the target.
    package init() {}

    /// What both ends send so far.
    private struct Connection {
        var parts: [(side: Int, bytes: [UInt8])] = []
        var sealers: [TLSOldSealer] = []
        var keyLog = ""
        var handshakes = 0

        mutating func send(_ side: Int, _ content: [UInt8], type: UInt8, padding: Int = 0) {
            if sealers.isEmpty {
                let count = Framing.bigEndian(UInt64(content.count), 2)
                parts.append((side, [type, 3, 3] + count + content))
            } else {
                parts.append((side, sealers[side].seal(content, type: type, padding: padding)))
            }
        }
    }

    /// Runs one plan.
    package func run(_ input: [UInt8], _ features: inout Features) throws(Violation) {
        var reader = PlanReader(input)
        let cut = ChunkPlan.allCases[reader.below(3)]
        let suite = reader.below(6)
        let options = reader.byte()
        var connection = Connection()
        Self.shakeHands(&connection, suite, options)
        var expected: [[UInt8]] = [[], []]
        for (number, step) in reader.steps(of: 3, atMost: 40).enumerated() {
            var step = step
            let choice = step.byte()
            let length = step.byte()
            let padding = step.byte()
            let side = choice & 1
            features.reach("tls12-plan", suite * 8 + choice >> 1 & 7, side + (options & 7) * 2)
            switch choice >> 1 & 7 {
            case 0 where connection.handshakes < 4:
                Self.shakeHands(&connection, (suite + length) % 6, options + padding)
            case 1:
                // no_renegotiation and user_canceled are warnings (RFC 5246 section 7.2).
                connection.send(side, [1, length & 1 == 0 ? 100 : 90], type: 21, padding: padding)
            default:
                let data = planBytes(number, length)
                connection.send(side, data, type: 23, padding: padding)
                expected[side] += data
            }
        }
        var secrets = TLSSecrets()
        do throws(WireError) {
            try secrets.add(keyLog: Array(connection.keyLog.utf8).span)
        } catch {
            throw Violation("meaning", "a key log that is in order is refused: \(error)")
        }
        try TLSPlanTarget.compare(try TLSPlanTarget.read(connection.parts, cut, secrets), expected)
    }

    /// A handshake with an exchange of keys that nobody looks at (RFC 5246 section 7.3); the first one is plain, any other one
    /// under the keys of the one before.
    private static func shakeHands(_ connection: inout Connection, _ place: Int, _ options: Int) {
        let suite = TLSOldSealer.Suite.all[place]
        let encryptsThenMACs = options & 1 != 0
        connection.handshakes += 1
        // No two handshakes have the same randoms: options are below 1024.
        let number = connection.handshakes << 10 | options
        let client = planBytes(number * 3, 32)
        let server = planBytes(number * 3 + 1, 32)
        let master = planBytes(number * 3 + 2, 48)
        // Hex of any letter case (RFC 9850 section 2).
        let hex = [client, master].map { bytes in
            bytes.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
        }
        let isUpper = [options & 2 != 0, options & 4 != 0]
        let fields = zip(hex, isUpper).map { $1 ? $0.uppercased() : $0 }
        connection.keyLog += "CLIENT_RANDOM \(fields.joined(separator: " "))\(options & 8 == 0 ? "\n" : "\r\n")"
        let wish = [UInt8(suite.number >> 8), UInt8(suite.number & 255)]
        // encrypt_then_mac, which counts with CBC only, and renegotiation_info.
        let extensions: [UInt8] = (encryptsThenMACs ? [0, 22, 0, 0] : []) + [0xFF, 1, 0, 1, 0]
        let list = [0, UInt8(extensions.count)] + extensions
        connection.send(0, message(1, [3, 3] + client + [0, 0, 2] + wish + [1, 0] + list), type: 22)
        connection.send(1, message(2, [3, 3] + server + [0] + wish + [0] + list), type: 22)
        connection.send(1, message(11, [0, 0, 0]) + message(14, []), type: 22)
        connection.send(0, message(16, planBytes(3, 33)), type: 22)
        var next: [TLSOldSealer] = []
        for side in 0..<2 {
            // Of each end, this is the last record under its old keys.
            connection.send(side, [1], type: 20)
            var sealer = TLSOldSealer(
                suite,
                master: master,
                randoms: (client, server),
                side: side,
                encryptsThenMACs: encryptsThenMACs
            )
            connection.parts.append((side, sealer.seal(message(20, planBytes(4, 12)), type: 22)))
            next.append(sealer)
        }
        connection.sealers = next
    }

    private static func message(_ type: UInt8, _ body: [UInt8]) -> [UInt8] {
        [type] + Framing.bigEndian(UInt64(body.count), 3) + body
    }
}
