/// A TLS 1.3 connection (RFC 8446): its records, the plaintext of both ends, what it says of itself, and why some of it can
/// not be decrypted.
///
/// A plan's first six bytes: how the streams are cut; suite, early data and a second hello; names; what goes wrong, and
/// where; how the handshake is cut into records. A step is three bytes: who sends data, a key update, an alert or a message of
/// the handshake; how much; its padding.
struct TLSPlan: Sendable {
    /// A record.
    struct Record: Sendable {
        var side: Int
        var bytes: [UInt8]
        /// What comes of it; `nil` when it is passed over.
        var event: String?
        var plain: [UInt8] = []
        var isUpdate = false
    }

    private(set) var records: [Record] = []
    /// Why something is not decrypted; of some only the code.
    private(set) var reasons: Set<String> = []
    /// The text of a key log.
    private(set) var keyLog: [UInt8] = []
    /// The longest hello that is put together, in bytes.
    private(set) var helloLimit = 64 << 10
    /// Bytes of each end that become no record.
    private(set) var left = [0, 0]
    /// What the connection says of itself.
    private(set) var session = ""
    /// Where a hole lies: the end, its first record and its last one, and how much of these is captured.
    private(set) var hole: (first: Int, last: Int, before: Int, after: Int, isMeasured: Bool)?
    /// What goes wrong.
    let mode: Int
    /// How the streams are cut; into single bytes seldom.
    let cut: ChunkPlan
    private let suite: TLSNewSealer.Suite
    private let head: [Int]
    private let random: [UInt8]
    private var sealers: [TLSNewSealer] = []
    /// Whether nothing more of an end is decrypted, or its end has come.
    private var isOver = [false, false]
    private var secrets: [String: [UInt8]] = [:]
    private var early: Early = .none
    private let isRetried: Bool

    private enum Early {
        case none
        case accepted
        /// By the server's extensions, by its hello, or by its wish for another hello.
        case refused(inHello: Bool)
    }

    private static let labels = [
        "CLIENT_EARLY_TRAFFIC_SECRET", "CLIENT_HANDSHAKE_TRAFFIC_SECRET", "SERVER_HANDSHAKE_TRAFFIC_SECRET",
        "CLIENT_TRAFFIC_SECRET_0", "SERVER_TRAFFIC_SECRET_0",
    ]

    init(_ plan: [UInt8]) {
        var reader = PlanReader(plan)
        let head = (0..<TLSPlanTarget.headBytes).map { _ in reader.byte() }
        self.head = head
        suite = TLSNewSealer.Suite.all[head[1] % 3]
        mode = head[3] & 15
        cut = head[0] & 15 == 0 ? .single : head[0] & 3 == 1 ? .small : .large
        isRetried = head[1] & 4 != 0
        random = planBytes(head.reduce(7) { $0 &* 31 &+ $1 }, 32)
        for (place, label) in Self.labels.enumerated() {
            secrets[label] = planBytes(place * 1000 + head[2] * 7 + head[1], suite.secretCount)
        }
        // Without some secrets, and with wrong ones, early data make no difference.
        if ![7, 8, 9, 10, 15].contains(mode), mode != 6 || head[4] % 5 == 0 {
            switch head[1] >> 3 & 7 {
            case 4: early = isRetried ? .refused(inHello: true) : .accepted
            case 5: early = .refused(inHello: isRetried)
            case 6: early = .refused(inHello: true)
            default: early = .none
            }
        }
        shakeHands()
        let first = records.count
        for (number, step) in reader.steps(of: 3, atMost: 60).enumerated() { take(step, number) }
        end(first)
        writeKeyLog()
    }

    // MARK: Records

    private mutating func add(
        _ side: Int,
        _ bytes: [UInt8],
        _ event: String,
        _ plain: [UInt8] = [],
        isUpdate: Bool = false
    ) {
        let isRead = !isOver[side]
        records.append(
            Record(
                side: side,
                bytes: bytes,
                event: isRead ? event : nil,
                plain: isRead ? plain : [],
                isUpdate: isUpdate
            )
        )
    }

    /// Passes a record over.
    private mutating func skip(_ side: Int, _ bytes: [UInt8]) { records.append(Record(side: side, bytes: bytes)) }

    /// Nothing more of an end is decrypted.
    private mutating func stop(_ side: Int, _ reason: String) {
        guard !isOver[side] else { return }
        isOver[side] = true
        reasons.insert(reason)
    }

    private var randomText: String { random.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined() }

    /// Adds a record under keys whose secret may be missing or wrong.
    ///
    /// - Parameter label: the place of its secret.
    private mutating func protected(_ side: Int, _ bytes: [UInt8], _ event: String, label: Int, _ plain: [UInt8] = []) {
        guard !isOver[side] else { return skip(side, bytes) }
        let isMeant = head[4] % 5 == label
        switch mode {
        case 6 where isMeant && label < 3:
            // What follows under other keys is decrypted.
            doubts[side] = "tls-no-secret: no \(Self.labels[label]) for client random \(randomText)"
            if label == 0 { reasons.insert(doubts[side] ?? "") }
            return skip(side, bytes)
        case 6 where isMeant:
            stop(side, "tls-no-secret: no \(Self.labels[label]) for client random \(randomText)")
        case 7 where isMeant:
            let number = records.count { $0.side == side } + 1
            let end = side == 0 ? "client" : "server"
            stop(
                side,
                "tls-authentication: record \(number) of the \(end) could not be authenticated with the secret given"
            )
        case 8: stop(side, "tls-no-secret: no secret for client random \(randomText)")
        default: break
        }
        if !isOver[side] { doubts[side] = nil }
        add(side, bytes, event, plain)
    }

    /// Why records were passed over, as long as none after them was read.
    private var doubts: [String?] = [nil, nil]

    // MARK: The handshake

    private mutating func shakeHands() {
        let names = ["im.example", "a", "*.im.example.", ""]
        let offered = (0..<head[2] & 3).map { ["h2", "http/1.1", "x"][$0] }
        let serverName = head[2] >> 2 & 3
        let taken = head[2] & 16 != 0 && !offered.isEmpty ? offered[offered.count - 1] : nil
        var hello: [(type: Int, content: [UInt8])] = [(43, [4, 3, 4, 3, 3])]
        if serverName < 3 { hello.append(TLSHelloWriter.serverName(names[serverName], hasOther: head[1] & 128 != 0)) }
        if !offered.isEmpty { hello.append(TLSHelloWriter.protocols(offered)) }
        var offersEarly = false
        if case .none = early {} else { offersEarly = true }
        if offersEarly { hello += [(42, []), (41, planBytes(1, 40))] }
        // Padding, so that no other message is longer.
        if mode == 15 { hello.append((21, [UInt8](repeating: 0, count: 200))) }
        let identifier = planBytes(2, head[5] >> 4 & 1 == 0 ? 32 : 0)
        let suites = [0x1301, 0x1302, 0x1303, 0xC02F]
        let client = TLSHelloWriter.client(random: random, identifier: identifier, suites: suites, hello)
        if mode == 15 {
            helloLimit = client.count - 4 - (head[4] & 1)
            if head[4] & 1 != 0 {
                reasons.insert("tls-malformed")
            }
        }
        let isTooLong = mode == 15 && head[4] & 1 != 0
        var accepts: Bool?
        switch early {
        case .none: break
        case .accepted: accepts = true
        case .refused: accepts = false
        }
        if mode != 10 {
            add(0, TLSHelloWriter.record(22, client, version: 1), "record")
            if isTooLong { isOver = [true, true] }
            if case .none = early {} else { sendEarly() }
            if isRetried { retry(client, identifier) }
            serverHello(identifier)
        }
        sealers = [1, 2].map { TLSNewSealer(suite, secrets[Self.labels[$0]] ?? []) }
        let isOld = mode == 9
        if !isOver[0], !isOver[1], mode != 10 { serverExtensions(taken, accepts) }
        if mode == 10 { stopMissing() }
        if case .accepted = early, !isOver[0] {
            var sealer = earlySealer
            let end = sealer.seal(TLSHelloWriter.message(5, []), type: 22)
            earlySealer = sealer
            protected(0, end, "record", label: 0)
        }
        let finished = TLSHelloWriter.message(20, planBytes(4, suite.secretCount))
        let seal = sealers[0].seal(finished, type: 22)
        protected(0, seal, "record", label: 1)
        sealers = [3, 4].map { TLSNewSealer(suite, secrets[Self.labels[$0]] ?? []) }
        let isRead = !isTooLong && mode != 10
        let readsExtensions = isRead && !isOld && mode != 8 && !([6, 7].contains(mode) && head[4] % 5 == 2)
        let version = isOld ? oldHello.version : "TLS 1.3"
        let cipher = isOld ? oldHello.suite : "\(suite.name) (0x\(String(suite.number, radix: 16)))"
        session =
            !isRead
            ? "- - name - offers [] takes - early false - retried false random -"
            : "\(version) \(cipher) name \(serverName < 3 ? names[serverName] : "-")"
                + " offers [\(offered.joined(separator: ","))] takes \(readsExtensions ? taken ?? "-" : "-")"
                + " early \(offersEarly) \(accepts.map { "\($0)" } ?? "-") retried \(isRetried)"
                + " random \(randomText.prefix(8))"
    }

    private var earlySealer: TLSNewSealer {
        get { storedEarly ?? TLSNewSealer(suite, secrets[Self.labels[0]] ?? []) }
        set { storedEarly = newValue }
    }
    private var storedEarly: TLSNewSealer?

    /// Data before the server has said anything.
    private mutating func sendEarly() {
        for number in 0..<2 {
            let data = planBytes(90 + number, 20 + number)
            let bytes = earlySealer.seal(data, type: 23)
            if case .accepted = early {
                protected(0, bytes, "data \(data.count)", label: 0, data)
            } else {
                skip(0, bytes)
            }
        }
    }

    /// The server wishes for another hello, and gets it (section 4.1.4).
    private mutating func retry(_ client: [UInt8], _ identifier: [UInt8]) {
        let wish = TLSHelloWriter.server(
            random: TLSHelloWriter.retryRandom,
            identifier: identifier,
            suite: suite.number,
            [(43, [3, 4]), (51, [0, 23])]
        )
        add(1, TLSHelloWriter.record(22, wish), "record")
        changeCipherSpec(1)
        changeCipherSpec(0)
        add(0, TLSHelloWriter.record(22, client), "record")
    }

    /// A record without meaning, for what stands between (appendix D.4).
    private mutating func changeCipherSpec(_ side: Int) {
        if head[1] & 64 != 0 { add(side, TLSHelloWriter.record(20, [1]), "record") }
    }

    /// Hellos that can not be followed, how they call version and suite, and why.
    private var oldHello: (version: String, suite: String, reason: String) {
        let usual = "\(suite.name) (0x\(String(suite.number, radix: 16)))"
        switch head[4] % 8 {
        case 0:
            let name = "TLS_AES_128_CCM_SHA256 (0x1304)"
            return ("TLS 1.3", name, "tls-cipher: cipher suite \(name) is not supported")
        case 1:
            let name = "TLS_ECDHE_RSA_WITH_AES_128_GCM_SHA256 (0xC02F)"
            return ("TLS 1.3", name, "tls-cipher: cipher suite \(name) is not supported")
        case 2: return ("TLS 1.3", "0x13AB", "tls-cipher: cipher suite 0x13AB is not supported")
        case 3: return ("TLS 1.3 draft 28", usual, "tls-version: TLS 1.3 draft 28 is not supported")
        case 4: return ("TLS 1.0", usual, "tls-version: TLS 1.0 is not supported")
        case 5: return ("SSL 3.0", usual, "tls-version: SSL 3.0 is not supported")
        case 6: return ("TLS 1.2", usual, "tls-cipher: cipher suite \(usual) is not supported")
        default: return ("TLS 1.3", usual, "tls-compression: compression (method 1) is not supported")
        }
    }

    private mutating func serverHello(_ identifier: [UInt8]) {
        var all: [(type: Int, content: [UInt8])] = [(51, planBytes(3, 36)), (43, [3, 4])]
        var number = suite.number
        var version = 0x0303
        var compression: UInt8 = 0
        if mode == 9 {
            switch head[4] % 8 {
            case 0: number = 0x1304
            case 1: number = 0xC02F
            case 2: number = 0x13AB
            case 3: all = [(43, [0x7F, 0x1C])]
            case 4: (all, version) = ([], 0x0301)
            case 5: (all, version) = ([], 0x0300)
            case 6: all = []
            default: compression = 1
            }
        }
        switch early {
        case .accepted, .refused(inHello: false): all.append((41, [0, 0]))
        default: break
        }
        let hello = TLSHelloWriter.server(
            random: planBytes(head[4] + 77, 32),
            identifier: identifier,
            suite: number,
            version: version,
            compression: compression,
            all
        )
        add(1, TLSHelloWriter.record(22, hello), "record")
        if mode == 9 {
            stop(0, oldHello.reason)
            stop(1, oldHello.reason)
        } else if !isRetried {
            changeCipherSpec(1)
        }
    }

    /// The server's part under keys: extensions, a certificate and Finished, in records of any form.
    private mutating func serverExtensions(_ taken: String?, _ accepts: Bool?) {
        var all: [(type: Int, content: [UInt8])] = []
        if let taken { all.append(TLSHelloWriter.protocols([taken])) }
        if accepts == true { all.append((42, [])) }
        let extensions = TLSHelloWriter.message(8, TLSHelloWriter.extensions(all))
        let certificate = TLSHelloWriter.message(11, planBytes(5, 300))
        let finished = TLSHelloWriter.message(20, planBytes(6, suite.secretCount))
        let everything = extensions + certificate + finished
        var parts: [[UInt8]]
        switch head[5] & 3 {
        case 0: parts = [extensions, certificate, finished]
        case 1: parts = [everything]
        case 2: parts = stride(from: 0, to: everything.count, by: 100).map { Array(everything[$0...].prefix(100)) }
        default: parts = [[everything[0]], Array(everything[1..<3]), Array(everything[3...])]
        }
        for part in parts { protected(1, sealers[1].seal(part, type: 22), "record", label: 2) }
    }

    private mutating func stopMissing() {
        for side in 0..<2 { stop(side, "tls-handshake-missing: the handshake is not in the capture") }
    }

    // MARK: Data

    private mutating func take(_ step: PlanReader, _ number: Int) {
        var step = step
        let choice = step.byte()
        let length = step.byte()
        let more = step.byte()
        let side = choice & 1
        let label = 3 + side
        guard !hasEnded[side] else { return }
        func seal(_ content: [UInt8], _ type: UInt8, _ padding: Int = 0) -> [UInt8] {
            sealers[side].seal(content, type: type, padding: padding)
        }
        switch choice >> 1 & 7 {
        case 0:
            // The request to update in return makes no difference to who only listens (section 4.6.3).
            let bytes = seal([24, 0, 0, 1, UInt8(length & 1)], 22, more & 31)
            protected(side, bytes, "record", label: label)
            records[records.count - 1].isUpdate = true
            sealers[side].update()
        case 1:
            // A session ticket, in two records; nobody can tell the second half of one that a hole has cut.
            let ticket = [4, 0, 0, UInt8(length)] + planBytes(number, length)
            let half = hasHole ? ticket.count : ticket.count / 2
            protected(side, seal(Array(ticket[..<half]), 22), "record", label: label)
            guard half < ticket.count else { return }
            protected(side, seal(Array(ticket[half...]), 22, more & 31), "record", label: label)
        case 2:
            // Alerts that are not the end, of either level (section 6).
            let alert = TLSHelloWriter.alerts[length % TLSHelloWriter.alerts.count]
            let level: UInt8 = more & 64 == 0 ? 1 : 2
            let bytes = seal([level, alert.code], 21, more & 31)
            protected(
                side,
                bytes,
                "alert \(alert.code) \(alert.name) \(level == 2 ? "fatal" : "warning")",
                label: label
            )
        case 3:
            // More records than a byte counts.
            for place in 0..<length {
                protected(side, seal([UInt8(place)], 23), "data 1", label: label, [UInt8(place)])
            }
        case 4 where more > 200:
            // The end, behind which nothing counts.
            protected(side, seal([1, 0], 21), "end", label: label)
            hasEnded[side] = true
            skip(side, seal(planBytes(number, 30), 23))
        case 5 where more > 200 && cut != .single:
            // As much as a record holds.
            let data = planBytes(number, 1 << 14)
            protected(side, seal(data, 23), "data \(data.count)", label: label, data)
        default:
            let data = planBytes(number, length)
            protected(side, seal(data, 23, more & 31), "data \(length)", label: label, data)
        }
    }

    private var hasEnded = [false, false]
    private var hasHole: Bool { mode == 12 || mode == 13 }

    /// What comes last: a hole, or what is no record.
    private mutating func end(_ first: Int) {
        let side = head[4] >> 7
        for (side, doubt) in doubts.enumerated() where !isOver[side] {
            if let doubt { reasons.insert(doubt) }
        }
        switch mode {
        case 11 where !hasEnded[side]:
            // No type of records, no version.
            let bytes: [UInt8] = head[4] & 1 == 0 ? [19, 3, 3, 0, 20] : [23, 3, 5, 0, 20]
            records.append(Record(side: side, bytes: bytes + planBytes(8, 20)))
            reasons.insert("tls-malformed")
        case 14 where !hasEnded[side]:
            // As long as a record may be, and a byte more (RFC 5246 section 6.2.3).
            let length = 1 << 14 + 2048 + (head[4] & 1)
            records.append(Record(side: side, bytes: [23, 3, 3] + Framing.bigEndian(UInt64(length), 2)))
            if head[4] & 1 == 0 { left[side] = 5 } else { reasons.insert("tls-malformed") }
        case 12, 13: tear(first)
        default: break
        }
    }

    /// Takes bytes out of an end's stream.
    private mutating func tear(_ first: Int) {
        let side = head[4] >> 7
        let places = records.indices.dropFirst(first).filter { records[$0].side == side && records[$0].event != nil }
        guard places.count > 1 else { return }
        let begin = head[4] & 15
        guard begin < places.count - 1 else { return }
        // Only so many numbers are tried, and one update (the connection is lost otherwise).
        var count = 1 + head[4] >> 4 & 7
        func updates(_ count: Int) -> Int { places[begin..<begin + count].count { records[$0].isUpdate } }
        while count > 1, begin + count > places.count - 1 || updates(count) > 1 { count -= 1 }
        let lost = places[begin..<begin + count]
        guard let start = lost.first, let end = lost.last else { return }
        for place in lost {
            records[place].event = nil
            records[place].plain = []
        }
        let before = head[5] >> 2 & 31
        let after = head[5] >> 3 & 15
        hole = (start, end, min(before, records[start].bytes.count - 1), after, mode == 12)
    }

    // MARK: What is handed over

    /// Both streams, with the hole.
    var pieces: [TLSReading.Piece] {
        guard let hole else { return records.map { TLSReading.Piece(side: $0.side, bytes: $0.bytes) } }
        var pieces: [TLSReading.Piece] = []
        var missing = 0
        let side = records[hole.first].side
        for (place, record) in records.enumerated() {
            var bytes = record.bytes
            guard record.side == side, place >= hole.first, place <= hole.last else {
                pieces.append(TLSReading.Piece(side: record.side, bytes: bytes))
                continue
            }
            if place == hole.first {
                pieces.append(TLSReading.Piece(side: side, bytes: Array(bytes.prefix(hole.before))))
                bytes.removeFirst(hole.before)
            }
            let tail = place == hole.last ? min(hole.after, bytes.count - 1) : 0
            missing += bytes.count - tail
            guard place == hole.last else { continue }
            pieces.append(TLSReading.Piece(side: side, hole: hole.isMeasured ? missing : -1))
            pieces.append(TLSReading.Piece(side: side, bytes: Array(bytes.suffix(tail))))
        }
        return pieces
    }

    /// A key log in any letters, among lines that say nothing (RFC 9850).
    private mutating func writeKeyLog() {
        var text = head[5] & 64 == 0 ? "" : "\u{FEFF}"
        let end = head[5] & 128 == 0 ? "\n" : " \t\r\n"
        let other = String(repeating: "ab", count: 32)
        text += "# a comment \(randomText)\(end)\(end)EXPORTER_SECRET \(other) \(other)\(end)"
        text += "CLIENT_RANDOM \(other) \(other)\(other.prefix(32))\(end)"
        for (place, label) in Self.labels.enumerated() where mode != 8 {
            let isMeant = head[4] % 5 == place
            if mode == 6, isMeant { continue }
            var secret = secrets[label] ?? []
            if mode == 7, isMeant { secret[secret.count - 1] ^= 1 }
            let hex = secret.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
            let random = place & 1 == 0 ? randomText : randomText.uppercased()
            text += "\(label)\(place & 2 == 0 ? " " : "\t ")\(random) \(place & 1 == 0 ? hex.uppercased() : hex)\(end)"
        }
        keyLog = Array(text.utf8)
    }
}
