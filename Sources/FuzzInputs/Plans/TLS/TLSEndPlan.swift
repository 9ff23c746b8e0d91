/// A TLS connection whose handshake does not come to its end (RFC 8446 section 6, RFC 5246 section 7.2), and what is said of
/// it.
///
/// A plan's bytes: how far it comes; the alert; who sends it, version, and whether the capture begins with the server's hello.
package struct TLSEndPlan: Sendable {
    package private(set) var session: SampleSession
    /// The addresses of client and server.
    package let ends: [String]
    /// What a user is told.
    package private(set) var notices: [String] = []

    package init(_ plan: [UInt8]) {
        var reader = PlanReader(plan)
        let kind = reader.byte()
        let choice = reader.byte()
        let form = reader.byte()
        // The numbers of the ports do not tell who the client is.
        let serverPort: UInt16 = form & 64 == 0 ? 443 : 60_443
        session = SampleSession(port: 50004, serverPort: serverPort)
        ends = ["10.0.0.1:50004", "10.0.0.2:\(serverPort)"]
        let alert = TLSHelloWriter.alerts[choice % TLSHelloWriter.alerts.count]
        let side = form & 1
        let isFatal = form & 2 == 0
        let isNew = form & 4 == 0
        let random = planBytes(kind * 256 + choice, 32)
        let versions: [(type: Int, content: [UInt8])] = isNew ? [(43, [4, 3, 4, 3, 3])] : []
        let client = TLSHelloWriter.client(random: random, identifier: [], suites: [0x1301, 0xC02F], versions)
        let server = TLSHelloWriter.server(
            random: planBytes(choice, 32),
            identifier: [],
            suite: isNew ? 0x1301 : 0xC02F,
            isNew ? [(43, [3, 4])] : []
        )
        session.send(fromClient: true, TLSHelloWriter.record(22, client, version: 1))
        let isLate = form & 32 != 0
        let isAnswered = kind & 1 != 0 || isLate
        if isAnswered { session.send(fromClient: false, TLSHelloWriter.record(22, server)) }
        // Neither the handshake of TCP nor the client's hello is captured; then only what is in the server's tells who it is.
        if isLate { session.leaveOut(before: session.packets.count - 1) }
        let unfinished =
            "flow 1: TLS: handshake not finished: the connection ended "
            + (isAnswered ? "after the server's hello" : "without an answer to the client's hello")
        switch kind >> 1 & 3 {
        case 0: notices = [unfinished]
        case 1:
            // The end is no reason.
            session.send(fromClient: side == 0, TLSHelloWriter.record(21, [UInt8(isFatal ? 2 : 1), 0]))
            notices = [unfinished]
        default:
            session.send(fromClient: side == 0, TLSHelloWriter.record(21, [UInt8(isFatal ? 2 : 1), alert.code]))
            // Of TLS 1.3 every alert is an error, whatever its level says; older ones have warnings.
            let isError = isFatal || isAnswered && isNew
            let end = side == 0 ? "client" : "server"
            notices =
                isError
                ? ["flow 1: TLS: handshake failed: alert \(alert.code) (\(alert.name)) from the \(end)"] : [unfinished]
        }
        if form & 8 == 0 { session.close() } else { session.reset(fromClient: form & 16 == 0) }
    }
}
