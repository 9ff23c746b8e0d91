/// A TLS 1.3 connection (RFC 8446): its records, the plaintext of both ends, what it says of itself, and why some of it can
/// not be decrypted.
///
/// A plan's first six bytes: how the streams are cut; suite, early data and a second hello; names; what goes wrong, and
/// where; how the handshake is cut into records. A step is three bytes: who sends data, a key update, an alert or a message of
/// the handshake; how much; its padding.
package struct TLSPlan: Sendable {
    /// A record.
    package struct Record: Sendable {
        package var side: Int
        package var bytes: [UInt8]
        /// What comes of it; `nil` when it is passed over.
        package var event: String?
        package var plain: [UInt8] = []
        var isUpdate = false
    }

    package private(set) var records: [Record] = []
    /// Why something is not decrypted; of some only the code.
    package internal(set) var reasons: Set<String> = []
    /// The text of a key log.
    package private(set) var keyLog: [UInt8] = []
    /// The longest hello that is put together, in bytes.
    package internal(set) var helloLimit = 64 << 10
    /// Bytes of each end that become no record.
    package private(set) var left = [0, 0]
    /// What the connection says of itself.
    package internal(set) var session = ""
    /// Where a hole lies: the end, its first record and its last one, and how much of these is captured.
    package private(set) var hole: (first: Int, last: Int, before: Int, after: Int, isMeasured: Bool)?
    /// What goes wrong.
    package let mode: Int
    /// How the streams are cut; into single bytes seldom.
    package let cut: ChunkPlan
    let suite: TLSNewSealer.Suite
    let head: [Int]
    let random: [UInt8]
    var sealers: [TLSNewSealer] = []
    /// Whether nothing more of an end is decrypted, or its end has come.
    var isOver = [false, false]
    var secrets: [String: [UInt8]] = [:]
    var early: Early = .none
    let isRetried: Bool
    /// Seals early data, once there are some.
    var storedEarly: TLSNewSealer?

    enum Early {
        case none
        case accepted
        /// By the server's extensions, by its hello, or by its wish for another hello.
        case refused(inHello: Bool)
    }

    static let labels = [
        "CLIENT_EARLY_TRAFFIC_SECRET", "CLIENT_HANDSHAKE_TRAFFIC_SECRET", "SERVER_HANDSHAKE_TRAFFIC_SECRET",
        "CLIENT_TRAFFIC_SECRET_0", "SERVER_TRAFFIC_SECRET_0",
    ]

    /// Bytes before the first step.
    package static let headBytes = 6

    package init(_ plan: [UInt8]) {
        var reader = PlanReader(plan)
        let head = (0..<Self.headBytes).map { _ in reader.byte() }
        self.head = head
        suite = TLSNewSealer.Suite.all[head[1] % 3]
        mode = head[3] & 15
        cut = head[0] & 15 == 0 ? .single : head[0] & 3 == 1 ? .small : .large
        isRetried = head[1] & 4 != 0
        random = planBytes(head.reduce(7) { $0 &* 31 &+ $1 }, 32)
        for (place, label) in Self.labels.enumerated() {
            secrets[label] = planBytes(place * 1000 + head[2] * 7 + head[1], suite.secretCount)
        }
        // Without some secrets, and with wrong ones, early data make no difference. Those that are refused may come without the
        // secret that what follows them needs.
        let lacksNext = mode == 6 && head[4] % 5 == 1 && [5, 6].contains(head[1] >> 3 & 7)
        if ![7, 8, 9, 10, 15].contains(mode), mode != 6 || head[4] % 5 == 0 || lacksNext {
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

    mutating func add(
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
    mutating func skip(_ side: Int, _ bytes: [UInt8]) { records.append(Record(side: side, bytes: bytes)) }

    /// Nothing more of an end is decrypted.
    mutating func stop(_ side: Int, _ reason: String) {
        guard !isOver[side] else { return }
        isOver[side] = true
        reasons.insert(reason)
    }

    var randomText: String { random.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined() }

    /// Adds a record under keys whose secret may be missing or wrong.
    ///
    /// - Parameter label: the place of its secret.
    mutating func protected(_ side: Int, _ bytes: [UInt8], _ event: String, label: Int, _ plain: [UInt8] = []) {
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
        case 6 where more > 200:
            // A heartbeat (RFC 6520).
            protected(side, seal([1, 0, 3] + planBytes(number, 19), 24), "record", label: label)
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
        // Only so many numbers are tried (64), and one update (the connection is lost otherwise).
        var count = [1, 2, 3, 5, 8, 13, 30, 60][head[4] >> 4 & 7]
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
    package var pieces: [TLSPiece] {
        guard let hole else { return records.map { TLSPiece(side: $0.side, bytes: $0.bytes) } }
        var pieces: [TLSPiece] = []
        var missing = 0
        let side = records[hole.first].side
        for (place, record) in records.enumerated() {
            var bytes = record.bytes
            guard record.side == side, place >= hole.first, place <= hole.last else {
                pieces.append(TLSPiece(side: record.side, bytes: bytes))
                continue
            }
            if place == hole.first {
                pieces.append(TLSPiece(side: side, bytes: Array(bytes.prefix(hole.before))))
                bytes.removeFirst(hole.before)
            }
            let tail = place == hole.last ? min(hole.after, bytes.count - 1) : 0
            missing += bytes.count - tail
            guard place == hole.last else { continue }
            // Of a record that is lost some bytes in the middle may be captured.
            let middle = min(2, missing - 2)
            if hole.isMeasured, hole.first == hole.last, missing > 8, bytes.count & 1 == 0 {
                let lost = missing / 3
                pieces.append(TLSPiece(side: side, hole: lost))
                pieces.append(TLSPiece(side: side, bytes: Array(bytes[lost..<lost + middle])))
                missing -= lost + middle
            }
            pieces.append(TLSPiece(side: side, hole: hole.isMeasured ? missing : -1))
            pieces.append(TLSPiece(side: side, bytes: Array(bytes.suffix(tail))))
        }
        return pieces
    }

    /// A key log in any letters, among lines that say nothing (RFC 9850).
    private mutating func writeKeyLog() {
        var text = head[5] & 64 == 0 ? "" : "\u{FEFF}"
        let end = head[5] & 128 == 0 ? "\n" : " \t\r\n"
        let other = String(repeating: "ab", count: 32)
        text += "# a comment \(randomText)\(end)\(end)EXPORTER_SECRET \(other) \(other)\(end)"
        text += " \t# one more\(end)\t#\(end)#\(Self.labels[1]) 12\(end) \t \(end)"
        text += "CLIENT_RANDOM \(other) \(other)\(other.prefix(32))\(end)"
        for (place, label) in Self.labels.enumerated() where mode != 8 {
            let isMeant = head[4] % 5 == place
            if mode == 6, isMeant { continue }
            var secret = secrets[label] ?? []
            if mode == 7, isMeant { secret[secret.count - 1] ^= 1 }
            let hex = Self.hex(secret)
            let random = place & 1 == 0 ? randomText : randomText.uppercased()
            text += "\(label)\(place & 2 == 0 ? " " : "\t ")\(random) \(place & 1 == 0 ? hex.uppercased() : hex)\(end)"
        }
        // Some programs log what key updates lead to as well, which anybody can derive.
        for place in [3, 4] where head[2] & 32 != 0 && ![6, 7, 8].contains(mode) {
            let next = TLSNewSealer(suite, secrets[Self.labels[place]] ?? []).nextSecret
            text += "\(Self.labels[place].dropLast())1 \(randomText) \(Self.hex(next))\(end)"
        }
        keyLog = Array(text.utf8)
    }

    private static func hex(_ bytes: [UInt8]) -> String {
        bytes.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
    }
}
