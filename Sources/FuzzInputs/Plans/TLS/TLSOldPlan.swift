/// A TLS 1.2 connection (RFC 5246): its records, the plaintext of both directions, its session facts, and the reasons
/// why some records cannot be decrypted.
///
/// The bytes of a plan before the steps: the chunking of the streams; the suite; whether MACs cover the ciphertext, and
/// the letter case of the key log; the fault; names. A step is three bytes: the sender with data, an alert or another
/// handshake; the length; the padding.
package struct TLSOldPlan: Sendable {
    package private(set) var records: [TLSPlan.Record] = []
    package private(set) var reasons: Set<String> = []
    /// The facts of the session, in one line.
    package private(set) var session = ""
    /// The chunking of the streams; rarely into single bytes.
    package let cut: ChunkPlan
    /// The fault; `place` locates it.
    package let mode: Int
    private let place: Int
    private let names: Int
    private var sealers: [TLSOldSealer] = []
    private var keyLogText = ""
    private var handshakes = 0
    private var isOver = [false, false]
    private var hasEnded = [false, false]
    /// The record with missing bytes, and the range of these bytes.
    package private(set) var hole: (record: Int, range: Range<Int>)?

    /// The text of a key log.
    package var keyLog: [UInt8] { Array(keyLogText.utf8) }

    package init(_ plan: [UInt8]) {
        var reader = PlanReader(plan)
        let choice = reader.byte()
        cut = choice & 15 == 0 ? .single : choice & 3 == 1 ? .small : .large
        let suite = reader.byte()
        let options = reader.byte()
        let wrong = reader.byte()
        names = reader.byte()
        mode = wrong & 7
        place = wrong >> 3
        shakeHands(suite, options)
        for (number, step) in reader.steps(of: 3, atMost: 40).enumerated() {
            var step = step
            let choice = step.byte()
            let length = step.byte()
            let padding = step.byte()
            let side = choice & 1
            guard !hasEnded[side] else { continue }
            switch choice >> 1 & 7 {
            case 0 where handshakes < 4 && hasEnded == [false, false]:
                shakeHands(suite + length, options + padding)
            case 1:
                // Alerts that do not end the connection (RFC 5246 section 7.2).
                let alert = TLSHelloWriter.alerts[length % TLSHelloWriter.alerts.count]
                let level = padding & 1 == 0 ? "warning" : "fatal"
                let event = "alert \(alert.code) \(alert.name) \(level)"
                send(side, [UInt8(1 + padding & 1), alert.code], type: 21, event, padding: padding)
            case 2 where padding > 220:
                send(side, [1, 0], type: 21, "end")
                hasEnded[side] = true
                records.append(TLSPlan.Record(side: side, bytes: [23, 3, 3, 0, 2, 1, 2]))
            case 3 where padding > 200:
                // A heartbeat (RFC 6520).
                send(side, [1, 0, 3] + planBytes(number, 19), type: 24, "record", padding: padding)
            default:
                let data = planBytes(number, length)
                send(side, data, type: 23, "data \(length)", padding: padding, data)
            }
        }
    }

    // MARK: Records

    private mutating func send(
        _ side: Int,
        _ content: [UInt8],
        type: UInt8,
        _ event: String,
        padding: Int = 0,
        _ plain: [UInt8] = []
    ) {
        let isPlain = sealers.isEmpty
        let bytes =
            isPlain
            ? TLSHelloWriter.record(type, content) : sealers[side].seal(content, type: type, padding: padding)
        add(side, bytes, event, plain)
    }

    private mutating func add(_ side: Int, _ bytes: [UInt8], _ event: String, _ plain: [UInt8] = []) {
        let isRead = !isOver[side]
        records.append(
            TLSPlan.Record(side: side, bytes: bytes, event: isRead ? event : nil, plain: isRead ? plain : [])
        )
    }

    private mutating func stop(_ side: Int, _ reason: String) {
        guard !isOver[side] else { return }
        isOver[side] = true
        reasons.insert(reason)
    }

    private static func hex(_ bytes: [UInt8]) -> String {
        bytes.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
    }

    // MARK: Handshakes

    /// The choices and the random bytes of a handshake.
    private struct Handshake {
        let suite: TLSOldSealer.Suite
        let encryptsThenMACs: Bool
        let client: [UInt8]
        let server: [UInt8]
        let master: [UInt8]
        /// Whether a fault of the key log concerns this handshake.
        let isMeant: Bool
        /// Whether the server takes a suite that is not supported.
        let isUnread: Bool
    }

    /// The suite that is not supported, for the handshake that takes one.
    private var unread: (number: Int, name: String) {
        TLSOldSealer.Suite.unread[place % TLSOldSealer.Suite.unread.count]
    }
    /// The name that the client asks for, if it asks for one.
    private var serverName: String? {
        names & 32 == 0 ? nil : ["im.example", "other.example"][names >> 2 & 1]
    }
    /// The protocols that the client offers.
    private var offered: [String] { (0..<names & 3).map { ["http/1.1", "x", "h2"][$0] } }
    /// The protocol that the server takes.
    private var taken: String? { names & 128 == 0 ? nil : offered.last }

    /// Adds a handshake; its key exchange is random bytes (RFC 5246 section 7.3).
    ///
    /// The first handshake is plain, a later one is encrypted with the keys of the one before.
    private mutating func shakeHands(_ choice: Int, _ options: Int) {
        handshakes += 1
        // Distinct handshakes have distinct randoms, because options are below 1024.
        let number = handshakes << 10 | options
        let handshake = Handshake(
            suite: TLSOldSealer.Suite.all[choice % TLSOldSealer.Suite.all.count],
            encryptsThenMACs: options & 1 != 0,
            client: planBytes(number * 3, 32),
            server: planBytes(number * 3 + 1, 32),
            master: planBytes(number * 3 + 2, 48),
            isMeant: place % 4 == handshakes - 1,
            isUnread: mode == 3 && handshakes == 1
        )
        log(handshake.client, handshake.master, options, handshake.isMeant)
        let hellos = hellos(of: handshake)
        // The server may request a handshake (RFC 5246 section 7.4.1.1).
        if options & 16 != 0 { send(1, TLSHelloWriter.message(0, []), type: 22, "record") }
        send(0, hellos.client, type: 22, "record")
        if !isOver[0], !isOver[1] { session = facts(of: handshake) }
        // A server that does not know the name may send a warning before it goes on (RFC 6066 section 3).
        if options & 32 != 0 { send(1, [1, 112], type: 21, "alert 112 unrecognized_name warning") }
        sendFlight(beginningWith: hellos.server, handshake)
        send(0, TLSHelloWriter.message(16, planBytes(3, 33)), type: 22, "record")
        changeKeys(handshake)
    }

    private func hellos(of handshake: Handshake) -> (client: [UInt8], server: [UInt8]) {
        let wish = handshake.isUnread ? unread.number : handshake.suite.number
        let identifier = planBytes(1, names >> 3 & 1 == 0 ? 0 : 32)
        // encrypt_then_mac, which has an effect with CBC only, and renegotiation_info.
        let both: [(type: Int, content: [UInt8])] = (handshake.encryptsThenMACs ? [(22, [])] : []) + [(0xFF01, [0])]
        var asked = both
        if let serverName { asked.append(TLSHelloWriter.serverName(serverName, hasOther: names & 64 != 0)) }
        if !offered.isEmpty { asked.append(TLSHelloWriter.protocols(offered)) }
        var answered = both
        // A server acknowledges a name with an empty extension (RFC 6066 section 3).
        if names & 96 == 96 { answered.append((0, [])) }
        if let taken { answered.append(TLSHelloWriter.protocols([taken])) }
        let client = TLSHelloWriter.client(
            random: handshake.client,
            identifier: identifier,
            suites: [0x2F, wish],
            asked
        )
        let server = TLSHelloWriter.server(
            random: handshake.server,
            identifier: identifier,
            suite: wish,
            version: mode == 5 ? 0x0302 : 0x0303,
            compression: mode == 4 ? 1 : 0,
            answered
        )
        return (client, server)
    }

    /// Returns the facts of the session, in one line.
    private func facts(of handshake: Handshake) -> String {
        let suite = handshake.isUnread ? unreadText : Self.text(handshake.suite.name, handshake.suite.number)
        return "\(mode == 5 ? "TLS 1.1" : "TLS 1.2") \(suite) name \(serverName ?? "-")"
            + " offers [\(offered.joined(separator: ","))] takes \(taken ?? "-") early false - retried false"
            + " random \(Self.hex(handshake.client).prefix(8))"
    }

    /// The suite that is not supported, in words.
    private var unreadText: String { Self.text("TLS_\(unread.name)", unread.number) }

    /// Returns the name and the number of a suite.
    private static func text(_ name: String, _ number: Int) -> String {
        "\(name) (0x\(hex([UInt8(number >> 8), UInt8(number & 255)]).uppercased()))"
    }

    /// Sends the server's first messages, and notes why the connection cannot be read any further.
    private mutating func sendFlight(beginningWith hello: [UInt8], _ handshake: Handshake) {
        // A record may hold all messages of the server's flight (RFC 5246 section 6.2.1).
        let isJoined = handshakes == 1 && mode > 5
        let certificate = isJoined ? Self.certificate(place) : [0, 0, 0]
        let rest = TLSHelloWriter.message(11, certificate) + TLSHelloWriter.message(14, [])
        if isJoined {
            send(1, hello + rest, type: 22, "record")
            if mode == 6 { tear(behind: hello.count) }
        } else {
            send(1, hello, type: 22, "record")
        }
        for side in 0..<2 {
            if handshake.isUnread { stop(side, "tls-cipher: cipher suite \(unreadText) is not supported") }
            if mode == 4 { stop(side, "tls-compression: compression (method 1) is not supported") }
            if mode == 5 { stop(side, "tls-version: TLS 1.1 is not supported") }
        }
        if !isJoined { send(1, rest, type: 22, "record") }
    }

    /// Sends the last messages of both ends, each of which begins to use its new keys.
    private mutating func changeKeys(_ handshake: Handshake) {
        var next: [TLSOldSealer] = []
        for side in 0..<2 {
            // The last record of this direction under its old keys.
            send(side, [1], type: 20, "record")
            var sealer = TLSOldSealer(
                handshake.suite,
                master: handshake.master,
                randoms: (handshake.client, handshake.server),
                side: side,
                encryptsThenMACs: handshake.encryptsThenMACs
            )
            let finished = sealer.seal(TLSHelloWriter.message(20, planBytes(4, 12)), type: 22)
            next.append(sealer)
            // Without a secret no record of the session can be decrypted; with a wrong secret none can be
            // authenticated.
            if mode == 1, handshake.isMeant {
                stop(side, "tls-no-secret: no secret for client random \(Self.hex(handshake.client))")
            }
            if mode == 2, handshake.isMeant {
                let count = records.count { $0.side == side } + 1
                let end = side == 0 ? "client" : "server"
                stop(
                    side,
                    "tls-authentication: record \(count) of the \(end) could not be authenticated with the secret given"
                )
            }
            add(side, finished, "record")
        }
        sealers = next
    }

    /// Returns a list of one certificate of random bytes.
    private static func certificate(_ number: Int) -> [UInt8] {
        let count = 20 + number * 30
        return Framing.bigEndian(UInt64(count + 3), 3) + Framing.bigEndian(UInt64(count), 3) + planBytes(number, count)
    }

    /// Removes bytes from the last record, after the hello: in the record's middle, or up to its end.
    private mutating func tear(behind hello: Int) {
        let count = records[records.count - 1].bytes.count
        let start = 5 + hello + (count - 5 - hello) * (place & 7) / 9
        let length = max(1, (count - start) * (1 + place >> 3) / 4)
        hole = (records.count - 1, start..<start + length)
    }

    /// The pieces of both streams, with the hole.
    package var pieces: [TLSPiece] {
        records.enumerated().flatMap { place, record -> [TLSPiece] in
            guard let hole, place == hole.record else {
                return [TLSPiece(side: record.side, bytes: record.bytes)]
            }
            return [
                TLSPiece(side: record.side, bytes: Array(record.bytes[..<hole.range.lowerBound])),
                TLSPiece(side: record.side, hole: hole.range.count),
                TLSPiece(side: record.side, bytes: Array(record.bytes[hole.range.upperBound...])),
            ]
        }
    }

    /// Adds a line to the key log, in hex of any letter case (RFC 9850 section 2).
    private mutating func log(_ client: [UInt8], _ master: [UInt8], _ options: Int, _ isMeant: Bool) {
        guard mode != 1 || !isMeant else { return }
        var secret = master
        if mode == 2, isMeant { secret[0] ^= 0x80 }
        let isUpper = [options & 2 != 0, options & 4 != 0]
        let fields = zip([client, secret].map(Self.hex), isUpper).map { $1 ? $0.uppercased() : $0 }
        keyLogText += "  # a comment \(fields[0])\n#\n"
        keyLogText += "CLIENT_RANDOM \(fields.joined(separator: " "))\(options & 8 == 0 ? "\n" : "\r\n")"
    }
}
