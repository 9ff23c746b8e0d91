/// A TLS connection whose handshake does not complete (RFC 8446 section 6, RFC 5246 section 7.2), and its notices.
///
/// Other kinds of this plan: a connection that ends with an alert after data, and HTTP/2 without its secrets.
///
/// A plan's bytes: how far the handshake gets; the alert; then the alert's sender, the version, and whether the capture
/// begins with the server's hello.
package struct TLSEndPlan: Sendable {
    package private(set) var session: SampleSession
    /// The addresses of client and server.
    package let ends: [String]
    /// The notices of the connection.
    package private(set) var notices: [String] = []
    /// The number of bytes that cannot be decrypted; `nil` unless the session breaks off, 0 if no system decodes it.
    package private(set) var unread: Int?
    /// The text of the key log.
    package private(set) var keyLog: [UInt8] = []

    package init(_ plan: [UInt8]) {
        var reader = PlanReader(plan)
        let kind = reader.byte()
        let choice = reader.byte()
        let form = reader.byte()
        // The port numbers do not tell which end is the client.
        let serverPort: UInt16 = form & 64 == 0 ? 443 : 60_443
        session = SampleSession(port: 50004, serverPort: serverPort)
        let both = ["10.0.0.1:50004", "10.0.0.2:\(serverPort)"]
        // Without either hello only the ports are left to tell the ends apart.
        ends = kind & 0x18 == 8 && serverPort > 50004 ? both.reversed() : both
        switch kind & 0x18 {
        case 0x18: endSession(kind, choice, form)
        case 8: joinLate(choice)
        case 0x10: speakHTTP2(planBytes(kind * 256 + choice, 32), choice, Self.recordVersion(choice))
        default: stopHandshake(kind, choice, form)
        }
    }

    /// Returns the version of the first record: old clients write it in an older version than they offer.
    private static func recordVersion(_ choice: Int) -> UInt8 { [1, 0, 3, 2][choice >> 1 & 3] }

    /// Completes the handshake; then the session ends with an alert after data, or breaks off.
    private mutating func endSession(_ kind: Int, _ choice: Int, _ form: Int) {
        let side = form & 1
        let breaksOff = kind & 4 != 0
        // No early data: they would come before the data of this plan.
        let plan = TLSPlan([0, UInt8(breaksOff ? choice & 7 : choice), 0, 0, 0, 0])
        session.shakeHands(plan)
        keyLog = plan.keyLog
        guard !breaksOff else { return breakOff(side, choice, isFollowed: kind & 2 == 0, isSent: form & 16 == 0) }
        // A session that can be decrypted needs no alert.
        session.send(fromClient: side == 0, planBytes(choice, 40))
        session.alert(fromClient: side == 1, isFatal: form & 2 == 0, Self.alert(choice).code)
        session.close()
    }

    private static func alert(_ choice: Int) -> (code: UInt8, name: String) {
        TLSHelloWriter.alerts[choice % TLSHelloWriter.alerts.count]
    }

    /// Ends the connection during the handshake: after one hello or two, with an alert or without.
    private mutating func stopHandshake(_ kind: Int, _ choice: Int, _ form: Int) {
        let side = form & 1
        let isFatal = form & 2 == 0
        let isNew = form & 4 == 0
        let versions: [(type: Int, content: [UInt8])] = isNew ? [(43, [4, 3, 4, 3, 3])] : []
        let random = planBytes(kind * 256 + choice, 32)
        let client = TLSHelloWriter.client(random: random, identifier: [], suites: [0x1301, 0xC02F], versions)
        let server = TLSHelloWriter.server(
            random: planBytes(choice, 32),
            identifier: [],
            suite: isNew ? 0x1301 : 0xC02F,
            isNew ? [(43, [3, 4])] : []
        )
        session.send(fromClient: true, TLSHelloWriter.record(22, client, version: Self.recordVersion(choice)))
        let isLate = form & 32 != 0
        let isAnswered = kind & 1 != 0 || isLate
        if isAnswered { session.send(fromClient: false, TLSHelloWriter.record(22, server)) }
        // The TCP handshake and the client's hello are not captured; only the server's hello tells the ends apart.
        if isLate { session.leaveOut(before: session.packets.count - 1) }
        let place = isAnswered ? "after the server's hello" : "without an answer to the client's hello"
        notices = ["flow 1: TLS: handshake not finished: the connection ended \(place)"]
        switch kind >> 1 & 3 {
        case 0: break
        case 1:
            // close_notify is not a failure.
            session.send(fromClient: side == 0, TLSHelloWriter.record(21, [UInt8(isFatal ? 2 : 1), 0]))
        default:
            let alert = Self.alert(choice)
            session.send(fromClient: side == 0, TLSHelloWriter.record(21, [UInt8(isFatal ? 2 : 1), alert.code]))
            // In TLS 1.3 every alert is an error, whatever its level; older versions have warnings.
            guard isFatal || isAnswered && isNew else { break }
            let end = side == 0 ? "client" : "server"
            notices = ["flow 1: TLS: handshake failed: alert \(alert.code) (\(alert.name)) from the \(end)"]
        }
        if form & 8 == 0 { session.close() } else { session.reset(fromClient: form & 16 == 0) }
    }

    /// Cuts the last captured record of a direction short, in a session that a system decodes or in another one.
    private mutating func breakOff(_ side: Int, _ choice: Int, isFollowed: Bool, isSent: Bool) {
        if isFollowed {
            session.upgrade(extensions: nil, version: "4.2.0")
            for fromClient in [true, false] { session.message(fromClient: fromClient, [fromClient ? 0xC0 : 0xD0]) }
        } else {
            session.send(fromClient: true, planBytes(choice, 30))
        }
        session.send(fromClient: side == 0, planBytes(choice, 40))
        let count = session.packets[session.packets.count - 1].payload.count
        let left = 1 + choice % (count - 1)
        session.breakOff(count - left, isSent: isSent)
        if isSent { session.close() }
        unread = isFollowed ? left : 0
    }

    /// Adds a session that the capture joins after its handshake, with records of any length that has room for a
    /// checksum.
    private mutating func joinLate(_ choice: Int) {
        let opening = session.packets.count
        for fromClient in [true, false] {
            session.send(fromClient: fromClient, TLSHelloWriter.record(23, planBytes(choice, 17 + choice % 60)))
        }
        session.leaveOut(before: opening)
        session.close()
        notices = ["flow 1: TLS is not decrypted: the handshake is not in the capture"]
    }

    /// Adds a TLS 1.2 session without secrets whose server has chosen HTTP/2.
    private mutating func speakHTTP2(_ random: [UInt8], _ choice: Int, _ version: UInt8) {
        let client = TLSHelloWriter.client(
            random: random,
            identifier: [],
            suites: [0xC02F],
            [TLSHelloWriter.protocols(["h2", "http/1.1"])]
        )
        let server = TLSHelloWriter.server(
            random: planBytes(choice, 32),
            identifier: [],
            suite: 0xC02F,
            [TLSHelloWriter.protocols(["h2"])]
        )
        session.send(fromClient: true, TLSHelloWriter.record(22, client, version: version))
        session.send(fromClient: false, TLSHelloWriter.record(22, server))
        for fromClient in [true, false] {
            let finished = TLSHelloWriter.record(22, planBytes(choice + 1, 40))
            session.send(fromClient: fromClient, TLSHelloWriter.record(20, [1]) + finished)
        }
        for fromClient in [true, false] {
            session.send(fromClient: fromClient, TLSHelloWriter.record(23, planBytes(choice + 2, 60)))
        }
        session.close()
        let name = random.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
        notices = ["flow 1: TLS is not decrypted: no secret for client random \(name); it carries HTTP/2"]
    }
}
