/// A TLS 1.3 connection (RFC 8446): its records, the plaintext of both directions, its session facts, and the reasons
/// why some records cannot be decrypted.
///
/// A plan's first six bytes: the chunking of the streams; suite, early data and a second hello; names; the fault; the
/// fault's place; the split of the handshake into records. A step is three bytes: the sender with data, a key update,
/// an alert or a handshake message; the length; the padding.
package struct TLSPlan: Sendable {
    /// A record.
    package struct Record: Sendable {
        package var side: Int
        package var bytes: [UInt8]
        /// The record's event; `nil` if the record is skipped.
        package var event: String?
        package var plain: [UInt8] = []
        var isUpdate = false
    }

    package private(set) var records: [Record] = []
    /// The reasons why records are not decrypted; for some reasons only the code.
    package internal(set) var reasons: Set<String> = []
    /// The text of a key log.
    package private(set) var keyLog: [UInt8] = []
    /// The longest hello that is reassembled, in bytes.
    package internal(set) var helloLimit = 64 << 10
    /// The number of bytes in each direction that become no record.
    package private(set) var left = [0, 0]
    /// The facts of the session, in one line.
    package internal(set) var session = ""
    /// The hole: its first and last record, and the captured bytes before it in the first and after it in the last one.
    package private(set) var hole: (first: Int, last: Int, before: Int, after: Int, isMeasured: Bool)?
    /// The fault.
    package let mode: Int
    /// The chunking of the streams; rarely into single bytes.
    package let cut: ChunkPlan
    let suite: TLSNewSealer.Suite
    let head: [Int]
    let random: [UInt8]
    var sealers: [TLSNewSealer] = []
    /// Whether a direction is no longer decrypted, or has ended.
    var isOver = [false, false]
    var secrets: [String: [UInt8]] = [:]
    var early: Early = .none
    let isRetried: Bool
    /// The sealer of early data, after its first use.
    var storedEarly: TLSNewSealer?

    enum Early {
        case none
        case accepted
        /// Refused by the server's extensions, or by its hello or a HelloRetryRequest.
        case refused(inHello: Bool)
    }

    static let labels = [
        "CLIENT_EARLY_TRAFFIC_SECRET", "CLIENT_HANDSHAKE_TRAFFIC_SECRET", "SERVER_HANDSHAKE_TRAFFIC_SECRET",
        "CLIENT_TRAFFIC_SECRET_0", "SERVER_TRAFFIC_SECRET_0",
    ]

    /// The number of bytes before the first step.
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
        // With missing or wrong secrets there are mostly no early data. Refused early data may precede records whose
        // secret is missing.
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

    /// Adds a record that is skipped.
    mutating func skip(_ side: Int, _ bytes: [UInt8]) { records.append(Record(side: side, bytes: bytes)) }

    /// Ends the decryption of a direction, for a reason.
    mutating func stop(_ side: Int, _ reason: String) {
        guard !isOver[side] else { return }
        isOver[side] = true
        reasons.insert(reason)
    }

    var randomText: String { random.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined() }

    /// Adds a record under keys whose secret may be missing or wrong.
    ///
    /// - Parameter label: the index of its secret in `labels`.
    mutating func protected(_ side: Int, _ bytes: [UInt8], _ event: String, label: Int, _ plain: [UInt8] = []) {
        guard !isOver[side] else { return skip(side, bytes) }
        let isMeant = head[4] % 5 == label
        switch mode {
        case 6 where isMeant && label < 3:
            // The records under the next keys are decrypted.
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

    /// The reason why records of each direction were skipped, until a later record is decrypted.
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
            // The request to update in return makes no difference to a passive reader (section 4.6.3).
            let bytes = seal([24, 0, 0, 1, UInt8(length & 1)], 22, more & 31)
            protected(side, bytes, "record", label: label)
            records[records.count - 1].isUpdate = true
            sealers[side].update()
        case 1:
            // A session ticket in two records; with a hole it stays in one, because nobody recognises the second half
            // alone.
            let ticket = [4, 0, 0, UInt8(length)] + planBytes(number, length)
            let half = hasHole ? ticket.count : ticket.count / 2
            protected(side, seal(Array(ticket[..<half]), 22), "record", label: label)
            guard half < ticket.count else { return }
            protected(side, seal(Array(ticket[half...]), 22, more & 31), "record", label: label)
        case 2:
            // Alerts that do not end the connection, of both levels (section 6).
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
            // Many records of one byte.
            for place in 0..<length {
                protected(side, seal([UInt8(place)], 23), "data 1", label: label, [UInt8(place)])
            }
        case 4 where more > 200:
            // The end of the direction; records after it do not count.
            protected(side, seal([1, 0], 21), "end", label: label)
            hasEnded[side] = true
            skip(side, seal(planBytes(number, 30), 23))
        case 5 where more > 200 && cut != .single:
            // The most data that a record holds.
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

    /// Adds the end of a plan: a hole, or bytes that are not a record.
    private mutating func end(_ first: Int) {
        let side = head[4] >> 7
        for (side, doubt) in doubts.enumerated() where !isOver[side] {
            if let doubt { reasons.insert(doubt) }
        }
        switch mode {
        case 11 where !hasEnded[side]:
            // An unknown record type, or an unknown version.
            let bytes: [UInt8] = head[4] & 1 == 0 ? [19, 3, 3, 0, 20] : [23, 3, 5, 0, 20]
            records.append(Record(side: side, bytes: bytes + planBytes(8, 20)))
            reasons.insert("tls-malformed")
        case 14 where !hasEnded[side]:
            // The longest length of a record, or one byte more (RFC 5246 section 6.2.3).
            let length = 1 << 14 + 2048 + (head[4] & 1)
            records.append(Record(side: side, bytes: [23, 3, 3] + Framing.bigEndian(UInt64(length), 2)))
            if head[4] & 1 == 0 { left[side] = 5 } else { reasons.insert("tls-malformed") }
        case 12, 13: tear(first)
        default: break
        }
    }

    /// Removes bytes from a direction's stream.
    private mutating func tear(_ first: Int) {
        let side = head[4] >> 7
        let places = records.indices.dropFirst(first).filter { records[$0].side == side && records[$0].event != nil }
        guard places.count > 1 else { return }
        let begin = head[4] & 15
        guard begin < places.count - 1 else { return }
        // The decoder always tries 64 record numbers and one key update; more only while its trial bytes allow it.
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

    // MARK: Output

    /// The pieces of both streams, with the hole.
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
            // A few bytes in the middle of a lost record may be captured.
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

    /// Writes the key log in any letter case, among lines without meaning (RFC 9850).
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
        // Some programs also log the secrets of key updates, although these can be derived.
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
