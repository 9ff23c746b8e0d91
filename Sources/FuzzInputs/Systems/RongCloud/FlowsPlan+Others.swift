// Connections that no system recognises.
extension FlowsPlan {
    /// The number of their kinds.
    static let otherKinds = 9

    /// Returns the packets of a connection, and the end of its row: the ending, the figures of both directions, the
    /// transport, and the reason why it was not decoded.
    ///
    /// - Parameter mayLackOpening: whether the capture may begin after the TCP handshake.
    static func other(
        _ session: inout SampleSession,
        _ kind: Int,
        _ messages: Int,
        _ place: Int,
        mayLackOpening: Bool
    ) -> (packets: [WirePacket], row: String) {
        let (transport, reason) = talk(&session, kind, messages)
        if kind < 7 { session.close() }
        var packets = session.packets
        if kind == 6, mayLackOpening, place & 2 != 0 { packets.removeFirst(3) }
        let ending = end(&packets, kind, messages, place)
        let figures = [1, 2].map { (end: UInt8) in
            let own = packets.filter { $0.ends[3] == end }
            return "\(own.count)/\(own.reduce(0) { $0 + $1.payload.count })/0/0"
        }
        // The figures include the bytes that the capture cuts off.
        if kind == 1 || kind == 2, place & 32 != 0, let cut = packets.lastIndex(where: { !$0.payload.isEmpty }) {
            packets[cut].cut(1 + place % 9)
        }
        return (packets, "- - - - \(ending) - \(figures.joined(separator: " ")) \(transport) \(reason)")
    }

    /// Sends the data of a connection; returns its transport, and the reason why it was not decoded.
    private static func talk(
        _ session: inout SampleSession,
        _ kind: Int,
        _ messages: Int
    ) -> (transport: String, reason: String) {
        func text(_ text: String) -> [UInt8] { Array(text.utf8) }
        func unknown(_ count: Int, isAll: Bool = false) -> String {
            "unknown: no HTTP, TLS or frame of a known system in its \(isAll ? "" : "first ")\(count) byte\(count == 1 ? "" : "s")"
        }
        let line = text(String(repeating: "x", count: 1 + messages % 70) + "\r\n")
        switch kind {
        case 0:
            session.send(fromClient: true, text("PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n") + [0, 0, 0, 4, 0, 0, 0, 0, 0])
            session.send(fromClient: false, [0, 0, 0, 4, 0, 0, 0, 0, 0])
            return ("http2", "HTTP/2 is not decoded")
        case 1:
            // A server's first data do not identify the client's protocol.
            session.send(fromClient: false, text("220 ") + line)
            session.send(fromClient: true, line)
            session.send(fromClient: false, line)
            return ("other", unknown(2 * line.count + 4))
        case 2:
            session.send(fromClient: true, line)
            session.send(fromClient: false, line + line)
            return ("other", unknown(line.count))
        case 3:
            session.upgrade(path: "/chat\(messages & 3)")
            session.message(fromClient: true, line)
            session.message(fromClient: false, line)
            return ("other", "other: nobody claims an upgrade of /chat\(messages & 3)")
        case 4: return ("other", "opened, and nothing was sent on it")
        case 5:
            session.send(fromClient: false, line)
            return ("other", unknown(line.count, isAll: true))
        case 6:
            let method = messages & 64 == 0 ? "GET" : "HEAD"
            session.send(fromClient: true, text("\(method) /index HTTP/1.1\r\nHost: a.example\r\n\r\n"))
            let head = text("HTTP/1.1 200 OK\r\nContent-Length: \(line.count)\r\n\r\n")
            session.send(fromClient: false, method == "GET" ? head + line : head)
            return ("http", "HTTP, from its first line")
        case 7: return ("other", "unanswered: nothing came back for its SYN")
        default: return ("other", "refused: the answer to its SYN was RST")
        }
    }

    /// Changes the last packets of a connection; returns its ending.
    private static func end(_ packets: inout [WirePacket], _ kind: Int, _ messages: Int, _ place: Int) -> String {
        if kind == 7 {
            packets.removeLast(2)
            // Some clients repeat the SYN, with growing intervals (RFC 6298 section 5).
            for number in 0..<messages & 3 {
                var again = packets[0]
                again.time += SampleSession.pause * UInt64(1 << (number + 1) - 1)
                packets.append(again)
            }
            return "cut off"
        }
        if kind == 8 {
            packets.removeLast()
            packets[1].head[packets[1].tcp + 13] = 0x14
            return "reset by the server"
        }
        guard place & 8 != 0 else { return "clean" }
        // The capture ends before the connection does.
        packets.removeLast(3)
        return "cut off"
    }
}
